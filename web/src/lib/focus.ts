/** The focus is never lost: it comes back from what is laid over the page, and goes on from what disappears. */

import type { Attachment } from 'svelte/attachments';

const openers = new WeakMap<Element, (HTMLElement | undefined)[]>();

/** Note who has the focus when a layer opens; the answer gives it back, as far as there is a way back. */
export function lend(layer: Element): () => void {
  const active = document.activeElement as HTMLElement | null;
  // One layer may follow another: then what opened the first is where to return.
  const before = active?.closest('[data-layer]');
  const found = [active ?? undefined, ...((before && openers.get(before)) ?? [])];
  layer.setAttribute('data-layer', '');
  openers.set(layer, found);
  return () => found.find((element) => element?.isConnected && element.getClientRects().length > 0)?.focus();
}

/** When what has the focus within an element goes away, the focus goes to the same thing elsewhere, else to `[data-rest]`. */
export const keepFocus: Attachment<HTMLElement> = (node) => {
  let last: HTMLElement | null = null;
  const note = (event: FocusEvent) => (last = event.target as HTMLElement);
  // Who goes elsewhere is not followed.
  const leave = ({ relatedTarget: to }: FocusEvent) => {
    if (to && !node.contains(to as Node)) last = null;
  };
  const gone = () => last !== null && (!last.isConnected || last.matches(':disabled'));
  const look = () => {
    const active = document.activeElement;
    if (!last || !gone() || (active !== document.body && active !== last)) return;
    const { thing } = last.dataset;
    const same = thing && node.querySelector<HTMLElement>(`[data-thing="${CSS.escape(thing)}"]`);
    (same || node.querySelector<HTMLElement>('[data-rest]'))?.focus({ preventScroll: true });
  };
  // A layer that closes gives the focus back by itself: what it says goes first.
  const observer = new MutationObserver(() => {
    if (gone()) setTimeout(look, 60);
  });
  observer.observe(node, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  node.addEventListener('focusin', note);
  node.addEventListener('focusout', leave);
  return () => {
    observer.disconnect();
    node.removeEventListener('focusin', note);
    node.removeEventListener('focusout', leave);
  };
};
