/** What time it is on the server, as near as this page can tell. */

import { createSubscriber } from 'svelte/reactivity';

const TICK = 200;
const here = (): number => Date.now() / 1000;

class ServerTime {
  private ahead = 0; // of the clock of this machine, in seconds
  private readonly ticking = createSubscriber((update) => {
    const timer = setInterval(update, TICK);
    return () => clearInterval(timer);
  });

  /** The server has just said what time it is. */
  heard(now: number): void {
    this.ahead = now - here();
  }

  /** In seconds since 1970; whoever shows it is told when it goes on. */
  get now(): number {
    this.ticking();
    return here() + this.ahead;
  }
}

export const serverTime = new ServerTime();

/** What time it is here, which goes on by itself too. */
export const pageTime = new ServerTime();
