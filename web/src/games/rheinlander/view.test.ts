import { describe, expect, it } from 'vitest';
import { bounded, bringIntoSight, centred, CLOSEST, firstScale, inWindow, noteBeside, pinched, zoomAt } from './view';

const map = { width: 1600, height: 1000 };
const desktop = { width: 1100, height: 700 };
const phone = { width: 390, height: 480 };

describe('the first look', () => {
  it('is the whole map on a desktop', () => expect(firstScale(map, desktop)).toBeCloseTo(0.6875));
  it('is the whole map on a small desktop', () =>
    expect(firstScale(map, { width: 730, height: 480 })).toBeCloseTo(0.456));
  it('fills the height on a phone', () => expect(firstScale(map, phone)).toBeCloseTo(0.48));
  it('is not larger than needed in a high window', () => {
    expect(firstScale(map, { width: 390, height: 1500 })).toBeCloseTo(0.5);
  });
});

describe('bounded', () => {
  it('centres a map that is smaller than its window', () => {
    const view = bounded({ scale: 0.1, x: -900, y: 70 }, map, phone);
    expect(view.scale).toBeCloseTo(390 / 1600);
    expect(view.x).toBeCloseTo(0);
    expect(view.y).toBeCloseTo((480 - 1000 * view.scale) / 2);
  });

  it('keeps the edges of a larger one outside', () => {
    expect(bounded({ scale: 1, x: 50, y: -5000 }, map, phone)).toEqual({ scale: 1, x: 0, y: 480 - 1000 });
  });

  it('does not come too close', () => {
    expect(bounded({ scale: 99, x: 0, y: 0 }, map, phone).scale).toBe(CLOSEST);
  });
});

it('zooms around a point, and pinches from one to another', () => {
  const view = { scale: 1, x: -100, y: -50 };
  expect(zoomAt(view, [10, 20], 2)).toEqual({ scale: 2, x: -210, y: -120 });
  expect(pinched(view, [10, 20], [10, 20], 2)).toEqual({ scale: 2, x: -210, y: -120 });
  expect(pinched(view, [10, 20], [15, 18], 1)).toEqual({ scale: 1, x: -95, y: -52 });
});

it('has a point in the middle', () => {
  expect(inWindow(centred([400, 300], 0.5, phone), [400, 300])).toEqual([195, 240]);
});

describe('bringing a part into sight', () => {
  const part = { x: 800, y: 100, width: 100, height: 100 };
  it('moves no more than it must', () => {
    const view = bringIntoSight({ scale: 1, x: 0, y: 0 }, part, phone);
    expect(view).toEqual({ scale: 1, x: 390 - 16 - 900, y: 0 });
    expect(bringIntoSight(view, part, phone)).toEqual(view);
  });
  it('centres what is larger than the window', () => {
    const view = bringIntoSight({ scale: 4, x: 0, y: -200 }, part, phone);
    expect(view.x + 4 * 850).toBe(195);
  });
});

describe('a note', () => {
  const note = { width: 200, height: 100 };
  it('stands beside its part', () => {
    expect(noteBeside({ x: 100, y: 300, width: 50, height: 50 }, note, desktop)).toEqual([160, 275]);
  });
  it('goes to the other side at the edge', () => {
    expect(noteBeside({ x: 1000, y: 300, width: 50, height: 50 }, note, desktop)[0]).toBe(790);
  });
  it('goes above where the window is narrow, and stays inside', () => {
    const [x, y] = noteBeside({ x: 150, y: 300, width: 90, height: 50 }, note, phone);
    expect(y).toBe(190);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(noteBeside({ x: 10, y: 2, width: 50, height: 20 }, note, desktop)[1]).toBe(0);
  });
});
