/** The games this client can show, each loaded when a table needs it. */

import type { GameClient } from './types';

type Loader = () => Promise<{ client: GameClient }>;

// Every folder beside this file is a game: it exports its `client` from index.ts.
const found = import.meta.glob<{ client: GameClient }>('./*/index.ts');

const loaders: Record<string, Loader> = Object.fromEntries(
  Object.entries(found).map(([path, load]) => [path.split('/')[1], load]),
);

/** Load the client of a game and its drawings, or say what to do. */
export async function gameClient(name: string, options: Record<string, unknown>): Promise<GameClient> {
  const load = loaders[name];
  if (!load) throw new Error(`This page cannot show the game “${name}”. Reload it, it may be out of date.`);
  try {
    const { client } = await load();
    await client.load(options);
    return client;
  } catch (error) {
    console.error(error);
    const advice = 'The game could not be loaded. Palatine may have been updated: reload the page.';
    throw new Error(advice, { cause: error });
  }
}
