/** Points and polygons: outlines and boxes. */

import type { Point } from '../../lib/arrows';

export type { Point };

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Edge = [Point, Point];

/** The data of a path along points; closed unless told otherwise. */
export function pathOf(points: readonly Point[], closed = true): string {
  return 'M' + points.map(([x, y]) => `${x} ${y}`).join('L') + (closed ? 'Z' : '');
}

/** Where something is and how large, as SVG says it. */
export const placed = ([x, y]: Point, scale = 1): string =>
  `translate(${x} ${y})${scale === 1 ? '' : ` scale(${scale})`}`;

const corner = ([x, y]: Point): string => `${x},${y}`;

function edges(polygon: readonly Point[]): Edge[] {
  return polygon.map((point, i) => [point, polygon[(i + 1) % polygon.length]]);
}

// The edge as both of its polygons name it, whichever way around they go.
function edgeName([a, b]: Edge): string {
  const [one, other] = [corner(a), corner(b)];
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** The border around several polygons: the edges that belong to one of them only, laid end to end. */
export function outline(polygons: readonly (readonly Point[])[]): string {
  const count = new Map<string, number>();
  const all = polygons.flatMap(edges);
  for (const edge of all) count.set(edgeName(edge), (count.get(edgeName(edge)) ?? 0) + 1);
  return chains(all.filter((edge) => count.get(edgeName(edge)) === 1))
    .map(({ points, closed }) => pathOf(points, closed))
    .join('');
}

interface Chain {
  points: Point[];
  closed: boolean;
}

// Polygons all run the same way around, so each edge of the border goes on where another ends.
function chains(border: readonly Edge[]): Chain[] {
  const from = new Map<string, Edge[]>();
  for (const edge of border) from.set(corner(edge[0]), [...(from.get(corner(edge[0])) ?? []), edge]);
  const found: Chain[] = [];
  for (const first of border) {
    const points: Point[] = [];
    let edge = take(from, first[0], first);
    while (edge) {
      points.push(edge[0]);
      const next = take(from, edge[1]);
      if (!next) {
        const closed = corner(edge[1]) === corner(points[0]);
        found.push({ points: closed ? points : [...points, edge[1]], closed });
      }
      edge = next;
    }
  }
  return found;
}

function take(from: Map<string, Edge[]>, at: Point, wanted?: Edge): Edge | undefined {
  const here = from.get(corner(at)) ?? [];
  const edge = wanted ? here.find((e) => e === wanted) : here[0];
  if (edge) here.splice(here.indexOf(edge), 1);
  return edge;
}

/** The smallest box around all points. */
export function boxAround(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The same box with a margin all around. */
export function widen({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** How far apart two boxes are; negative where they overlap. */
export function gap(a: Box, b: Box): number {
  const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width);
  const down = Math.max(a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.max(across, down);
}
