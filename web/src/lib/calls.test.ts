// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { mark, note, noteAll, readTables } from './calls';

const badge = { set: vi.fn(() => Promise.resolve()), clear: vi.fn(() => Promise.resolve()) };
Object.assign(navigator, { setAppBadge: badge.set, clearAppBadge: badge.clear });
beforeEach(() => localStorage.clear());

it('counts the tables that wait, on whichever page they are', () => {
  note('a', true);
  note('b', true);
  note('a', true);
  expect(badge.set).toHaveBeenLastCalledWith(2);
  note('b', false);
  expect(badge.set).toHaveBeenLastCalledWith(1);
  noteAll([]);
  expect(badge.clear).toHaveBeenCalled();
});

it('makes nothing of what makes no sense', () => {
  for (const text of [null, '', '{', '7', '{"a":1}', '[1,2]']) expect(readTables(text)).toEqual([]);
  expect(readTables('["a",1]')).toEqual(['a']);
});

it('marks the page itself', () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  const icon = () => document.querySelector('link')?.getAttribute('href');
  mark(true);
  expect(icon()).toBe('/favicon-turn.svg');
  mark(false);
  expect(icon()).toBe('/favicon.svg');
});
