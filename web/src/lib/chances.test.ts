import { describe, expect, it } from 'vitest';
import { chancesAt, course, isBetter, landmarks, mistakesOf, momentAt, together, turned, verdict } from './chances';
import { percent } from './hint.svelte';
import type { Analysis, Judged, Message, Moment } from './protocol';

const judged = (move: string, chances: number[]): Judged => ({
  move,
  label: { key: `Play ${move}` },
  chances,
  visits: 10,
  line: [move],
  then: [],
  things: [`card:${move}`],
  reasons: [],
  played: false,
});
const moment = (decision: number, seat: number, chances: number[], loss = 0): Moment => ({
  decision,
  seat,
  forced: chances.length === 0,
  secret: false,
  chances,
  played: judged('a', chances),
  best: judged(loss > 0 ? 'b' : 'a', chances),
  loss,
  points: [0, 0],
  luck: [],
  came: [],
});
const ANALYSIS: Analysis = {
  format: 'palatine-analysis',
  version: 1,
  record: '',
  game: 'trial',
  names: ['Anna', 'Bruno'],
  depth: { iterations: 10, seconds: null, true_deal: false },
  decisions: 4,
  moments: [
    moment(1, 0, [0.5, 0.5]),
    moment(2, 1, []),
    moment(3, 1, [0.4, 0.6], 0.124),
    moment(4, 0, [0.7, 0.3], 0.01),
  ],
  accounts: [],
  turning_points: [
    { decision: 3, kind: 'mistake', seat: 1, before: 0.6, after: 0.476, told: [] },
    { decision: 4, kind: 'rival', seat: 0, before: 0.7, after: 1, told: [] },
  ],
};
const name = (seat: number) => ['Anna', 'Bruno'][seat];
const say = ({ key }: Message) => key;

describe('the chances', () => {
  it('are those that each seat could think of before and after its decisions, and in the end the result', () => {
    expect(course(ANALYSIS, [0])).toEqual([
      [
        { at: 0, chance: 0.5 },
        { at: 1, chance: 0.5 },
        { at: 3, chance: 0.7 },
        { at: 4, chance: 0.7 },
        { at: 4, chance: 1 },
      ],
      [
        { at: 0, chance: 0.5 },
        { at: 2, chance: 0.6 },
        { at: 3, chance: 0.6 },
        { at: 4, chance: 0 },
      ],
    ]);
    expect(course(ANALYSIS, [0, 1]).map((own) => own.at(-1)?.chance)).toEqual([0.5, 0.5]);
    expect(course(ANALYSIS, null)[0]).toHaveLength(4);
  });

  it("are everybody's of the same moment where all know the same, and add up", () => {
    const known = course({ ...ANALYSIS, depth: { ...ANALYSIS.depth, true_deal: true } }, [0]);
    expect([0, 1, 2, 3, 4].map((at) => chancesAt(known, at))).toEqual([
      [0.5, 0.5],
      [0.5, 0.5],
      [0.4, 0.6],
      [0.4, 0.6],
      [1, 0],
    ]);
    expect(together(known)).toBe(true);
    expect(together(course(ANALYSIS, [0]))).toBe(false);
  });

  it('agree with what is said about a decision, also where the same seat decides again', () => {
    const first = { ...moment(1, 0, [0.5, 0.5]), played: judged('a', [0.42, 0.58]) };
    const known = course({ ...ANALYSIS, moments: [first, moment(2, 0, [0.47, 0.53])] }, null);
    expect(chancesAt(known, 1)[0]).toBe(0.42);
  });

  it('bear the arms of their seats at places of their own', () => {
    expect(landmarks(course(ANALYSIS, [0]), 4)).toEqual([
      { seat: 0, at: 1, chance: 0.5 },
      { seat: 1, at: 3, chance: 0.6 },
    ]);
    expect(landmarks([[], [{ at: 2, chance: 0.4 }]], 4)).toEqual([{ seat: 1, at: 2, chance: 0.4 }]);
  });

  it('are known as they were known last', () => {
    const known = course(ANALYSIS, [0]);
    expect(chancesAt(known, 1)).toEqual([0.5, 0.5]);
    expect(chancesAt(known, 3)).toEqual([0.7, 0.6]);
    expect(chancesAt([[{ at: 2, chance: 0.4 }], []], 0)).toEqual([0.4, undefined]);
  });
});

describe('a decision', () => {
  it('is judged by what it costs', () => {
    const words = ANALYSIS.moments.map((m) => verdict(m, name(m.seat)));
    expect(words).toEqual([
      'As good as it gets.',
      'There was nothing to choose.',
      `A mistake: it costs Bruno ${percent(0.12)}.`,
      'As good as it gets.',
    ]);
    expect(verdict(moment(1, 0, [0.5], 0.03), 'Anna')).toBe(`Not quite the best: it costs Anna ${percent(0.03)}.`);
  });

  it('could have been better only by more than noise', () => {
    expect(ANALYSIS.moments.map(isBetter)).toEqual([false, false, true, false]);
  });

  it('is found by the moment that it has led to', () => {
    expect(momentAt(ANALYSIS, 0)).toBeUndefined();
    expect(momentAt(ANALYSIS, 3)?.seat).toBe(1);
  });
});

it('tells where the game turned', () => {
  expect(turned(ANALYSIS, { name, say })).toEqual([
    { at: 3, kind: 'mistake', seat: 1, head: `Bruno loses ${percent(0.12)}`, text: 'Play a. Better: Play b.' },
    { at: 4, kind: 'rival', seat: 0, head: `Anna ${percent(0.7)} → ${percent(1)}`, text: 'Anna: Play a.' },
  ]);
});

it('tells what came up where it was luck', () => {
  const turning_points: Analysis['turning_points'] = [
    { decision: 4, kind: 'luck', seat: 0, before: 0.4, after: 0.6, told: [{ key: 'You draw card 7.' }] },
  ];
  expect(turned({ ...ANALYSIS, turning_points }, { name, say })[0].text).toBe('Luck: You draw card 7.');
});

it('puts the worst mistakes of a seat first', () => {
  const moments = [moment(1, 0, [0.5, 0.5], 0.06), moment(2, 1, [0.5, 0.5], 0.4), moment(3, 0, [0.5, 0.5], 0.2)];
  moments.push(moment(4, 0, [0.5, 0.5], 0.01));
  expect(mistakesOf({ ...ANALYSIS, moments }, 0).map(({ decision }) => decision)).toEqual([3, 1]);
  expect(mistakesOf({ ...ANALYSIS, moments }, 2)).toEqual([]);
});
