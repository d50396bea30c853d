/** The position of Rival Kings as the server shows it to a seat. */

export interface Player {
  coins: number;
  markers: number;
  /** Null where it is not mine to see. */
  hand: string[] | null;
  character: string | null;
  /** The newest last: it is the active one. */
  subjects: string[];
  buildings: string[];
  ability_used: boolean;
  /** How many characters are held, seen or not. */
  held: number;
}

export interface PileShown {
  /** The top last; null for a card that is not seen. */
  cards: (string | null)[];
  /** A sum where it is open, else only whether there is any. */
  money: number | boolean;
  /** What was paid there last, where the sum is hidden. */
  paid?: number | null;
}

export interface Cover {
  seat: number;
  action: string;
  by: number;
}

export interface Position {
  to_act: number[];
  phase: 'choose' | 'gardener' | 'watchman' | 'act' | 'over';
  round: number;
  cycle: number;
  piles: PileShown[];
  supply: { coins: number; markers: number };
  players: Player[];
  neutral: { left: number; shown: string | null } | null;
  covered: Cover[];
  due: { steal?: number; do?: string[] } | null;
  scores: number[] | null;
  winners: number[] | null;
}

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

/** The actions that a seat is asked about now. */
export function due(position: Position, seat: number): string[] {
  return position.to_act.includes(seat) ? (position.due?.do ?? []) : [];
}

/** The pile that brings the end, told from one, and how many cards it has left. */
export function lowest(position: Position): { pile: number; left: number } {
  return position.piles
    .map((pile, n) => ({ pile: n + 1, left: pile.cards.length }))
    .reduce((low, pile) => (pile.left < low.left ? pile : low));
}
