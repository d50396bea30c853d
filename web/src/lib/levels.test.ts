// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { offered, takes } from './levels.svelte';
import type { GameInfo, Level } from './protocol';

const level = (name: string, seconds = 0, offered = true): Level => ({ name, seconds, offered });
const LEVELS = [level('weak'), level('middle', 0.05), level('strong', 1), level('old', 0, false)];

describe('levels', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });

  it('offers all but those that only old tables have', () => {
    expect(offered({ levels: LEVELS } as GameInfo).map((l) => l.name)).toEqual(['weak', 'middle', 'strong']);
  });

  it('tells how long they think', () => {
    expect(LEVELS.map(takes)).toEqual(['decides at once', 'thinks for 0.05 s', 'thinks for 1 s', 'decides at once']);
  });

  it('remembers the last that was chosen, if it is still on offer', async () => {
    const levels = LEVELS.slice(0, 3);
    const { favourite } = await import('./levels.svelte');
    expect(favourite.of(levels).name).toBe('middle');
    favourite.choose('strong');
    vi.resetModules();
    const again = (await import('./levels.svelte')).favourite;
    expect(again.of(levels).name).toBe('strong');
    expect(again.of(levels.slice(0, 2)).name).toBe('middle');
  });
});
