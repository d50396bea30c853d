import { expect, it } from 'vitest';
import { meanwhile } from './meanwhile';
import type { Line } from './protocol';

const line = (number: number, seat: number, kind = 'knight'): Line => ({ number, seat, kind, data: {}, rule: null });
const words = ({ number, seat }: Line) => `${seat} did ${number}.`;
const room = { wide: 40, rows: 3 };

it('tells the steps since my own, the newest first', () => {
  const lines = [line(1, 1), line(2, 0), line(3, 1), line(4, 2)];
  expect(meanwhile(lines, 0, words, room)).toEqual([
    { number: 4, seat: 2, text: '2 did 4.' },
    { number: 3, seat: 1, text: '1 did 3.' },
  ]);
});

it('tells what one decision brought in one piece, as that of who made it', () => {
  const lines = [line(2, 0), line(3, -1), line(3, 1), line(3, 2)];
  expect(meanwhile(lines, 0, words, room)).toEqual([{ number: 3, seat: 1, text: '-1 did 3. 1 did 3. 2 did 3.' }]);
});

it('tells what somebody does in a row in one piece', () => {
  expect(meanwhile([line(1, 0), line(2, 1), line(3, 1)], 0, words, room)).toEqual([
    { number: 2, seat: 1, text: '1 did 2. 1 did 3.' },
  ]);
});

it('tells the newest whole, and of those before what there is room for', () => {
  const lines = [line(2, 0), line(3, 1), line(4, 3), line(5, 2)];
  const tight = (rows: number, wide = 40) => meanwhile(lines, 0, words, { wide, rows }).map(({ number }) => number);
  expect(tight(3)).toEqual([5, 4, 3]);
  expect(tight(2)).toEqual([5, 4]);
  expect(tight(0)).toEqual([5]);
  expect(tight(3, 4)).toEqual([5]);
});

it('says nothing of who comes and goes', () => {
  expect(meanwhile([line(1, 1, 'table-joined')], null, words, room)).toEqual([]);
});
