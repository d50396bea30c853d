import { expect, it } from 'vitest';
import { Drawer } from './drawer';
import { amend, promised, remember } from './promises';

it('keeps what a table has promised first', () => {
  const drawer = new Drawer();
  remember({ table: 'a', commitment: '12', after: 0 }, drawer);
  remember({ table: 'b', commitment: '34', after: null }, drawer);
  remember({ table: 'a', commitment: '56', after: 9 }, drawer);
  expect(promised('a', drawer)).toEqual({ table: 'a', commitment: '12', after: 0 });
  expect(promised('b', drawer)?.after).toBeNull();
  expect(promised('c', drawer)).toBeNull();
});

it('forgets the oldest of very many', () => {
  const drawer = new Drawer();
  for (let n = 0; n < 205; n++) remember({ table: `t${n}`, commitment: 'x', after: 0 }, drawer);
  expect(promised('t4', drawer)).toBeNull();
  expect(promised('t5', drawer)).not.toBeNull();
});

it('does without a memory, and with a spoilt one', () => {
  remember({ table: 'a', commitment: '12', after: 0 }, undefined);
  const drawer = new Drawer();
  drawer.setItem('palatine.promises', '{not json');
  expect(promised('a', drawer)).toBeNull();
  drawer.setItem('palatine.promises', '[null, 3, {"table": "a"}, {"table": "b", "commitment": "c", "after": 1}]');
  expect(promised('a', drawer)).toBeNull();
  expect(promised('b', drawer)?.commitment).toBe('c');
});

it('learns more about a table that it remembers, and about no other', () => {
  const drawer = new Drawer();
  remember({ table: 'a', commitment: '12', after: 0 }, drawer);
  amend('a', { added: 'ff', seat: 2 }, drawer);
  amend('b', { added: 'ee' }, drawer);
  expect(promised('a', drawer)).toEqual({ table: 'a', commitment: '12', after: 0, added: 'ff', seat: 2 });
  expect(promised('b', drawer)).toBeNull();
});
