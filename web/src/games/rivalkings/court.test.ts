import { describe, expect, it } from 'vitest';
import type { Choice, Line } from '../../lib/protocol';
import { Book, type BookData, type CardInfo } from './book';
import { columns, couples, fit, pairs } from './columns';
import { cycle, order, quarrel } from './cycle';
import { common, fresh, things, turnedOver } from './events';
import { plan } from './flights';
import { opened } from './picking';
import { beside } from './placing';
import { crests, due, faceDown, lowest, rivals, type Position } from './position';
import { asked, coins, ending, height, money, parts } from './words';

const TRADES = [
  ['Gardener', 'Garden', 'yellow'],
  ['Jailer', 'Prison', 'yellow'],
  ['Bishop', 'Cathedral', 'red'],
  ['Miner', 'Mine', 'green'],
] as const;

const card = (name: string, trade: string, pair: string, colour: CardInfo['colour']): CardInfo => ({
  name,
  title: name,
  type: name === trade ? 'subject' : 'building',
  colour,
  trade,
  price: name === trade ? 1 : 2,
  price_from: 'rulebook',
  copies: 2,
  ability: name === trade ? 'Helps.' : null,
  pair,
});

const DATA: BookData = {
  sizes: { card: [104, 146], character: [168, 200], action: 16.8 },
  cards: TRADES.flatMap(([subject, building, colour]) => [
    card(subject, subject, building, colour),
    card(building, subject, subject, colour),
  ]),
  characters: [
    { name: 'Queen', title: 'Queen', rank: 'A', symbol: false, actions: ['recruit'], robs: 'D', places: {} },
    { name: 'Bursar', title: 'Bursar', rank: 'D', symbol: true, actions: ['money', 'build'], robs: 'E', places: {} },
    { name: 'Knight', title: 'Knight', rank: 'D', symbol: false, actions: ['money', 'recruit'], robs: 'E', places: {} },
  ],
};
const book = new Book(DATA);

const line = (kind: string, seat: number, data: Record<string, unknown> = {}): Line => ({
  number: 1,
  kind,
  seat,
  data,
  rule: null,
});

const player = (character: string | null) => ({
  coins: 5,
  markers: 1,
  hand: null,
  character,
  subjects: [],
  buildings: [],
  ability_used: false,
  held: 2,
  worth: { pairs: 0, colours: 0, singles: 0, coins: 1, markers: -2, total: -1 },
});

const pile = (count: number, money: number | boolean = true, paid: number | null = null) => ({
  cards: Array<string | null>(count).fill(null),
  money,
  paid,
});

function position(more: Partial<Position> = {}): Position {
  return {
    n: 0,
    to_act: [0],
    phase: 'act',
    round: 1,
    cycle: 1,
    piles: [pile(8), pile(3), pile(3), pile(5)],
    supply: { coins: 20, markers: 26 },
    players: [player('Knight'), player('Queen'), player('Bursar')],
    neutral: null,
    covered: [],
    due: null,
    scores: null,
    winners: null,
    ...more,
  };
}

describe('the cards', () => {
  it('know their partner and what they are good for', () => {
    expect(book.partner('Mine').name).toBe('Miner');
    expect(book.use('Mine')).toBe('Pairs with the Miner.');
    expect(book.use('Miner')).toBe('Helps.');
    expect(() => book.card('Dragon')).toThrow('There is no card “Dragon”.');
  });
});

describe('a court', () => {
  it('puts a building beside its own subject, else beside one of its colour, and couples before the others', () => {
    const row = columns(['Gardener', 'Bishop', 'Jailer'], ['Mine', 'Garden', 'Garden'], book);
    expect(row.map((c) => [c.subject, c.building, c.tie])).toEqual([
      ['Gardener', 'Garden', 'trade'],
      ['Jailer', 'Garden', 'colour'],
      ['Bishop', null, null],
      [null, 'Mine', null],
    ]);
    expect(pairs(row)).toBe(1);
    expect(couples(row)).toBe(3);
  });

  it('keeps subjects in their order and tells two of a kind apart', () => {
    const row = columns(['Miner', 'Miner'], ['Cathedral', 'Cathedral', 'Cathedral'], book);
    expect(row.map((c) => c.subject)).toEqual(['Miner', 'Miner', null, null, null]);
    expect(new Set(row.map((c) => c.key)).size).toBe(5);
  });

  it('tells as much of its cards as there is room for', () => {
    expect(fit(2, 700, 190)).toMatchObject({ telling: 'use' });
    expect(fit(3, 236, 140)).toMatchObject({ telling: 'name', across: 1 });
    expect(fit(1, 210, 140)).toMatchObject({ telling: 'over' });
    expect(fit(7, 226, 160)).toMatchObject({ telling: 'line', across: 1 });
    expect(fit(8, 300, 26)).toMatchObject({ telling: 'sign' });
    expect(fit(0, 0, 0)).toMatchObject({ high: 0, telling: 'sign' });
  });

  it('never needs more room for them than there is', () => {
    for (const count of [1, 3, 7, 12])
      for (const [wide, high] of [
        [680, 190],
        [340, 60],
        [236, 150],
        [120, 40],
      ]) {
        const { across, high: each, sign, telling, gap } = fit(count, wide, high);
        const rows = Math.ceil(count / across);
        expect(rows * each + (rows - 1) * gap).toBeLessThanOrEqual(high + 0.01);
        if (telling === 'sign') expect(2 * across * (sign + gap) - gap).toBeLessThanOrEqual(wide + 0.01);
      }
  });

  it('is seen clockwise from the front', () => {
    expect(rivals(4, 2)).toEqual([3, 0, 1]);
    expect(rivals(2, 0)).toEqual([1]);
  });

  it('tells crests, what is due, and what lies face down', () => {
    const now = position({ covered: [{ seat: 2, action: 'money', by: 1 }], due: { do: ['money'] } });
    expect(crests(now, 2)).toEqual({ money: 1 });
    expect(crests(now, 0)).toEqual({});
    expect(due(now, 0)).toEqual(['money']);
    const stolen = position({ due: { do: ['build'], stolen: 2 } });
    expect([0, 1, 2].map((seat) => due(stolen, seat))).toEqual([[], [], ['build']]);
    expect(due(now, 1)).toEqual([]);
    expect(faceDown(position({ phase: 'choose', to_act: [1] }), 0)).toBe(true);
    expect(faceDown(now, 1)).toBe(false);
    expect(lowest(now)).toEqual({ pile: 2, left: 3 });
  });
});

describe('the cycle', () => {
  const log = [
    line('marked', 0, { other: 1, character: 'Queen', why: 'hit' }),
    line('cycle', -1, { round: 1 }),
    line('revealed', 0, { character: 'Knight' }),
    line('marked', 0, { other: 2, character: 'Bursar', why: 'equal' }),
    line('marked', 2, { other: 0, character: 'Knight', why: 'equal' }),
    line('marked', 0, { other: null, character: 'Queen', why: 'hit' }),
    line('turn', 1, { character: 'Queen', equal: 0 }),
    line('turn', 2, { character: 'Bursar', equal: 1 }),
    line('turn', 0, { character: 'Knight', equal: 1 }),
  ];

  it('is told from where it began', () => {
    const told = cycle(log);
    expect(told.marks).toHaveLength(3);
    expect(told.turns).toEqual([1, 2, 0]);
    expect([...told.limited].sort()).toEqual([0, 2]);
    expect(cycle([...log, line('dealt', -1)]).marks).toEqual([]);
  });

  it('orders the characters by rank, and equals by their turns', () => {
    const places = order(position(), cycle(log), book);
    expect(places.map((p) => [p.seat, p.rank, p.when])).toEqual([
      [1, 'A', 'done'],
      [2, 'D', 'done'],
      [0, 'D', 'now'],
    ]);
    expect(order(position({ phase: 'choose' }), cycle([]), book)).toEqual([]);
    const two = order(position({ neutral: { left: 5, shown: 'Queen' } }), cycle([]), book);
    expect(two.find((p) => p.seat === null)?.when).toBe('never');
  });

  it('says who quarrels with whom', () => {
    const names = { name: (seat: number) => ['Anna', 'Bruno', 'Clara'][seat] };
    expect(cycle(log).marks.map((mark) => quarrel(mark, book, names))).toEqual([
      'Equal rank with Clara’s Bursar: a conflict marker',
      'Equal rank with Anna’s Knight: a conflict marker',
      'Hit by the neutral Queen: a conflict marker',
    ]);
  });
});

describe('lines of the log', () => {
  it('are about things on the table', () => {
    expect(things(line('bought', 1, { card: 'Mine', pile: 2 }))).toEqual(['seat:1', 'pile:2', 'theirs:1:Mine']);
    expect(things(line('stole', 0, { other: 2, action: 'money' }))).toEqual(['seat:0', 'action:2:money']);
    expect(things(line('table-joined', 0))).toEqual([]);
    expect(things(line('dealt', -1, { round: 2 }))).toEqual([]);
  });

  it('tell which cards have just come', () => {
    const told = [line('exchanged', 0, { card: 'Mine', other: 1, theirs: 'Garden' })];
    expect([...fresh(told, 0)]).toEqual(['Garden']);
    expect([...fresh(told, 1)]).toEqual(['Mine']);
  });
});

describe('what flies', () => {
  const names = { colour: () => 'red', title: (name: string) => name };

  it('waits for the reveal, one marker after the other', () => {
    const told = [
      line('revealed', 0, { character: 'Knight' }),
      line('marked', 0, { other: 1, character: 'Queen', why: 'hit' }),
      line('marked', 2, { other: 0, character: 'Knight', why: 'equal' }),
    ];
    const [first, second] = plan(told, names).flights;
    expect(first).toMatchObject({ symbol: 'marker', from: ['character:1', 'plate:1'], says: 'hit by the Queen' });
    expect(first.wait).toBeGreaterThan(300);
    expect(second.wait).toBeGreaterThan(first.wait);
    expect(second.says).toBe('equal rank');
  });

  it('carries a bought card one way and its price the other', () => {
    const { flights } = plan([line('bought', 1, { card: 'Mine', pile: 2, coins: 2, left: 3 })], names);
    expect(flights.map((f) => [f.symbol, f.from[0], f.to[0]])).toEqual([
      ['card-Mine', 'pile:2', 'card:1:Mine'],
      ['coin', 'purse:1', 'money:2'],
      ['coin', 'purse:1', 'money:2'],
    ]);
  });

  it('lays the thief’s crest on what was stolen, and lets abilities flash', () => {
    const told = [line('stole', 1, { other: 0, action: 'money' }), line('used', 2, { card: 'Miner' })];
    const { flights, flashes } = plan(told, names);
    expect(flights[0]).toMatchObject({ symbol: 'crest-red', to: ['action:0:money', 'character:0', 'plate:0'] });
    expect(flashes[0].at).toEqual(['card:2:Miner', 'plate:2']);
    expect(plan([line('skipped', 0, { actions: ['money'] })], names)).toEqual({ flights: [], flashes: [] });
  });
});

describe('words', () => {
  it('say of hidden money no more than a look tells', () => {
    expect(money(pile(1, true))).toBe('some money');
    expect(money(pile(1, true, 3))).toBe('last paid 3');
    expect(money(pile(1, false))).toBe('no money');
    expect(money(pile(1, 1))).toBe('1 coin');
    expect([coins(pile(1, true)), coins(pile(1, 9)), coins(pile(1, 0))]).toEqual([3, 7, 0]);
    expect([height(pile(0)), height(pile(1)), height(pile(4))]).toEqual(['empty', 'last card', '4 cards']);
  });

  it('say how near the end is', () => {
    expect(ending(position())).toBe('The game ends when a pile is empty: piles 2 and 3 have 3 cards left.');
    const low = position({ piles: [pile(8), pile(0), pile(3), pile(5)] });
    expect(ending(low)).toBe('Pile 2 is empty: the game ends after this cycle.');
  });

  it('say what is asked of a seat', () => {
    const name = () => 'Bruno';
    expect(asked(position({ due: { steal: 1 } }), name)).toBe('steals from Bruno');
    const three = position({ due: { do: ['settle', 'money', 'build'] } });
    expect(asked(three, name)).toBe('may settle, take money or build');
    expect(asked(position(), name)).toBe('may use the ability');
    expect(asked(position({ phase: 'gardener' }), name)).toBe('may swap characters');
  });

  it('tell the parts of a score', () => {
    const scored = line('scored', 0, { pairs: 3, markers: -2 });
    expect(parts(scored)?.[4]).toEqual({ name: 'markers', points: -2 });
    expect(parts(line('won', 0))).toBeNull();
  });
});

describe('looking through a pile', () => {
  const choice = (move: string, things: string[]): Choice => ({ move, things, label: { key: move } });
  const ask = {
    question: 1,
    prompt: { key: '' },
    words: {},
    each: {},
    chosen: null,
    choices: [choice('a', ['use:Miner', 'pile:1', 'pick:1:Mine']), choice('b', ['do:money', 'pile:2'])],
  };
  const piles = [{ cards: ['Garden', 'Mine'], money: false, paid: null }, pile(2)];

  it('opens when the ability is chosen, the top card first', () => {
    expect(opened(ask, new Set(), piles)).toEqual([]);
    expect(opened(ask, new Set(['use:Miner']), piles)).toEqual([{ number: 1, cards: ['Mine', 'Garden'] }]);
    expect(opened(null, new Set(['use:Miner']), piles)).toEqual([]);
  });
});

describe('a close look', () => {
  const room = { wide: 1000, high: 800 };
  const box = (x: number, y: number) =>
    ({ left: x, right: x + 100, top: y, bottom: y + 140, width: 100, height: 140 }) as DOMRect;

  it('stands beside the card, or over it, and always on the page', () => {
    expect(beside(box(100, 300), 300, 200, room).left).toBe(212);
    expect(beside(box(850, 300), 300, 200, room).left).toBe(538);
    expect(beside(box(500, 650), 300, 200, room).top).toBeLessThan(650 - 200);
    const small = beside(box(100, 20), 300, 200, { wide: 320, high: 600 });
    expect(small.left).toBeGreaterThanOrEqual(8);
    expect(small.top).toBeGreaterThan(150);
  });
});

describe('what a choice points at', () => {
  it('is called the same by all, whoever makes it', () => {
    const own = ['do:give', 'seat:0', 'use:Miner', 'mine:Jailer', 'pick:2:Mine', 'pile:2', 'character:Queen'];
    const all = ['action:1:give', 'seat:0', 'theirs:1:Miner', 'theirs:1:Jailer', 'pile:2', 'pile:2', 'character:Queen'];
    expect(common(own, 1)).toEqual(all);
  });
});

it('remembers who was turned over since the last deal', () => {
  const told = [
    line('dealt', -1),
    line('revealed', 0, { character: 'Queen' }),
    line('dealt', -1),
    line('revealed', 1, { character: 'Knight' }),
    line('neutral', -1, { character: 'Bursar' }),
    line('chose', 0, { character: null }),
  ];
  expect([...turnedOver(told)]).toEqual(['Knight', 'Bursar']);
  expect([...turnedOver(told.slice(0, 3))]).toEqual([]);
});
