/** What a game gives to the table page: its pictures. The page around them knows no game. */

import type { Component } from 'svelte';
import type { Effects } from '../lib/effects';
import type { Line } from '../lib/protocol';
import type { Scene } from '../lib/scene';
import type { Sound } from '../lib/sound';
import type { Parts } from '../table/end/sheet';

/** A line of the log of one kind, with what it tells. */
export interface Told<Kind extends string, Data extends Record<string, unknown>> extends Line {
  kind: Kind;
  data: Data;
}

export interface GameClient {
  /** Fetch the drawings; the page waits for them, so that it comes as a whole. What fails, `Table` tells. */
  load: (options: Record<string, unknown>) => Promise<void>;
  /** The board or the court: fills the game area. */
  Table: Component<{ table: Scene }>;
  /** The tray below it; absent if `Table` has it. */
  Hand?: Component<{ table: Scene }>;
  /** A player's numbers, in the players' panel (desktop) and in the strip (phone). */
  Figures: Component<{ table: Scene; seat: number }>;
  /** How far the game is: what is left, how near the end; one line in the header. */
  Status: Component<{ table: Scene }>;
  /** What was played since the cards were shuffled, as all have seen it; absent where nothing is to be remembered. */
  Played?: Component<{ table: Scene }>;
  /** What a line of the log is about: things to mark on the table. */
  things: (line: Line) => string[];
  /** What a line of the log sounds like, if it does. */
  sound: (line: Line) => Sound | null;
  /** What everybody calls the things that a seat points at for a choice. */
  common: (things: readonly string[], seat: number) => string[];
  /** What a choice would do, in a few words with a sign; absent where the sentences are told. */
  effects?: Effects;
  /** What a score is made of, from the line that told it; null for any other line. */
  parts: Parts;
  /** What decides between equal points, as half a sentence; absent where they share the win. */
  tieBreak?: string;
}
