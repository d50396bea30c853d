/** Decisions that belong together: what one player does in a row, or what all choose at once. */

import type { ReplayStep } from './protocol';

export interface Turn {
  /** Whose it is; null where several decide at once. */
  seat: number | null;
  /** Its first and its last decision, counted from one. */
  first: number;
  last: number;
}

/** The turns of a game, from its steps; the first step comes before all decisions. */
export function turnsOf(steps: readonly ReplayStep[]): Turn[] {
  const turns: Turn[] = [];
  const asked = (n: number) => steps[n - 1]?.to_act ?? [];
  for (let n = 1; n < steps.length; n++) {
    const turn = turns.at(-1);
    const seat = steps[n].seat;
    // Others were still to decide together with the one before.
    const together = n > 1 && asked(n - 1).length > 1;
    if (turn && (together || (turn.seat !== null && turn.seat === seat))) turn.last = n;
    else turns.push({ seat: asked(n).length > 1 ? null : seat, first: n, last: n });
  }
  return turns;
}
