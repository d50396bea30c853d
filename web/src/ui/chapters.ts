/** The rules of a game, asked for once, and again only if that failed. */

import { api } from '../lib/api';
import { sections, type Section } from '../lib/rulebook';

const books = new Map<string, Promise<Section[]>>();

export function chapters(game: string): Promise<Section[]> {
  let pages = books.get(game);
  if (!pages) {
    pages = api.rules(game).then(sections);
    pages.catch(() => books.delete(game));
    books.set(game, pages);
  }
  return pages;
}
