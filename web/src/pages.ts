/** The pages, each loaded when somebody goes there; the server knows them too, and has the first one fetched ahead. */

import type { Component } from 'svelte';
import { later } from './lib/later';
import type { Route } from './lib/router.svelte';
import Broken from './ui/Broken.svelte';
import Nowhere from './ui/Nowhere.svelte';

/** A page; one that is about nothing in particular takes no notice of the id. */
export type Page = Component<{ id: string }>;

const page = (load: () => Promise<{ default: unknown }>) => async () => (await load()).default as Page;

const loaders: Record<Route['page'], () => Promise<Page>> = {
  lobby: later(page(() => import('./lobby/Lobby.svelte'))),
  host: page(() => import('./host/HostPage.svelte')),
  table: later(page(() => import('./table/TablePage.svelte'))),
  replay: later(page(() => import('./replay/ReplayPage.svelte'))),
  nowhere: page(() => Promise.resolve({ default: Nowhere })),
};
const broken = page(() => Promise.resolve({ default: Broken }));

/** Load a page; one that cannot be had says so in its place. */
export const pageOf = (name: Route['page']): Promise<Page> =>
  loaders[name]().catch((error: unknown) => {
    console.error(error);
    return broken();
  });
