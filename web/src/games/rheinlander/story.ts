/** What the lines of the log are about, and what there is to see when they happen. */

import type { Line } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';
import { duchyAt } from './duchies';
import type { Shown } from './types';

// Lines that speak of a whole duchy, by one of its spaces.
const OF_DUCHIES = new Set(['formed', 'merged', 'duke', 'kept', 'grew', 'tied', 'paid', 'bishop', 'bishop_left']);

// Lines that say where a piece has come to stand.
const PLACING = new Set(['knight', 'converted', 'bastion']);

/** The things that a line is about. */
export function thingsOf(line: Line): string[] {
  const { space, site, sites, card } = line.data as Record<string, unknown>;
  const things: string[] = [];
  if (typeof space === 'string') things.push(`space:${space}`);
  if (typeof site === 'string') things.push(`site:${site}`);
  if (Array.isArray(sites)) things.push(...sites.map((name) => `site:${name}`));
  if (line.kind === 'card' && typeof card === 'number') things.push(`area:${card}`);
  return things;
}

/** What a line sounds like. */
export function soundOf({ kind }: Line): Sound | null {
  if (PLACING.has(kind)) return 'land';
  return kind === 'paid' ? 'coins' : kind === 'ended' ? 'over' : null;
}

/** The spaces that a line marks on a position: those it names, and all of the duchy it speaks of. */
export function spacesOf(line: Line, shown: Shown): string[] {
  const space = line.data.space as unknown;
  if (typeof space !== 'string') return [];
  const duchy = OF_DUCHIES.has(line.kind) ? duchyAt(shown, space) : undefined;
  return duchy?.spaces ?? [space];
}

/** Where the last turn has placed something: its knight, and its bastion. */
export function lastPlaces(lines: readonly Line[]): string[] {
  const places: string[] = [];
  for (let i = lines.length - 1; i >= 0; i--) {
    const { kind, data } = lines[i];
    if (PLACING.has(kind)) places.push(data.space as string);
    if (kind === 'card') break;
  }
  return [...new Set(places)];
}

/** Where the others have placed something since my last turn, but for the last one of all. */
export function placesSince(lines: readonly Line[], me: number | null): string[] {
  const mine = lines.findLastIndex((line) => line.kind === 'card' && line.seat === me);
  if (me === null || mine < 0) return [];
  const last = lines.findLastIndex((line) => line.kind === 'card');
  return lines
    .slice(mine, last)
    .flatMap(({ kind, seat, data }) => (seat !== me && PLACING.has(kind) ? [data.space as string] : []));
}

/** Something to see in passing. */
export type Sight =
  | { kind: 'card'; seat: number; card: number }
  | { kind: 'flash'; seat: number; spaces: string[]; site?: string }
  | { kind: 'coins'; seat: number; coins: number; label: string; space: string };

/** What the lines of one step let one see, in their order. */
export function sightsOf(lines: readonly Line[], after: Shown): Sight[] {
  return lines.flatMap((line) => sightOf(line, after) ?? []);
}

function sightOf(line: Line, after: Shown): Sight | null {
  const { seat, data } = line;
  switch (line.kind) {
    case 'card':
      return { kind: 'card', seat, card: data.card as number };
    case 'converted':
      return { kind: 'flash', seat, spaces: [data.space as string] };
    case 'castle':
      return data.other === null ? null : { kind: 'flash', seat, spaces: [], site: data.site as string };
    case 'duke':
      return data.other === null ? null : { kind: 'flash', seat, spaces: spacesOf(line, after) };
    case 'tied':
      return { kind: 'flash', seat: -1, spaces: spacesOf(line, after) };
    case 'paid':
      return {
        kind: 'coins',
        seat,
        coins: data.coins as number,
        label: parts(data.parts),
        space: data.space as string,
      };
    default:
      return null;
  }
}

/** The parts of a payment: "duke 1, city 3". */
function parts(list: unknown): string {
  return (list as [string, number][]).map(([name, worth]) => `${name} ${worth}`).join(', ');
}

const PARTS = [
  ['coins', 'payments'],
  ['dukes', 'dukes'],
  ['landmarks', 'landmarks'],
  ['archbishop', 'archbishop'],
];

/** What a score is made of. */
export function partsOf(line: Line): { name: string; points: number }[] {
  return PARTS.map(([key, name]) => ({ name, points: Number(line.data[key] ?? 0) }));
}
