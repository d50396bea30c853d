/** Whether the deal was the one that was promised, found out in the browser and from nobody's word. */

import { fingerprint, mixed } from '../../lib/deal';
import type { Promised } from '../../lib/promises';
import type { Deal, DealPart, TableInfo } from '../../lib/protocol';
import { list } from '../../lib/words';

/** One thing that was looked at: whether it is as it should be, or cannot be said. */
export interface Check {
  fits: boolean | null;
  text: string;
}

interface Header {
  seed: string;
  commitment: string;
  /** Where a game began in the middle of another: the seeds of what was dealt anew. */
  redeals?: { at: number; seed: string }[];
  /** What the seed was made of, where browsers added to it. */
  deal?: Deal;
}

interface Result {
  scores: number[];
  winners: number[];
}

/** The first and the last line of a record; null where it is none. */
export function ends(record: string): { header: Header; result: Result } | null {
  const lines = record.trim().split('\n');
  try {
    const header = JSON.parse(lines[0]) as Header;
    const { result } = JSON.parse(lines[lines.length - 1]) as { result: Result };
    return typeof header.seed === 'string' && Array.isArray(result?.scores) ? { header, result } : null;
  } catch {
    return null;
  }
}

/** The seed that all luck came from since the last deal. */
export const seedOf = (header: Header): string => header.redeals?.at(-1)?.seed ?? header.seed;

type Name = (seat: number) => string;

/** Everything that can be looked at in a browser. */
export function verify(table: TableInfo, record: string, promised: Promised | null, name: Name): Check[] {
  const found = ends(record);
  if (!found) return [{ fits: false, text: 'What the server gave out is no record of a finished game.' }];
  const { header, result } = found;
  const { deal } = header;
  const [what, secret] = deal ? ['secret', deal.secret] : ['seed', seedOf(header)];
  return [
    kept(what, secret, promised),
    shown(what, secret, table),
    ...(deal ? [made(deal, header, table, name, promised), told(deal, promised, name)] : []),
    ...(deal || promised?.added ? [mine(deal, promised)] : []),
    own(header),
    same(result, table),
  ];
}

/** Those who could have added something to the deal and have not: of people at one device one is enough. */
export function silent({ seats }: TableInfo, deal: Deal): number[] {
  const spoken = deal.parts.filter((part) => part.added !== undefined).map((part) => part.seat);
  const shared = (device: number | null) => device !== null && spoken.some((seat) => seats[seat]?.device === device);
  const people = seats.filter((s) => s.kind === 'person' && !spoken.includes(s.seat) && !shared(s.device));
  return people.map((s) => s.seat);
}

function made(deal: Deal, header: Header, table: TableInfo, name: Name, promised: Promised | null): Check {
  const added = deal.parts.filter((part) => part.added !== undefined).map((part) => name(part.seat));
  const nothing = silent(table, deal).map(name);
  const others = nothing.length > 0 ? ` ${list(nothing)} added nothing.` : '';
  const parts = added.length > 0 ? ` and of what ${list(added)} added to it` : ' alone';
  return mixed(deal.secret, deal.parts) === dealtSeed(header, table, promised)
    ? { fits: true, text: `The seed is made of the secret${parts}.${others}` }
    : { fits: false, text: `The seed is not made of the secret${parts}.` };
}

/**
 * The seed of the deal that browsers have added to. Only a game that began in the middle of another has cards from
 * elsewhere, and whether it did is not the server's to say after the game to a browser that was there.
 */
function dealtSeed({ seed, redeals = [] }: Header, table: TableInfo, promised: Promised | null): string | null {
  const branch = promised?.branch === undefined ? table.branch : promised.branch;
  const last = redeals.at(-1);
  if (branch === null) return last ? null : seed;
  return last?.at === branch.at ? last.seed : null;
}

function told({ parts }: Deal, promised: Promised | null, name: Name): Check {
  const broken = parts.filter(({ added, promise }) => added !== undefined && fingerprint(added) !== promise);
  if (broken.length > 0) return { fits: false, text: `${names(broken, name)} added something else than was promised.` };
  const seen = promised?.seen;
  const later = parts.filter(
    ({ seat, added, promise }) =>
      added !== undefined && seen && !seen.some((s) => s.seat === seat && s.promise === promise),
  );
  if (later.length > 0)
    return {
      fits: false,
      text: `What ${names(later, name)} added was not promised when this browser told its own part: it could have been chosen after that.`,
    };
  return seen
    ? { fits: true, text: 'What was added is what had been promised before this browser told its own part.' }
    : { fits: true, text: 'What was added is what had been promised, as the record has it.' };
}

function mine(deal: Deal | undefined, promised: Promised | null): Check {
  if (!promised?.added)
    return {
      fits: null,
      text: 'This browser added nothing to the seed itself: only those that did can be sure of it.',
    };
  if (deal?.parts.some((part) => part.seat === promised.seat && part.added === promised.added))
    return { fits: true, text: 'What this browser added is in the seed: nobody else could choose it.' };
  return promised.counted
    ? { fits: false, text: 'What this browser added is not in the seed, though the server had taken it.' }
    : {
        fits: null,
        text: 'What this browser would have added is not in the seed: its answer did not come in time, by the server’s word.',
      };
}

const names = (parts: DealPart[], name: Name): string => list(parts.map((part) => name(part.seat)));

function kept(what: string, secret: string, promised: Promised | null): Check {
  if (!promised || promised.after === null)
    return {
      fits: null,
      text: 'This browser came after the game was over. What was promised before it, it cannot say; one that was here can.',
    };
  const when = promised.after === 0 ? 'before the first decision' : `after ${decisions(promised.after)}, when it came`;
  return promised.commitment === fingerprint(secret)
    ? {
        fits: true,
        text: `The ${what} is the one that was promised: its SHA-256 is the commitment that this browser saw ${when}.`,
      }
    : {
        fits: false,
        text: `The ${what} is not the one that was promised: its SHA-256 is not the commitment that this browser saw ${when}.`,
      };
}

function shown(what: string, secret: string, table: TableInfo): Check {
  return table.commitment === fingerprint(secret)
    ? { fits: true, text: `The commitment on this sheet is the SHA-256 of the ${what}.` }
    : { fits: false, text: `The commitment on this sheet is not the SHA-256 of the ${what}.` };
}

function own(header: Header): Check {
  return header.commitment === fingerprint(header.seed)
    ? { fits: true, text: 'The record’s own commitment and seed belong together.' }
    : { fits: false, text: 'The record’s own commitment and seed do not belong together.' };
}

function same(result: Result, table: TableInfo): Check {
  const alike = equal(result.scores, table.scores ?? []) && equal(sorted(result.winners), sorted(table.winners ?? []));
  return alike
    ? { fits: true, text: 'The record ends with the points and the winner that the table shows.' }
    : { fits: false, text: 'The record ends with other points or another winner than the table shows.' };
}

const decisions = (count: number): string => (count === 1 ? 'one decision' : `${count} decisions`);
const sorted = (seats: number[]): number[] => [...seats].sort((a, b) => a - b);
const equal = (one: number[], other: number[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i]);
