/** What the lines of the log are about, and what there is to see when they happen. */

import type { Line } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';
import { duchyAt } from './duchies';
import type { Part } from '../../table/end/sheet';
import type { Happening, Shown } from './types';

// Lines that speak of a whole duchy, by one of its spaces.
const OF_DUCHIES = new Set(['formed', 'merged', 'duke', 'kept', 'grew', 'tied', 'paid', 'bishop', 'bishop_left']);

// Lines that say where a piece has come to stand.
const PLACING = new Set(['knight', 'converted', 'bastion']);

const SOUNDS: Record<string, Sound> = {
  card: 'card',
  knight: 'land',
  converted: 'land',
  bastion: 'land',
  tied: 'fall',
  paid: 'coins',
  bishop: 'mitre',
  archbishop: 'mitre',
  ended: 'over',
};

/** What sounds where it was somebody's. */
const TAKEN: Record<string, Sound> = { duke: 'fall', castle: 'theft' };

/** The things that a line is about. */
export function thingsOf({ kind, data: { space, site, sites, card } }: Line): string[] {
  const things: string[] = [];
  if (typeof space === 'string') things.push(`space:${space}`);
  if (typeof site === 'string') things.push(`site:${site}`);
  if (Array.isArray(sites)) things.push(...sites.map((name) => `site:${name}`));
  if (kind === 'card' && typeof card === 'number') things.push(`area:${card}`);
  return things;
}

/** What a line sounds like. */
export function soundOf({ kind, data: { other } }: Line): Sound | null {
  const from = typeof other === 'number' && other >= 0;
  return (from && TAKEN[kind]) || SOUNDS[kind] || null;
}

/** The spaces that a line marks on a position: those it names, and all of the duchy it speaks of. */
export function spacesOf(line: Line, shown: Shown): string[] {
  const { space } = line.data;
  if (typeof space !== 'string') return [];
  const duchy = OF_DUCHIES.has(line.kind) ? duchyAt(shown, space) : undefined;
  return duchy?.spaces ?? [space];
}

/** Where a line says that a piece has come to stand. */
const placed = ({ kind, data: { space } }: Line): string[] =>
  PLACING.has(kind) && typeof space === 'string' ? [space] : [];

/** Where the last turn has placed something: its knight, and its bastion. */
export function lastPlaces(lines: readonly Line[]): string[] {
  const turn = lines.slice(
    Math.max(
      0,
      lines.findLastIndex(({ kind }) => kind === 'card'),
    ),
  );
  return [...new Set(turn.reverse().flatMap(placed))];
}

/** Where the others have placed something since my last turn, but for the last one of all. */
export function placesSince(lines: readonly Line[], me: number | null): string[] {
  const mine = lines.findLastIndex((line) => line.kind === 'card' && line.seat === me);
  if (me === null || mine < 0) return [];
  const last = lines.findLastIndex((line) => line.kind === 'card');
  return lines.slice(mine, last).flatMap((line) => (line.seat !== me ? placed(line) : []));
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
  const { seat, kind, data } = line as Happening;
  switch (kind) {
    case 'card':
      return { kind: 'card', seat, card: data.card };
    case 'converted':
      return { kind: 'flash', seat, spaces: [data.space] };
    case 'castle':
      return data.other === null ? null : { kind: 'flash', seat, spaces: [], site: data.site };
    case 'duke':
      return data.other === null ? null : { kind: 'flash', seat, spaces: spacesOf(line, after) };
    case 'tied':
      return { kind: 'flash', seat: -1, spaces: spacesOf(line, after) };
    case 'paid':
      return { kind: 'coins', seat, coins: data.coins, label: parts(data.parts), space: data.space };
    default:
      return null;
  }
}

/** The parts of a payment: "duke 1, city 3". */
const parts = (list: [string, number][]): string => list.map(([name, worth]) => `${name} ${worth}`).join(', ');

const PARTS = [
  ['coins', 'payments'],
  ['dukes', 'dukes'],
  ['landmarks', 'landmarks'],
  ['archbishop', 'archbishop'],
] as const;

/** What a score is made of; null for a line that tells none. */
export function partsOf(line: Line): Part[] | null {
  const { kind, data } = line as Happening;
  return kind === 'scored' ? PARTS.map(([key, name]) => ({ name, points: data[key] })) : null;
}
