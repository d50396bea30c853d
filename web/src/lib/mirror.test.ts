import { describe, expect, it } from 'vitest';
import { changed, checksum, Mirror } from './mirror';
import type { Position, Progress, Snapshot, Update } from './protocol';

const BEFORE = {
  n: 4,
  to_act: [1],
  spaces: { L2: 0, R7: 'bastion' },
  piles: [
    { cards: ['Smith', null], paid: 2 },
    { cards: ['Smithy'], paid: null },
  ],
} as unknown as Position;
const AFTER = {
  n: 5,
  to_act: [0],
  spaces: { L2: 1, L3: 0 },
  piles: [{ cards: ['Smith', null, 'Trader'] }, { cards: [], paid: null }],
} as unknown as Position;
const CHANGES: Pick<Update, 'changed' | 'gone'> = {
  changed: [
    [['n'], 5],
    [['to_act', 0], 0],
    [['spaces', 'L2'], 1],
    [['spaces', 'L3'], 0],
    [['piles', 0, 'cards', 2], 'Trader'],
    [['piles', 1, 'cards'], []],
  ],
  gone: [
    ['spaces', 'R7'],
    ['piles', 0, 'paid'],
  ],
};
const progress = { status: 'playing', to_act: [0] } as unknown as Progress;
const unsaid = { winners: null, scores: null, undo: null, can_undo: null, can_hint: false, clock: null };
const update = (more: Partial<Update>): Update => ({
  type: 'update',
  number: 5,
  progress,
  lines: [],
  ...CHANGES,
  checksum: checksum(AFTER),
  ...more,
});

function mirror(): Mirror {
  const one = new Mirror();
  const ask = { question: 3 };
  one.snapshot({ type: 'snapshot', table: { id: 'T', status: 'waiting' }, shown: BEFORE, ask } as unknown as Snapshot);
  return one;
}

describe('changes', () => {
  it('make the next position of the one before, which stays as it was', () => {
    const kept = structuredClone(BEFORE);
    expect(changed(BEFORE, CHANGES)).toEqual(AFTER);
    expect(BEFORE).toEqual(kept);
  });

  it('may bring the whole', () => {
    expect(changed(null, { changed: [[[], AFTER]], gone: [] })).toEqual(AFTER);
  });
});

describe('the checksum', () => {
  it('is the one that the server has', () => {
    // python: palatine.server.tables.changes.checksum, of a position of these fields
    expect(checksum({ n: 1, to_act: [0, 2] })).toBe(3531981519);
    expect(checksum({ n: 1, to_act: [], place: { b: 'Köln', a: null } } as Position)).toBe(3784088798);
  });
});

describe('a mirror', () => {
  it('has the whole table again after each update', () => {
    const step = mirror().update(update({}));
    expect(step).toEqual({
      type: 'update',
      number: 5,
      table: { id: 'T', ...unsaid, ...progress },
      lines: [],
      shown: AFTER,
      ask: { question: 3 },
    });
  });

  it('takes what is asked now, also if that is nothing', () => {
    expect(mirror().update(update({ ask: null }))?.ask).toBeNull();
  });

  it('says so where something was missed', () => {
    const one = mirror();
    expect(one.update(update({ changed: [] }))).toBeNull();
    expect(one.update(update({}))).not.toBeNull();
  });
});
