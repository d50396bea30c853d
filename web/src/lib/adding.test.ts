import { beforeEach, expect, it } from 'vitest';
import { Adding } from './adding';
import { fingerprint } from './deal';
import { promised } from './promises';
import type { DealInfo, DealPromise, TableInfo } from './protocol';
import { Drawer } from './drawer';

type Answer = { type: string; promise?: string; added?: string };

let drawer: Drawer;
let sent: Answer[];

beforeEach(() => {
  drawer = new Drawer();
  sent = [];
});

const page = (): Adding => new Adding('t', (answer) => `id${sent.push(answer)}`, drawer);

function table(asks: DealInfo['asks'], waiting: number[], promises: DealPromise[] = []): TableInfo {
  const seats = [0, 1, 2].map((seat) => ({ seat, yours: seat === 1 }));
  return { commitment: 'c', seats, deal: { asks, waiting, promises } } as TableInfo;
}

const promisedBy = (promise: string): DealPromise[] => [
  { seat: 0, promise: 'ab'.repeat(32) },
  { seat: 1, promise },
];

it('promises bytes of its own, and tells them when all have promised', () => {
  const adding = page();
  adding.heard(table('promise', [0, 1]));
  adding.heard(table('promise', [0, 1])); // it has answered already
  expect(sent.map((answer) => answer.type)).toEqual(['promise']);
  const promise = sent[0].promise as string;
  adding.heard(table('promise', [0], promisedBy(promise)));
  adding.granted('id1');
  expect(sent).toHaveLength(1);
  adding.heard(table('reveal', [0, 1], promisedBy(promise)));
  expect(sent[1].type).toBe('reveal');
  expect(fingerprint(sent[1].added as string)).toBe(promise);
  expect(promised('t', drawer)).toEqual({
    table: 't',
    commitment: 'c',
    after: 0,
    added: sent[1].added,
    seat: 1,
    seen: promisedBy(promise),
  });
  adding.granted('id2');
  expect(promised('t', drawer)?.counted).toBe(true);
});

it('adds other bytes at every table', () => {
  page().heard(table('promise', [1]));
  drawer.clear();
  page().heard(table('promise', [1]));
  expect(sent[0].promise).not.toBe(sent[1].promise);
});

it('is not asked where others are, or nobody is', () => {
  const adding = page();
  adding.heard(table('promise', [0, 2]));
  adding.heard(table(null, []));
  adding.heard({ ...table(null, []), deal: null });
  expect(sent).toEqual([]);
});

it('goes on after the page was loaded again', () => {
  page().heard(table('promise', [1]));
  const promise = sent[0].promise as string;
  page().heard(table('reveal', [1], promisedBy(promise)));
  expect(fingerprint(sent[1].added as string)).toBe(promise);
});

it('tells nothing where it does not know what was promised', () => {
  const adding = page();
  adding.heard(table('reveal', [1], promisedBy('cd'.repeat(32))));
  expect(sent).toEqual([]);
});

it('holds to what it saw first, if it is asked once more with other promises', () => {
  page().heard(table('promise', [1]));
  const promise = sent[0].promise as string;
  page().heard(table('reveal', [1], promisedBy(promise)));
  const other = [{ seat: 0, promise: 'ef'.repeat(32) }, promisedBy(promise)[1]];
  page().heard(table('reveal', [1], other));
  expect(promised('t', drawer)?.seen).toEqual(promisedBy(promise));
});
