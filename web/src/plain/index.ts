/** Any game in the browser: neat lists and buttons, where it brings nothing better. */

import type { GameClient } from '../games/types';
import Figures from './Figures.svelte';
import Status from './Status.svelte';
import Table from './Table.svelte';

export const client: GameClient = {
  load: () => Promise.resolve(),
  Table,
  Figures,
  Status,
  things: () => [],
  common: () => [],
  sound: () => null,
  parts: () => null,
};
