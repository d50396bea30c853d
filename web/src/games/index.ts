/** How games are shown, each loaded when a table needs it; those without a client of their own are shown plainly. */

import type { Component } from 'svelte';
import { wording } from '../lib/wording/wording.svelte';
import type { GameClient } from './types';

// Every folder beside this file is a game: it exports its `client` from index.ts.
const found = import.meta.glob<{ client: GameClient }>('./*/index.ts');

// A game that has a picture for the lobby has it in Cover.svelte.
const pictures = import.meta.glob<{ default: Component }>('./*/Cover.svelte');

const byGame = <T>(files: Record<string, T>): Record<string, T | undefined> =>
  Object.fromEntries(Object.entries(files).map(([path, load]) => [path.split('/')[1], load]));

const loaders = byGame(found);
const covers = byGame(pictures);

/** The picture of a game for the lobby; null where it has none of its own. */
export async function coverOf(name: string): Promise<Component | null> {
  return (await covers[name]?.())?.default ?? null;
}

async function drawn(coming: Promise<{ client: GameClient }>, options: Record<string, unknown>): Promise<GameClient> {
  const { client } = await coming;
  await client.load(options);
  return client;
}

/** Load the client of a game, its drawings and its words, or say what to do. */
export async function gameClient(name: string, options: Record<string, unknown>): Promise<GameClient> {
  const load = loaders[name] ?? (() => import('../plain'));
  try {
    const [client] = await Promise.all([drawn(load(), options), wording.learn(name)]);
    return client;
  } catch (error) {
    console.error(error);
    const advice = 'The game could not be loaded. Palatine may have been updated: reload the page.';
    throw new Error(advice, { cause: error });
  }
}
