/** Rheinländer in the browser. */

import { light } from '../../lib/theme.svelte';
import type { GameClient } from '../types';
import { atlasOf } from './atlas.svelte';
import { effects } from './effects';
import Figures from './Figures.svelte';
import Hand from './Hand.svelte';
import Played from './Played.svelte';
import Status from './Status.svelte';
import { partsOf, soundOf, thingsOf } from './story';
import Table from './Table.svelte';

export const client: GameClient = {
  load: (options) => atlasOf(options).load(light.now),
  Table,
  Hand,
  Figures,
  Status,
  Played,
  things: thingsOf,
  common: (things) => [...things], // spaces and cards are called the same by all
  sound: soundOf,
  effects,
  parts: partsOf,
};
