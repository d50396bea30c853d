/** What makes an element a thing to point at, with mouse, finger or keyboard. */

import type { Scene } from '../../lib/scene';
import { detail } from './detail.svelte';

/** Attributes and listeners for a button. `card` is what a close look shows; `also` are other names of it. */
export function target(table: Scene, thing: string | null, card: string | null = null, also: string[] = []) {
  const glow = thing ? table.glow(thing) : null;
  const within = (set: ReadonlySet<string>) => [thing, ...also].some((name) => name !== null && set.has(name));
  return {
    type: 'button' as const,
    'data-thing': thing ?? undefined,
    'data-glow': glow ?? undefined,
    'data-marked': within(table.marked) || undefined,
    'data-advised': within(table.advised) || undefined,
    'aria-pressed': glow ? glow !== 'may' : undefined,
    tabindex: glow ? 0 : -1,
    onclick: (event: MouseEvent) => click(event, table, thing, card),
    onpointerenter: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (thing) table.hover(thing);
      if (card) detail.rest(card, element(event));
    },
    onpointerleave: (event: PointerEvent) => {
      if (thing) table.hover(null);
      if (event.pointerType === 'mouse') detail.leave();
      else detail.lift();
    },
    onpointerdown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') detail.hide();
      else detail.press(card, element(event));
    },
    onpointerup: () => detail.lift(),
    onpointercancel: () => detail.lift(),
    oncontextmenu: (event: MouseEvent) => {
      if (detail.pinned) event.preventDefault();
    },
    onfocus: (event: FocusEvent) => {
      if (thing) table.hover(thing);
      if (card && element(event).matches(':focus-visible')) detail.rest(card, element(event));
    },
    onblur: () => {
      if (thing) table.hover(null);
      detail.leave();
    },
  };
}

const element = (event: Event): Element => event.currentTarget as Element;

// A tap on a card that cannot be chosen shows it closely: a finger cannot hover.
function click(event: MouseEvent, table: Scene, thing: string | null, card: string | null): void {
  event.stopPropagation();
  if (detail.wasPress()) return;
  const touch = (event as PointerEvent).pointerType === 'touch';
  const possible = thing !== null && table.glow(thing) !== null;
  if (card && touch && !possible) detail.show(card, element(event), true);
  else if (thing) table.point(thing);
}
