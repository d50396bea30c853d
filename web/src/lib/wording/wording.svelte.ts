/**
 * What the page says, in the language of its reader. The words of the house come with the page, those of a game
 * with its client; what a game says of itself in the lobby comes with the list of games.
 */

import { SvelteMap } from 'svelte/reactivity';
import { Words } from './words';

/** Unless somebody says otherwise. */
const LANGUAGE = 'en';

// The usual language is there from the beginning, the others are when they are spoken.
const usual = import.meta.glob<string>('../../../../src/palatine/words/en/*.ftl', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const others = import.meta.glob<string>(
  ['../../../../src/palatine/words/*/*.ftl', '!../../../../src/palatine/words/en/*.ftl'],
  { query: '?raw', import: 'default' },
);

class Wording {
  /** The language of the page. */
  language = $state(LANGUAGE);

  private readonly house = new SvelteMap<string, string[]>([[LANGUAGE, Object.values(usual)]]);
  private readonly abouts = new SvelteMap<string, string>();
  private readonly games = new SvelteMap<string, string>();
  private readonly asked = new Map<string, Promise<void>>();
  private readonly made = new Map<string, { text: string; words: Words }>();

  /** What can be said of a game, as far as its words are here; without one, by the house alone. */
  of(game = ''): Words {
    const place = `${this.language}/${game}`;
    const text = this.games.get(place) ?? this.abouts.get(place) ?? '';
    const known = this.made.get(place);
    if (known?.text === text) return known.words;
    const words = new Words(this.language, [...(this.house.get(this.language) ?? []), text]);
    this.made.set(place, { text, words });
    return words;
  }

  /** What a game says of itself before anybody plays it. */
  about(game: string, text: string, language = this.language): void {
    this.abouts.set(`${language}/${game}`, text);
  }

  /** Fetch all words of a game, once, and again only if that failed. */
  learn(game: string, language = this.language): Promise<void> {
    const place = `${language}/${game}`;
    let asked = this.asked.get(place);
    if (!asked) {
      asked = fetched(game, language).then((text) => {
        this.games.set(place, text);
        if (language === this.language) this.of(game); // read while drawings are still on their way
      });
      asked.catch(() => this.asked.delete(place));
      this.asked.set(place, asked);
    }
    return asked;
  }

  /** Speak another language from now on, about all that is known already. */
  async speak(language: string): Promise<void> {
    const known = [...this.games.keys()].map((place) => place.slice(place.indexOf('/') + 1));
    await Promise.all([this.load(language), ...known.map((game) => this.learn(game, language))]);
    this.language = language;
  }

  private async load(language: string): Promise<void> {
    if (this.house.has(language)) return;
    const files = Object.keys(others).filter((path) => path.split('/').at(-2) === language);
    this.house.set(language, await Promise.all(files.map((path) => others[path]())));
  }
}

async function fetched(game: string, language: string): Promise<string> {
  const response = await fetch(`/api/games/${encodeURIComponent(game)}/words/${language}`);
  if (!response.ok) throw new Error(`The words of ${game} could not be loaded.`);
  return response.text();
}

export const wording = new Wording();
