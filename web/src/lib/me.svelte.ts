/** Who I am: a name, kept by the server; the seat's secret is in a cookie that no script sees. */

import { api, words } from './api';

const UNNAMED = 'Guest';

class Myself {
  name = $state('');
  build = $state('');
  /** How many seconds a table waits here for who is away, if nothing else is agreed on. */
  grace = $state(60);
  problem: string | null = $state(null);
  private asking: Promise<void> | null = null;

  /** Whether nobody has told us a name yet. */
  readonly unnamed: boolean = $derived(this.name === '' || this.name === UNNAMED);

  /** Make ourselves known, once; after a failure the next call tries again. */
  known(): Promise<void> {
    this.asking ??= this.ask();
    return this.asking;
  }

  async rename(name: string): Promise<void> {
    const me = await api.rename(name.trim());
    this.name = me.name;
  }

  private async ask(): Promise<void> {
    try {
      const me = await api.me();
      [this.name, this.build, this.grace, this.problem] = [me.name, me.build, me.grace, null];
    } catch (error) {
      this.problem = words(error);
      this.asking = null;
      throw error;
    }
  }
}

export const me = new Myself();
