import { expect, it } from 'vitest';
import { oldStores, wayOf } from './shell';

const HERE = 'https://palatine.example';
const FILES = ['/', '/favicon.svg', '/assets/index-1a.js'];
const way = (path: string, more: object = {}) =>
  wayOf({ method: 'GET', mode: 'no-cors', url: HERE + path, ...more }, HERE, FILES);

it('keeps out of everything that is alive', () => {
  expect(way('/api/me')).toBe('alone');
  expect(way('/api/tables/a/record', { mode: 'navigate' })).toBe('alone');
  expect(way('/assets/index-1a.js', { method: 'POST' })).toBe('alone');
  expect(way('', { url: 'https://elsewhere.example/assets/index-1a.js' })).toBe('alone');
  expect(way('/build.txt')).toBe('alone');
});

it('gives pages and files', () => {
  expect(way('/t/abc', { mode: 'navigate' })).toBe('page');
  expect(way('/', { mode: 'navigate' })).toBe('page');
  expect(way('/assets/index-1a.js')).toBe('kept');
  expect(way('/assets/from-another-build.js')).toBe('kept');
  expect(way('/favicon.svg')).toBe('fresh');
});

it('keeps the build before its own, for pages that are still open', () => {
  expect(oldStores(['palatine-1', 'palatine-2', 'palatine-3', 'other'], '3')).toEqual(['palatine-1']);
  expect(oldStores(['palatine-2', 'palatine-3'], '3')).toEqual([]);
  expect(oldStores(['palatine-3'], '3')).toEqual([]);
});
