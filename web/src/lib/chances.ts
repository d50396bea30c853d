/** What an analysis says about a game: how the chances went, where they turned, and what was better. */

import { percent } from './hint.svelte';
import type { Analysis, Message, Moment, TurningPoint } from './protocol';

/** The least loss that is worth a word: less may be noise. */
export const NOTABLE = 0.02;
const MISTAKE = 0.05;

/** A seat's chance to win after so many decisions. */
export interface Known {
  at: number;
  chance: number;
}

/**
 * How the chances went, by seat, before and after decisions, and in the end the result. Each is as that seat could
 * think of it at its own decisions: others see other cards, and so other chances. Of the true deal all know the same.
 */
export function course(analysis: Analysis, winners: readonly number[] | null): Known[][] {
  const thought = analysis.moments.filter((moment) => moment.chances.length > 0);
  return analysis.names.map((_, seat) => {
    const known = thought.slice(0, 1).map(({ chances }) => ({ at: 0, chance: chances[seat] }));
    for (const { decision, chances, played } of thought.filter((m) => analysis.depth.true_deal || m.seat === seat)) {
      // What was known after the last decision stays: it is what is said about that one.
      if (known.at(-1)?.at !== decision - 1) known.push({ at: decision - 1, chance: chances[seat] });
      known.push({ at: decision, chance: played.chances[seat] });
    }
    if (winners?.length)
      known.push({ at: analysis.decisions, chance: winners.includes(seat) ? 1 / winners.length : 0 });
    return known;
  });
}

/** Whether everybody's chances are of the same moments, and so add up. */
export const together = (known: readonly Known[][]): boolean =>
  new Set(known.map((own) => own.map(({ at }) => at).join())).size < 2;

/** Everybody's chances at a moment, as they were known last. */
export const chancesAt = (known: readonly Known[][], at: number): (number | undefined)[] =>
  known.map((own) => (own.findLast((k) => k.at <= at) ?? own[0])?.chance);

/** Where each seat's arms stand on its line: one after the other, so that they do not cover each other. */
export function landmarks(known: readonly Known[][], end: number): (Known & { seat: number })[] {
  return known.flatMap((own, seat) => {
    const far = ({ at }: Known) => Math.abs(at - (end * (seat + 0.5)) / known.length);
    return own.length > 0 ? [{ seat, ...own.reduce((a, b) => (far(b) < far(a) ? b : a)) }] : [];
  });
}

/** The decision that has led to a moment. */
export const momentAt = (analysis: Analysis, at: number): Moment | undefined =>
  analysis.moments.find((moment) => moment.decision === at);

/** Whether something else would have been better by more than noise. */
export const isBetter = ({ best, played, loss }: Moment): boolean => best.move !== played.move && loss >= NOTABLE;

/** How good a decision was. */
export function verdict(moment: Moment, name: string): string {
  if (moment.forced) return 'There was nothing to choose.';
  if (moment.loss >= MISTAKE) return `A mistake: it costs ${name} ${percent(moment.loss)}.`;
  if (isBetter(moment)) return `Not quite the best: it costs ${name} ${percent(moment.loss)}.`;
  return 'As good as it gets.';
}

/** A turning point in words. */
export interface Turned {
  at: number;
  kind: TurningPoint['kind'];
  seat: number;
  head: string;
  text: string;
}

/** Who knows the words of a game, and what its seats are called. */
interface Speaking {
  name(seat: number): string;
  say(message: Message): string;
}

/** Where the game turned, in its order. */
export function turned(analysis: Analysis, speaking: Speaking): Turned[] {
  const name = (seat: number) => speaking.name(seat);
  const say = (message: Message) => speaking.say(message);
  return analysis.turning_points.flatMap(({ decision, kind, seat, before, after, told }) => {
    const moment = momentAt(analysis, decision);
    if (!moment) return [];
    const { played, best } = moment;
    const common = { at: decision, kind, seat };
    if (kind === 'mistake')
      return {
        ...common,
        head: `${name(seat)} loses ${percent(before - after)}`,
        text: `${say(played.label)}. Better: ${say(best.label)}.`,
      };
    return {
      ...common,
      head: `${name(seat)} ${percent(before)} → ${percent(after)}`,
      text: kind === 'luck' ? `Luck: ${told.map(say).join(' ')}` : `${name(moment.seat)}: ${say(played.label)}.`,
    };
  });
}

/** What a turning point is, for those who do not see its sign. */
export const SIGNS: Record<TurningPoint['kind'], string> = {
  mistake: 'a mistake',
  luck: 'luck',
  rival: 'a rival’s move',
};

const LESSONS = 6;

/** The greatest mistakes of a seat, the worst first. */
export const mistakesOf = (analysis: Analysis, seat: number): Moment[] =>
  analysis.moments
    .filter((moment) => moment.seat === seat && !moment.forced && moment.loss >= MISTAKE)
    .sort((a, b) => b.loss - a.loss || a.decision - b.decision)
    .slice(0, LESSONS);
