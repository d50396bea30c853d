import { describe, expect, it } from 'vitest';
import { sentences, Voice } from './voice';

const lines = (...texts: string[]) => texts;
const text = (line: string) => line;
const still = { prompt: '', aside: '' };

describe('the voice', () => {
  it('says everything once, the events of a turn together, then what is asked', () => {
    const voice = new Voice(lines('Anna opens.'), text);
    expect(voice.news({ lines: lines('Anna opens.'), prompt: 'Your turn.', aside: '' })).toBe('Your turn.');
    const more = lines('Anna opens.', 'You play 8.', 'Ben plays 9.');
    expect(voice.news({ lines: more, ...still })).toBe('You play 8. Ben plays 9.');
    expect(voice.news({ lines: more, prompt: 'Your turn.', aside: '' })).toBe('Your turn.');
    expect(voice.news({ lines: more, prompt: 'Your turn.', aside: '' })).toBe('');
  });

  it('says what a choice would do, and again when one comes back to it', () => {
    const voice = new Voice<string>([], text);
    expect(voice.news({ lines: [], prompt: '', aside: 'A knight on L8.' })).toBe('A knight on L8.');
    expect(voice.news({ lines: [], ...still })).toBe('');
    expect(voice.news({ lines: [], prompt: '', aside: 'A knight on L8.' })).toBe('A knight on L8.');
  });

  it('ends every piece with one full stop', () => {
    expect(sentences('Knight on L8', '', 'A duchy forms.', 'Why not?')).toBe('Knight on L8. A duchy forms. Why not?');
    expect(sentences()).toBe('');
  });

  it('goes on from a log that has become shorter', () => {
    const voice = new Voice(lines('One.', 'Two.'), text);
    expect(voice.news({ lines: lines('One.'), ...still })).toBe('');
    expect(voice.news({ lines: lines('One.', 'Other.'), ...still })).toBe('Other.');
  });
});
