/** The few words that the court itself says. */

import type { Line } from '../../lib/protocol';
import type { Part } from '../../table/end/sheet';
import { REGIONS, type CardInfo, type CharacterInfo } from './book';
import type { Happening } from './generated';
import type { PileShown, Position } from './position';

export const PHASES: Record<Position['phase'], string> = {
  choose: 'Characters are chosen',
  gardener: 'The Gardener’s choice',
  watchman: 'The Watchman’s choice',
  act: 'The court acts',
  over: 'The game is over',
};

const ASKED: Partial<Record<Position['phase'], string>> = {
  choose: 'chooses',
  gardener: 'may swap characters',
  watchman: 'may stand guard',
};

const VERBS: Record<string, string> = {
  settle: 'settle',
  give: 'give a marker',
  money: 'take money',
  recruit: 'recruit',
  build: 'build',
};

export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** What an acting seat is asked for. */
export function asked(position: Position, name: (seat: number) => string): string {
  if (position.phase !== 'act') return ASKED[position.phase] ?? '';
  const due = position.due;
  if (due?.steal !== undefined) return `steals from ${name(due.steal)}`;
  if (!due?.do?.length) return 'may use the ability';
  const verbs = due.do.map((action) => VERBS[action] ?? action);
  const final = verbs.pop();
  return verbs.length ? `may ${verbs.join(', ')} or ${final}` : `may ${final}`;
}

/** What is said of the money at a pile: the sum where it is open, else no more than a look tells. */
export function money(pile: PileShown): string {
  if (typeof pile.money === 'number') return pile.money ? counted(pile.money, 'coin') : 'no money';
  if (!pile.money) return 'no money';
  return pile.paid == null ? 'some money' : `last paid ${pile.paid}`;
}

/** How many coins to draw for it. */
export function coins(pile: PileShown): number {
  if (typeof pile.money === 'number') return Math.min(pile.money, 7);
  return pile.money ? 3 : 0;
}

export function height(pile: PileShown): string {
  return pile.cards.length === 0 ? 'empty' : pile.cards.length === 1 ? 'last card' : `${pile.cards.length} cards`;
}

/** How near the end is. */
export function ending(position: Position): string {
  const left = position.piles.map((pile) => pile.cards.length);
  const least = Math.min(...left);
  const which = left.flatMap((n, i) => (n === least ? [`${i + 1}`] : []));
  if (position.phase === 'over') return `Pile ${which[0]} is empty: the game is over.`;
  if (least === 0) return `Pile ${which[0]} is empty: the game ends after this cycle.`;
  const piles = which.length > 1 ? `piles ${listed(which)} have` : `pile ${which[0]} has`;
  return `The game ends when a pile is empty: ${piles} ${counted(least, 'card')} left.`;
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A character in a line, for those who cannot see it. */
export function aboutCharacter({ title, rank, symbol, actions, robs }: CharacterInfo): string {
  const star = symbol ? ', first among equals' : '';
  return `${title}, rank ${rank}${star}, ${actions.join(', ')}, robs ${robs ? `rank ${robs}` : 'nobody'}`;
}

/** What is printed on a card besides its title: "subject of the town, 3 coins". */
export const kindOf = ({ type, colour, price }: CardInfo): string =>
  `${type} of the ${REGIONS[colour]}, ${counted(price, 'coin')}`;

/** A subject or a building in a line; `use` is what it is good for. */
export const aboutCard = (card: CardInfo, use: string): string => `${card.title}, ${kindOf(card)}. ${use}`;

/** The parts of a score, and how each counts. */
export const PARTS = [
  ['pairs', 'perfect pairs', 'both prices'],
  ['colours', 'colour pairs', 'the higher price'],
  ['singles', 'single cards', '1 each'],
  ['coins', 'coins', '1 for every 3'],
  ['markers', 'markers', '−2 each'],
] as const;

/** The parts of a score, from the line that told it; null for any other line. */
export function parts(line: Line): Part[] | null {
  const { kind, data } = line as Happening;
  return kind === 'scored' ? PARTS.map(([key, name]) => ({ name, points: data[key] })) : null;
}
