/** What moves when something has happened: a plan of flights, made from the lines of the log alone. */

import type { Line } from '../../lib/protocol';
import type { Happening } from './generated';

type Marked = Extract<Happening, { kind: 'marked' }>['data'];

export interface Flight {
  /** The drawing that flies, by its symbol; none where only words appear. */
  symbol: string | null;
  shape: 'token' | 'card' | 'character' | 'crest';
  /** Places on the table, each the first that is found: as `purse:2`. */
  from: string[];
  to: string[];
  /** Milliseconds after the step. */
  wait: number;
  /** Words that stand at the end for a moment. */
  says?: string;
  /** Whether what lies at the end is to appear only when it lands. */
  lands?: boolean;
}

export interface Flash {
  at: string[];
  wait: number;
}

export interface Plan {
  flights: Flight[];
  flashes: Flash[];
}

/** How things and players are called. */
export interface Names {
  colour(seat: number): string;
  title(character: string): string;
}

export const REVEAL = 300; // how long the characters take to turn over
const BEAT = 170; // between one marker and the next
const COIN = 45;
const MOST_COINS = 6;

const plate = (seat: number) => [`plate:${seat}`];
const purse = (seat: number) => [`purse:${seat}`, ...plate(seat)];
const burden = (seat: number) => [`markers:${seat}`, ...plate(seat)];
const person = (seat: number | null) => (seat === null ? ['neutral'] : [`character:${seat}`, ...plate(seat)]);
const card = (seat: number, name: string) => [`card:${seat}:${name}`, ...plate(seat)];
const action = (seat: number, name: string) => [`action:${seat}:${name}`, ...person(seat)];
const pile = (number: number) => [`pile:${number}`];
const money = (number: number) => [`money:${number}`];

/** The plan for the lines of one step. */
export function plan(lines: readonly Line[], names: Names): Plan {
  const made: Plan = { flights: [], flashes: [] };
  let wait = lines.some((line) => line.kind === 'revealed') ? REVEAL + 80 : 0;
  for (const line of lines) {
    const told = one(line as Happening, names);
    for (const flight of told.flights) made.flights.push({ ...flight, wait: flight.wait + wait });
    for (const flash of told.flashes) made.flashes.push({ ...flash, wait: flash.wait + wait });
    if (line.kind === 'marked' || line.kind === 'swapped') wait += BEAT;
  }
  return made;
}

function one({ kind, seat, data }: Happening, names: Names): Plan {
  const flights: Flight[] = [];
  const flashes: Flash[] = [];
  const fly = (shape: Flight['shape'], symbol: string | null, from: string[], to: string[], more = {}) =>
    flights.push({ shape, symbol, from, to, wait: 0, ...more });
  const marker = (from: string[], to: string[], more = {}) => fly('token', 'marker', from, to, more);
  const coins = (count: number, from: string[], to: string[], says?: string) => {
    for (let n = 0; n < Math.min(count, MOST_COINS); n++)
      fly('token', 'coin', from, to, { wait: n * COIN, says: n ? undefined : says });
  };

  switch (kind) {
    case 'marked':
      marker(data.why === 'equal' ? ['supply:markers'] : person(data.other), burden(seat), {
        says: reason(data, names),
      });
      break;
    case 'no_marker':
      fly('token', null, plate(seat), plate(seat), { says: 'no marker left' });
      break;
    case 'swapped':
      fly('character', `character-${data.character}`, person(data.other), person(seat), { lands: true });
      fly('character', `character-${data.theirs}`, person(seat), person(data.other), { lands: true });
      flashes.push({ at: card(seat, 'Gardener'), wait: 0 });
      break;
    case 'guarded':
      flashes.push({ at: card(seat, 'Watchman'), wait: 0 });
      break;
    case 'used':
      flashes.push({ at: card(seat, data.card), wait: 0 });
      break;
    case 'stole':
      fly('crest', `crest-${names.colour(seat)}`, plate(seat), action(data.other, data.action), {
        lands: true,
        says: 'stolen',
      });
      break;
    case 'settled':
      marker(burden(seat), ['supply:markers']);
      break;
    case 'gave':
      marker(burden(seat), burden(data.other));
      break;
    case 'refilled':
      for (let n = 1; n <= 4; n++) coins(2, ['supply:coins'], money(n));
      break;
    case 'took':
      coins(data.coins, money(data.pile), purse(seat), `+${data.coins}`);
      break;
    case 'gained':
      coins(data.coins, ['supply:coins', ...plate(seat)], purse(seat), `+${data.coins}`);
      break;
    case 'bought':
      fly('card', `card-${data.card}`, pile(data.pile), card(seat, data.card), { lands: true });
      coins(data.coins, purse(seat), money(data.pile));
      break;
    case 'exchanged':
      fly('card', `card-${data.theirs}`, card(data.other, data.theirs), card(seat, data.theirs), { lands: true });
      fly('card', `card-${data.card}`, card(seat, data.card), card(data.other, data.card), { lands: true });
      break;
    case 'traded':
      fly('card', `card-${data.theirs}`, pile(data.pile), card(seat, data.theirs), { lands: true });
      fly('card', `card-${data.card}`, card(seat, data.card), pile(data.pile), { lands: true });
      break;
  }
  return { flights, flashes };
}

function reason({ why, character }: Marked, names: Names): string {
  if (why === 'equal') return 'equal rank';
  if (why === 'turned_back') return 'turned back';
  return `hit by the ${names.title(character)}`;
}
