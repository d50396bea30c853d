/** What an analysis says about a game: how the chances went, where they turned, and what was better. */

import { percent } from './hint.svelte';
import type { Analysis, Judged, Moment, TurningPoint } from './protocol';
import { list } from './words';

/** The least loss that is worth a word: less may be noise. */
export const NOTABLE = 0.02;
const MISTAKE = 0.05;

/** The same analysis, with everybody called as on this page. */
export function calling(analysis: Analysis, names: readonly string[]): Analysis {
  const say = (text: string) => analysis.names.reduce((told, name, n) => told.replaceAll(name, names[n] ?? name), text);
  const judged = (choice: Judged): Judged => ({
    ...choice, label: say(choice.label), then: choice.then.map(say), reasons: choice.reasons.map(say),
  });
  const moments = analysis.moments.map((m) => ({ ...m, played: judged(m.played), best: judged(m.best) }));
  return { ...analysis, names: [...names], moments };
}

/** Everybody's chances after so many decisions. */
export interface Known {
  at: number;
  chances: number[];
}

/** How the chances went: what was thought before each decision, and in the end the result. */
export function course(analysis: Analysis, winners: readonly number[] | null): Known[] {
  const known = analysis.moments
    .filter((moment) => moment.chances.length > 0)
    .map(({ decision, chances }) => ({ at: decision - 1, chances }));
  if (winners?.length)
    known.push({ at: analysis.decisions, chances: analysis.names.map((_, n) => (winners.includes(n) ? 1 / winners.length : 0)) });
  return known;
}

/** The chances at a moment, as they were known last. */
export const chancesAt = (known: readonly Known[], at: number): number[] | null =>
  (known.findLast((k) => k.at <= at) ?? known[0])?.chances ?? null;

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

/** Where the game turned, in its order. */
export function turned(analysis: Analysis, known: readonly Known[], name: (seat: number) => string): Turned[] {
  return analysis.turning_points.flatMap(({ decision, kind }) => {
    const moment = momentAt(analysis, decision);
    if (!moment) return [];
    const { seat, played, best, loss } = moment;
    const common = { at: decision, kind, seat };
    if (kind === 'mistake')
      return { ...common, head: `${name(seat)} loses ${percent(loss)}`, text: `${played.label}. Better: ${best.label}.` };
    return { ...common, head: swing(known, decision, name), text: `${name(seat)}: ${played.label}.` };
  });
}

// Whose chances were others after a decision than before it.
function swing(known: readonly Known[], decision: number, name: (seat: number) => string): string {
  const before = chancesAt(known, decision - 1);
  const after = known.find((k) => k.at >= decision)?.chances;
  if (!before || !after) return 'The chances turn';
  const change = before.map((chance, seat) => ({ seat, by: after[seat] - chance }));
  const most = Math.max(...change.map(({ by }) => Math.abs(by)));
  const movers = change.filter(({ by }) => Math.abs(by) === most);
  return list(movers.map(({ seat }) => `${name(seat)} ${percent(before[seat])} → ${percent(after[seat])}`));
}
