/** Daylight or lamplight: as the system says, unless somebody has chosen. */

import { keep, kept } from './kept';

export type Theme = 'day' | 'night';
export type Wish = 'auto' | Theme;

const KEY = 'palatine.theme';

class Light {
  wish: Wish = $state('auto');
  private dark = $state(false);

  /** What is on display. */
  readonly now: Theme = $derived(this.wish === 'auto' ? (this.dark ? 'night' : 'day') : this.wish);

  constructor() {
    if (typeof matchMedia === 'undefined') return;
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.dark = query.matches;
    query.addEventListener('change', () => {
      this.dark = query.matches;
      this.apply();
    });
    this.wish = wished(kept(KEY));
    this.apply();
  }

  choose(wish: Wish): void {
    this.wish = wish;
    keep(KEY, wish);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.now;
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    if (!paper) return;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', paper);
  }
}

const wished = (text: string | null): Wish => (text === 'day' || text === 'night' ? text : 'auto');

export const light = new Light();
