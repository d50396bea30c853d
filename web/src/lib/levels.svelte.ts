/** Which program one plays against: the last that was chosen, in this browser; a gentle one at first. */

import { keep, kept } from './kept';
import type { GameInfo, Level } from './protocol';

const KEY = 'palatine.level';
const PLAYED = 'palatine.played';

/** The programs that a game offers, from the weakest to the strongest. */
export const offered = (game: GameInfo): Level[] => game.levels.filter((level) => level.offered);

class Favourite {
  private chosen: string | null = $state(kept(KEY));
  private played: boolean = $state(kept(PLAYED) !== null);

  /** The favourite among those on offer; before any was chosen, the gentlest for a first game, then the next. */
  of(levels: Level[]): Level {
    const usual = this.played ? Math.min(1, levels.length - 1) : 0;
    return levels.find((level) => level.name === this.chosen) ?? levels[usual];
  }

  /** Somebody has played a game to its end here. */
  finished(): void {
    if (!this.played) keep(PLAYED, 'yes');
    this.played = true;
  }

  choose(name: string): void {
    this.chosen = name;
    keep(KEY, name);
  }
}

export const favourite = new Favourite();
