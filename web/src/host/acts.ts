/** What the host is about to do: it is asked once more, with a reason for those who are concerned. */

import type { HostBan, HostTable } from '../lib/protocol';

export type Act =
  | { kind: 'close'; table: HostTable }
  | { kind: 'remove'; table: HostTable; person: string; name: string }
  | { kind: 'ban'; target: string; name: string }
  | { kind: 'lift'; ban: HostBan };

/** For how long, in hours; null until it is lifted. */
export const TERMS: readonly { hours: number | null; words: string }[] = [
  { hours: 1, words: 'For an hour' },
  { hours: 24, words: 'For a day' },
  { hours: 24 * 7, words: 'For a week' },
  { hours: 24 * 30, words: 'For 30 days' },
  { hours: null, words: 'Until I lift it' },
];

export const title = (act: Act): string =>
  act.kind === 'close'
    ? 'Close this table?'
    : act.kind === 'remove'
      ? `Remove ${act.name}?`
      : act.kind === 'lift'
        ? 'Lift this ban?'
        : act.name
          ? `Ban ${act.name}?`
          : 'Ban somebody';

export const days = (n: number | null): string => (n === null ? 'for ever' : n === 1 ? 'for a day' : `for ${n} days`);

export const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

export const many = (n: number, one: string, several = `${one}s`): string => `${n} ${n === 1 ? one : several}`;
