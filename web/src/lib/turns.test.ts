import { expect, it } from 'vitest';
import type { ReplayStep } from './protocol';
import { turnsOf } from './turns';

/** Who decides, and who is asked afterwards. */
const steps = (...all: [number | null, number[]][]): ReplayStep[] =>
  all.map(([seat, to_act]) => ({ seat, move: null, label: null, lines: [], shown: { n: 0, to_act }, to_act }));

it('puts together what one player does in a row', () => {
  const turns = turnsOf(steps([null, [2]], [2, [2]], [2, [0]], [0, [0]], [0, [0]], [0, [1]], [1, []]));
  expect(turns).toEqual([
    { seat: 2, first: 1, last: 2 },
    { seat: 0, first: 3, last: 5 },
    { seat: 1, first: 6, last: 6 },
  ]);
});

it('puts together what all choose at once, and keeps it apart from the turn that follows', () => {
  const turns = turnsOf(steps([null, [0, 1, 2]], [0, [1, 2]], [1, [2]], [2, [2]], [2, [2]], [2, [0]]));
  expect(turns).toEqual([
    { seat: null, first: 1, last: 3 },
    { seat: 2, first: 4, last: 5 },
  ]);
});

it('has none where nothing was decided', () => {
  expect(turnsOf([])).toEqual([]);
  expect(turnsOf(steps([null, [0]]))).toEqual([]);
});
