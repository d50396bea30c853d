/** The drawings of the cards and what is printed on them, by day and by night. */

import { artData, inlineArt } from '../../lib/art';
import { light, type Theme } from '../../lib/theme.svelte';
import { Book, type BookData } from './book';

class Art {
  /** Null until the cards have come. */
  book: Book | null = $state.raw(null);
  failed: string | null = $state(null);

  /** Load them for the theme on display. */
  async load(theme: Theme = light.now): Promise<void> {
    this.failed = null;
    try {
      const [data] = await Promise.all([
        artData<BookData>('rivalkings', 'cards.json', { theme }),
        inlineArt('rivalkings', 'cards.svg', { theme }),
      ]);
      this.book ??= new Book(data);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : 'The cards could not be loaded.';
    }
  }
}

export const art = new Art();
