/** Which program one likes to play against: the last that was chosen, in this browser. */

import type { GameInfo, Level } from './protocol';

const KEY = 'palatine.level';

/** The programs that a game offers, from the weakest to the strongest. */
export const offered = (game: GameInfo): Level[] => game.levels.filter((level) => level.offered);

/** How long a program takes for a decision. */
export const takes = (level: Level): string =>
  level.seconds < 0.02 ? 'decides at once' : `thinks for ${level.seconds} s`;

class Favourite {
  private chosen: string | null = $state(kept());

  /** The favourite among those on offer; one from their middle, before any was chosen. */
  of(levels: Level[]): Level {
    return levels.find((level) => level.name === this.chosen) ?? levels[Math.floor(levels.length / 2)];
  }

  choose(name: string): void {
    this.chosen = name;
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // It then lasts as long as the page.
    }
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const favourite = new Favourite();
