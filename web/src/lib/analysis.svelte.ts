/** The analyses of a game: asked for by anybody, waited for, and found again by everybody. */

import { again } from './again';
import { api, away, words } from './api';
import type { AnalysisStatus, Analysis } from './protocol';

const SOON = 1200; // milliseconds
const LATER = 4000;

/** One analysis of a game, made from what the seats knew or from the true deal. */
export class Inquiry {
  status: AnalysisStatus | null = $state.raw(null);
  /** It was asked for, and is not ready yet. */
  busy = $state(false);
  /** Why it does not come, or not yet. */
  problem: string | null = $state(null);

  /** So often in a row nothing was new. */
  private idle = $state(0);
  private giveUp = (): void => undefined;
  private left = false;

  constructor(
    private readonly replay: string,
    private readonly trueDeal: boolean,
    /** Rather soon than thorough. */
    private readonly quick = false,
  ) {}

  readonly analysis: Analysis | null = $derived(this.status?.analysis ?? null);

  /** How many others have their turn before its next decision. */
  readonly before: number = $derived(this.busy ? (this.status?.before ?? 0) : 0);

  /** Nothing goes on: the server does something else first. */
  readonly stalled: boolean = $derived(this.busy && this.idle > 1);

  /** Have the game analysed; who asks again gets what there is. */
  async ask(): Promise<void> {
    this.giveUp();
    if (!this.busy) this.problem = null;
    this.busy = true;
    try {
      this.heard(await api.analyse(this.replay, { true_deal: this.trueDeal, quick: this.quick }));
    } catch (error) {
      this.failed(error, () => this.ask());
    }
  }

  /** Find the analysis, if anybody has asked for it. */
  async find(): Promise<void> {
    try {
      const found = await api.stored(this.replay, this.trueDeal);
      if (found && !this.busy && !this.analysis) this.heard(found);
    } catch (error) {
      if (away(error) && !this.busy) this.later(() => this.find());
    }
  }

  stop(): void {
    this.left = true;
    this.giveUp();
  }

  private heard(status: AnalysisStatus, wait = SOON): void {
    this.idle = status.done === this.status?.done ? this.idle + 1 : 0;
    this.status = status;
    this.problem = null;
    this.busy = status.analysis === null;
    if (this.busy) this.later(() => this.look(status.id, Math.min(LATER, wait * 1.15)), wait);
  }

  private async look(id: string, wait: number): Promise<void> {
    try {
      this.heard(await api.analysis(id), wait);
    } catch (error) {
      this.failed(error, () => this.look(id, wait));
    }
  }

  // Where only the server is away, it is still waited for.
  private failed(error: unknown, attempt: () => Promise<void>): void {
    this.problem = words(error);
    this.busy = away(error);
    if (this.busy) this.later(attempt);
  }

  private later(attempt: () => Promise<void>, wait?: number): void {
    this.giveUp();
    if (!this.left) this.giveUp = again(() => void attempt(), wait);
  }
}

/** Both analyses of a game, and the one that is looked at. */
export class Analyses {
  trueDeal = $state(false);
  readonly knew: Inquiry;
  readonly deal: Inquiry;

  constructor(replay: string) {
    this.knew = new Inquiry(replay, false);
    this.deal = new Inquiry(replay, true);
  }

  get now(): Inquiry {
    return this.trueDeal ? this.deal : this.knew;
  }

  find(): void {
    void this.knew.find();
    void this.deal.find();
  }

  stop(): void {
    this.knew.stop();
    this.deal.stop();
  }
}
