/** Where the dukes' pennants stand: in their duchies, and none over another. */

import type { Board } from './board';
import { hasChurch, type Known } from './duchies';
import { gap, type Box, type Point } from './geometry';
import type { Shown } from './types';

export interface Flag {
  duchy: Known;
  owner: number;
  bishop: boolean;
  /** The middle of the pennant. */
  at: Point;
  /** The space that it stands in. */
  space: string;
}

/**
 * A pennant for each duchy that has a duke. Where one stood before it stays, as long as nothing is in its
 * way, so that the eye finds it again.
 */
export function placeFlags(
  duchies: readonly Known[],
  board: Board,
  shown: Pick<Shown, 'landmarks'>,
  before: readonly Flag[] = [],
): Flag[] {
  const placed: Flag[] = [];
  const ruled = duchies.filter((duchy) => duchy.owner !== null);
  // Those with the least choice first: the others can give way.
  for (const duchy of [...ruled].sort((a, b) => a.spaces.length - b.spaces.length)) {
    const bishop = hasChurch(duchy, shown);
    const old = before.find((flag) => flag.duchy.id === duchy.id)?.space;
    const place = bestPlace(duchy, board, bishop, placed, old);
    if (place) placed.push({ duchy, owner: duchy.owner!, bishop, ...place });
  }
  return placed;
}

function bestPlace(
  duchy: Known,
  board: Board,
  bishop: boolean,
  placed: readonly Flag[],
  old: string | undefined,
): { at: Point; space: string } | undefined {
  let best: { at: Point; space: string } | undefined;
  let most = -Infinity;
  for (const space of board.all(duchy.spaces)) {
    const [x, y, room] = space.flag;
    const at: Point = [x, y];
    const clear = Math.min(...placed.map((flag) => gap(flagBox(board, at, bishop), boxOf(board, flag))), 8);
    const score = room + 3 * Math.min(clear, 0) + (space.name === old ? 6 : 0) - (space.kind === 'water' ? 12 : 0);
    if (score > most) [best, most] = [{ at, space: space.name }, score];
  }
  return best;
}

const boxOf = (board: Board, flag: Flag): Box => flagBox(board, flag.at, flag.bishop);

/** What a pennant covers, with the crook beside it. */
function flagBox(board: Board, [x, y]: Point, bishop: boolean): Box {
  const [left, top, width, height] = board.piece('pennant').box;
  const crook = bishop ? left - board.piece('crook').box[0] : 0;
  return { x: x + left - crook, y: y + top, width: width + crook, height };
}
