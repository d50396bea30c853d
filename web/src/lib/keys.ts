/** Keys that move through a game; whoever writes or chooses somewhere keeps them. */

export type Move = 'next' | 'back' | 'turn' | 'turn-back' | 'first' | 'last' | 'play' | 'faster' | 'slower';

const KEYS: Record<string, Move> = {
  ArrowRight: 'next',
  ArrowLeft: 'back',
  ArrowDown: 'turn',
  ArrowUp: 'turn-back',
  Home: 'first',
  End: 'last',
  ' ': 'play',
  '+': 'faster',
  '-': 'slower',
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
  target: EventTarget | null;
}

/** What a key means, if it is not meant for what has the focus. */
export function moveOf(event: Pressed): Move | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const move = KEYS[event.key];
  return move && !wants(event.target, event.key) ? move : null;
}

const within = (target: EventTarget | null, selector: string): boolean =>
  !!(target as Partial<HTMLElement> | null)?.closest?.(selector);

/** Whether somebody writes or chooses there, or looks at something that is laid over the page. */
export const writes = (target: EventTarget | null): boolean =>
  within(target, 'dialog, textarea, select, [contenteditable], input:not([type=range])');

// A slider has arrows of its own, a button the space bar; who writes wants all keys.
function wants(target: EventTarget | null, key: string): boolean {
  const at = (selector: string) => within(target, selector);
  if (writes(target)) return true;
  if (at('input[type=range]')) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return key === ' ' && at('button, a, summary, label');
}
