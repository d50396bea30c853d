/** Which program one likes to play against: the last that was chosen, in this browser. */

import { keep, kept } from './kept';
import type { GameInfo, Level } from './protocol';

const KEY = 'palatine.level';

/** The programs that a game offers, from the weakest to the strongest. */
export const offered = (game: GameInfo): Level[] => game.levels.filter((level) => level.offered);

/** How long a program takes for a decision. */
export const takes = (level: Level): string =>
  level.seconds < 0.02 ? 'decides at once' : `thinks for ${level.seconds} s`;

class Favourite {
  private chosen: string | null = $state(kept(KEY));

  /** The favourite among those on offer; before any was chosen, one that leaves newcomers a chance. */
  of(levels: Level[]): Level {
    return levels.find((level) => level.name === this.chosen) ?? levels[Math.min(1, levels.length - 1)];
  }

  choose(name: string): void {
    this.chosen = name;
    keep(KEY, name);
  }
}

export const favourite = new Favourite();
