/** The score sheet: what everybody's points are made of, the best first. */

import type { Line, TableInfo } from '../../lib/protocol';
import { list, signed } from '../../lib/words';

export interface Column {
  seat: number;
  score: number;
  won: boolean;
  place: number;
}

/** A part of the scores, with everybody's points in the order of the columns. */
export interface Row {
  name: string;
  points: number[];
}

/** What one seat has got for something. */
export interface Part {
  name: string;
  points: number;
}

export interface ScoreSheet {
  columns: Column[];
  rows: Row[];
}

/** What a score is made of, from the line that told it; null for any other line. */
export type Parts = (line: Line) => Part[] | null;

export function scoreSheet(info: TableInfo, lines: readonly Line[], parts: Parts): ScoreSheet {
  const columns = ranking(info);
  const told = columns.map(({ seat }) => partsOf(lines, seat, parts));
  const names = [...new Set(told.flatMap((all) => all.map((part) => part.name)))];
  const points = (name: string) => told.map((all) => all.find((part) => part.name === name)?.points ?? 0);
  return { columns, rows: names.map((name) => ({ name, points: points(name) })) };
}

/** What the score of a seat is made of, as it was told last. */
export function partsOf(lines: readonly Line[], seat: number, parts: Parts): Part[] {
  const own = lines.filter((line) => line.seat === seat).map(parts);
  return own.findLast((found) => found !== null) ?? [];
}

// Who shares the win shares the first place; others who are equal share theirs.
function ranking({ seats, scores, winners }: TableInfo): Column[] {
  const won = (seat: number) => winners?.includes(seat) ?? false;
  const all = seats
    .map(({ seat }) => ({ seat, score: scores?.[seat] ?? 0, won: won(seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.score - a.score || a.seat - b.seat);
  const place = (of: { score: number; won: boolean }) =>
    all.findIndex((one) => one.score === of.score && one.won === of.won) + 1;
  return all.map((one) => ({ ...one, place: place(one) }));
}

/** Points as they stand on the sheet: nothing is a dash, and a minus is a real one. */
export const written = (points: number): string => (points === 0 ? '–' : signed(points));

/** What decided between equal points, in words; nothing where the points decided. */
export function tieBreak({ columns }: ScoreSheet, rule: string | undefined, name: (seat: number) => string): string {
  const best = columns[0]?.score;
  const equal = columns.filter((column) => column.score === best);
  if (equal.length < 2) return '';
  const start = `${list(equal.map(({ seat }) => name(seat)))} have ${signed(best)} points each`;
  if (equal.every((column) => column.won)) return `${start}: they share the win.`;
  return `${start}${rule ? `: ${rule}.` : '.'}`;
}

/** Who has won, for the one who looks. */
export function headline(winners: number[], me: number | null, name: (seat: number) => string): string {
  const others = winners.filter((seat) => seat !== me).map(name);
  if (others.length === winners.length)
    return `${list(others)} ${others.length > 1 ? 'have won together.' : 'has won.'}`;
  return others.length === 0 ? 'You have won!' : `You have won, together with ${list(others)}.`;
}
