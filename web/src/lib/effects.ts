/** What a choice would do, at a glance: for what a game has a short form, that; for all else the sentence. */

import type { Message } from './protocol';
import { isMessage } from './wording/words';

/** A few words for a message, and a drawing of the game beside them. */
export interface Effect {
  words: string;
  sign?: Sign;
  /** Where it happens; told where a choice does something in several places. */
  place?: string;
  /** Whether it is good for me or bad, where that is plain. */
  good?: boolean;
}

/** A drawing by its id, and the part of its plane that it fills: left, top, width and height. */
export interface Sign {
  symbol: string;
  box: [number, number, number, number];
}

/** Those who are spoken of: how they are called, and in which colour they play. */
export interface Cast {
  me: number | null;
  name: (seat: number) => string;
  colour: (seat: number) => string;
}

/** The short form of a message; null where only the sentence does. */
type Short<Args> = (args: Args, cast: Cast) => Effect | null;

/** The short forms that a game has, by the keys of its messages; it knows of each what that tells. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Effects = Record<string, Short<any>>;

/** Those of what happens, for the lines that a game's log may have. */
export type OfEvents<Happening extends { kind: string; data: object }> = {
  [Line in Happening as `event-${Line['kind']}`]?: Short<Line['data'] & { seat: number }>;
};

/** The short form of a message, if it has one. A decision that is told as a sentence counts as itself. */
export function effectOf(message: Message, effects: Effects | undefined, cast: Cast): Effect | null {
  const said = message.key === 'sentence' ? message.args?.said : null;
  if (isMessage(said)) return effectOf(said, effects, cast);
  return effects?.[message.key]?.(message.args ?? {}, cast) ?? null;
}

/** Short forms in a row, each with its place only where that is another one than before. */
export function placed(effects: readonly (Effect | null)[]): (Effect | null)[] {
  const several = new Set(effects.map((one) => one?.place).filter(Boolean)).size > 1;
  let before: string | undefined;
  return effects.map((one) => {
    if (!one?.place) return one;
    const again = one.place === before;
    before = one.place;
    return several && !again ? one : { ...one, place: undefined };
  });
}
