import { expect, it } from 'vitest';
import { promised, remember } from './promises';

class Drawer implements Storage {
  private kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  clear = () => this.kept.clear();
  key = () => null;
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
}

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
