// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { offered } from './levels.svelte';
import type { GameInfo, Level } from './protocol';
import { levelRank } from './words';

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

  it('are told by how strong they are, each in words of its own', () => {
    const told = ['beginner', 'casual', 'greedy', 'club', 'best'].map(levelRank);
    expect(told[0]).toBe('for a first game');
    expect(new Set(told).size).toBe(told.length);
    expect(levelRank('of old')).toBe('');
  });

  it('begins with the gentlest, until a game was played to its end', async () => {
    const { favourite } = await import('./levels.svelte');
    expect(favourite.of(LEVELS).name).toBe('weak');
    favourite.finished();
    expect(favourite.of(LEVELS).name).toBe('middle');
    vi.resetModules();
    const again = (await import('./levels.svelte')).favourite;
    expect(again.of(LEVELS).name).toBe('middle');
    expect(again.of(LEVELS.slice(0, 1)).name).toBe('weak');
  });

  it('remembers the last that was chosen, if it is still on offer', async () => {
    const levels = LEVELS.slice(0, 3);
    const { favourite } = await import('./levels.svelte');
    favourite.choose('strong');
    vi.resetModules();
    const again = (await import('./levels.svelte')).favourite;
    expect(again.of(levels).name).toBe('strong');
    expect(again.of(levels.slice(0, 2)).name).toBe('weak');
  });
});
