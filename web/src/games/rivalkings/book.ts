/** What is printed on the cards, as the server gives it out with their pictures. */

import type { BookData, CardInfo, CharacterInfo } from './generated';

export type { BookData, CardInfo, CharacterInfo } from './generated';

export const REGIONS = { yellow: 'court', red: 'town', blue: 'village', green: 'country' } as const;

export const ACTION_WORDS: Record<string, string> = {
  settle: 'Settle: put one of your markers back.',
  give: 'Give: hand one of your markers to a rival.',
  money: 'Money: take all that lies at a pile.',
  recruit: 'Recruit: buy the subject on top of a pile.',
  build: 'Build: buy the building on top of a pile.',
};

export class Book {
  private readonly cards: Map<string, CardInfo>;
  private readonly characters: Map<string, CharacterInfo>;

  constructor(data: BookData) {
    this.cards = new Map(data.cards.map((card) => [card.name, card]));
    this.characters = new Map(data.characters.map((character) => [character.name, character]));
  }

  card(name: string): CardInfo {
    return found(this.cards, name);
  }

  character(name: string): CharacterInfo {
    return found(this.characters, name);
  }

  /** All members of the court, by rank. */
  court(): CharacterInfo[] {
    return [...this.characters.values()];
  }

  isCharacter(name: string): boolean {
    return this.characters.has(name);
  }

  /** The other card of a card's trade. */
  partner(name: string): CardInfo {
    return this.card(this.card(name).pair);
  }

  /** A card in a line: what a subject can do, or whose a building is. */
  use(name: string): string {
    const card = this.card(name);
    return card.ability ?? `Pairs with the ${this.partner(name).title}.`;
  }
}

function found<T>(all: Map<string, T>, name: string): T {
  const info = all.get(name);
  if (!info) throw new Error(`There is no card “${name}”.`);
  return info;
}
