/**
 * The table as the server has told it. A snapshot brings all of it, an update only what has changed; here it
 * becomes whole again, and its checksum tells whether it is what the server meant.
 */

import type { Ask, Line, Position, Snapshot, TableInfo, Update } from './protocol';

/** One entry of the log, and the whole table after it. */
export interface Step {
  type: 'update';
  number: number;
  table: TableInfo;
  lines: Line[];
  shown: Position | null;
  ask: Ask | null;
}

type Path = readonly (string | number)[];
type Place = Record<string | number, unknown>;

/** What a progress means that does not say otherwise. */
const UNSAID = {
  winners: null,
  scores: null,
  undo: null,
  can_undo: null,
  can_hint: false,
  clock: null,
} satisfies Partial<TableInfo>;

export class Mirror {
  private table!: TableInfo;
  private shown: Position | null = null;
  private ask: Ask | null = null;

  snapshot({ table, shown, ask }: Snapshot): void {
    [this.table, this.shown, this.ask] = [table, shown, ask];
  }

  /** The whole table after an update; null where something must have been missed. */
  update(update: Update): Step | null {
    const shown = changed(this.shown, update);
    if (shown && checksum(shown) !== update.checksum) return null;
    this.shown = shown;
    this.table = { ...(update.table ?? this.table), ...UNSAID, ...update.progress };
    if (update.ask !== undefined) this.ask = update.ask;
    const { type, number, lines } = update;
    return { type, number, lines, table: this.table, shown, ask: this.ask };
  }
}

/** A position with its changes; what it was before stays as it is. */
export function changed(before: Position | null, { changed, gone }: Pick<Update, 'changed' | 'gone'>): Position | null {
  const rest = gone.reduce<unknown>((whole, path) => without(whole, path), before);
  return changed.reduce((whole, [path, value]) => replaced(whole, path, value), rest) as Position | null;
}

const copied = (place: unknown): Place =>
  Array.isArray(place) ? (place.slice() as unknown as Place) : { ...(place as Place) };

function replaced(whole: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  const copy = copied(whole);
  copy[first] = replaced(copy[first], rest, value);
  return copy;
}

function without(whole: unknown, [first, ...rest]: Path): unknown {
  const copy = copied(whole);
  if (rest.length === 0) delete copy[first];
  else copy[first] = without(copy[first], rest);
  return copy;
}

/** The sum over all fields of the CRC-32 of `name:value`, the value as JSON with the keys of objects in order. */
export function checksum(shown: Position): number {
  const parts = Object.entries(shown).map(([name, value]) => crc32(`${name}:${inOrder(value)}`));
  return parts.reduce((sum, part) => (sum + part) >>> 0, 0);
}

function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const place = value as Record<string, unknown>;
  const parts = Object.keys(place).sort();
  return `{${parts.map((key) => `${JSON.stringify(key)}:${inOrder(place[key])}`).join(',')}}`;
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const utf8 = new TextEncoder();

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of utf8.encode(text)) crc = CRC[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}
