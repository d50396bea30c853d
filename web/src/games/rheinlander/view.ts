/**
 * Looking at the map through a window: how large it is drawn and which part of it is in sight.
 *
 * `scale` is pixels per unit of the map, `x` and `y` is where its corner lies in the window.
 */

import type { Box, Point } from './geometry';

export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The closest look: a shield is then about as large as a thumb. */
export const CLOSEST = 2;

/** The scale at which the whole map is in sight. */
export const wholeScale = (map: Size, window: Size): number =>
  Math.min(window.width / map.width, window.height / map.height);

const READABLE = 0.4; // at this scale one can still play
const HANDY = 0.5; // at this one fingers find every space

/**
 * The scale to begin with: the whole map where that is large enough to read, else as much as the window is
 * high, so that one pans sideways only.
 */
export function firstScale(map: Size, window: Size): number {
  const whole = wholeScale(map, window);
  return whole >= READABLE ? whole : Math.min(HANDY, Math.max(window.height / map.height, whole));
}

/** The nearest scale that is neither smaller than the whole map nor closer than the closest look. */
export function limited(scale: number, map: Size, window: Size): number {
  const whole = wholeScale(map, window);
  return Math.min(Math.max(scale, whole), Math.max(CLOSEST, whole));
}

/** The nearest view that does not show more of the table around the map than it must. */
export function bounded(view: View, map: Size, window: Size): View {
  const scale = limited(view.scale, map, window);
  const along = (at: number, length: number, room: number) =>
    length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
  return {
    scale,
    x: along(view.x, map.width * scale, window.width),
    y: along(view.y, map.height * scale, window.height),
  };
}

/** Zoom so that the point of the map under a point of the window stays there. */
export function zoomAt(view: View, [px, py]: Point, scale: number): View {
  const factor = scale / view.scale;
  return { scale, x: px - (px - view.x) * factor, y: py - (py - view.y) * factor };
}

/** The view after fingers have moved from one point to another, and so much farther apart. */
export function pinched({ scale, x, y }: View, from: Point, to: Point, factor: number): View {
  return { scale: scale * factor, x: to[0] - (from[0] - x) * factor, y: to[1] - (from[1] - y) * factor };
}

/** The view with a point of the map in the middle of the window. */
export function centred([x, y]: Point, scale: number, window: Size): View {
  return { scale, x: window.width / 2 - x * scale, y: window.height / 2 - y * scale };
}

/** Move as little as needed to have a part of the map in sight; unchanged if it is. */
export function bringIntoSight(view: View, part: Box, window: Size, margin = 16): View {
  const along = (at: number, from: number, length: number, room: number) => {
    const [start, end] = [at + from * view.scale, at + (from + length) * view.scale];
    if (end - start > room - 2 * margin) return at + room / 2 - (start + end) / 2;
    if (start < margin) return at + margin - start;
    return end > room - margin ? at + room - margin - end : at;
  };
  return {
    scale: view.scale,
    x: along(view.x, part.x, part.width, window.width),
    y: along(view.y, part.y, part.height, window.height),
  };
}

/** A point of the map as it lies in the window. */
export const inWindow = (view: View, [x, y]: Point): Point => [view.x + x * view.scale, view.y + y * view.scale];

/** A box of the map as it lies in the window. */
export function boxInWindow(view: View, box: Box): Box {
  const [x, y] = inWindow(view, [box.x, box.y]);
  return { x, y, width: box.width * view.scale, height: box.height * view.scale };
}

/**
 * Where a note about a part of the map goes: beside it, above or below, wherever there is room, and within
 * the window in any case.
 */
export function noteBeside(part: Box, note: Size, window: Size, margin = 10): Point {
  const middle: Point = [part.x + part.width / 2, part.y + part.height / 2];
  const aside = middle[1] - note.height / 2;
  const centre = middle[0] - note.width / 2;
  const places: Point[] = [
    [part.x + part.width + margin, aside],
    [part.x - margin - note.width, aside],
    [centre, part.y - margin - note.height],
    [centre, part.y + part.height + margin],
  ];
  const over = (at: number, length: number, room: number) => Math.max(0, -at, at + length - room);
  // Along the side it can be moved into the window; across, it would then cover what it is about.
  const cost = ([x, y]: Point, i: number) => {
    const beyond: Point = [over(x, note.width, window.width), over(y, note.height, window.height)];
    return beyond[i < 2 ? 0 : 1] * 100 + beyond[0] + beyond[1] + i;
  };
  const costs = places.map(cost);
  const best = places[costs.indexOf(Math.min(...costs))];
  const into = (at: number, length: number, room: number) => Math.max(0, Math.min(at, room - length));
  return [into(best[0], note.width, window.width), into(best[1], note.height, window.height)];
}
