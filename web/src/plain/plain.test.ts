// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeWire } from '../lib/fake-wire';
import type { Ask, SeatInfo } from '../lib/protocol';
import { NO_TABLE, type Scene } from '../lib/scene';
import { TableStore } from '../lib/table.svelte';
import { wording } from '../lib/wording/wording.svelte';
import { client } from '.';
import Choices from './Choices.svelte';
import { factsOf } from './facts';

const seat = (n: number): SeatInfo => ({
  seat: n,
  colour: ['Red', 'Gold'][n],
  kind: 'person',
  name: ['Anna', 'Bruno'][n],
  called: ['Anna', 'Bruno'][n],
  level: null,
  you: n === 0,
  yours: n === 0,
  online: true,
  stand_in: null,
  left: false,
  device: null,
});
const SHOWN = {
  n: 4,
  to_act: [0],
  table: { prize: 7, turned: [7, 3], deep: [[1, 0], []] },
  seats: [
    { hand: [1, 2], won: 10, bid: null },
    { hand: [], won: -3, bid: 5 },
  ],
};
const ASK: Ask = {
  question: 4,
  prompt: { key: 'ask-to-decide' },
  choices: [1, 2].map((card) => ({
    move: `bid ${card}`,
    things: [`card:${card}`],
    label: { key: 'choice-bid', args: { card } },
  })),
  words: {},
  each: {},
  chosen: null,
};
const WORDS = `
choice-bid = Bid { $card }
field-prize = the prize
field-won = has won
event-bid = { PERSON($seat) ->
    [you] You bid.
   *[other] { NAME($seat) } bids.
}
`;

let wire: FakeWire;
let table: TableStore;
let shown: Record<string, unknown>;

beforeEach(() => {
  wording.about('trial', WORDS);
  wire = new FakeWire();
  table = new TableStore('T', 'one', () => wire, 'ws://table');
  table.start();
  wire.say({
    type: 'snapshot',
    build: 'one',
    number: 4,
    table: { ...NO_TABLE, game: 'trial', status: 'playing', seats: [seat(0), seat(1)], you: 0, to_act: [0] },
    watchers: 0,
    away: [],
    lines: [],
    shown: SHOWN,
    ask: ASK,
    reason: 'arrival',
  });
});

afterEach(async () => {
  await unmount(shown);
  table.stop();
  document.body.replaceChildren();
});

function show<Props extends Record<string, unknown>>(what: Component<Props>, props: Props): HTMLElement {
  shown = mount(what, { target: document.body, props });
  flushSync();
  return document.body;
}

/** All that is written there, piece by piece. */
function said(element: Element | null): string {
  const pieces = [...(element?.childNodes ?? [])].map((node) =>
    node instanceof Element ? said(node) : node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '',
  );
  return pieces
    .map((piece) => piece.trim())
    .filter(Boolean)
    .join(' ');
}

it('tells the facts of the table and of everybody, hidden ones as such', () => {
  const page = show<{ table: Scene }>(client.Table, { table });
  expect(said(page.querySelector('section'))).toBe('the prize 7 turned 7 3 deep 1 0 none');
  const [anna, bruno] = [...page.querySelectorAll('.seats > li')];
  expect(said(anna)).toMatch(/^Anna you to play has won 10 bid \? hidden hand 1 2$/);
  expect(said(bruno)).toMatch(/^Bruno has won −3 bid 5 hand none$/);
  expect([anna.getAttribute('aria-current'), bruno.getAttribute('aria-current')]).toEqual(['true', null]);
});

it('has everybody’s numbers beside their names, and how far the game is', async () => {
  expect(said(show<{ table: Scene; seat: number }>(client.Figures, { table, seat: 1 }))).toBe('has won −3 bid 5');
  await unmount(shown);
  expect(said(show<{ table: Scene }>(client.Status, { table }))).toBe('decision 4');
});

it('offers every choice as a button, which drafts it, changes it and lets go of it', () => {
  const page = show<{ table: Scene }>(Choices, { table });
  const buttons = () => [...page.querySelectorAll('button')];
  const pressed = () => buttons().map((button) => button.ariaPressed ?? button.getAttribute('aria-pressed'));
  const click = (n: number) => {
    buttons()[n].click();
    flushSync();
  };
  expect(buttons().map(said)).toEqual(['Bid 1', 'Bid 2']);
  click(0);
  expect([table.draft?.moves, pressed()]).toEqual([['bid 1'], ['true', 'false']]);
  click(1);
  expect([table.draft?.moves, pressed()]).toEqual([['bid 2'], ['false', 'true']]);
  wire.say({
    type: 'considered',
    question: 4,
    moves: ['bid 2'],
    told: [{ key: 'event-bid', args: { seat: 0 } }],
    done: true,
    shown: null,
    ask: null,
  });
  expect([table.canConfirm, table.draft?.told.map((told) => table.say(told, 0))]).toEqual([true, ['You bid.']]);
  click(1);
  expect([table.draft, pressed()]).toEqual([null, ['false', 'false']]);
});

it('finds the facts of a position of any shape', () => {
  expect(factsOf({ n: 1, to_act: [], round: 3 } as never)).toEqual({ table: [{ name: 'round', value: 3 }], seats: [] });
  show<{ table: Scene }>(client.Status, { table });
});
