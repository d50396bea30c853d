import { expect, it } from 'vitest';
import type { Line, TableInfo } from '../../lib/protocol';
import { headline, scoreSheet, tieBreak, written } from './sheet';

const NAMES = ['Anna', 'Bruno', 'Clara', 'Dora'];
const name = (seat: number) => NAMES[seat];
const parts = ({ kind, data }: Line) =>
  kind === 'scored' ? Object.entries(data).map(([name, points]) => ({ name, points: Number(points) })) : null;

const table = (scores: number[], winners: number[]) =>
  ({ seats: scores.map((_, seat) => ({ seat })), scores, winners }) as TableInfo;
const scored = (seat: number, data: Record<string, unknown>, kind = 'scored'): Line => ({
  number: 9,
  kind,
  seat,
  data,
  rule: null,
});

it('has a column for everybody, the best first, and a row for each part', () => {
  const lines = [
    scored(0, { coins: 9, dukes: 0 }),
    scored(1, { coins: 5, dukes: 10 }),
    scored(2, { coins: -2, dukes: 5 }),
    scored(2, { coins: 3 }, 'won'),
  ];
  const sheet = scoreSheet(table([9, 15, 3], [1]), lines, parts);
  expect(sheet.columns.map(({ seat, place, won }) => [seat, place, won])).toEqual([
    [1, 1, true],
    [0, 2, false],
    [2, 3, false],
  ]);
  expect(sheet.rows).toEqual([
    { name: 'coins', points: [5, 9, -2] },
    { name: 'dukes', points: [10, 0, 5] },
  ]);
});

it('writes nothing as a dash and a minus as a minus', () => {
  expect([12, 0, -2].map(written)).toEqual(['12', '–', '−2']);
});

it('gives equals the same place, but not beside a winner who won by a tie-break', () => {
  const sheet = scoreSheet(table([4, 7, 7, 4], [2]), [], parts);
  expect(sheet.columns.map(({ seat, place }) => [seat, place])).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
    [3, 3],
  ]);
});

it('says what decided between equal points', () => {
  const tie = (scores: number[], winners: number[]) =>
    tieBreak(scoreSheet(table(scores, winners), [], parts), 'fewer markers decide', name);
  expect(tie([4, 7, 5], [1])).toBe('');
  expect(tie([7, 7, 5], [1])).toBe('Bruno and Anna have 7 points each: fewer markers decide.');
  expect(tie([7, 7, 5], [0, 1])).toBe('Anna and Bruno have 7 points each: they share the win.');
});

it('says who has won', () => {
  expect(headline([1], 1, name)).toBe('You have won!');
  expect(headline([1], 0, name)).toBe('Bruno has won.');
  expect(headline([1, 2], null, name)).toBe('Bruno and Clara have won together.');
  expect(headline([1, 2], 2, name)).toBe('You have won, together with Bruno.');
});
