import { describe, expect, it } from 'vitest';
import type { SeatInfo, TableInfo } from './protocol';
import { ago, list, moment, range, signed, standing } from './words';

describe('words', () => {
  it('lists names as one would say them', () => {
    expect([list([]), list(['Anna']), list(['Anna', 'Bruno']), list(['Anna', 'Bruno', 'Clara'])]).toEqual([
      '',
      'Anna',
      'Anna and Bruno',
      'Anna, Bruno and Clara',
    ]);
    expect(list(['Anna', 'Bruno', 'Clara'], 'or')).toBe('Anna, Bruno or Clara');
  });

  it('tells roughly how long ago something was', () => {
    const now = 1_000_000;
    expect([20, 600, 7200, 200_000].map((s) => ago(now - s, now))).toEqual([
      'just now',
      '10 min ago',
      '2 h ago',
      '2 days ago',
    ]);
    expect(ago(now + 5, now)).toBe('just now');
  });

  it('names the day of what did not begin today', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5);
    const begun = moment(at(12, 9).getTime() / 1000, at(12, 21));
    expect(begun).toMatch(/^0?9.05\b/);
    expect(moment(at(12, 9).getTime() / 1000, at(13, 8))).toMatch(new RegExp(`12.*, ${begun}$`));
  });

  it('writes a real minus', () => {
    expect([-4, 0, 7].map(signed)).toEqual(['−4', '0', '7']);
  });

  it('tells ranges', () => {
    expect([range([2, 4], 'players'), range([3, 3], 'players')]).toEqual(['2–4 players', '3 players']);
  });

  it('says how a table stands', () => {
    const seat = (n: number, called: string, kind = 'person') =>
      ({ seat: n, called, kind, yours: n === 0 }) as SeatInfo;
    const table = (more: object) =>
      ({
        status: 'playing',
        you: 0,
        to_act: [1],
        winners: null,
        seats: [seat(0, 'Anna'), seat(1, 'Gold', 'program'), seat(2, '', 'open')],
        ...more,
      }) as unknown as TableInfo;
    expect(standing(table({}))).toBe('Gold to play');
    expect(standing(table({ to_act: [0, 1] }))).toBe('Your turn');
    expect(standing(table({ status: 'waiting' }))).toBe('One seat is open');
    expect(standing(table({ status: 'waiting', seats: [seat(0, 'Anna')] }))).toBe('Being dealt');
    expect(standing(table({ status: 'over', winners: [0] }))).toBe('You won');
    expect(standing(table({ status: 'over', winners: [0, 1] }))).toBe('You and Gold won');
  });
});
