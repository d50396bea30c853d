/** What the board and the hand of one page tell each other: what is looked at. */

import type { Scene } from '../../lib/scene';

class Desk {
  /** The card in hand that is looked at. */
  card: number | null = $state(null);
  /** The space of the board that is looked at. */
  space: string | null = $state(null);

  constructor(private readonly table: Scene) {}

  /** The card whose area is to be seen: the one looked at, else the one chosen. */
  readonly area: number | null = $derived.by(() => this.card ?? chosenCard(this.table));

  lookAtCard(card: number | null): void {
    this.card = card;
    this.table.hover(card === null ? null : `card:${card}`);
  }

  lookAtSpace(space: string | null): void {
    this.space = space;
    this.table.hover(space === null ? null : `space:${space}`);
  }
}

function chosenCard(table: Scene): number | null {
  for (const thing of table.selected) if (thing.startsWith('card:')) return Number(thing.slice(5));
  return null;
}

const desks = new WeakMap<Scene, Desk>();

export function deskOf(table: Scene): Desk {
  let desk = desks.get(table);
  if (!desk) desks.set(table, (desk = new Desk(table)));
  return desk;
}
