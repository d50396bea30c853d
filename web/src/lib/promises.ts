/**
 * What tables have promised: the commitment of each, as this browser saw it first, and what it has added to the
 * deal itself. Kept here and nowhere else, so that after the game nobody has to take the server's word for it.
 */

import type { Branch, DealPromise } from './protocol';

const KEY = 'palatine.promises';
const MOST = 200; // tables, the latest

export interface Promised {
  table: string;
  commitment: string;
  /** How many decisions had been made when this browser came; null: the game was over. */
  after: number | null;
  /** Where the game begins in the middle of another one, or null; not known of tables from long ago. */
  branch?: Branch | null;
  /** What this browser adds to the deal. */
  added?: string;
  /** At which seat, and what all had promised by the time that it was told. */
  seat?: number;
  seen?: DealPromise[];
  /** Whether the server has said that it has it. */
  counted?: boolean;
}

/** Remember what a table promises; only the first time counts. */
export function remember(promised: Promised, storage: Storage | undefined = here()): void {
  const all = kept(storage);
  if (!all.some((p) => p.table === promised.table)) keep([...all, promised], storage);
}

/** Remember more about a table that is remembered. */
export function amend(table: string, more: Partial<Promised>, storage: Storage | undefined = here()): void {
  const all = kept(storage).map((p) => (p.table === table ? { ...p, ...more } : p));
  keep(all, storage);
}

function keep(all: Promised[], storage: Storage | undefined): void {
  try {
    storage?.setItem(KEY, JSON.stringify(all.slice(-MOST)));
  } catch {
    // Then it cannot be said later, and the page says so.
  }
}

/** What a table has promised to this browser, if it was here. */
export const promised = (table: string, storage: Storage | undefined = here()): Promised | null =>
  kept(storage).find((p) => p.table === table) ?? null;

function kept(storage: Storage | undefined): Promised[] {
  try {
    const all: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(all) ? all.filter(isPromised) : [];
  } catch {
    return [];
  }
}

function isPromised(item: unknown): item is Promised {
  const { table, commitment, after } = (item ?? {}) as Partial<Promised>;
  return typeof table === 'string' && typeof commitment === 'string' && (after === null || typeof after === 'number');
}

function here(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
