/** What a game gives to the table page: its pictures. The page around them knows no game. */

import type { Component } from 'svelte';
import type { Line } from '../lib/protocol';
import type { TableStore } from '../lib/table.svelte';

export interface GameClient {
  /** The board or the court: fills the game area. */
  Table: Component<{ table: TableStore }>;
  /** The tray below it; absent if `Table` has it. */
  Hand?: Component<{ table: TableStore }>;
  /** A player's numbers, in the players' panel (desktop) and in the strip (phone). */
  Figures: Component<{ table: TableStore; seat: number }>;
  /** How far the game is: what is left, how near the end; one line in the header. */
  Status: Component<{ table: TableStore }>;
  /** What a line of the log is about: things to mark on the table. */
  things(line: Line): string[];
  /** What a score is made of, from the line that told it. */
  parts(line: Line): { name: string; points: number }[];
}
