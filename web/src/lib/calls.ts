/**
 * That it is one's turn can be seen from afar: at the page's own icon, and at the app's, where it is
 * installed, by the number of tables that wait. Pages of one browser share what they know of that.
 */

import { keep, kept } from './kept';

const KEY = 'palatine.turns';

/** The tables that wait, as they were kept; nothing if that makes no sense. */
export function readTables(text: string | null): string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** A table waits, or it does not any more. */
export function note(id: string, waits: boolean): void {
  const others = readTables(kept(KEY)).filter((other) => other !== id);
  noteAll(waits ? [...others, id] : others);
}

/** All tables that wait, for who knows them all. */
export function noteAll(ids: string[]): void {
  keep(KEY, JSON.stringify(ids));
  if (!('setAppBadge' in navigator)) return;
  const told = ids.length > 0 ? navigator.setAppBadge(ids.length) : navigator.clearAppBadge();
  told.catch(() => undefined); // only an app that is installed has a badge
}

/** The icon of this page: with a mark when something waits. */
export function mark(waits: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', waits ? '/favicon-turn.svg' : '/favicon.svg');
}
