/** The drawings of a board, loaded once for each light: the map in two sheets, the pieces, the data. */

import { artData, artText, inlineArt } from '../../lib/art';
import type { Theme } from '../../lib/theme.svelte';
import { Board } from './board';
import type { BoardData } from './types';

const GAME = 'rheinlander';

class Atlas {
  board: Board | null = $state.raw(null);
  /** The sheet below the duchies' washes, as SVG. */
  under = $state('');
  /** The sheet above them. */
  over = $state('');
  problem = $state('');
  private wanted = '';

  constructor(private readonly name: string) {}

  /** Have the drawings for this light; what is loaded already stays until the new ones are there. */
  async load(theme: Theme): Promise<void> {
    this.wanted = theme;
    const query = { theme, board: this.name };
    try {
      const [data, map] = await Promise.all([
        artData<BoardData>(GAME, 'board.json', query),
        artText(GAME, 'board.svg', query),
        inlineArt(GAME, 'pieces.svg', query),
      ]);
      if (this.wanted !== theme) return;
      this.board ??= new Board(data);
      [this.under, this.over] = sheets(map);
      this.problem = '';
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}

const atlases = new Map<string, Atlas>();

/** The atlas of a board; everybody at the table looks into the same one. */
export function atlasOf(options: Record<string, unknown>): Atlas {
  const name = typeof options.board === 'string' ? options.board : 'rhine';
  let atlas = atlases.get(name);
  if (!atlas) atlases.set(name, (atlas = new Atlas(name)));
  return atlas;
}

// The map comes as one drawing; the washes go between its groups `under` and `over`.
export function sheets(map: string): [string, string] {
  const over = map.indexOf('<g class="over"');
  return [map.slice(map.indexOf('>') + 1, over), map.slice(over, map.lastIndexOf('</svg>'))];
}
