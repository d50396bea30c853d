import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const GAMES = import.meta.dirname;
const WEB = `${GAMES}/../..`;
const FILES = ['index.html', 'public/*.{svg,webmanifest}', 'src/**/*.{ts,svelte,css,svg}'];

const clients = readdirSync(GAMES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const titles = globSync(`${WEB}/../src/palatine/games/*/__init__.py`).flatMap(
  (path) => readFileSync(path, 'utf-8').match(/(?<=title=")[^"]+/) ?? [],
);

it('is named nowhere but in its own folder', () => {
  expect(titles).toHaveLength(clients.length);
  const named = new RegExp([...clients, ...titles].join('|'), 'i');
  const own = (path: string) => clients.some((name) => path.startsWith(`src/games/${name}/`));
  const strangers = globSync(FILES, { cwd: WEB }).filter(
    (path) => !own(path) && named.test(readFileSync(`${WEB}/${path}`, 'utf-8')),
  );
  expect(strangers).toEqual([]);
});
