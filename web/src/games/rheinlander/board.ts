/** The board as the drawings know it: where everything is, and what it is called. */

import { boxAround, outline, pathOf, widen, type Box, type Point } from './geometry';
import type { BoardData, Landmark, PieceData, SiteData, SpaceData } from './types';

export interface Space extends SpaceData {
  path: string;
}

/** A stretch of the river with its areas. */
export interface Reach {
  /** "Upper Rhine, areas 1 to 8". */
  title: string;
  areas: { number: number; spaces: Space[] }[];
}

export class Board {
  readonly spaces: Space[];
  readonly sites: SiteData[];
  /** All spaces in the order of the river, each once: where it comes first. */
  readonly course: Reach[];
  readonly width: number;
  readonly height: number;
  private readonly byName: Map<string, Space>;
  private readonly siteByName: Map<string, SiteData>;

  constructor(readonly data: BoardData) {
    [this.width, this.height] = data.size;
    this.spaces = data.spaces.map((space) => ({ ...space, path: pathOf(space.polygon) }));
    this.sites = data.sites;
    this.byName = new Map(this.spaces.map((space) => [space.name, space]));
    this.siteByName = new Map(this.sites.map((site) => [site.name, site]));
    this.course = data.reaches.map(({ name, areas: [first, last] }) => this.stretch(name, first, last));
  }

  space(name: string): Space | undefined {
    return this.byName.get(name);
  }

  site(name: string): SiteData | undefined {
    return this.siteByName.get(name);
  }

  piece(name: string): PieceData {
    return this.data.pieces[name] ?? { box: [-20, -20, 40, 40], scale: 1 };
  }

  /** The spaces that exist among these names. */
  all(names: readonly string[]): Space[] {
    return names.flatMap((name) => this.byName.get(name) ?? []);
  }

  /** The spaces of an area: the left land, the water, the right land. */
  area(number: number): Space[] {
    const here = this.spaces.filter((space) => space.areas.includes(number));
    const land = here.filter((space) => space.kind === 'land').sort((a, b) => bank(a) - bank(b));
    return [...land.slice(0, 1), ...here.filter((space) => space.kind === 'water'), ...land.slice(1)];
  }

  /** The stretch of the river that a space lies on. */
  reach(name: string): string {
    const area = this.space(name)?.areas[0] ?? 0;
    return this.data.reaches.find(({ areas: [first, last] }) => first <= area && area <= last)?.name ?? '';
  }

  /** The sites beside a space. */
  sitesAt(name: string): SiteData[] {
    return this.sites.filter((site) => site.spaces.includes(name));
  }

  private stretch(name: string, first: number, last: number): Reach {
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const areas = numbers.map((n) => ({ number: n, spaces: this.area(n).filter((space) => space.areas[0] === n) }));
    return { title: `${name}, ${first === last ? `area ${first}` : `areas ${first} to ${last}`}`, areas };
  }

  outline(names: readonly string[]): string {
    return outline(this.all(names).map((space) => space.polygon));
  }

  box(names: readonly string[], margin = 0): Box {
    const points: Point[] = this.all(names).flatMap((space) => space.polygon);
    return widen(boxAround(points.length ? points : [[0, 0]]), margin);
  }
}

// From left to right, facing downstream.
const bank = (space: Space): number => 'LIR'.indexOf(space.name[0]);

/** A landmark in words: `city4` is a city of 4. */
export function landmarkName(landmark: Landmark): string {
  return landmark.startsWith('city') ? `city of ${landmark.slice(4)}` : landmark;
}
