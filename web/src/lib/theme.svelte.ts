/** Daylight or lamplight: as the system says, unless somebody has chosen. */

import { keep, kept } from './kept';

export type Theme = 'day' | 'night';
export type ThemeChoice = 'auto' | Theme;

const KEY = 'palatine.theme';

class Light {
  choice: ThemeChoice = $state('auto');
  private dark = $state(false);

  /** What is on display. */
  readonly now: Theme = $derived(this.choice === 'auto' ? (this.dark ? 'night' : 'day') : this.choice);

  constructor() {
    if (typeof matchMedia === 'undefined') return;
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.dark = query.matches;
    query.addEventListener('change', () => {
      this.dark = query.matches;
      this.apply();
    });
    this.choice = chosen(kept(KEY));
    this.apply();
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    keep(KEY, choice);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.now;
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    if (!paper) return;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', paper);
  }
}

const chosen = (text: string | null): ThemeChoice => (text === 'day' || text === 'night' ? text : 'auto');

export const light = new Light();
