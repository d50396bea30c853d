import { expect, it } from 'vitest';
import { volumeOf } from './comfort.svelte';
import type { Line } from './protocol';
import { heard, play, type Sound } from './sound';

const line = (kind: string): Line => ({ number: 1, kind, seat: 0, data: {}, rule: null });
const of = ({ kind }: Line): Sound | null => (['land', 'coins', 'over'].includes(kind) ? (kind as Sound) : null);

it('makes each sound of a step once, and at the end only that of the end', () => {
  expect(heard([line('land'), line('drew'), line('coins'), line('land')], of)).toEqual(['land', 'coins']);
  expect(heard([line('drew')], of)).toEqual([]);
  expect(heard([line('land'), line('over')], of)).toEqual(['over']);
});

it('is silent before anybody has touched the page', () => {
  expect(() => play('turn')).not.toThrow();
});

it('is low unless somebody has chosen', () => {
  expect(volumeOf(null)).toBe(0.3);
  expect(volumeOf('loud')).toBe(0.3);
  expect(volumeOf('7')).toBe(0.3);
  expect(volumeOf('0')).toBe(0);
  expect(volumeOf('0.75')).toBe(0.75);
});
