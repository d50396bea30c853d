// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { known, remember, wrongNames } from './people';

describe('people who share a device', () => {
  beforeEach(() => localStorage.clear());

  it('are remembered, the latest first', () => {
    expect(known()).toEqual([]);
    remember(['Anna', 'Ben']);
    remember(['Cleo', 'Anna']);
    expect(known()).toEqual(['Cleo', 'Anna', 'Ben']);
    localStorage.setItem('palatine.people', 'not a list');
    expect(known()).toEqual([]);
  });

  it('have names that differ', () => {
    expect(wrongNames(['Anna', 'Ben'])).toBeNull();
    expect(wrongNames(['Anna', ' '])).toMatch('needs a name');
    expect(wrongNames(['Anna', 'Ben', 'anna '])).toMatch('two called anna');
  });
});
