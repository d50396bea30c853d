/** Whether the deal was the one that was promised, found out in the browser and from nobody's word. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Promised } from '../../lib/promises';
import type { TableInfo } from '../../lib/protocol';

/** One thing that was looked at: whether it is as it should be, or cannot be said. */
export interface Check {
  fits: boolean | null;
  text: string;
}

interface Header {
  seed: string;
  commitment: string;
  /** Where a game began in the middle of another: the seeds of what was dealt anew. */
  redeals?: { seed: string }[];
}

interface Result {
  scores: number[];
  winners: number[];
}

/** The SHA-256 of bytes that are given as hexadecimal digits; null where they are none. */
export function fingerprint(hex: string): string | null {
  try {
    return bytesToHex(sha256(hexToBytes(hex)));
  } catch {
    return null;
  }
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

/** The seed that was secret while the game went on. */
export const secretOf = (header: Header): string => header.redeals?.at(-1)?.seed ?? header.seed;

/** Everything that can be looked at in a browser. */
export function verify(table: TableInfo, record: string, promised: Promised | null): Check[] {
  const found = ends(record);
  if (!found) return [{ fits: false, text: 'What the server gave out is no record of a finished game.' }];
  const { header, result } = found;
  const secret = secretOf(header);
  return [kept(secret, promised), shown(secret, table), own(header), same(result, table)];
}

function kept(secret: string, promised: Promised | null): Check {
  if (!promised || promised.after === null)
    return {
      fits: null,
      text: 'This browser came after the game was over. What was promised before it, it cannot say; one that was here can.',
    };
  const when = promised.after === 0 ? 'before the first decision' : `after ${decisions(promised.after)}, when it came`;
  return promised.commitment === fingerprint(secret)
    ? {
        fits: true,
        text: `The seed is the one that was promised: its SHA-256 is the commitment that this browser saw ${when}.`,
      }
    : {
        fits: false,
        text: `The seed is not the one that was promised: its SHA-256 is not the commitment that this browser saw ${when}.`,
      };
}

function shown(secret: string, table: TableInfo): Check {
  return table.commitment === fingerprint(secret)
    ? { fits: true, text: 'The commitment on this sheet is the SHA-256 of the seed.' }
    : { fits: false, text: 'The commitment on this sheet is not the SHA-256 of the seed.' };
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
