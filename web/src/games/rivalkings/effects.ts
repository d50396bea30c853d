/** What happens at the court, in a few words with a sign. */

import type { Cast, Effect, OfEvents, Sign } from '../../lib/effects';
import { art } from './art.svelte';
import type { Happening } from './generated';
import { counted } from './words';

const sign = (symbol: string): Sign => ({ symbol, box: [0, 0, 1, 1] });
const crest = (seat: number, { colour }: Cast): Sign => sign(`crest-${colour(seat)}`);

const who = (seat: number, { me, name }: Cast) => (seat === me ? 'you' : name(seat));
const title = (card: string): string => art.book?.card(card).title ?? card;
const plus = (number: number) => `+${number}`;

/** Good for me where it happens to me, bad where it happens by me to nobody else: said only where it is plain. */
const mine = (seat: number, cast: Cast, good: boolean): Pick<Effect, 'good'> => (seat === cast.me ? { good } : {});

const STOLEN: Record<string, string> = {
  settle: 'settle',
  give: 'give a marker',
  money: 'take money',
  recruit: 'recruit',
  build: 'build',
};

export const effects: OfEvents<Happening> & { 'choice-take': (args: { pile: string }) => Effect } = {
  'event-stole': ({ seat, other, action }, cast) => ({
    words: `${STOLEN[action] ?? action}, from ${who(other, cast)}`,
    sign: sign(`action-${action}`),
    ...mine(seat, cast, true),
  }),
  'event-settled': ({ seat }, cast) => ({
    words: seat === cast.me ? 'one marker less' : `${who(seat, cast)}: one marker less`,
    sign: sign('marker'),
    ...mine(seat, cast, true),
  }),
  'event-gave': ({ seat, other }, cast) => ({
    words: `a marker to ${who(other, cast)}`,
    sign: sign('marker'),
    ...mine(seat, cast, true),
  }),
  'event-marked': ({ seat, other, why }, cast) => ({
    words:
      `a marker to ${who(seat, cast)}` +
      (other === null || other < 0
        ? ', by the neutral card'
        : why === 'equal'
          ? `, equal to ${who(other, cast)}`
          : `, from ${who(other, cast)}`),
    sign: sign('marker'),
    ...mine(seat, cast, false),
  }),
  'event-gained': ({ seat, coins }, cast) => ({
    words: seat === cast.me ? plus(coins) : `${who(seat, cast)} ${plus(coins)}`,
    sign: sign('coin'),
    ...mine(seat, cast, true),
  }),
  'event-bought': ({ card, coins }) => ({ words: `${title(card)} for ${counted(coins, 'coin')}`, sign: sign('coin') }),
  'event-exchanged': ({ card, other, theirs }, cast) => ({
    words: `${title(card)} for ${who(other, cast) === 'you' ? 'your' : `${cast.name(other)}’s`} ${title(theirs)}`,
    sign: crest(other, cast),
  }),
  'event-traded': ({ card, theirs, pile }) => ({ words: `${title(card)} for the ${title(theirs)} of pile ${pile}` }),
  'event-turn': ({ seat }, cast) => ({
    words: seat === cast.me ? 'your turn' : `${cast.name(seat)}’s turn`,
    sign: crest(seat, cast),
  }),
  'event-cycle': () => ({ words: 'the second cycle' }),
  'choice-take': ({ pile }) => ({ words: `the money of pile ${pile}`, sign: sign('coin') }),
};
