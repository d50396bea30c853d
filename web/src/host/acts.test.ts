import { describe, expect, it } from 'vitest';
import { days, many, times, title } from './acts';

describe('what the host does', () => {
  it('is asked once more, by name', () => {
    expect(title({ kind: 'ban', target: '0123456789abcdef', name: 'Anna' })).toBe('Ban Anna?');
    expect(title({ kind: 'ban', target: '', name: '' })).toBe('Ban somebody');
  });

  it('is told in numbers that read well', () => {
    expect([days(null), days(1), days(30)]).toEqual(['for ever', 'for a day', 'for 30 days']);
    expect([times(1), times(2), times(7)]).toEqual(['once', 'twice', '7 times']);
    expect([many(1, 'analysis', 'analyses'), many(0, 'analysis', 'analyses')]).toEqual(['1 analysis', '0 analyses']);
  });
});
