import { expect, it } from 'vitest';
import type { TableInfo } from '../../lib/protocol';
import { fingerprint, verify } from './verify';

// The first example of docs/records.md.
const SEED = '3a538178fcec5ffed52e32ef757b708595546128836372d85b99a948581f1470';
const COMMITMENT = '231f1cf3531c923225badcd44f7df341f0cd169f2c31b91f16f25b9e987af24a';
const OTHER = '61a27bd1add1cc38cc3528d7e1d8264d1eb9ffb9092773d9771d484e886e3ac1';

const table = { commitment: COMMITMENT, scores: [23, 55, 31], winners: [1] } as TableInfo;

const record = (header: object = {}, result: object = {}): string =>
  [
    { format: 'palatine-record', seed: SEED, commitment: COMMITMENT, ...header },
    { seat: 2, move: '54>I5' },
    { result: { reason: 'knights', scores: [23, 55, 31], winners: [1], ...result } },
  ]
    .map((line) => JSON.stringify(line) + '\n')
    .join('');

const seen = (commitment = COMMITMENT, after: number | null = 0) => ({ table: 't', commitment, after });
const fits = (checks: { fits: boolean | null }[]) => checks.map((check) => check.fits);

it('makes the SHA-256 of the bytes, not of the digits', () => {
  expect(fingerprint(SEED)).toBe(COMMITMENT);
  expect(fingerprint('xyz')).toBeNull();
});

it('finds everything as it should be', () => {
  const checks = verify(table, record(), seen());
  expect(fits(checks)).toEqual([true, true, true, true]);
  expect(checks[0].text).toContain('before the first decision');
  expect(verify(table, record(), seen(COMMITMENT, 5))[0].text).toContain('after 5 decisions');
});

it('says honestly when this browser was not there', () => {
  expect(fits(verify(table, record(), null))).toEqual([null, true, true, true]);
  expect(fits(verify(table, record(), seen(COMMITMENT, null)))).toEqual([null, true, true, true]);
});

it('notices another promise, another seed and another result', () => {
  expect(fits(verify(table, record(), seen(OTHER)))).toEqual([false, true, true, true]);
  const foreign = { seed: OTHER, commitment: fingerprint(OTHER) };
  expect(fits(verify(table, record(foreign), seen()))).toEqual([false, false, true, true]);
  expect(fits(verify(table, record({ seed: OTHER }), seen()))).toEqual([false, false, false, true]);
  expect(fits(verify(table, record({}, { scores: [23, 55, 32] }), seen()))[3]).toBe(false);
  expect(fits(verify(table, record({}, { winners: [2] }), seen()))[3]).toBe(false);
  expect(fits(verify(table, 'nothing of the kind', seen()))).toEqual([false]);
});

it('looks at the new deal where a game began in the middle of another', () => {
  const anew = { ...table, commitment: fingerprint(OTHER) as string };
  const checks = verify(
    anew,
    record({ redeals: [{ at: 1, seat: 0, seed: OTHER }] }),
    seen(fingerprint(OTHER) as string),
  );
  expect(fits(checks)).toEqual([true, true, true, true]);
});
