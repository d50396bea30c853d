/** What lines of the log are about. */

import type { Line } from '../../lib/protocol';
import { isAboutTable } from '../../lib/seats';
import type { Sound } from '../../lib/sound';
import type { Happening } from './generated';

/** The cards that have just come to a court. */
export function fresh(lines: readonly Line[], seat: number): Set<string> {
  return new Set(lines.flatMap((line) => came(line as Happening, seat)));
}

function came({ kind, seat: who, data }: Happening, seat: number): string[] {
  switch (kind) {
    case 'bought':
      return who === seat ? [data.card] : [];
    case 'traded':
      return who === seat ? [data.theirs] : [];
    case 'exchanged':
      return who === seat ? [data.theirs] : data.other === seat ? [data.card] : [];
    default:
      return [];
  }
}

/** The characters that all have seen since the last deal: whoever was turned over is in no hand any more. */
export function turnedOver(lines: readonly Line[]): Set<string> {
  const deal = lines.findLastIndex(({ kind }) => kind === 'dealt');
  return new Set(
    (lines.slice(deal + 1) as Happening[]).flatMap(({ kind, data }) =>
      kind === 'revealed' || kind === 'neutral' ? [data.character] : [],
    ),
  );
}

const SOUNDS: Record<string, Sound> = {
  chose: 'card',
  revealed: 'reveal',
  neutral: 'reveal',
  swapped: 'card',
  stole: 'theft',
  settled: 'land',
  gave: 'land',
  bought: 'card',
  exchanged: 'card',
  traded: 'card',
  took: 'coins',
  gained: 'coins',
  ended: 'over',
};

/** What a line sounds like. */
export const sound = ({ kind }: Line): Sound | null => SOUNDS[kind] ?? null;

/** The things that a line is about, to be marked on the table. */
export function things(line: Line): string[] {
  const { seat, data } = line;
  const found: string[] = [];
  if (seat >= 0 && !isAboutTable(line)) found.push(`seat:${seat}`);
  if (typeof data.other === 'number' && line.kind !== 'stole') found.push(`seat:${data.other}`);
  if (typeof data.pile === 'number') found.push(`pile:${data.pile}`);
  return [...found, ...pieces(line as Happening)];
}

// The actions and the cards of a court.
function pieces({ kind, seat, data }: Happening): string[] {
  const card = (who: number, name: string) => `theirs:${who}:${name}`;
  switch (kind) {
    case 'stole':
      return [`action:${data.other}:${data.action}`];
    case 'bought':
    case 'used':
    case 'passed':
      return [card(seat, data.card)];
    case 'swapped':
      return [card(seat, 'Gardener')];
    case 'guarded':
      return [card(seat, 'Watchman')];
    case 'traded':
      return [card(seat, data.theirs)];
    case 'exchanged':
      return [card(seat, data.theirs), card(data.other, data.card)];
    default:
      return [];
  }
}

/** What everybody calls the things that a seat points at: what is its own is somebody's to the others. */
export function common(things: readonly string[], seat: number): string[] {
  return things.map((thing) => {
    const [kind, name] = thing.split(':');
    if (kind === 'do') return `action:${seat}:${name}`;
    if (kind === 'mine' || kind === 'use') return `theirs:${seat}:${name}`;
    return kind === 'pick' ? `pile:${name}` : thing;
  });
}
