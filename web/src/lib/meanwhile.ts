/** What happened while one waits, as far as there is room for it. */

import type { Line } from './protocol';
import { isAboutTable, since } from './seats';

/** What somebody has done in a row. */
export interface Step {
  /** Where it begins in the log. */
  number: number;
  seat: number | null;
  text: string;
}

interface Room {
  /** Letters in a row. */
  wide: number;
  rows: number;
}

const MOST = 4; // steps

/**
 * What others have done last, the newest first. The newest is told whole; of what came before, as much as there
 * is room for.
 */
export function meanwhile(
  lines: readonly Line[],
  me: number | null,
  words: (line: Line) => string,
  { wide, rows }: Room,
): Step[] {
  const news = me === null ? lines.filter((line) => !isAboutTable(line)) : since(lines, me, undefined);
  const steps: Step[] = [];
  let left = rows;
  for (const told of inRows(news).slice(-MOST).reverse()) {
    const text = told.map(words).join(' ');
    left -= Math.ceil(text.length / Math.max(1, wide));
    if (left < 0 && steps.length > 0) break;
    steps.push({ number: told[0].number, seat: actor(told), text });
  }
  return steps;
}

// The first line of an entry that is about somebody tells who has made it.
const actor = (lines: readonly Line[]): number | null => lines.find((line) => line.seat >= 0)?.seat ?? null;

/** The entries of the log, those that one player makes in a row together. */
function inRows(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const number of new Set(lines.map((line) => line.number))) {
    const entry = lines.filter((line) => line.number === number);
    const before = rows.at(-1);
    if (before && actor(before) === actor(entry)) before.push(...entry);
    else rows.push(entry);
  }
  return rows;
}
