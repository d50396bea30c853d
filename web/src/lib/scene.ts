/**
 * What the games' components look at: a table where somebody plays, or a game that is watched again. Whether
 * pointing at something leads anywhere is up to who is behind it; a scene of the past takes no decisions.
 */

import type { Selection } from './choose';
import type { Ask, Choice, Line, Message, Position, SeatInfo, TableInfo } from './protocol';
import type { Glow } from './turn.svelte';

export type Tincture = 'red' | 'gold' | 'violet' | 'blue' | 'green';

/** A position as the server shows it to these eyes; only its game knows more of it. */
export type Shown = Position | null;

/** A step that has just come on display, for those who animate it. */
export interface Seen {
  lines: Line[];
  before: Shown;
  after: Shown;
  /** Whether it is an answer to what this page has sent: it was seen as a draft already. */
  own: boolean;
}

export interface Scene {
  /** The table as it is on display. */
  readonly info: TableInfo;
  /** Whether it happens now, with people behind the names. */
  readonly live: boolean;
  /** Through which seat's eyes one looks; null for a watcher. */
  readonly me: number | null;
  /** Who sits in front where it is nobody's eyes. */
  readonly facing?: number | null;
  readonly seats: SeatInfo[];

  /** The position on display; with an open draft that can be shown: the draft's. */
  readonly shown: Shown;
  /** The position on display without the draft. */
  readonly real: Shown;
  /** What happened so far. */
  readonly lines: Line[];
  /** The lines of the step that was just shown. */
  readonly last: Line[];
  /** The things of the log line that was clicked, and the line. */
  readonly marked: ReadonlySet<string>;
  readonly markedLine: Line | null;
  /** The things of a choice that is recommended. */
  readonly advised: ReadonlySet<string>;

  /** What is asked now, and what is asked whatever is drafted. */
  readonly ask: Ask | null;
  readonly asked: Ask | null;
  readonly selected: Selection;
  /** All that can be chosen now, for who would rather say it than point at it; and which of it is drafted. */
  readonly choices: readonly Choice[];
  readonly chosen: Choice | null;

  colour(seat: number): Tincture;
  name(seat: number): string;
  /** A message in words; a reader is spoken to as "you". */
  say(message: Message, reader?: number | null): string;
  /** A line of the log in words. */
  lineText(line: Line): string;
  glow(thing: string): Glow;
  /** Click, tap or Enter on a thing. */
  point(thing: string): void;
  /** The pointer is over a thing; null when it leaves. */
  hover(thing: string | null): void;
  /** Say a choice in place of pointing at its things. */
  choose(choice: Choice): void;
  /** The pointer is over a choice; null when it leaves. */
  peek(choice: Choice | null): void;
  /** Let go of what is selected. */
  change(): void;
  /** Mark what a line is about; the same line again: unmark. */
  mark(line: Line | null, things: string[]): void;
  /** Be told of every step that comes on display. Returns how to stop. */
  onstep(fn: (seen: Seen) => void): () => void;
}

const TINCTURES: Tincture[] = ['red', 'gold', 'violet', 'blue', 'green'];

/** The tincture of a seat. */
export const colourOf = (info: TableInfo, seat: number): Tincture =>
  (info.seats[seat]?.colour.toLowerCase() as Tincture | undefined) ?? TINCTURES[seat % TINCTURES.length];

/** What is shown before anything is known. */
export const NO_TABLE: TableInfo = {
  id: '',
  game: '',
  title: '',
  options: {},
  status: 'waiting',
  seats: [],
  you: null,
  host: false,
  listed: false,
  opened: 0,
  changed: 0,
  to_act: [],
  commitment: '',
  deal: null,
  winners: null,
  scores: null,
  undo: null,
  can_undo: null,
  rematch: null,
  closed: null,
  can_hint: false,
  clock: null,
  branch: null,
};
