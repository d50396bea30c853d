/** Duchies on display: whose knights they are made of, and which one of now is which one of before. */

import type { Duchy, Shown } from './types';

/** A duchy that keeps its name while it grows, joins others, or changes hands. */
export interface Known extends Duchy {
  id: string;
}

/** Give each duchy the id of the one before it that most of its spaces belonged to. */
export function follow(before: readonly Known[], now: readonly Duchy[]): Known[] {
  const claims = now.flatMap((duchy, i) =>
    before.map((old) => ({ i, old, common: duchy.spaces.filter((s) => old.spaces.includes(s)).length })),
  );
  const ids = new Map<number, string>();
  const taken = new Set<string>();
  for (const { i, old, common } of claims.sort((a, b) => b.common - a.common)) {
    if (common === 0 || ids.has(i) || taken.has(old.id)) continue;
    ids.set(i, old.id);
    taken.add(old.id);
  }
  return now.map((duchy, i) => {
    const id = ids.get(i) ?? newId(duchy.spaces[0], taken);
    taken.add(id);
    return { ...duchy, id };
  });
}

function newId(space: string, taken: ReadonlySet<string>): string {
  let id = space;
  while (taken.has(id)) id += '*';
  return id;
}

export function duchyAt(shown: Pick<Shown, 'duchies'>, space: string): Duchy | undefined {
  return shown.duchies.find((duchy) => duchy.spaces.includes(space));
}

export interface Count {
  seat: number;
  knights: number;
}

/** Whose knights stand in a duchy, those on its castles too; the most first. */
export function knightsIn(duchy: Duchy, shown: Pick<Shown, 'spaces' | 'castles'>): Count[] {
  const count = new Map<number, number>();
  const add = (seat: unknown) => {
    if (typeof seat === 'number') count.set(seat, (count.get(seat) ?? 0) + 1);
  };
  for (const space of duchy.spaces) add(shown.spaces[space]);
  for (const site of duchy.sites) add(shown.castles[site]);
  return [...count]
    .map(([seat, knights]) => ({ seat, knights }))
    .sort((a, b) => b.knights - a.knights || a.seat - b.seat);
}

/** How many duchies a seat owns, and what they are worth together now. */
export function holdings(duchies: readonly Duchy[], seat: number): { duchies: number; worth: number } {
  const mine = duchies.filter((duchy) => duchy.owner === seat);
  return { duchies: mine.length, worth: mine.reduce((sum, duchy) => sum + duchy.value, 0) };
}

/** Whether a church stands in it: then its owner has a bishop there. */
export function hasChurch(duchy: Duchy, shown: Pick<Shown, 'landmarks'>): boolean {
  return duchy.sites.some((site) => shown.landmarks[site] === 'church');
}
