/** How things come and go on the map: briefly, and not at all for those who want no motion. */

import { backOut, cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { calm } from '../../lib/motion';

/** So long, unless nothing shall move. */
export const brief = (milliseconds: number): number => (calm() ? 0 : milliseconds);

/** A piece is set down: it comes from above and lands. */
export function land(_node: Element): TransitionConfig {
  const css = (t: number) => `opacity: ${Math.min(1, t * 1.6)}; transform: scale(${1.7 - 0.7 * t})`;
  return { duration: brief(220), easing: cubicOut, css };
}

/** A pennant unfurls from its pole. */
export function unfurl(_node: Element): TransitionConfig {
  const css = (t: number) => `transform: translateX(${-24 * (1 - t)}px) scaleX(${t})`;
  return { duration: brief(260), easing: backOut, css };
}

/** Colour runs in, or fades. */
export function seep(_node: Element): TransitionConfig {
  return { duration: brief(280), css: (t: number) => `opacity: ${t}` };
}

/** A number changes: it swells for a moment. */
export function swell(_node: Element): TransitionConfig {
  const css = (t: number) => `transform: scale(${1 + 0.6 * (1 - t)})`;
  return { duration: brief(260), easing: cubicOut, css };
}

/** A card comes into the hand. */
export function deal(_node: Element): TransitionConfig {
  const css = (t: number) => `opacity: ${t}; transform: translateY(${-28 * (1 - t)}px) rotate(${4 * (1 - t)}deg)`;
  return { duration: brief(260), easing: cubicOut, css };
}
