/** What the server shows of Rheinländer, and the board's data that come with its drawings. */

import type { Shown } from './generated';
import type { Point } from './geometry';

export type { Happening, Shown, ShownDuchy as Duchy } from './generated';

export type Landmark = Shown['landmarks'][string];

/** Who stands on a space: a seat's knight, or a bastion. */
export type Occupant = Shown['spaces'][string];

export interface SpaceData {
  name: string;
  kind: 'land' | 'water';
  areas: number[];
  /** What grows there. */
  terrain: string | null;
  at: Point;
  polygon: Point[];
  /** Where a pennant may stand, and how much room it has there. */
  flag: [number, number, number];
}

export interface SiteData {
  name: string;
  spaces: [string, string];
  at: Point;
}

/** How a piece is drawn: the box it fills around its middle, and how large it is on the map. */
export interface PieceData {
  box: [number, number, number, number];
  scale: number;
  /** Where its number stands, and how large. */
  number?: Point;
  font?: number;
  font_two?: number;
  /** Where a castle bears the shield of its holder, and the shield's scale. */
  holder?: [number, number, number];
  /** Where a card bears the map, the map's scale on it, and the dot that marks a place. */
  map?: [number, number, number];
  dot?: number;
}

export interface BoardData {
  name: string;
  title: string;
  size: Point;
  spaces: SpaceData[];
  sites: SiteData[];
  /** Stretches of the river, each with its first and last area. */
  reaches: { name: string; areas: [number, number] }[];
  pieces: Record<string, PieceData>;
}
