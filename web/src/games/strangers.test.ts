import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const GAMES = import.meta.dirname;
const clients = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it('is only in its own folder that a game is named', () => {
  const names = clients.map(({ name }) => name);
  const titles = globSync(`${GAMES}/../../../src/palatine/games/*/__init__.py`).flatMap((path) => {
    return [...readFileSync(path, 'utf-8').matchAll(/title="([^"]+)"|About\(\s*"\w+",\s*"([^"]+)"/g)].map(
      ([, one, other]) => one ?? other,
    );
  });
  expect(titles).toHaveLength(names.length);
  const named = new RegExp([...names, ...titles].join('|'), 'i');
  const strangers = globSync(`${GAMES}/../**/*.{ts,svelte,css,svg}`).filter(
    (path) => !names.some((name) => path.includes(`/games/${name}/`)) && named.test(readFileSync(path, 'utf-8')),
  );
  expect(strangers).toEqual([]);
});
