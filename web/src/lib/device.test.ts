import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOMENT } from './device.svelte';
import { FakeWire } from './fake-wire';
import type { Ask, SeatInfo, TableInfo } from './protocol';
import { TableStore } from './table.svelte';

const ask: Ask = {
  question: 5,
  prompt: { key: 'Play a card' },
  choices: [{ move: 'a', things: ['card:1'], label: { key: 'a' } }],
  words: {},
  each: {},
  chosen: null,
};
const seat = (n: number, you: number | null) =>
  ({
    seat: n,
    colour: 'Red',
    kind: 'person',
    called: 'ABC'[n],
    you: n === you,
    yours: n < 2,
    online: true,
    stand_in: null,
  }) as SeatInfo;
// Anna and Ben share a device, Cleo is elsewhere.
const info = (you: number | null, to_act: number[], more: Partial<TableInfo> = {}) =>
  ({
    status: 'playing',
    seats: [0, 1, 2].map((n) => seat(n, you)),
    you,
    to_act,
    undo: null,
    clock: null,
    ...more,
  }) as TableInfo;

let wires: FakeWire[];
let table: TableStore;
const wire = () => wires[wires.length - 1];
const sat = () =>
  wire()
    .of('select_seat')
    .map((m) => m.seat);

function whole(
  number: number,
  you: number | null,
  to_act: number[],
  reason = 'select_seat',
  more: Partial<TableInfo> = {},
) {
  const asked = you !== null && to_act.includes(you) ? ask : null;
  wire().say({
    type: 'snapshot',
    build: 'one',
    number,
    table: info(you, to_act, more),
    watchers: 0,
    away: [],
    lines: [],
    shown: { n: you, to_act },
    ask: asked,
    reason,
  });
}
const step = (number: number, you: number | null, to_act: number[], more: Partial<TableInfo> = {}) =>
  wire().update(
    number,
    info(you, to_act, more),
    { n: you ?? -1, to_act },
    {
      ask: null,
      lines: [{ number, kind: 'card', seat: 2, data: {} }],
    },
  );

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  const dial = () => {
    wires.push(new FakeWire());
    return wire();
  };
  table = new TableStore('T', 'one', dial, 'ws://table');
  table.start();
});

afterEach(() => {
  table.stop();
  vi.useRealTimers();
});

describe('a device that is passed around', () => {
  it('calls who is to act, and opens their eyes when they say so', () => {
    whole(5, null, [1], 'arrival');
    expect([table.device.shared, table.device.next, table.me]).toEqual([true, 1, null]);
    table.device.look(1);
    expect(sat()).toEqual([1]);
    whole(5, 1, [1]);
    expect([table.device.next, table.me, table.shown?.n]).toEqual([null, 1, 1]);
    expect(table.glow('card:1')).toBe('may');
  });

  it('closes the eyes before the next is called, and forgets what was seen and drafted', () => {
    whole(5, null, [0], 'arrival');
    table.device.look(0);
    whole(5, 0, [0]);
    table.point('card:1');
    table.tell('Card 1 is needed.', 'why');
    step(6, 0, [1]);
    expect(sat()).toEqual([0]);
    vi.advanceTimersByTime(MOMENT);
    expect(sat()).toEqual([0, null]);
    expect(table.device.next).toBeNull(); // Anna still has the device
    whole(6, null, [1]);
    expect(table.device.next).toBe(1);
    expect([table.shown?.n, table.draft, table.notice, table.selected.size]).toEqual([null, null, null, 0]);
  });

  it('does not look at what was made for eyes that are closed', () => {
    whole(5, null, [0], 'arrival');
    table.device.look(0);
    whole(5, 0, [0]);
    table.device.look(null);
    step(6, 0, [1]);
    whole(6, 0, [1], 'sync');
    expect(table.lines).toEqual([]);
    whole(6, null, [1]);
    wire().say({ type: 'explanation', things: [], message: { key: 'Card 1 …' } });
    expect([table.shown?.n, table.notice]).toEqual([null, null]);
  });

  it('stays with whoever is asked again, and while only others are waited for', () => {
    whole(5, null, [0], 'arrival');
    table.device.look(0);
    whole(5, 0, [0]);
    step(6, 0, [2]);
    vi.advanceTimersByTime(5 * MOMENT);
    step(7, 0, [0, 1]);
    vi.advanceTimersByTime(5 * MOMENT);
    expect(sat()).toEqual([0]);
  });

  it('lets somebody look once more until they pass it on', () => {
    whole(5, null, [1], 'arrival');
    table.device.look(0, true);
    whole(5, 0, [1]);
    vi.advanceTimersByTime(5 * MOMENT);
    expect(sat()).toEqual([0]);
    table.device.look(null);
    expect(sat()).toEqual([0, null]);
  });

  it('tells what happened since one has looked', () => {
    whole(5, null, [0], 'arrival');
    table.device.look(0);
    whole(5, 0, [0]);
    table.device.look(null);
    whole(5, null, [2]);
    step(6, null, [0]);
    expect(table.device.news(0).map((line) => line.number)).toEqual([6]);
  });

  it('opens the same eyes again after a lost connection, before anything is sent again', () => {
    whole(5, null, [0], 'arrival');
    table.device.look(0);
    whole(5, 0, [0]);
    table.press(table.ask!.choices[0]);
    wire().onclose?.({});
    vi.advanceTimersByTime(600);
    whole(5, null, [0], 'arrival');
    expect(wire().sent.map((m) => m.type)).toEqual(['select_seat', 'play']);
    expect([table.me, table.device.next]).toEqual([0, null]);
  });

  it('shows the result to everybody', () => {
    whole(5, null, [0], 'arrival');
    table.device.look(0);
    whole(5, 0, [0]);
    step(6, 0, [], { status: 'over' });
    vi.advanceTimersByTime(MOMENT);
    whole(6, null, [], 'select_seat', { status: 'over' });
    expect([table.me, table.device.next, table.seated]).toEqual([null, null, true]);
  });

  it('is nothing to whoever has one seat only', () => {
    const seats = [{ ...seat(0, 0), yours: true }, { ...seat(1, 0), yours: false }, seat(2, 0)];
    whole(5, 0, [1], 'arrival', { seats });
    vi.advanceTimersByTime(5 * MOMENT);
    expect([table.device.shared, table.device.next, table.me, sat()]).toEqual([false, null, 0, []]);
  });
});
