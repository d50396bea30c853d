import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { comfort } from './comfort.svelte';
import { FakeWire } from './fake-wire';
import type { Ask, Choice, Considered, Line, Message, Position, SeatInfo, TableInfo } from './protocol';
import { promptOf } from './prompt';
import { dwell, DWELL } from './queue.svelte';
import { TableStore } from './table.svelte';

/** A message that has no words is called by its key: here that is what it says. */
const said = (key: string): Message => ({ key });
const at = (n: number): Position => ({ n, to_act: [] });
const [ONE, TWO] = [at(101), at(102)]; // drafts

const choice = (move: string, ...things: string[]): Choice => ({ move, things, label: said(move) });
const CARDS = [
  choice('23>L23', 'card:23', 'space:L23'),
  choice('23>R23', 'card:23', 'space:R23'),
  choice('14>L14', 'card:14', 'space:L14'),
  choice('14+', 'card:14', 'use:reinforce'),
  choice('23+', 'card:23', 'use:reinforce'),
];
const BASTIONS = [choice('#L30', 'space:L30'), choice('#L14', 'space:L14'), choice('.')];
const PLACES = [choice('R22', 'space:R22')];

const ask = (question: number, choices: Choice[] = CARDS): Ask => ({
  question,
  prompt: said(`Question ${question}`),
  choices,
  words: { 'use:reinforce': said('As reinforcement') },
  each: {},
  chosen: null,
});
const seat = (n: number) => ({
  seat: n,
  colour: ['Red', 'Gold'][n],
  kind: 'person',
  name: ['Anna', 'Bruno'][n],
  called: ['Anna', 'Bruno'][n],
  level: null,
  you: n === 0,
  online: true,
  stand_in: null,
  left: false,
  device: null,
});
const info = (more: Partial<TableInfo> = {}): TableInfo =>
  ({
    id: 'T',
    game: 'trial',
    title: 'Trial',
    options: {},
    status: 'playing',
    seats: [seat(0), seat(1)],
    you: 0,
    host: true,
    listed: false,
    opened: 0,
    changed: 0,
    to_act: [0],
    commitment: '',
    winners: null,
    scores: null,
    undo: null,
    can_undo: null,
    rematch: null,
    ...more,
  }) as TableInfo;
const line = (number: number): Line => ({
  number,
  kind: 'card',
  seat: 1,
  data: {},
  rule: null,
});

let wire: FakeWire;
let table: TableStore;

function whole(number: number, asked: Ask | null, more: object = {}) {
  wire.say({
    type: 'snapshot',
    build: 'one',
    number,
    table: info(),
    watchers: 0,
    away: [],
    lines: [],
    shown: at(number),
    ask: asked,
    reason: 'arrival',
    ...more,
  });
}
const step = (number: number, asked: Ask | null = null, more: object = {}) =>
  wire.update(number, info({ to_act: asked ? [0] : [1] }), at(number), { lines: [line(number)], ask: asked, ...more });
function considered(question: number, moves: string[], more: Partial<Considered> = {}) {
  const answer = {
    told: [said(`does ${moves.join(' ')}`)],
    done: true,
    hidden: false,
    shown: null,
    ask: null,
    ...more,
  };
  wire.say({ type: 'considered', question, moves, ...answer });
}

beforeEach(() => {
  vi.useFakeTimers();
  wire = new FakeWire();
  table = new TableStore('T', 'one', () => wire, 'ws://table');
  table.start();
});

afterEach(() => {
  table.stop();
  vi.useRealTimers();
});

describe('being asked', () => {
  it('tells under the pointer what each choice would do', () => {
    const each = { '23>L23': [said('A duchy forms.')], '14>L14': [said('Nothing much.')] };
    whole(5, { ...ask(5), each });
    table.hover('space:L23');
    expect(table.hints).toEqual([{ label: null, told: [said('A duchy forms.')] }]);
    table.hover('card:23');
    expect(table.hints).toEqual([
      { label: said('23>L23'), told: [said('A duchy forms.')] },
      { label: said('23>R23'), told: [] },
    ]);
    table.hover(null);
    expect(table.hints).toEqual([]);
  });

  it('says nothing twice of choices of which nothing can be foreseen', () => {
    const label = (move: string): Message => ({ key: 'sentence', args: { said: said(move) } });
    const each = { '23>L23': [label('23>L23')], '23>R23': [label('23>R23')] };
    whole(5, { ...ask(5), each });
    table.hover('card:23');
    expect(table.hints).toEqual([
      { label: said('23>L23'), told: [] },
      { label: said('23>R23'), told: [] },
    ]);
    table.hover('space:L23');
    expect(table.hints).toEqual([{ label: null, told: [label('23>L23')] }]);
  });

  it('makes glow what may be pointed at', () => {
    whole(5, ask(5));
    expect(table.glow('card:23')).toBe('may');
    expect(table.glow('space:L1')).toBeNull();
    table.point('card:23');
    expect(table.glow('card:23')).toBe('chosen');
    expect(table.glow('space:R23')).toBe('may');
    expect(table.glow('card:14')).toBeNull();
  });

  it('asks why, with all that is pointed at, where nothing fits', () => {
    whole(5, ask(5));
    table.point('card:23');
    table.point('space:L1');
    expect(wire.of('explain')).toEqual([{ type: 'explain', question: 5, moves: [], things: ['card:23', 'space:L1'] }]);
    wire.say({ type: 'explanation', things: [], message: said('L1 is taken (rule 6).') });
    expect(table.notice?.text).toBe('L1 is taken (rule 6).');
  });

  it('does nothing for those who watch', () => {
    wire.say({
      type: 'snapshot',
      build: 'one',
      number: 1,
      table: info({ you: null }),
      watchers: 1,
      away: [],
      lines: [],
      shown: at(0),
      ask: null,
      reason: 'arrival',
    });
    table.point('card:23');
    expect(wire.sent).toEqual([]);
  });
});

describe('a draft', () => {
  beforeEach(() => whole(5, ask(5)));

  it('is considered, shown, and sent when confirmed', () => {
    table.point('space:L23');
    expect(wire.of('consider').at(-1)).toEqual({ type: 'consider', question: 5, moves: ['23>L23'] });
    expect(table.canConfirm).toBe(false);
    considered(5, ['23>L23'], { shown: ONE });
    expect(table.shown).toEqual(ONE);
    expect(table.real).toEqual(at(5));
    expect(table.draft).toEqual({
      moves: ['23>L23'],
      labels: [said('23>L23')],
      told: [said('does 23>L23')],
      done: true,
    });
    expect([table.glow('card:23'), table.glow('space:L23')]).toEqual(['drafted', 'drafted']);
    table.confirm();
    expect(wire.of('play')).toMatchObject([{ question: 5, moves: ['23>L23'] }]);
    expect(table.busy).toBe(true);
    step(6);
    wire.say({ type: 'ack', id: wire.of('play')[0].id, number: 6 });
    expect([table.busy, table.draft, table.shown?.n]).toEqual([false, null, 6]);
  });

  it('stays on the table until the step is there, if the answer comes first', () => {
    table.point('space:L23');
    considered(5, ['23>L23'], { shown: ONE });
    table.confirm();
    wire.say({ type: 'ack', id: wire.of('play')[0].id, number: 6 });
    expect(table.shown).toEqual(ONE);
    step(6);
    expect([table.busy, table.draft, table.shown?.n]).toEqual([false, null, 6]);
  });

  it('goes on with the next question of the turn, and a button sends all', () => {
    table.point('space:L23');
    considered(5, ['23>L23'], { done: false, shown: ONE, ask: ask(5, BASTIONS) });
    expect(table.canConfirm).toBe(false);
    expect(table.glow('space:L30')).toBe('may');
    expect(table.buttons.map((b) => b.move)).toEqual(['.']);
    table.press(table.buttons[0]);
    expect(wire.of('play')).toMatchObject([{ moves: ['23>L23', '.'] }]);
  });

  it('grows by pointing on', () => {
    table.point('space:L23');
    considered(5, ['23>L23'], { done: false, shown: ONE, ask: ask(5, BASTIONS) });
    table.point('space:L30');
    expect(wire.of('consider').at(-1)).toMatchObject({ moves: ['23>L23', '#L30'] });
    considered(5, ['23>L23', '#L30'], { shown: TWO });
    table.change();
    expect([table.draft?.moves, table.shown?.n]).toEqual([['23>L23'], ONE.n]);
    table.change();
    expect([table.draft, table.shown?.n]).toEqual([null, 5]);
  });

  it('is confirmed where the server asks nothing more', () => {
    table.point('space:L23');
    considered(5, ['23>L23'], { done: false, shown: ONE, ask: null });
    expect([table.canConfirm, table.ask]).toEqual([true, null]);
  });

  it('changes when another card is pointed at, or another use of it', () => {
    table.point('card:14');
    considered(5, ['14>L14'], { done: false, shown: ONE, ask: ask(5, BASTIONS) });
    expect(table.verbs.map((v) => v.thing)).toEqual(['use:reinforce']);
    table.point('use:reinforce');
    expect(table.draft?.moves).toEqual(['14+']);
    considered(5, ['14+'], { done: false, shown: ONE, ask: ask(5, PLACES) });
    expect([table.canConfirm, table.glow('space:R22')]).toEqual([false, 'may']);
    table.point('card:23');
    expect(table.draft?.moves).toEqual(['23+']);
    table.point('use:reinforce');
    expect(table.draft).toBeNull();
  });

  it('takes a click at the space that a card implies for what it is', () => {
    table.point('card:14');
    considered(5, ['14>L14'], { done: false, shown: ONE, ask: ask(5, BASTIONS) });
    table.point('space:L14');
    expect(table.draft?.moves).toEqual(['14>L14']);
    table.point('space:L14');
    expect(table.draft?.moves).toEqual(['14>L14', '#L14']);
  });

  it('survives a reconnection as long as the question stands', () => {
    table.point('space:L23');
    whole(5, ask(5));
    expect(table.draft?.moves).toEqual(['23>L23']);
    expect(wire.of('consider').at(-1)).toMatchObject({ moves: ['23>L23'] });
    whole(8, ask(8));
    expect(table.draft).toBeNull();
  });

  it('is dropped with its reason when it is refused', () => {
    table.point('space:L23');
    considered(5, ['23>L23']);
    table.confirm();
    wire.say({ type: 'refused', id: wire.of('play')[0].id, code: 'stale', message: said('The table has moved on.') });
    expect([table.draft, table.busy, table.notice?.text]).toEqual([null, false, 'The table has moved on.']);
    expect(wire.of('sync').length).toBe(1);
  });

  it('ignores answers to thoughts of before', () => {
    table.point('space:L23');
    table.point('space:R23');
    considered(5, ['23>L23'], { shown: TWO });
    expect(table.shown).toEqual(at(5));
  });
});

describe('what is named by a button', () => {
  const theft = [choice('steal 1 money', 'action:1:money'), choice('steal 1 build', 'action:1:build')];
  const piles = [choice('take 1', 'pile:1'), choice('take 2', 'pile:2')];
  const words = Object.fromEntries([...theft, ...piles].flatMap((c) => c.things).map((thing) => [thing, said(thing)]));
  const court = (question: number, choices: Choice[]): Ask => ({ ...ask(question, choices), words });
  const stolen = (named: boolean) => {
    table.point('action:1:money', named);
    considered(5, ['steal 1 money'], { done: false, ask: court(5, piles) });
  };
  beforeEach(() => whole(5, court(5, theft)));
  afterEach(() => comfort.confirm('turn'));

  it('is put together as long as nothing hidden comes of it', () => {
    expect(table.verbs.map((verb) => verb.thing)).toEqual(['action:1:money', 'action:1:build']);
    stolen(true);
    expect(table.verbs.map((verb) => verb.thing)).toEqual(['pile:1', 'pile:2']);
    expect(wire.of('play')).toEqual([]);
  });

  it('is made at once where something hidden comes of it', () => {
    stolen(true);
    table.point('pile:2', true);
    considered(5, ['steal 1 money', 'take 2'], { hidden: true });
    expect(wire.of('play')).toMatchObject([{ question: 5, moves: ['steal 1 money', 'take 2'] }]);
  });

  it('waits for a word where it ends the turn and nothing hidden comes of it', () => {
    stolen(true);
    table.point('pile:2', true);
    considered(5, ['steal 1 money', 'take 2']);
    expect([wire.of('play'), table.canConfirm]).toEqual([[], true]);
  });

  it('waits for a word where it was pointed at on the table', () => {
    stolen(false);
    table.point('pile:2');
    considered(5, ['steal 1 money', 'take 2'], { hidden: true });
    expect([wire.of('play'), table.canConfirm]).toEqual([[], true]);
  });

  it('is confirmed step by step by who wants it so', () => {
    comfort.confirm('step');
    stolen(true);
    expect([table.ask, table.canConfirm]).toEqual([null, true]);
    table.confirm();
    expect(wire.of('play')).toMatchObject([{ moves: ['steal 1 money'] }]);
  });

  it('is made without a word for who confirms nothing, and so is what is pointed at', () => {
    comfort.confirm('none');
    stolen(false);
    expect(wire.of('play')).toMatchObject([{ moves: ['steal 1 money'] }]);
  });
});

describe('who confirms nothing', () => {
  beforeEach(() => {
    comfort.confirm('none');
    whole(5, ask(5));
  });
  afterEach(() => comfort.confirm('turn'));

  it('is still asked for what a card only implies', () => {
    table.point('card:14');
    considered(5, ['14>L14']);
    expect([wire.of('play'), table.canConfirm]).toEqual([[], true]);
    table.point('space:L14');
    expect(wire.of('play')).toMatchObject([{ moves: ['14>L14'] }]);
  });
});

describe('steps', () => {
  beforeEach(() => whole(5, null));

  it('of others are shown one after the other; questions wait for them', () => {
    const seen: number[] = [];
    table.onstep((s) => seen.push(s.after?.n ?? -1));
    step(6);
    step(7);
    step(8, ask(8));
    expect([seen, table.shown?.n, table.ask]).toEqual([[6], 6, null]);
    vi.advanceTimersByTime(DWELL);
    expect([seen, table.ask]).toEqual([[6, 7], null]);
    vi.advanceTimersByTime(DWELL);
    expect([seen, table.ask?.question]).toEqual([[6, 7, 8], 8]);
    expect(table.lines.map((l) => l.number)).toEqual([6, 7, 8]);
    expect(wire.of('consider')).toEqual([]);
  });

  it('are all shown at once when somebody acts', () => {
    step(6);
    step(7);
    step(8, ask(8));
    table.point('card:23');
    expect([table.shown?.n, table.glow('card:23')]).toEqual([8, 'chosen']);
  });

  it('are dropped by a step back', () => {
    step(6);
    step(7);
    whole(8, ask(8), { reason: 'undo' });
    vi.advanceTimersByTime(5 * DWELL);
    expect(table.shown?.n).toBe(8);
  });

  it('are faster the more of them wait', () => {
    expect([dwell(0), dwell(2)]).toEqual([DWELL, DWELL]);
    expect(dwell(8)).toBeLessThan(DWELL * 0.6);
    expect(dwell(50)).toBe(0);
  });
});

describe('the rest', () => {
  it('knows an old page from the build', () => {
    whole(1, null, { build: 'two' });
    expect(table.outdated).toBe(true);
    whole(1, null);
    expect(table.outdated).toBe(false);
  });

  it('shows who is there as soon as it is told, whatever step is on display', () => {
    whole(5, null);
    wire.say({ type: 'presence', online: [true, false], watchers: 2, away: [] });
    expect([table.seats[1].online, table.watchers]).toEqual([false, 2]);
  });

  it('tells for whom the table waits, and for how long, until they are back or a program plays on', () => {
    const away = [{ seat: 1, left: 42, agreed: [] }];
    whole(5, null, { table: info({ to_act: [1] }), away });
    const now = Date.now() / 1000;
    expect(table.missing).toEqual([{ seat: 1, left: 42, agreed: [], until: now + 42 }]);
    expect(promptOf(table)).toBe('Bruno is away.');
    wire.say({ type: 'presence', online: [true, true], watchers: 0, away: [] });
    expect(table.missing).toEqual([]);
    expect(promptOf(table)).toBe('Bruno is thinking…');
    wire.say({ type: 'presence', online: [true, false], watchers: 0, away });
    wire.update(6, info({ to_act: [1], seats: [seat(0), { ...seat(1), stand_in: 'quick' }] as SeatInfo[] }), at(6), {
      lines: [],
      ask: null,
    });
    vi.advanceTimersByTime(5 * DWELL);
    expect(table.missing).toEqual([]);
  });

  it('marks what a line is about, and unmarks it', () => {
    const told = line(3);
    table.mark(told, ['space:L3']);
    expect(table.marked.has('space:L3')).toBe(true);
    table.mark(told, ['space:L3']);
    expect(table.marked.size).toBe(0);
  });

  it('answers the request that is asked', () => {
    whole(9, null, { table: info({ undo: { number: 9, seat: 1, waiting: [0] } }) });
    table.consent(true);
    expect(wire.of('consent')).toMatchObject([{ number: 9, yes: true }]);
    expect(table.requesting('consent')).toBe(true);
    wire.say({ type: 'ack', id: wire.of('consent')[0].id, number: 10 });
    expect(table.requesting('consent')).toBe(false);
  });
});
