// What the server shows and tells of Rival Kings. Written by tools/make_protocol.py from what the game
// declares, where it is to be changed.

import type { Position } from '../../lib/protocol';
import type { Told } from '../types';

/** A pile with the top last, null for a card that is not seen; and the money there. Where the sums are not open, `money` only tells whether there is any, and `paid` what was paid last. */
export interface Pile {
  cards: (string | null)[];
  money: number | boolean;
  paid?: number | null;
}

/** What lies beside the piles. */
export interface Supply {
  coins: number;
  markers: number;
}

/** What a court would score if the game ended here (rule 15), in the parts of the score. */
export interface Worth {
  pairs: number;
  colours: number;
  singles: number;
  coins: number;
  markers: number; // not above 0
  total: number;
}

/** The same, with the number of characters in hand and what the court is worth, which lies open. */
export interface ShownCourt {
  coins: number;
  markers: number;
  hand: string[] | null;
  character: string | null;
  subjects: string[];
  buildings: string[];
  ability_used: boolean;
  held: number;
  worth: Worth;
}

/** The neutral pile of a game for two. */
export interface Neutral {
  left: number;
  shown: string | null;
}

/** An action of a seat that was stolen in this cycle. */
export interface Covered {
  seat: number;
  action: string;
  by: number;
}

/** What the acting seat is asked for: to rob a seat, or to do one of some actions, maybe stolen. */
export interface Due {
  steal?: number;
  do?: string[];
  stolen?: number; // from that seat
}

/** What a screen shows. */
export interface Shown extends Position {
  phase: 'act' | 'choose' | 'gardener' | 'over' | 'watchman';
  round: number;
  cycle: number;
  piles: Pile[];
  supply: Supply;
  players: ShownCourt[];
  neutral: Neutral | null;
  covered: Covered[];
  due: Due | null;
  scores: number[] | null;
  winners: number[] | null;
}

/** What is printed on a subject or a building. */
export interface CardInfo {
  name: string;
  title: string;
  type: 'building' | 'subject';
  colour: 'blue' | 'green' | 'red' | 'yellow';
  trade: string; // its subject: a card and its partner have the same
  price: number;
  price_from: 'palatine' | 'rulebook';
  copies: number;
  ability: string | null;
  pair: string; // its partner
}

/** What is printed on a character. */
export interface CharacterInfo {
  name: string;
  title: string;
  rank: string;
  symbol: boolean; // whether it has the star that goes first among equals
  actions: string[]; // in printed order
  robs: string | null; // the rank it robs
  places: Record<string, [number, number]>; // where on the card each action stands
}

/** Of the cards, and half that of an action. */
export interface Sizes {
  card: [number, number];
  character: [number, number];
  action: number;
}

/** What is printed on every card, and where the screen may lay something on it. */
export interface BookData {
  cards: CardInfo[];
  characters: CharacterInfo[];
  sizes: Sizes;
}

export type Character =
  | 'Bursar'
  | 'Count'
  | 'Countess'
  | 'Courtier'
  | 'Diplomat'
  | 'Duke'
  | 'Knight'
  | 'LordProtector'
  | 'Priest'
  | 'Queen'
  | 'Trader1'
  | 'Trader2';

export type Card =
  | 'Bishop'
  | 'Blacksmith'
  | 'Carpenter'
  | 'Carpentry'
  | 'CastleWall'
  | 'Cathedral'
  | 'CourtLady'
  | 'Farm'
  | 'Farmer'
  | 'Forge'
  | 'Garden'
  | 'Gardener'
  | 'Harbour'
  | 'HerbMeadow'
  | 'Herbalist'
  | 'Inn'
  | 'Innkeeper'
  | 'Jailer'
  | 'Market'
  | 'MarketWoman'
  | 'Mine'
  | 'Miner'
  | 'Pavilion'
  | 'Prison'
  | 'Sailor'
  | 'Scholar'
  | 'Tavern'
  | 'Troubadour'
  | 'University'
  | 'Vineyard'
  | 'Vintner'
  | 'Watchman';

/** A line of the log. */
export type Happening =
  | Told<'dealt', { round: number }>
  | Told<'chose', { character: Character | null }>
  | Told<'revealed', { character: Character }>
  | Told<'neutral', { character: Character }>
  | Told<'swapped', { other: number; character: Character; theirs: Character }>
  | Told<'marked', { other: number | null; character: Character; why: 'equal' | 'hit' | 'turned_back' }>
  | Told<'no_marker', Record<string, never>>
  | Told<'guarded', Record<string, never>>
  | Told<'passed', { card: Card }>
  | Told<'cycle', { round: number }>
  | Told<'turn', { character: Character; equal: number }>
  | Told<'stole', { other: number; action: 'build' | 'give' | 'money' | 'recruit' | 'settle' }>
  | Told<'skipped', { actions: string[] }>
  | Told<'settled', { markers: number }>
  | Told<'gave', { other: number }>
  | Told<'refilled', { coins: number }>
  | Told<'took', { pile: number; coins: number }>
  | Told<'bought', { card: Card; pile: number; coins: number; left: number }>
  | Told<'used', { card: Card }>
  | Told<'gained', { coins: number }>
  | Told<'exchanged', { card: Card; other: number; theirs: Card }>
  | Told<'traded', { card: Card; pile: number; theirs: Card }>
  | Told<'ended', { pile: number }>
  | Told<'scored', { pairs: number; colours: number; singles: number; coins: number; markers: number; total: number }>
  | Told<'won', { score: number }>;

/** What is pointed at. */
export type Thing =
  | `character:${string}`
  | `seat:${number}`
  | `action:${number}:${string}`
  | 'do:settle'
  | 'do:give'
  | 'do:money'
  | `pile:${number}`
  | 'do:recruit'
  | 'do:build'
  | 'use:Jailer'
  | 'use:Scholar'
  | 'use:Herbalist'
  | 'use:MarketWoman'
  | 'use:Innkeeper'
  | 'use:Carpenter'
  | 'use:Blacksmith'
  | 'use:Farmer'
  | 'use:Sailor'
  | 'use:Vintner'
  | `pick:${number}:${string}`
  | 'use:Miner'
  | 'use:CourtLady'
  | `mine:${string}`
  | `theirs:${number}:${string}`
  | 'use:Bishop'
  | 'use:Troubadour';
