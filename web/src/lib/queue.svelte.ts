/** Things that are shown one after the other, each for a moment. */

/** How long one stays before the next, in milliseconds. */
export const DWELL = 450;
const SHORTEST = 200; // less could not be followed
const CALM_QUEUE = 4;
const LONGEST_QUEUE = 30;

/** Many that wait are shown faster, and too many at once. */
export function dwell(waiting: number): number {
  if (waiting > LONGEST_QUEUE) return 0;
  return Math.max(SHORTEST, Math.round(DWELL * Math.min(1, (CALM_QUEUE + 1) / (waiting + 1))));
}

export class Queue<T> {
  private items: T[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (item: T) => void,
    /** Called after something was shown; more may wait. */
    private readonly shown: () => void,
    /** How many moments something is worth. */
    private readonly moments: (item: T) => number = () => 1,
  ) {}

  /** How many wait to be shown. */
  get length(): number {
    return this.items.length;
  }

  /** Show something as soon as what was shown before has had its moment. */
  add(item: T): void {
    if (this.timer === undefined) this.next(item);
    else this.items = [...this.items, item];
  }

  /** Something was shown without waiting: it has its moment all the same, before the next. */
  hold(item: T): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rested(), dwell(this.length) * this.moments(item));
  }

  /** Show all that waits, now. */
  flush(): void {
    if (this.length === 0) return;
    const waiting = this.items;
    this.clear();
    for (const item of waiting) this.show(item);
    this.shown();
  }

  /** Forget all that waits. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.items = [];
  }

  private next(item: T): void {
    this.show(item);
    this.hold(item);
    this.shown();
  }

  private rested(): void {
    this.timer = undefined;
    const [first, ...others] = this.items;
    if (first === undefined) return;
    this.items = others;
    this.next(first);
  }
}
