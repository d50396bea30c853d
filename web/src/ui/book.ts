/** The rules are fetched when somebody opens them; so is what shows them. */

import { later } from '../lib/later';

export const book = later(async () => (await import('./Book.svelte')).default);

export const NO_BOOK = 'The rules could not be loaded. Palatine may have been updated: reload the page.';
