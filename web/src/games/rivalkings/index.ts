/** Rival Kings at the table. */

import type { GameClient } from '../types';
import { art } from './art.svelte';
import { effects } from './effects';
import { common, sound, things } from './events';
import Figures from './Figures.svelte';
import Hand from './Hand.svelte';
import Played from './Played.svelte';
import Status from './Status.svelte';
import Table from './Table.svelte';
import { parts } from './words';

export const client: GameClient = {
  load: () => art.load(),
  Table,
  Hand,
  Figures,
  Status,
  Played,
  things,
  common,
  sound,
  effects,
  parts,
  tieBreak: 'fewer conflict markers decide (rule 15)',
};
