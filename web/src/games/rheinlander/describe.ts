/** Spaces in words, for those who cannot see them and for the note beside the pointer. */

import { landmarkName, type Board, type Space } from './board';
import { duchyAt, hasChurch } from './duchies';
import type { Shown } from './types';

/** "area 23", or for a space of the island "areas 47 and 52". */
export function areasOf(space: Space): string {
  return (space.areas.length > 1 ? 'areas ' : 'area ') + space.areas.join(' and ');
}

/** What a space is: "vineyard", or "water". */
export const groundOf = (space: Space): string => (space.kind === 'water' ? 'water' : (space.terrain ?? 'land'));

/** Who stands there. */
export function occupantOf(space: Space, shown: Shown, name: (seat: number) => string): string {
  const who = shown.spaces[space.name];
  if (who === undefined) return 'free';
  return who === 'bastion' ? 'a bastion' : `a knight of ${name(who)}`;
}

/** The landmarks beside a space: "city of 3", "castle held by Anna". */
export function landmarksAt(space: Space, board: Board, shown: Shown, name: (seat: number) => string): string[] {
  return board.sitesAt(space.name).flatMap((site) => {
    const landmark = shown.landmarks[site.name];
    if (!landmark) return [];
    const holder = landmark === 'castle' ? shown.castles[site.name] : undefined;
    return [landmarkName(landmark) + (holder === undefined ? '' : ` held by ${name(holder)}`)];
  });
}

/** A space in one line: "L23, vineyard, free, area 23, beside a castle, in Anna's duchy worth 4". */
export function describe(space: Space, board: Board, shown: Shown, name: (seat: number) => string): string {
  const words = [space.name, groundOf(space), occupantOf(space, shown, name), areasOf(space)];
  const beside = landmarksAt(space, board, shown, name);
  if (beside.length) words.push(`beside a ${beside.join(' and a ')}`);
  const duchy = duchyAt(shown, space.name);
  if (duchy?.owner === null) words.push('in a duchy without an owner');
  else if (duchy) words.push(`in ${name(duchy.owner)}’s duchy worth ${duchy.value}`);
  if (duchy && duchy.owner !== null && hasChurch(duchy, shown)) words.push('with a bishop');
  return words.join(', ');
}
