/** Arrow keys that lead from one thing to the next, by where they lie. */

import type { Attachment } from 'svelte/attachments';

export type Point = [number, number];

const WAYS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest of some places in the direction of an arrow key; undefined where there is none. */
export function towards<T extends { at: Point }>(key: string, from: Point, places: readonly T[]): T | undefined {
  const way = WAYS[key];
  if (!way) return undefined;
  let best: T | undefined;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.at[0] - from[0], place.at[1] - from[1]];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const cost = ahead + 2 * aside;
    if (ahead > 1 && aside < 3 * ahead && cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** Within an element, arrow keys lead from one of these things to the next that lies there. */
export function arrows(things: string): Attachment<HTMLElement> {
  return (node) => {
    const walk = (event: KeyboardEvent) => {
      const here = (event.target as Element).closest?.(things);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !here?.matches(':focus-visible'))
        return;
      const others = [...node.querySelectorAll<HTMLElement>(things)].filter(
        (other) => other !== here && inSight(other),
      );
      const next = towards(
        event.key,
        middle(here),
        others.map((element) => ({ element, at: middle(element) })),
      );
      if (!next) return;
      event.preventDefault();
      next.element.focus();
    };
    node.addEventListener('keydown', walk);
    return () => node.removeEventListener('keydown', walk);
  };
}

const inSight = (element: Element): boolean => element.getClientRects().length > 0;

function middle(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
