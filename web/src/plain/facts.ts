/** A position as plain facts: what everybody shares, and what belongs to each seat. */

import type { Position } from '../lib/protocol';
import { wording } from '../lib/wording/wording.svelte';

export interface Fact {
  name: string;
  value: unknown;
}

export interface Facts {
  table: Fact[];
  seats: Fact[][];
}

const ELSEWHERE = new Set(['n', 'to_act', 'table', 'seats']); // the page says the first two already

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (record: object): Fact[] =>
  Object.entries(record as Record<string, unknown>).map(([name, value]) => ({ name, value }));

/** Every fact of a position; those that there is one of for each seat belong to the seat. */
export function factsOf(shown: Position): Facts {
  const { table, seats } = shown as Position & { table?: unknown; seats?: unknown };
  return {
    table: [...(isRecord(table) ? listed(table) : []), ...listed(shown).filter(({ name }) => !ELSEWHERE.has(name))],
    seats: Array.isArray(seats) ? seats.map((own: unknown) => (isRecord(own) ? listed(own) : [])) : [],
  };
}

/** What a fact is called: in the game's words, or by its name. */
export function called(game: string, name: string): string {
  const [words, key] = [wording.of(game), `field-${name}`];
  return words.has(key) ? words.say({ key }) : name.replaceAll('_', ' ');
}

export const isNumber = (value: unknown): value is number => typeof value === 'number';
