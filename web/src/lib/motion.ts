/** Whether things on the page may move. */

import { flushSync, tick } from 'svelte';

let hushed = 0;

/** Whether nothing shall move: somebody has asked for less motion, or all is to change at once. */
export const calm = (): boolean =>
  hushed > 0 || typeof document === 'undefined' || document.documentElement.dataset.motion !== 'full';

/** Change what is on display without anything moving. */
export function atOnce(change: () => void): void {
  hushed++;
  try {
    flushSync(change);
  } finally {
    void tick().then(() => hushed--);
  }
}
