/**
 * A game that is watched again: all of it through one pair of eyes, and a place in it. The games' components
 * look at it as they look at a table.
 */

import { again } from './again';
import { api, ApiError, away, words } from './api';
import * as choose from './choose';
import { atOnce } from './motion';
import type { Line, Message, ReplayInfo, ReplayStep, SeatInfo, TableInfo } from './protocol';
import { colourOf, NO_TABLE, type Scene, type Seen, type Shown, type Tincture } from './scene';
import { turnsOf, type Turn } from './turns';
import { Speaker } from './wording/speaker.svelte';

/** Through whose eyes: a seat's, by its number, a watcher's, or those to whom all is open. */
export type Viewer = 'watcher' | 'open' | `${number}`;

const PACE = 900; // milliseconds a step
export const SPEEDS = [0.5, 1, 2, 4];

export class ReplayStore implements Scene {
  readonly live = false;
  replay: ReplayInfo | null = $state.raw(null);
  /** What these eyes saw: before the first decision, and after each. */
  steps: ReplayStep[] = $state.raw([]);
  viewer: Viewer = $state('watcher');
  /** Where I have played myself. */
  mine: number | null = $state(null);
  /** The eyes that were asked for, while they are not there yet. */
  wanted: Viewer | null = $state(null);
  /** How many decisions are made on display. */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** Why there is nothing to show. */
  problem: ApiError | null = $state.raw(null);
  /** Why something did not work; what is on display stays. */
  notice: string | null = $state(null);
  marked: ReadonlySet<string> = $state.raw(new Set<string>());
  markedLine: Line | null = $state.raw(null);
  advised: ReadonlySet<string> = $state.raw(new Set<string>());

  private known = new Map<Viewer, Promise<ReplayStep[]>>();
  private listeners = new Set<(seen: Seen) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private giveUp = (): void => undefined;
  private stopped = false;

  constructor(readonly id: string) {}

  // -- What everybody reads ----------------------------------------------------------------------------

  readonly arrived: boolean = $derived(this.replay !== null && this.steps.length > 0);

  /** How many decisions there are. */
  readonly end: number = $derived(Math.max(0, this.steps.length - 1));

  readonly step: ReplayStep | undefined = $derived(this.steps[this.at]);

  /** Whether the game is over on display. */
  readonly over: boolean = $derived(this.at === this.end && !!this.replay?.table.winners);

  readonly me: number | null = $derived(seatOf(this.viewer));

  readonly info: TableInfo = $derived.by(() => {
    const table = this.replay?.table;
    if (!table) return NO_TABLE;
    const { winners, scores } = this.over ? table : NO_TABLE;
    const status = this.over ? 'over' : 'playing';
    return { ...table, seats: this.seats, you: this.me, status, to_act: this.step?.to_act ?? [], winners, scores };
  });

  readonly seats: SeatInfo[] = $derived(
    (this.replay?.table.seats ?? []).map((s) => ({ ...s, you: false, yours: false, stand_in: null, left: false })),
  );

  private readonly speaker = new Speaker(() => this.info);

  readonly shown: Shown = $derived(this.step?.shown ?? null);

  get real(): Shown {
    return this.shown;
  }

  readonly lines: Line[] = $derived(this.steps.slice(0, this.at + 1).flatMap((step) => step.lines));

  readonly last: Line[] = $derived(this.step?.lines ?? []);

  readonly turns: Turn[] = $derived(turnsOf(this.steps));

  /** What happened last, in words. */
  readonly told: string = $derived.by(() => {
    if (this.at === 0) return 'Before the first decision.';
    const texts = this.last.map((line) => this.lineText(line));
    if (this.over) return texts.at(-1) ?? ''; // how it ended
    const text = texts.join(' ');
    if (text) return text;
    const who = this.step?.seat ?? null;
    if (who === null) return '';
    const label = this.step?.label;
    return label ? `${this.name(who)}: ${this.say(label)}.` : `${this.name(who)} decides in secret.`;
  });

  readonly ask = null;
  readonly asked = null;
  readonly selected = choose.NOTHING;
  readonly choices = [];
  readonly chosen = null;

  colour(seat: number): Tincture {
    return colourOf(this.info, seat);
  }

  name(seat: number): string {
    return this.speaker.name(seat);
  }

  say(message: Message, reader: number | null = null): string {
    return this.speaker.say(message, reader);
  }

  lineText(line: Line): string {
    return this.speaker.line(line);
  }

  onstep(fn: (seen: Seen) => void): () => void {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  // Nothing of the past can be chosen.
  glow(): null {
    return null;
  }
  point(): void {}
  hover(): void {}
  choose(): void {}
  peek(): void {}
  change(): void {}

  mark(line: Line | null, things: string[]): void {
    const off = !line || line === this.markedLine;
    this.markedLine = off ? null : line;
    this.marked = new Set(off ? [] : things);
  }

  // -- Coming and looking ------------------------------------------------------------------------------

  /** Fetch the game and look at it, from one's own seat if one has played. */
  async open(at: number | null): Promise<void> {
    this.giveUp();
    try {
      const replay = await api.replay(this.id);
      const you = replay.uploaded ? null : await this.mySeat();
      const viewer: Viewer = you === null ? 'watcher' : `${you}`;
      const steps = await this.seenBy(viewer);
      [this.replay, this.steps, this.viewer, this.mine] = [replay, steps, viewer, you];
      this.at = this.within(at ?? 0);
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof ApiError ? error : new ApiError('broken', words(error));
      if (away(error)) this.retry(() => void this.open(at));
    }
  }

  /** See the same moment through other eyes. */
  async look(viewer: Viewer): Promise<void> {
    this.giveUp();
    this.wanted = viewer;
    try {
      const steps = await this.seenBy(viewer);
      if (this.wanted !== viewer) return;
      this.mark(null, []);
      atOnce(() => ([this.steps, this.viewer] = [steps, viewer]));
      [this.wanted, this.notice] = [null, null];
    } catch (error) {
      if (this.wanted !== viewer) return;
      this.notice = words(error);
      if (away(error)) this.retry(() => void this.look(viewer));
      else this.wanted = null;
    }
  }

  // -- Moving ------------------------------------------------------------------------------------------

  /** Go to the moment after so many decisions; only the very next one is seen happening. */
  jump(at: number): void {
    const to = this.within(at);
    if (to === this.at) return;
    if (to === this.at + 1) return this.forward();
    this.mark(null, []);
    atOnce(() => (this.at = to));
    if (this.playing) this.schedule();
  }

  /** One decision forth or back. */
  go(by: number): void {
    this.jump(this.at + by);
  }

  /** To the end of the next turn, or of the one before. */
  turn(by: 1 | -1): void {
    const ends = [0, ...this.turns.map((turn) => turn.last)];
    const to = by > 0 ? ends.find((n) => n > this.at) : ends.findLast((n) => n < this.at);
    if (to !== undefined) this.jump(to);
  }

  play(): void {
    if (this.end === 0) return;
    if (this.at === this.end) this.jump(0);
    this.playing = true;
    this.schedule();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Faster or slower; beyond the fastest it begins anew where `round`. */
  hurry(by: 1 | -1, round = false): void {
    const next = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[next] ?? (round ? SPEEDS[0] : this.speed);
    if (this.playing) this.schedule();
  }

  stop(): void {
    this.stopped = true;
    this.giveUp();
    this.pause();
    this.listeners.clear();
  }

  // -- Within ------------------------------------------------------------------------------------------

  private retry(attempt: () => void): void {
    if (!this.stopped) this.giveUp = again(attempt);
  }

  // A replay is the same for all; only the table knows who asks.
  private async mySeat(): Promise<number | null> {
    try {
      return (await api.table(this.id)).you;
    } catch (error) {
      if (away(error)) throw error;
      return null;
    }
  }

  private within(at: number): number {
    return Math.max(0, Math.min(Math.round(at), this.end));
  }

  private forward(): void {
    const before = this.shown;
    this.mark(null, []);
    this.at++;
    const seen = { lines: this.last, before, after: this.shown, own: false };
    for (const fn of this.listeners) fn(seen);
    if (this.playing) this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    if (this.at === this.end) return this.pause();
    this.timer = setTimeout(() => this.forward(), (PACE / this.speed) * moments(this.last));
  }

  private seenBy(viewer: Viewer): Promise<ReplayStep[]> {
    const asked = this.known.get(viewer) ?? api.steps(this.id, viewer).then(({ steps }) => steps);
    this.known.set(viewer, asked);
    asked.catch(() => this.known.delete(viewer));
    return asked;
  }
}

const seatOf = (viewer: Viewer): number | null => (viewer === 'watcher' || viewer === 'open' ? null : Number(viewer));

// Where much happens at once there is time to take it in.
const moments = (lines: readonly Line[]): number => (lines.length > 4 ? 2 : lines.length > 2 ? 1.4 : 1);
