/** The names of those who have shared this device: remembered, to be offered again. */

import { keep, kept } from './kept';

const KEY = 'palatine.people';
const MOST = 12;

export function known(): string[] {
  try {
    const names: unknown = JSON.parse(kept(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Remember names, the latest first. */
export function remember(names: string[]): void {
  const others = known().filter((name) => !names.includes(name));
  keep(KEY, JSON.stringify([...names, ...others].slice(0, MOST)));
}

/** What is wrong with the names of people who share a device, if anything. */
export function wrongNames(names: string[]): string | null {
  if (names.some((name) => name.trim() === '')) return 'Everybody at this device needs a name.';
  const told = names.map((name) => name.trim().toLowerCase());
  const twice = names.find((_, i) => told.indexOf(told[i]) !== i);
  return twice === undefined ? null : `There are two called ${twice.trim()}: their names must differ.`;
}
