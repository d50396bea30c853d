/** What lines of the log are about. */

import type { Line } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';

/** The cards that have just come to a court. */
export function fresh(lines: readonly Line[], seat: number): Set<string> {
  const came = new Set<string>();
  for (const { kind, seat: who, data } of lines) {
    if (kind === 'bought' && who === seat) came.add(String(data.card));
    if ((kind === 'exchanged' || kind === 'traded') && who === seat) came.add(String(data.theirs));
    if (kind === 'exchanged' && data.other === seat) came.add(String(data.card));
  }
  return came;
}

const SOUNDS: Record<string, Sound> = {
  revealed: 'land',
  bought: 'land',
  exchanged: 'land',
  traded: 'land',
  took: 'coins',
  gained: 'coins',
  ended: 'over',
};

/** What a line sounds like. */
export const sound = ({ kind }: Line): Sound | null => SOUNDS[kind] ?? null;

const ABILITIES: Record<string, string> = { swapped: 'Gardener', guarded: 'Watchman' };

/** The things that a line is about, to be marked on the table. */
export function things({ kind, seat, data }: Line): string[] {
  const found: string[] = [];
  const card = (who: number, name: string) => found.push(`theirs:${who}:${name}`);
  if (seat >= 0 && !kind.startsWith('table.')) found.push(`seat:${seat}`);
  if (typeof data.other === 'number' && kind !== 'stole') found.push(`seat:${data.other}`);
  if (typeof data.pile === 'number') found.push(`pile:${data.pile}`);
  if (kind === 'stole') found.push(`action:${data.other}:${data.action}`);
  if (kind === 'bought' || kind === 'used' || kind === 'passed') card(seat, data.card);
  if (kind in ABILITIES) card(seat, ABILITIES[kind]);
  if (kind === 'traded' || kind === 'exchanged') card(seat, data.theirs);
  if (kind === 'exchanged') card(data.other, data.card);
  return found;
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
