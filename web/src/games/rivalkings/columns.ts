/** How a court lays out its cards: subjects in their order, each over the building that goes with it. */

import type { Book } from './book';

export interface Column {
  key: string;
  subject: string | null;
  building: string | null;
  /** What ties the two together: they are of one trade, or of one colour. */
  tie: 'trade' | 'colour' | null;
}

type Alike = (subject: string, building: string) => boolean;

/** A building stands under its own subject, else under one of its colour, else wherever there is room. */
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
  place(null, () => true);
  row.push(...left.map((building) => ({ key: '', subject: null, building, tie: null })));
  return numbered(row);
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

export interface Sizes {
  /** The width of a card, and from one column to the next. */
  wide: number;
  step: number;
  /** Without its title, where it would be too small to read. */
  cropped: boolean;
}

export const CARD = { wide: 104, high: 146, cropped: 119 };
/** The size of a character's card. */
export const CHARACTER = { wide: 168, high: 200 };
const LARGEST = 140; // the width of a card where there is plenty of room
const READABLE = 84; // the width from which a title can be read

const FINGER = 46; // so much of each card must be seen where fingers point
const SMALL = 68; // the width of a card there

/** Where fingers point: columns that would overlap too much go into the next line. */
export function lines(count: number, room: number): Sizes & { each: number } {
  const fit = Math.max(1, Math.floor((room - SMALL) / FINGER) + 1);
  const needed = Math.max(1, Math.ceil(count / fit));
  const each = Math.max(1, Math.ceil(count / needed));
  const step = each > 1 ? Math.min(SMALL + 8, (room - SMALL) / (each - 1)) : SMALL + 8;
  return { wide: SMALL, step, cropped: true, each };
}

/** How large two rows of cards can be in a box, overlapping where they must. */
export function sizes(count: number, room: number, high: number, gap: number): Sizes {
  const each = Math.max(0, (high - gap) / 2);
  const whole = (each * CARD.wide) / CARD.high;
  const cropped = whole < READABLE;
  const wide = Math.min(LARGEST, cropped ? (each * CARD.wide) / CARD.cropped : whole, Math.max(0, room));
  const step = count > 1 ? Math.min(wide + 8, (room - wide) / (count - 1)) : wide + 8;
  return { wide, step: Math.max(0, step), cropped };
}
