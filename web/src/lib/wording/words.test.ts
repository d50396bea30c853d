import { expect, test, vi } from 'vitest';
import alike from '../../../../tests/words/en/alike.ftl?raw';
import said from '../../../../tests/words/said.json';
import type { Message } from '../protocol';
import { lineText } from './lines';
import { Words, type Manner } from './words';
import { wording } from './wording.svelte';

const house = Object.values(
  import.meta.glob<string>('../../../../src/palatine/words/en/*.ftl', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const words = new Words('en', [...house, alike]);

// The server is held against the same sentences: tests/test_words_alike.py.
test.each(said as unknown as (Manner & { message: Message; text: string })[])(
  'it says “$text”',
  ({ message, text, ...manner }) => {
    expect(words.say(message, manner)).toBe(text);
  },
);

test('what has no words is called by its key, and told once to whoever looks', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const missing = { key: 'no-such-thing', args: { seat: 1 } };
  expect(words.say(missing)).toBe('no-such-thing');
  expect(words.say(missing)).toBe('no-such-thing');
  expect(words.say({ key: 'card', args: { card: 'queen' } })).toBe('This is card-queen: card-queen.');
  expect(warned.mock.calls.map(([text]) => text as string)).toEqual([
    'there are no words in en for no-such-thing',
    'there are no words in en for card-queen',
    'there are no words in en for card-queen, form the',
  ]);
});

test('words know what they can say', () => {
  expect(words.has('plain')).toBe(true);
  expect(words.has('no-such-thing')).toBe(false);
});

test('a line has its words by its kind, and keeps them while all is called the same', () => {
  const said = new Words('en', ['event-took = { NAME($seat) } takes { $prize }.', ...house]);
  const line = { number: 1, kind: 'took', seat: 1, data: { prize: 5 }, rule: 3 };
  const names = ['Anna', 'Bruno'];
  expect(lineText(line, said, names)).toBe('Bruno takes 5.');
  const again = vi.spyOn(said, 'say');
  expect(lineText(line, said, names)).toBe('Bruno takes 5.');
  expect(again).not.toHaveBeenCalled();
  expect(lineText(line, said, ['Anna', 'Clara'])).toBe('Clara takes 5.');
});

test('a game’s words are fetched once; what it says of itself is known before', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response('summary = A game.\ntitle-of-card = Smith')));
  vi.stubGlobal('fetch', fetched);
  expect(wording.of('trial').say({ key: 'seat-numbered', args: { seat: 2 } })).toBe('seat 2');
  wording.about('trial', 'summary = A game.');
  expect(wording.of('trial').say({ key: 'summary' })).toBe('A game.');
  expect(wording.of('trial').has('title-of-card')).toBe(false);
  await Promise.all([wording.learn('trial'), wording.learn('trial')]);
  expect(fetched.mock.calls).toEqual([['/api/games/trial/words/en']]);
  expect(wording.of('trial').say({ key: 'title-of-card' })).toBe('Smith');
  expect(wording.of('trial')).toBe(wording.of('trial'));
  vi.unstubAllGlobals();
});

test('another language is spoken once its words are here', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response('summary = Ein Spiel.')));
  vi.stubGlobal('fetch', fetched);
  await wording.learn('other');
  await wording.speak('de');
  expect(wording.of('other').say({ key: 'summary' })).toBe('Ein Spiel.');
  await wording.speak('en');
  vi.unstubAllGlobals();
});
