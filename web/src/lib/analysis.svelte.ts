/** The analyses of a game: asked for, waited for, and found again when one comes back. */

import { api, ApiError, words } from './api';
import { keep, kept } from './kept';
import type { Analysing, Analysis } from './protocol';

const SOON = 1200; // milliseconds
const LATER = 4000;
const KEY = 'palatine.analyses';
const KEPT = 100;

/** One analysis of a game, made from what the seats knew or from the true deal. */
export class Inquiry {
  status: Analysing | null = $state.raw(null);
  /** It was asked for, and is not ready yet. */
  busy = $state(false);
  problem: string | null = $state(null);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  constructor(
    private readonly replay: string,
    private readonly trueDeal: boolean,
  ) {}

  readonly analysis: Analysis | null = $derived(this.status?.analysis ?? null);

  /** Have the game analysed; who asks again gets what there is. */
  async ask(): Promise<void> {
    this.problem = null;
    this.busy = true;
    try {
      this.heard(await api.analyse(await api.record(this.replay), this.trueDeal));
    } catch (error) {
      this.failed(words(error));
    }
  }

  /** Find an analysis that this browser has asked for before. */
  async find(): Promise<void> {
    const id = known()[this.name];
    if (!id || this.busy || this.analysis) return;
    try {
      this.heard(await api.analysis(id));
    } catch {
      // Then it has to be asked for anew.
    }
  }

  stop(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  private heard(status: Analysing, wait = SOON): void {
    if (this.left) return;
    this.status = status;
    this.busy = status.analysis === null;
    remember(this.name, status.id);
    if (this.busy) this.timer = setTimeout(() => void this.look(status.id, wait), wait);
  }

  private async look(id: string, wait: number): Promise<void> {
    const next = Math.min(LATER, wait * 1.15);
    try {
      this.heard(await api.analysis(id), next);
    } catch (error) {
      if (this.left) return;
      const code = error instanceof ApiError ? error.code : '';
      if (code === 'offline') this.timer = setTimeout(() => void this.look(id, LATER), LATER);
      else this.failed(words(error));
    }
  }

  private failed(text: string): void {
    this.busy = false;
    this.problem = text;
  }

  private get name(): string {
    return this.replay + (this.trueDeal ? ' true' : '');
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

// Which analysis a game has, by its id; the latest games last.
function known(): Record<string, string> {
  try {
    return JSON.parse(kept(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

function remember(name: string, id: string): void {
  const others = Object.entries(known()).filter(([other]) => other !== name);
  keep(KEY, JSON.stringify(Object.fromEntries([...others, [name, id]].slice(-KEPT))));
}
