/** Where a note about something goes. */

export interface Room {
  wide: number;
  high: number;
}

const APART = 12;
const MARGIN = 8;

/**
 * Beside a box: at its right where there is room, else at its left; over it where it lies so low that a note
 * beside it would hide its neighbours; never off the page.
 */
export function beside(box: DOMRect, wide: number, high: number, room: Room): { left: number; top: number } {
  const right = box.right + APART;
  const left = box.left - APART - wide;
  const level = box.top + box.height / 2 - high / 2;
  const low = level + high + MARGIN > room.high;
  const fits = right + wide + MARGIN <= room.wide ? right : left >= MARGIN ? left : null;
  if (fits !== null && !low) return { left: fits, top: within(level, high, room.high) };
  const middle = box.left + box.width / 2 - wide / 2;
  return { left: within(middle, wide, room.wide), top: within(above(box, high, room), high, room.high) };
}

function above(box: DOMRect, high: number, room: Room): number {
  const over = box.top - APART - high;
  const under = box.bottom + APART;
  return over >= MARGIN ? over : under + high + MARGIN <= room.high ? under : (room.high - high) / 2;
}

const within = (at: number, size: number, whole: number): number =>
  Math.max(MARGIN, Math.min(at, whole - size - MARGIN));
