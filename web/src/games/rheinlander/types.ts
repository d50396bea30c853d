/** What the server shows of Rheinländer, and the board's data that come with its drawings. */

import type { Shown } from './generated';

export type {
  Happening,
  MapData as BoardData,
  PieceData,
  Shown,
  ShownDuchy as Duchy,
  SiteData,
  SpaceData,
} from './generated';

export type Landmark = Shown['landmarks'][string];

/** Who stands on a space: a seat's knight, or a bastion. */
export type Occupant = Shown['spaces'][string];
