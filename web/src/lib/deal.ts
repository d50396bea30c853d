/** How a seed is made of a secret and of what browsers add to it; docs/records.md has it in words. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DealPart } from './protocol';

const TAG = 'palatine deal 1\n';

/** The SHA-256 of bytes that are given as hexadecimal digits; null where they are none. */
export function fingerprint(hex: string): string | null {
  try {
    return bytesToHex(sha256(hexToBytes(hex)));
  } catch {
    return null;
  }
}

/** The seed of a secret and of what was added, seat by seat; null where that cannot be. */
export function mixed(secret: string, parts: readonly DealPart[]): string | null {
  if (!parts.every(({ seat }, i) => seat > (parts[i - 1]?.seat ?? -1) && seat < 256)) return null;
  const bytes = ({ seat, added }: DealPart) => (added === undefined ? [] : [Uint8Array.of(seat), hexToBytes(added)]);
  try {
    return bytesToHex(sha256(concatBytes(utf8ToBytes(TAG), hexToBytes(secret), ...parts.flatMap(bytes))));
  } catch {
    return null;
  }
}

/** 32 bytes that nobody can foresee. */
export const draw = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
