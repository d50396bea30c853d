/** The games that the server offers, asked for once. */

import { api } from './api';
import type { GameInfo } from './protocol';
import { wording } from './wording/wording.svelte';

class Games {
  all: GameInfo[] = $state.raw([]);
  private asking: Promise<GameInfo[]> | null = null;
  private language = '';

  load(): Promise<GameInfo[]> {
    if (this.language !== wording.language) this.asking = null;
    const language = (this.language = wording.language);
    this.asking ??= api.games(language).then(
      (all) => {
        for (const { name, about } of all) wording.about(name, about, language);
        return (this.all = all);
      },
      (error) => {
        this.asking = null;
        throw error;
      },
    );
    return this.asking;
  }

  of(name: string): GameInfo | undefined {
    return this.all.find((game) => game.name === name);
  }

  /** What a game is about, in a sentence. */
  summary({ name }: GameInfo): string {
    return wording.of(name).say({ key: 'summary' });
  }

  /** What an option of a game is called, or what it is good for. */
  option({ name }: GameInfo, option: string, form?: 'help'): string {
    return wording.of(name).say({ key: `option-${option}` }, { form });
  }
}

export const games = new Games();
