/** What the log tells about the cycle that is being played: who quarrels with whom, who has had a turn. */

import type { Line } from '../../lib/protocol';
import type { Book } from './book';
import type { Happening } from './generated';
import type { Position } from './position';

/** A marker for a seat; `other` is whose character gave it, null for the neutral one. */
export type Mark = { seat: number } & Extract<Happening, { kind: 'marked' }>['data'];

export interface Cycle {
  marks: Mark[];
  /** Seats in the order of their turns, so far. */
  turns: number[];
  /** Seats that may do one action only. */
  limited: Set<number>;
  guarded: Set<number>;
}

const STARTS = new Set(['dealt', 'cycle']);

/** Read the log from where the cycle began. */
export function cycle(lines: readonly Line[]): Cycle {
  const start = lines.findLastIndex((line) => STARTS.has(line.kind));
  const told: Cycle = { marks: [], turns: [], limited: new Set(), guarded: new Set() };
  for (const { kind, seat, data } of lines.slice(start + 1) as Happening[]) {
    if (kind === 'marked') told.marks.push({ seat, ...data });
    if (kind === 'guarded') told.guarded.add(seat);
    if (kind === 'turn') told.turns.push(seat);
    if (kind === 'turn' && data.equal) told.limited.add(seat);
  }
  for (const mark of told.marks) if (mark.why === 'equal' && mark.other !== null) told.limited.add(mark.seat);
  return told;
}

export interface Place {
  /** Null for the neutral character. */
  seat: number | null;
  character: string;
  rank: string;
  when: 'done' | 'now' | 'next' | 'never';
}

/** The characters from rank A to F; those of one rank in the order of their turns, if they have had them. */
export function order(position: Position, told: Cycle, book: Book): Place[] {
  if (position.phase === 'choose') return [];
  const rank = (character: string) => book.character(character).rank;
  const places: Place[] = position.players.flatMap(({ character }, seat) =>
    character === null ? [] : [{ seat, character, rank: rank(character), when: when(position, told, seat) }],
  );
  const neutral = position.neutral?.shown;
  if (neutral) places.push({ seat: null, character: neutral, rank: rank(neutral), when: 'never' });
  return places.sort((a, b) => (a.rank === b.rank ? turn(a, told) - turn(b, told) : a.rank < b.rank ? -1 : 1));
}

function when(position: Position, told: Cycle, seat: number): Place['when'] {
  if (position.phase === 'over') return 'done';
  if (position.phase !== 'act') return 'next';
  if (position.to_act.includes(seat)) return 'now';
  return told.turns.includes(seat) ? 'done' : 'next';
}

function turn(place: Place, told: Cycle): number {
  const at = place.seat === null ? -1 : told.turns.indexOf(place.seat);
  return at >= 0 ? at : 99;
}

/** A mark in words. */
export function quarrel(mark: Mark, book: Book, names: { name(seat: number): string }): string {
  const who = mark.other === null ? 'the neutral' : `${names.name(mark.other)}’s`;
  const title = book.character(mark.character).title;
  if (mark.why === 'equal') return `Equal rank with ${who} ${title}: a conflict marker`;
  if (mark.why === 'hit') return `Hit by ${who} ${title}: a conflict marker`;
  return `${who} Watchman turns the marker back`;
}
