/** Piles that are looked through for a card. */

import type { Ask } from '../../lib/protocol';
import type { PileShown } from './position';

export interface Opened {
  /** From one. */
  number: number;
  /** The top first. */
  cards: string[];
}

const isPick = (thing: string): boolean => thing.startsWith('pick:');

/** The piles to open: those of the decisions that are asked for by name, with all cards that are seen. */
export function opened(ask: Ask | null, selected: ReadonlySet<string>, piles: PileShown[]): Opened[] {
  const modes = [...selected].filter((thing) => thing.startsWith('use:'));
  const wanted = (ask?.choices ?? []).filter(
    ({ things }) => things.some(isPick) && modes.length > 0 && modes.every((mode) => things.includes(mode)),
  );
  const numbers = new Set(wanted.flatMap((c) => c.things.filter(isPick).map((t) => Number(t.split(':')[1]))));
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({ number, cards: piles[number - 1].cards.filter((card) => card !== null).reverse() }));
}
