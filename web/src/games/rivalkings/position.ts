/** The position of Rival Kings as the server shows it to a seat. */

import type { Shown as Position } from './generated';

export type { Covered as Cover, Pile as PileShown, Shown as Position, ShownCourt as Player } from './generated';

/** The others, clockwise from the seat in front. */
export function rivals(players: number, front: number): number[] {
  return Array.from({ length: players - 1 }, (_, n) => (front + 1 + n) % players);
}

/** Which crests lie on a seat's character: by action, the thief. */
export function crests(position: Position, seat: number): Record<string, number> {
  return Object.fromEntries(position.covered.filter((c) => c.seat === seat).map((c) => [c.action, c.by]));
}

/** Whether a seat has laid a character down that is not turned over yet. */
export function faceDown(position: Position, seat: number): boolean {
  return position.phase === 'choose' && !position.to_act.includes(seat);
}

/** The actions on a seat's character that are asked about now: its own, or what somebody steals from it. */
export function due(position: Position, seat: number): string[] {
  const asked = position.due;
  const whose = asked?.stolen === undefined ? position.to_act.includes(seat) : asked.stolen === seat;
  return whose ? (asked?.do ?? []) : [];
}

/** The pile that brings the end, told from one, and how many cards it has left. */
export function lowest(position: Position): { pile: number; left: number } {
  return position.piles
    .map((pile, n) => ({ pile: n + 1, left: pile.cards.length }))
    .reduce((low, pile) => (pile.left < low.left ? pile : low));
}
