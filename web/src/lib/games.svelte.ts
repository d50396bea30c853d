/** The games that the server offers, asked for once. */

import { api } from './api';
import type { GameInfo } from './protocol';

class Games {
  all: GameInfo[] = $state.raw([]);
  private asking: Promise<GameInfo[]> | null = null;

  load(): Promise<GameInfo[]> {
    this.asking ??= api.games().then(
      (all) => (this.all = all),
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
}

export const games = new Games();
