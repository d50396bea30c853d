import { describe, expect, it } from 'vitest';
import type { Line } from '../../lib/protocol';
import { lastPlaces, placesSince, sightsOf, soundOf, spacesOf, thingsOf } from './story';
import type { Shown } from './types';

const line = (kind: string, data: Record<string, unknown>, seat = 0): Line => ({
  number: 1,
  kind,
  seat,
  data,
  rule: null,
});
const shown = { duchies: [{ spaces: ['L1', 'L2'], sites: [], owner: 0, value: 1 }] } as unknown as Shown;

describe('what a line is about', () => {
  it('names spaces, sites and areas', () => {
    expect(thingsOf(line('knight', { space: 'L1' }))).toEqual(['space:L1']);
    expect(thingsOf(line('castle', { site: 'S2', space: 'L6', other: null }))).toEqual(['space:L6', 'site:S2']);
    expect(thingsOf(line('paid', { space: 'L1', sites: ['S1', 'S2'], coins: 3 }))).toEqual([
      'space:L1',
      'site:S1',
      'site:S2',
    ]);
    expect(thingsOf(line('card', { card: 23, use: 'number' }))).toEqual(['area:23']);
    expect(thingsOf(line('table-joined', {}))).toEqual([]);
  });
  it('means the whole duchy where it speaks of one', () => {
    expect(spacesOf(line('grew', { space: 'L2' }), shown)).toEqual(['L1', 'L2']);
    expect(spacesOf(line('knight', { space: 'L2' }), shown)).toEqual(['L2']);
    expect(spacesOf(line('paid', { space: 'R9' }), shown)).toEqual(['R9']);
    expect(spacesOf(line('drew', { card: null }), shown)).toEqual([]);
  });
});

it('knows where the last turn has placed something', () => {
  const lines = [
    line('card', { card: 1 }),
    line('knight', { space: 'L1' }),
    line('drew', {}),
    line('card', { card: 2 }),
    line('knight', { space: 'L2' }),
    line('bastion', { space: 'R7' }),
    line('drew', {}),
  ];
  expect(lastPlaces(lines)).toEqual(['R7', 'L2']);
  expect(lastPlaces(lines.slice(0, 3))).toEqual(['L1']);
  expect(lastPlaces([])).toEqual([]);
});

it('knows what the others have placed since my turn', () => {
  const turn = (seat: number, space: string) => [
    line('card', { card: 1 }, seat),
    line('knight', { space }, seat),
    line('castle', { space: 'R9' }, seat),
    line('drew', {}, seat),
  ];
  const lines = [...turn(2, 'L1'), ...turn(0, 'L2'), ...turn(1, 'L3'), ...turn(2, 'L4')];
  expect(placesSince(lines, 0)).toEqual(['L3']);
  expect(placesSince(lines, 2)).toEqual([]);
  expect(placesSince(lines, null)).toEqual([]);
  expect(placesSince(turn(1, 'L3'), 0)).toEqual([]);
});

it('lets one see cards, coins and what changes hands', () => {
  const parts = [
    ['duke', 1],
    ['city', 3],
  ];
  const lines = [
    line('card', { card: 5, use: 'number' }, 1),
    line('castle', { site: 'S1', space: 'L1', other: null }, 1),
    line('castle', { site: 'S2', space: 'L1', other: 0 }, 1),
    line('duke', { space: 'L1', other: 0 }, 1),
    line('duke', { space: 'R5', other: null }, 1),
    line('paid', { space: 'L1', coins: 4, sites: [], parts }, 0),
    line('drew', { card: null }, 1),
  ];
  expect(sightsOf(lines, shown)).toEqual([
    { kind: 'card', seat: 1, card: 5 },
    { kind: 'flash', seat: 1, spaces: [], site: 'S2' },
    { kind: 'flash', seat: 1, spaces: ['L1', 'L2'] },
    { kind: 'coins', seat: 0, coins: 4, label: 'duke 1, city 3', space: 'L1' },
  ]);
});

describe('what a line sounds like', () => {
  it('is a fall where a duke was another’s, and nothing where nobody ruled', () => {
    expect(soundOf(line('duke', { space: 'L1', other: 2 }))).toBe('fall');
    expect(soundOf(line('duke', { space: 'L1', other: null }))).toBeNull();
  });

  it('is a theft where a castle was another’s', () => {
    expect(soundOf(line('castle', { site: 'Chur', other: 0 }))).toBe('theft');
    expect(soundOf(line('castle', { site: 'Chur', other: null }))).toBeNull();
  });

  it('is a piece, coins, a mitre, the end, or silence', () => {
    const kinds = ['knight', 'bastion', 'paid', 'bishop', 'ended', 'drew'];
    expect(kinds.map((kind) => soundOf(line(kind, {})))).toEqual(['land', 'land', 'coins', 'mitre', 'over', null]);
  });
});
