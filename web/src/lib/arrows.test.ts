import { describe, expect, it } from 'vitest';
import { towards, type Point } from './arrows';

describe('towards', () => {
  const at = (x: number, y: number) => ({ at: [x, y] as Point });
  const places = [at(0, 0), at(10, 1), at(30, 0), at(0, 20), at(9, 60)];

  it('finds the nearest that way', () => {
    expect(towards('ArrowRight', [0, 0], places)).toBe(places[1]);
    expect(towards('ArrowDown', [0, 0], places)).toBe(places[3]);
    expect(towards('ArrowLeft', [30, 0], places)).toBe(places[1]);
  });

  it('finds nothing where nothing is, or for other keys', () => {
    expect(towards('ArrowUp', [0, 0], places)).toBeUndefined();
    expect(towards('Tab', [0, 0], places)).toBeUndefined();
  });
});
