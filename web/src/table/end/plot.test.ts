import { expect, it } from 'vitest';
import { apart, plot, steps } from './plot';

const frame = { width: 120, height: 100, top: 0, right: 20, bottom: 0, left: 0 };

it('steps in round numbers through what there is', () => {
  expect(steps(0, 57, 4)).toEqual([0, 20, 40]);
  expect(steps(-7, 11, 5)).toEqual([-5, 0, 5, 10]);
  expect(steps(0, 1, 4)).toEqual([0, 1]);
  expect(steps(0, 130, 4)).toEqual([0, 50, 100]);
});

it('keeps labels apart, in their order and in the frame', () => {
  expect(apart([50, 10, 51], 10, 0, 100)).toEqual([50, 10, 60]);
  expect(apart([99, 98, 97], 10, 0, 100)).toEqual([100, 90, 80]);
  expect(apart([0, 0, 0], 10, 0, 100)).toEqual([0, 10, 20]);
});

it('draws stairs: points stay until a decision changes them', () => {
  const { curves, across, along } = plot(
    [
      [0, 0],
      [0, 0],
      [10, 0],
      [10, 0],
      [10, 5],
    ],
    frame,
    10,
  );
  expect(across.map((tick) => tick.value)).toEqual([0, 5, 10]);
  expect(curves[0].path).toBe('M0 100H50V0H100');
  expect(curves[1].path).toBe('M0 100H100V50H100');
  expect(curves[1]).toMatchObject({ at: [100, 50], label: 50, points: 5 });
  expect(curves.map(({ mark }) => mark)).toEqual([
    [25, 100],
    [75, 100],
  ]);
  expect(along.map((tick) => [tick.value, tick.at])).toEqual([
    [0, 0],
    [1, 25],
    [2, 50],
    [3, 75],
    [4, 100],
  ]);
});

it('has room for less than nothing, and for a game that was hardly begun', () => {
  const { across, curves } = plot(
    [
      [-2, 1],
      [-4, 1],
    ],
    frame,
    10,
  );
  expect(across).toEqual([{ value: 0, at: 20 }]);
  expect(curves.map(({ at }) => at)).toEqual([
    [100, 100],
    [100, 0],
  ]);
  expect(plot([[0, 0, 0]], frame, 10).curves).toHaveLength(3);
});
