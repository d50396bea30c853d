/** How a court lays out its cards: couples of a subject and the building that goes with it, then the others. */

import type { Book } from './book';

export interface Column {
  key: string;
  subject: string | null;
  building: string | null;
  /** What ties the two together: they are of one trade, or of one colour. */
  tie: 'trade' | 'colour' | null;
}

type Alike = (subject: string, building: string) => boolean;

/** A building stands beside its own subject, else beside one of its colour, else by itself. Couples come first. */
export function columns(subjects: readonly string[], buildings: readonly string[], book: Book): Column[] {
  const row: Column[] = subjects.map((subject) => ({ key: '', subject, building: null, tie: null }));
  let left = [...buildings];
  const place = (tie: Column['tie'], alike: Alike) => {
    left = left.filter((building) => {
      const column = row.find((c) => c.subject && !c.building && alike(c.subject, building));
      if (column) [column.building, column.tie] = [building, tie];
      return !column;
    });
  };
  place('trade', (subject, building) => book.card(subject).trade === book.card(building).trade);
  place('colour', (subject, building) => book.card(subject).colour === book.card(building).colour);
  row.push(...left.map((building) => ({ key: '', subject: null, building, tie: null })));
  return numbered([...row.filter(paired), ...row.filter((column) => !paired(column))]);
}

// Each card is there up to twice, so that names alone tell no columns apart.
function numbered(row: Column[]): Column[] {
  const seen = new Map<string, number>();
  return row.map((column) => {
    const name = column.subject ?? `under ${column.building}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...column, key: `${name} ${count}` };
  });
}

export const pairs = (row: readonly Column[]): number => row.filter((c) => c.tie === 'trade').length;

/** Whole; without its title; its picture alone. */
export const CARD = { wide: 104, high: 146, cropped: 119, picture: 97 };
/** The size of a character's card. */
export const CHARACTER = { wide: 168, high: 200 };

/**
 * What there is room for of each card: its sign alone; its price and name in a line; sign and name, one over the
 * other or side by side; or also what it is good for.
 */
export type Telling = 'sign' | 'line' | 'over' | 'name' | 'use';

export interface Fit {
  /** Couples of cards side by side, and how high each card is, in pixels. */
  across: number;
  high: number;
  /** How wide the sign is. */
  sign: number;
  telling: Telling;
  /** Between two cards. */
  gap: number;
}

const GAP = { cards: 4, lines: 2 };
const NAME = 88; // the width of the longest name
const WORD = 86; // and of its longest word, in larger letters
const COIN = 17; // the width of a price by itself
const LOWEST = 16; // the height of a line
const LINE = 26; // the height from which a line gains nothing more
const SIGN = 26; // the width from which a sign can be told
const LARGE = 48; // and from which it gains little
const TALLEST = { beside: 64, over: 92 };
const TWO_LINES = 36;
const UNDER = 22; // the height of a name below its sign
const USE = { wide: 200, high: 46 };
const WORTH: Record<Telling, number> = { sign: 0, line: 1, over: 2, name: 2, use: 3 };

/** How many couples a row comes to: what stands alone shares a place with the next of its kind. */
export const couples = (row: readonly Column[]): number =>
  row.filter(paired).length + Math.ceil(row.filter((column) => !paired(column)).length / 2);

export const paired = (column: Column): boolean => column.subject !== null && column.building !== null;

/** How a court's cards are told best in a box: with most words, then as large as can be. */
export function fit(count: number, wide: number, high: number): Fit {
  let best: Fit = { across: 1, high: 0, sign: 0, telling: 'sign', gap: GAP.cards };
  for (let across = 1; across <= Math.max(1, count); across++) {
    const one = place(count, across, wide, high);
    const better = WORTH[one.telling] - WORTH[best.telling];
    if (better > 0 || (better === 0 && size(one) > size(best))) best = one;
  }
  return best;
}

const size = ({ telling, sign, high }: Fit): number => (telling === 'line' ? high : sign);

function place(count: number, across: number, wide: number, high: number): Fit {
  const rows = Math.max(1, Math.ceil(count / across));
  const each = (gap: number) => ({
    across,
    gap,
    tall: Math.max(0, (high - (rows - 1) * gap) / rows),
    width: Math.max(0, (wide - (2 * across - 1) * gap) / (2 * across)),
  });
  const { tall, width, ...cards } = each(GAP.cards);
  const beside = Math.min(tall, TALLEST.beside);
  const left = Math.min(beside, width - WORD);
  const over = Math.min(tall, TALLEST.over) - UNDER;
  if (tall >= TWO_LINES && left >= SIGN && (left >= over || left >= LARGE)) {
    const telling = width >= USE.wide && tall >= USE.high ? 'use' : 'name';
    return { ...cards, high: beside, sign: left, telling };
  }
  if (width >= NAME && over >= SIGN)
    return { ...cards, high: over + UNDER, sign: Math.min(over, width), telling: 'over' };
  const line = each(GAP.lines);
  if (line.width >= COIN + NAME && line.tall >= LOWEST)
    return { across, gap: line.gap, high: Math.min(line.tall, LINE), sign: COIN, telling: 'line' };
  const square = Math.min(tall, width, TALLEST.beside);
  return { ...cards, high: square, sign: square, telling: 'sign' };
}
