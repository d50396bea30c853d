import { describe, expect, it } from 'vitest';
import type { Line, SeatInfo, TableInfo } from './protocol';
import { isLate, mine, myTurn, owing, sharing, since } from './seats';

const seat = (n: number, more: Partial<SeatInfo> = {}) =>
  ({ seat: n, yours: n < 2, stand_in: null, ...more }) as SeatInfo;
const table = (more: Partial<TableInfo> = {}) =>
  ({ status: 'playing', to_act: [], undo: null, seats: [seat(0), seat(1), seat(2)], ...more }) as TableInfo;
const line = (number: number, seat: number, kind = 'card') => ({ number, seat, kind, data: {}, rule: null }) as Line;

describe('seats at one device', () => {
  it('know of each other, and others know of them', () => {
    const seats = [0, 1, 0, 1, null].map((device, n) => seat(n, { device }));
    expect(seats.map((s) => sharing(table({ seats }), s.seat))).toEqual([[2], [3], [0], [1], []]);
  });
});

describe('seats of one’s own', () => {
  it('are waited for in their order', () => {
    expect(mine(table())).toEqual([0, 1]);
    expect(owing(table({ to_act: [2, 1, 0] }))).toEqual([0, 1]);
    expect(owing(table({ to_act: [2] }))).toEqual([]);
    expect(owing(table({ to_act: [0], status: 'over' }))).toEqual([]);
    expect(myTurn(table({ to_act: [1] }))).toBe(true);
    expect(myTurn(table({ to_act: [2] }))).toBe(false);
  });

  it('are not waited for where a program plays on', () => {
    const seats = [seat(0, { stand_in: 'club' }), seat(1), seat(2)];
    expect(owing(table({ seats, to_act: [0, 1] }))).toEqual([1]);
  });

  it('are not waited for where their time is up', () => {
    const clock = {
      move: 60,
      reserve: 0,
      now: 9,
      seats: [
        { left: 0, since: null },
        { left: 0, since: 5 },
        { left: 0, since: null },
      ],
    };
    const late = table({ clock, to_act: [0, 1] });
    expect([0, 1, 2].map((seat) => isLate(late, seat))).toEqual([true, false, false]);
    expect(owing(late)).toEqual([1]);
    expect(isLate({ ...late, undo: { number: 9, seat: 1, waiting: [2] } }, 0)).toBe(false);
  });

  it('are asked for their consent before anything else', () => {
    expect(owing(table({ to_act: [0], undo: { number: 9, seat: 2, waiting: [1] } }))).toEqual([1]);
    expect(owing(table({ to_act: [0], undo: { number: 9, seat: 0, waiting: [2] } }))).toEqual([]);
  });
});

describe('what happened since somebody has looked', () => {
  const lines = [
    line(1, 0, 'table-joined'),
    line(3, 0),
    line(3, 1),
    line(4, 1),
    line(5, 2),
    line(6, 0, 'table-ran-out'),
  ];
  const told = (seat: number, looked?: number) => since(lines, seat, looked).map((l) => l.number);

  it('is what came after the last look', () => {
    expect(told(0, 4)).toEqual([5, 6]);
    expect(told(0, 6)).toEqual([]);
  });

  it('is what came after their last decision, where nothing else is known', () => {
    expect(told(1)).toEqual([5, 6]);
    expect(told(2)).toEqual([6]);
    expect(told(3)).toEqual([3, 3, 4, 5, 6]);
  });
});
