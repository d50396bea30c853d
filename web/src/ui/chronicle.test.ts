import { describe, expect, it } from 'vitest';
import { folded } from './chronicle';

const line = (seat: number | null, text: string) => ({ seat, text });
const texts = (lines: { text: string }[][]) => lines.map((group) => group.map(({ text }) => text));

describe('the lines of a decision', () => {
  it('stand behind the first of them', () => {
    const lines = [line(1, 'a knight'), line(1, 'a castle'), line(null, 'a bishop'), line(1, 'the duke')];
    expect(texts(folded(lines))).toEqual([['a knight', 'a castle', 'a bishop', 'the duke']]);
  });

  it('are told by themselves where they come to others', () => {
    const lines = [line(0, 'a duke'), line(2, 'is paid'), line(null, 'in gold'), line(0, 'a bishop')];
    expect(texts(folded(lines))).toEqual([['a duke'], ['is paid'], ['in gold'], ['a bishop']]);
  });

  it('may be none', () => expect(folded([])).toEqual([]));
});
