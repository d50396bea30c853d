import { expect, it } from 'vitest';
import { effectOf, placed, type Cast, type Effects } from './effects';

const cast: Cast = { me: 0, name: (seat) => ['Anna', 'Ben'][seat], colour: () => 'red' };
const effects: Effects = {
  'event-paid': ({ seat, coins }: { seat: number; coins: number }, { name }) => ({ words: `${name(seat)} +${coins}` }),
  'event-quiet': () => null,
};

it('has a short form where the game gives one, and none for other messages', () => {
  expect(effectOf({ key: 'event-paid', args: { seat: 1, coins: 5 } }, effects, cast)).toEqual({ words: 'Ben +5' });
  expect(effectOf({ key: 'event-quiet' }, effects, cast)).toBeNull();
  expect(effectOf({ key: 'event-other' }, effects, cast)).toBeNull();
  expect(effectOf({ key: 'event-paid' }, undefined, cast)).toBeNull();
});

it('looks into a sentence for what is said', () => {
  const said = { key: 'event-paid', args: { seat: 0, coins: 1 } };
  expect(effectOf({ key: 'sentence', args: { said } }, effects, cast)).toEqual({ words: 'Anna +1' });
});

it('tells places only where there are several, and each once', () => {
  const at = (words: string, place?: string) => ({ words, place });
  const words = (list: ReturnType<typeof placed>) => list.map((one) => one?.place);
  expect(words(placed([at('a', 'Mainz'), at('b', 'Mainz')]))).toEqual([undefined, undefined]);
  expect(words(placed([at('a', 'Mainz'), null, at('b', 'Mainz'), at('c', 'Worms'), at('d')]))).toEqual([
    'Mainz',
    undefined,
    undefined,
    'Worms',
    undefined,
  ]);
});
