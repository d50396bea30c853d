import { describe, expect, it } from 'vitest';
import { agreed, figures, left, patience } from './clock';
import type { ClockInfo } from './protocol';

const clock = (since: number | null, reserve = 300): ClockInfo => ({
  move: 60,
  reserve: 300,
  now: 1000,
  seats: [{ left: reserve, since }],
});

describe('clocks', () => {
  it('take from the reserve what a decision needs beyond its own time', () => {
    expect(left(clock(1000), 0, 1000)).toEqual({ move: 60, reserve: 300, running: true, low: false });
    expect(left(clock(1000), 0, 1045)).toMatchObject({ move: 15, reserve: 300, low: false });
    expect(left(clock(1000), 0, 1100)).toMatchObject({ move: 0, reserve: 260, low: false });
    expect(left(clock(1000), 0, 2000)).toMatchObject({ move: 0, reserve: 0, low: true });
  });

  it('are low when little of everything is left', () => {
    expect(left(clock(1000, 5), 0, 1040)).toMatchObject({ move: 20, reserve: 5, low: false });
    expect(left(clock(1000, 5), 0, 1045)).toMatchObject({ move: 15, reserve: 5, low: true });
    expect(left(clock(null, 5), 0, 1045)).toMatchObject({ move: 60, reserve: 5, running: false, low: false });
  });

  it('never show more than there was, whatever time it is here', () => {
    expect(left(clock(1000), 0, 990)).toMatchObject({ move: 60, reserve: 300 });
  });

  it('say it in figures', () => {
    expect([0, 0.2, 9, 59.5, 60, 125, 3600, 3725].map(figures)).toEqual([
      '0:00',
      '0:01',
      '0:09',
      '1:00',
      '1:00',
      '2:05',
      '1:00:00',
      '1:02:05',
    ]);
  });

  it('say what is agreed', () => {
    expect(agreed({ move: 120, reserve: 600 })).toBe('2 min a move, 10 min reserve');
    expect(agreed({ move: 45, reserve: 0 })).toBe('45 s a move, no reserve');
    expect(agreed({ move: 90, reserve: 3600 })).toBe('1 min 30 s a move, 1 h reserve');
  });

  it('tell how long a table waits', () => {
    expect([30, 45, 60, 300, 3600, 7200, 86400].map(patience)).toEqual([
      '30 seconds',
      '45 seconds',
      'a minute',
      '5 minutes',
      'an hour',
      '2 hours',
      'a day',
    ]);
  });
});
