/** Rheinländer in the browser. */

import type { GameClient } from '../types';
import Figures from './Figures.svelte';
import Hand from './Hand.svelte';
import Status from './Status.svelte';
import { partsOf, thingsOf } from './story';
import Table from './Table.svelte';

export const client: GameClient = { Table, Hand, Figures, Status, things: thingsOf, parts: partsOf };
