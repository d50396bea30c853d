import { describe, expect, it } from 'vitest';
import { boxAround, gap, outline, pathOf, type Point } from './geometry';

const square = (x: number, y: number): Point[] => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 10],
  [x, y + 10],
];

describe('outline', () => {
  it('of one polygon is the polygon', () => {
    expect(outline([square(0, 0)])).toBe('M0 0L10 0L10 10L0 10Z');
  });

  it('leaves out the edges between two', () => {
    const around = outline([square(0, 0), square(10, 0)]);
    expect(around.match(/M/g)).toHaveLength(1);
    expect(around).toMatch(/Z$/);
    expect(around).not.toContain('10 0L10 10');
    expect(around).not.toContain('10 10L10 0');
  });

  it('goes around each part, and around a hole', () => {
    expect(outline([square(0, 0), square(50, 50)]).match(/M/g)).toHaveLength(2);
    const ring = [0, 10, 20].flatMap((x) => [0, 10, 20].map((y) => square(x, y))).filter((_, i) => i !== 4);
    expect(outline(ring).match(/Z/g)).toHaveLength(2);
  });

  it('of nothing is nothing', () => expect(outline([])).toBe(''));
});

it('draws a path open or closed', () => {
  expect(
    pathOf([
      [1, 2],
      [3, 4],
    ]),
  ).toBe('M1 2L3 4Z');
  expect(
    pathOf(
      [
        [1, 2],
        [3, 4],
      ],
      false,
    ),
  ).toBe('M1 2L3 4');
});

it('knows the box around points, and how far boxes are apart', () => {
  const box = boxAround([
    [3, 9],
    [-1, 4],
    [2, 2],
  ]);
  expect(box).toEqual({ x: -1, y: 2, width: 4, height: 7 });
  expect(gap(box, { x: 13, y: 2, width: 1, height: 1 })).toBe(10);
  expect(gap(box, { x: 2, y: 4, width: 5, height: 1 })).toBeLessThan(0);
});
