/** Whether things may move, and how fast. */

import { calm } from '../../lib/motion';

export const still = calm;

/** A time in milliseconds, or none where nothing shall move. */
export const quick = (time: number): number => (still() ? 0 : time);

/** A card is turned over: first the one side, then the other. */
export function turnOver(_node: Element, { duration = 300, second = false } = {}) {
  const time = quick(duration) / 2;
  const sign = second ? 1 : -1;
  return {
    duration: time,
    delay: second ? time : 0,
    css: (t: number) => `transform: perspective(700px) rotateY(${(1 - t) * 90 * sign}deg); opacity: ${t > 0 ? 1 : 0}`,
  };
}
