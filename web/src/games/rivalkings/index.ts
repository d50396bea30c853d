/** Rival Kings at the table. */

import type { GameClient } from '../types';
import { things } from './events';
import Figures from './Figures.svelte';
import Hand from './Hand.svelte';
import Status from './Status.svelte';
import Table from './Table.svelte';
import { parts } from './words';

export const client: GameClient = { Table, Hand, Figures, Status, things, parts: (line) => parts(line.data) };
