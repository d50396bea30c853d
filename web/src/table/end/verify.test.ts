import { expect, it } from 'vitest';
import type { Deal, DealPart, TableInfo } from '../../lib/protocol';
import { fingerprint, mixed } from '../../lib/deal';
import type { Promised } from '../../lib/promises';
import { verify as verified } from './verify';

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
const NAMES = ['Anna', 'Ben', 'Clara', 'Dora'];
const verify = (table: TableInfo, record: string, promised: Promised | null) =>
  verified(table, record, promised, (seat) => NAMES[seat]);
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

// -- What browsers have added ---------------------------------------------------------------------------

const digest = (hex: string) => fingerprint(hex) as string;
const part = (seat: number): DealPart => {
  const added = `0${seat + 1}`.repeat(32);
  return { seat, added, promise: digest(added) };
};
const SECRET = '00'.repeat(32);
const UNTOLD: DealPart = { seat: 2, promise: digest(OTHER) };

const person = (seat: number, device: number | null = null) => ({ seat, kind: 'person', device });
const dealt = {
  ...table,
  branch: null,
  commitment: digest(SECRET),
  seats: [person(0), person(1), person(2), { seat: 3, kind: 'program', device: null }],
} as TableInfo;

/** The record of a game whose seed was made of these parts; then something else may be put into it. */
function recorded(parts: DealPart[], deal: Partial<Deal> = {}, more: object = {}): string {
  const seed = mixed(SECRET, parts) as string;
  const whole = { secret: SECRET, commitment: digest(SECRET), parts, ...deal };
  return record({ seed, commitment: fingerprint(seed), deal: whole, ...more });
}

const parts = [part(0), part(1), UNTOLD];
const witness = (more: Partial<Promised> = {}): Promised => ({
  ...seen(digest(SECRET)),
  added: part(0).added,
  seat: 0,
  seen: parts.map(({ seat, promise }) => ({ seat, promise })),
  counted: true,
  ...more,
});

it('makes a seed as the server does', () => {
  expect(mixed(SECRET, [part(0), part(1)])).toBe('73fe864d3edf93216163312b6b4a02f48bb84f7a8fbbb8137ffa73951dde62e2');
  expect(mixed(SECRET, [part(0), part(1), UNTOLD])).toBe(mixed(SECRET, [part(0), part(1)]));
});

it('knows no seed of parts that are out of order, there twice or none', () => {
  for (const wrong of [[part(1), part(0)], [part(0), part(0)], [{ ...part(0), seat: 256 }], [{ ...part(0), seat: -1 }]])
    expect(mixed(SECRET, wrong)).toBeNull();
  expect(mixed(SECRET, [{ ...part(0), added: 'xyz' }])).toBeNull();
  expect(mixed('xyz', [])).toBeNull();
});

it('finds what everybody added, and says who added nothing', () => {
  const checks = verify(dealt, recorded(parts), witness());
  expect(fits(checks)).toEqual([true, true, true, true, true, true, true]);
  expect(checks[0].text).toContain('The secret is the one that was promised');
  expect(checks[2].text).toBe(
    'The seed is made of the secret and of what Anna and Ben added to it. Clara added nothing.',
  );
  expect(checks[3].text).toContain('promised before this browser told its own part');
  expect(checks[4].text).toContain('nobody else could choose it');
});

it('does not blame people who share the device of one who added', () => {
  const shared = { ...dealt, seats: [person(0, 0), person(1, 0), person(2, 0)] } as TableInfo;
  expect(verify(shared, recorded([part(0)]), null)[2].text).not.toContain('nothing');
});

it('notices whatever the seed is not made of', () => {
  const of = (text: string, promised = witness()) => fits(verify(dealt, text, promised));
  expect(of(recorded(parts, { secret: OTHER }))).toEqual([false, false, false, true, true, true, true]);
  expect(of(recorded(parts, { parts: [part(0), UNTOLD] }))[2]).toBe(false);
  expect(of(recorded(parts, { parts: [part(0), part(0), part(1)] }))[2]).toBe(false);
  expect(of(recorded(parts, {}, { redeals: [{ at: 0, seat: -1, seed: mixed(SECRET, parts) }] }))[2]).toBe(false);
  const broken = [part(0), { ...part(1), promise: digest(OTHER) }];
  expect(of(recorded(broken))[3]).toBe(false);
});

it('notices a part that was promised after this browser had told its own', () => {
  const late = witness({ seen: [{ seat: 0, promise: part(0).promise }] });
  const checks = verify(dealt, recorded(parts), late);
  expect(fits(checks)[3]).toBe(false);
  expect(checks[3].text).toContain('What Ben added was not promised');
});

it('notices that its own part is missing, also where the record knows of none', () => {
  const without = verify(dealt, recorded([part(1)]), witness());
  expect(without[4]).toEqual({
    fits: false,
    text: 'What this browser added is not in the seed, though the server had taken it.',
  });
  const plain = verify({ ...dealt, commitment: COMMITMENT }, record(), witness({ commitment: COMMITMENT }));
  expect(fits(plain)).toEqual([true, true, false, true, true]);
  const other = verify(dealt, recorded([{ ...part(0), seat: 1 }]), witness());
  expect(other[4].fits).toBe(false);
});

it('says honestly when its own part came too late, and when it has none', () => {
  const late = verify(dealt, recorded([part(1)]), witness({ counted: undefined }));
  expect(late[4].fits).toBeNull();
  expect(late[4].text).toContain('did not come in time');
  const stranger = verify(dealt, recorded(parts), null);
  expect(fits(stranger)).toEqual([null, true, true, true, null, true, true]);
});

it('looks at what was added to a new deal in the middle of another game', () => {
  const seed = mixed(SECRET, parts) as string;
  const branched = { ...dealt, branch: { replay: 'r', at: 1, hidden: 'anew' } } as TableInfo;
  const text = recorded(parts, {}, { seed: SEED, commitment: COMMITMENT, redeals: [{ at: 1, seat: -1, seed }] });
  const { branch } = branched;
  expect(fits(verify(branched, text, witness({ branch })))).toEqual([true, true, true, true, true, true, true]);
  expect(fits(verify(branched, text, witness()))).toEqual([true, true, true, true, true, true, true]);
});

it('does not believe afterwards that a game began in the middle of another', () => {
  const seed = mixed(SECRET, parts) as string;
  const branched = { ...dealt, branch: { replay: 'r', at: 100, hidden: 'anew' } } as TableInfo;
  const text = recorded(parts, {}, { seed: SEED, commitment: COMMITMENT, redeals: [{ at: 100, seat: -1, seed }] });
  const checks = verify(branched, text, witness({ branch: null }));
  expect(checks.filter((check) => check.fits === false).map((check) => check.text)).toEqual([
    'The seed is not made of the secret and of what Anna and Ben added to it.',
  ]);
  const elsewhere = witness({ branch: { replay: 'r', at: 1, hidden: 'anew' } });
  expect(fits(verify(branched, text, elsewhere))).toContain(false);
});
