/** Seats of one's own: usually one, several where people share a device. */

import type { Line, Message, TableInfo } from './protocol';

/** The seats of this browser. */
export const mine = (table: TableInfo): number[] => table.seats.filter((s) => s.yours).map((s) => s.seat);

/** Who else sits at the device of a seat, wherever that is. */
export function sharing(table: TableInfo, seat: number): number[] {
  const { device } = table.seats[seat];
  if (device === null) return [];
  return table.seats.filter((s) => s.device === device && s.seat !== seat).map((s) => s.seat);
}

/** Whether a table waits for a decision from this browser. */
export const myTurn = (table: TableInfo): boolean =>
  table.seats.some((s) => s.yours && !s.stand_in && table.to_act.includes(s.seat));

/** Whether a table waits for anything from this browser: a decision, a word about an undo, a part of the deal. */
export function needsMe(table: TableInfo): boolean {
  const own = table.seats.filter((s) => s.yours && !s.stand_in).map((s) => s.seat);
  if (table.undo) return own.some((seat) => table.undo?.waiting.includes(seat));
  return own.some((seat) => table.to_act.includes(seat) || table.deal?.waiting.includes(seat));
}

/** Who of this browser is waited for, in the order of seats; where an undo is asked for, only by that. */
export function owing(table: TableInfo): number[] {
  if (table.status !== 'playing') return [];
  const waited = table.undo ? table.undo.waiting : table.to_act.filter((seat) => !isLate(table, seat));
  return mine(table).filter((seat) => waited.includes(seat) && !table.seats[seat].stand_in);
}

/** Whether somebody's time is up: a program decides this turn, and the clock stands. */
export const isLate = (table: TableInfo, seat: number): boolean =>
  table.to_act.includes(seat) && !table.undo && table.clock?.seats[seat].since === null;

/** Whether a line is about the table and who sits there, and not of the game. */
export const isAboutTable = ({ kind }: Line): boolean => kind.startsWith('table-');

// That somebody's time ran out is part of how the game went.
const isAside = (line: Line): boolean => isAboutTable(line) && line.kind !== 'table-ran-out';

/**
 * What happened since somebody has looked last: after the entry `looked`, or, where that is not known, after
 * the last one that they have made.
 */
export function since(lines: readonly Line[], seat: number, looked: number | undefined): Line[] {
  const told = lines.filter((line) => !isAside(line));
  const from = looked ?? lastMade(told, seat);
  return told.filter((line) => line.number > from);
}

// The first line of an entry is about whoever has made it.
function lastMade(lines: readonly Line[], seat: number): number {
  const first = lines.filter((line, i) => line.number !== lines[i - 1]?.number);
  return first.findLast((line) => line.seat === seat)?.number ?? -1;
}

/** Whether whoever runs the server has closed a table. */
export const isClosed = (table: TableInfo): boolean => typeof table.closed === 'string';

/** And what is to be said of it. */
export const closing = ({ closed }: TableInfo): Message => ({
  key: 'refusal-closed',
  args: { why: closed ?? '', given: !!closed },
});
