/** What happens on the river, in a few words with a sign. */

import type { Cast, Effect, OfEvents, Sign } from '../../lib/effects';
import { signed } from '../../lib/words';
import type { Happening } from './types';

type Seat = number | null;

const somebody = (seat: Seat): seat is number => seat !== null && seat >= 0;

const CASTLE: Sign = { symbol: 'castle', box: [-22, -22, 44, 44] };
const COIN: Sign = { symbol: 'coin', box: [-12, -12, 24, 24] };
const CROOK: Sign = { symbol: 'crook', box: [-48, -25, 26, 52] };
const MITRE: Sign = { symbol: 'mitre', box: [-17, -20, 34, 40] };
const BASTION: Sign = { symbol: 'bastion', box: [-20, -16, 40, 34] };

const shield = (seat: number, { colour }: Cast): Sign => ({
  symbol: `shield-${colour(seat)}`,
  box: [-19, -21, 38, 44],
});
const pennant = (seat: number, { colour }: Cast): Sign => ({
  symbol: `pennant-${colour(seat)}`,
  box: [-27, -24, 56, 48],
});

// "your", "Ben’s"; and "you", "Ben".
const whose = (seat: number, { me, name }: Cast) => (seat === me ? 'your' : `${name(seat)}’s`);
const who = (seat: number, { me, name }: Cast) => (seat === me ? 'you' : name(seat));

const worth = (value: number, gain: number) =>
  gain ? `worth ${value} (${gain > 0 ? '+' : ''}${signed(gain)})` : `worth ${value}`;

/** Good for me if it is mine, bad if it was; for the others nobody knows. */
const fate = (cast: Cast, mine: Seat, lost: Seat = null): Pick<Effect, 'good'> =>
  mine === cast.me ? { good: true } : lost !== null && lost === cast.me ? { good: false } : {};

export const effects: OfEvents<Happening> = {
  'event-knight': ({ seat, space }, cast) => ({
    words: `${whose(seat, cast)} knight on ${space}`,
    sign: shield(seat, cast),
  }),
  'event-bastion': ({ space }) => ({ words: `bastion on ${space}`, sign: BASTION }),
  'event-converted': ({ seat, other, space, duchy }, cast) => ({
    words: `${whose(other ?? -1, cast)} knight on ${space} serves ${who(seat, cast)}`,
    sign: shield(seat, cast),
    place: duchy,
    ...fate(cast, seat, other),
  }),
  'event-castle': ({ seat, other, duchy }, cast) => ({
    words: somebody(other)
      ? `castle from ${who(other, cast)}`
      : seat === cast.me
        ? 'castle +1'
        : `castle to ${who(seat, cast)}`,
    sign: CASTLE,
    place: duchy,
    ...fate(cast, seat, other),
  }),
  'event-formed': ({ knights, duchy }) => ({ words: `a duchy of ${knights} knights`, place: duchy }),
  'event-merged': ({ duchies, duchy }) => ({ words: `${duchies} duchies become one`, place: duchy }),
  'event-duke': ({ seat, other, duchy }, cast) => ({
    words: somebody(other) ? `duchy from ${who(other, cast)} to ${who(seat, cast)}` : `${whose(seat, cast)} duke`,
    sign: pennant(seat, cast),
    place: duchy,
    ...fate(cast, seat, other),
  }),
  'event-kept': ({ seat, duchy }, cast) => ({
    words: `${whose(seat, cast)} duke rules on`,
    sign: pennant(seat, cast),
    place: duchy,
    ...fate(cast, seat),
  }),
  'event-grew': ({ seat, value, gain, landmarks, duchy }, cast) =>
    somebody(seat)
      ? {
          words: `${whose(seat, cast)} duchy ${worth(value, gain)}`,
          sign: pennant(seat, cast),
          place: duchy,
          ...(gain ? fate(cast, seat) : {}),
        }
      : { words: `no owner, landmarks ${landmarks}`, place: duchy },
  'event-tied': ({ duchy }) => ({ words: 'a tie: all its dukes leave', place: duchy }),
  'event-paid': ({ seat, coins, duchy }, cast) => ({
    words: seat === cast.me ? `you are paid ${coins}` : `${cast.name(seat)} is paid ${coins}`,
    sign: COIN,
    place: duchy,
    ...fate(cast, seat),
  }),
  'event-bishop': ({ seat, duchy }, cast) => ({
    words: `${whose(seat, cast)} bishop`,
    sign: CROOK,
    place: duchy,
    ...fate(cast, seat),
  }),
  'event-bishop_left': ({ seat, duchy }, cast) => ({
    words: `${whose(seat, cast)} bishop leaves`,
    sign: CROOK,
    place: duchy,
    ...fate(cast, null, seat),
  }),
  'event-archbishop': ({ seat, other }, cast) => ({
    words: somebody(seat)
      ? `the archbishop comes to ${who(seat, cast)}`
      : `the archbishop leaves ${who(other ?? -1, cast)}`,
    sign: MITRE,
    ...fate(cast, somebody(seat) ? seat : null, other),
  }),
};
