/**
 * What a table page knows and does: the position on display, what is asked, the turn being put together,
 * the log, and the connection. The games' components read it and point at things; they hold no rules.
 */

import { SvelteMap } from 'svelte/reactivity';
import { api, words } from './api';
import type { Selection } from './choose';
import type { Ask, Choice, FromServer, Line, SeatInfo, Step, TableInfo, Whole } from './protocol';
import { Queue } from './queue.svelte';
import { Connection, socketAddress, type Draft, type Health, type Request, type Wire } from './socket';
import { Turn, type Glow, type Hint, type OpenDraft, type Verb } from './turn.svelte';

export type Tincture = 'red' | 'gold' | 'violet' | 'blue' | 'green';

/** A position as the server shows it to this seat; only its game knows the shape. */
export type Shown = any;

/** A step that has just come on display, for those who animate it. */
export interface Seen {
  lines: Line[];
  before: Shown;
  after: Shown;
  /** Whether it is an answer to what this page has sent: it was seen as a draft already. */
  own: boolean;
}

/** Something to tell in passing. */
export interface Notice {
  text: string;
  tone: 'why' | 'news' | 'error';
  id: number;
}

interface Queued {
  step: Step;
  own: boolean;
}

const TINCTURES: Tincture[] = ['red', 'gold', 'violet', 'blue', 'green'];

export class TableStore {
  /** The table as it is on display; it lags behind while steps are queued. */
  info: TableInfo = $state.raw(NO_TABLE);
  /** The position on display without the draft. */
  real: Shown = $state.raw(null);
  lines: Line[] = $state.raw([]);
  /** The lines of the step that was just shown. */
  last: Line[] = $state.raw([]);
  /** The things of the log line that was clicked. */
  marked: ReadonlySet<string> = $state.raw(new Set<string>());
  /** The log line that was clicked. */
  markedLine: Line | null = $state.raw(null);
  health: Health = $state('connecting');
  restarting = $state(false);
  arrived = $state(false);
  watchers = $state(0);
  /** The server gives out another client than this one. */
  outdated = $state(false);
  /** Why the server has closed for good, if it has. */
  farewell: { code: string; text: string } | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  /** A decision is on its way. */
  busy = $state(false);

  private online: boolean[] | null = $state.raw(null);
  private playing: string | null = null;
  private ownUntil = -1;
  private listeners = new Set<(seen: Seen) => void>();
  private pending = new SvelteMap<string, 'undo' | 'consent' | 'rematch'>();
  private connection: Connection;
  private queue = new Queue<Queued>(
    (item) => this.display(item),
    () => this.turn.wonder(),
    ({ step }) => moments(step.lines),
  );
  private turn = new Turn(
    () => this.catchingUp || this.busy,
    (question, moves) => void this.connection.tell({ type: 'consider', question, moves }),
  );

  constructor(
    readonly id: string,
    private readonly build: string = 'dev',
    connect?: (address: string) => Wire,
    address: string = typeof location === 'undefined' ? '' : socketAddress(id),
  ) {
    this.connection = new Connection(
      address,
      {
        heard: (message) => this.heard(message),
        health: (health, restarting) => this.healthIs(health, restarting),
      },
      connect,
    );
  }

  // -- What everybody reads ----------------------------------------------------------------------------

  /** My seat; null for a watcher. */
  get me(): number | null {
    return this.info.you;
  }

  readonly seats: SeatInfo[] = $derived.by(() => {
    const online = this.online;
    return this.info.seats.map((s) => (online ? { ...s, online: online[s.seat] ?? s.online } : s));
  });

  /** The position on display; with an open draft that can be shown: the draft's. */
  readonly shown: Shown = $derived(this.turn.shown ?? this.real);

  readonly catchingUp: boolean = $derived(this.queue.length > 0);

  /** What is asked now: after a draft the next question of the same turn; null while catching up. */
  get ask(): Ask | null {
    return this.turn.ask;
  }

  /** What is asked of me at the table, whatever is drafted. */
  readonly asked: Ask | null = $derived(this.catchingUp ? null : this.turn.base);

  get draft(): OpenDraft | null {
    return this.turn.draft;
  }

  get selected(): Selection {
    return this.turn.selected;
  }

  glow(thing: string): Glow {
    return this.turn.glow(thing);
  }

  /** What the hovered choice would do, else what is selected or drafted; several choices by their labels. */
  get hints(): Hint[] {
    return this.turn.hints;
  }

  /** Chips: what may be said that is no piece of the table. */
  get verbs(): Verb[] {
    return this.turn.verbs;
  }

  /** Choices that nothing is pointed at for: buttons. */
  get buttons(): Choice[] {
    return this.turn.buttons;
  }

  /** Whether what is drafted can be confirmed as it is. */
  readonly canConfirm: boolean = $derived(!this.busy && this.turn.isWhole);

  readonly canChange: boolean = $derived(!this.busy && !this.turn.isEmpty);

  colour(seat: number): Tincture {
    return (this.info.seats[seat]?.colour.toLowerCase() as Tincture | undefined) ?? TINCTURES[seat % TINCTURES.length];
  }

  name(seat: number): string {
    const s = this.info.seats[seat];
    return s?.called || s?.name || `Seat ${seat + 1}`;
  }

  /** Be told of every step that comes on display. Returns how to stop. */
  onstep(fn: (seen: Seen) => void): () => void {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  // -- Pointing ----------------------------------------------------------------------------------------

  /** Click, tap or Enter on a thing: choose, draft, unselect, or ask why not. */
  point(thing: string): void {
    if (this.me === null || this.busy) return;
    this.flush();
    this.mark(null, []);
    if (!this.turn.point(thing)) this.askWhy(thing);
    else if (this.notice?.tone === 'why') this.dismiss();
  }

  hover(thing: string | null): void {
    this.turn.hover(thing);
  }

  /** Pointer over a button; null when it leaves. */
  peek(choice: Choice | null): void {
    this.turn.peek(choice);
  }

  /** Press a button: it is sent at once, together with the draft. */
  press(choice: Choice): void {
    if (this.ask?.choices.includes(choice)) this.send([...this.turn.moves, choice.move]);
  }

  /** Send the draft. */
  confirm(): void {
    if (this.canConfirm) this.send(this.turn.moves);
  }

  /** Let go of the selection, or else of the last decision drafted. */
  change(): void {
    if (this.busy) return;
    this.turn.change();
    if (this.notice?.tone === 'why') this.dismiss();
  }

  /** Mark what a line is about; the same line again: unmark. */
  mark(line: Line | null, things: string[]): void {
    const off = !line || line === this.markedLine;
    this.markedLine = off ? null : line;
    this.marked = new Set(off ? [] : things);
  }

  // -- Other wishes ------------------------------------------------------------------------------------

  undo(): void {
    this.wish({ type: 'undo' });
  }

  consent(yes: boolean): void {
    const request = this.info.undo;
    if (request) this.wish({ type: 'consent', number: request.number, yes });
  }

  rematch(): void {
    this.wish({ type: 'rematch' });
  }

  /** Take one's own seat again, from the program that plays on. */
  comeBack(): void {
    api.join(this.id).catch((error) => this.tell(words(error), 'error'));
  }

  /** Whether a wish of this kind is on its way. */
  wishing(kind: 'undo' | 'consent' | 'rematch'): boolean {
    return [...this.pending.values()].includes(kind);
  }

  tell(text: string, tone: Notice['tone'] = 'news'): void {
    this.notice = { text, tone, id: (this.notice?.id ?? 0) + 1 };
  }

  dismiss(): void {
    this.notice = null;
  }

  // -- The connection ----------------------------------------------------------------------------------

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.queue.clear();
    this.connection.stop();
  }

  /** Look at once whether the connection lives. */
  wake(): void {
    this.connection.wake();
  }

  sleep(): void {
    this.connection.sleep();
  }

  /** Show all that waits, now. */
  flush(): void {
    this.queue.flush();
  }

  private healthIs(health: Health, restarting: boolean): void {
    this.health = health;
    this.restarting = restarting;
  }

  private heard(message: FromServer): void {
    switch (message.type) {
      case 'whole':
        return this.whole(message);
      case 'step':
        return this.step(message);
      case 'presence':
        this.online = message.online;
        this.watchers = message.watchers;
        return;
      case 'ack':
        return this.granted(message.id, message.number);
      case 'refused':
        return this.refused(message.id, message.text);
      case 'considered':
        return this.turn.considered(message);
      case 'because':
        return this.tell(message.text, 'why');
      case 'bye':
        if (message.code !== 'restarting') this.farewell = { code: message.code, text: message.text };
        else this.restarting = true;
        return;
    }
  }

  private whole(message: Whole): void {
    this.queue.clear();
    this.online = null;
    this.outdated = this.build !== 'dev' && message.build !== this.build;
    this.info = message.table;
    this.watchers = message.watchers;
    this.lines = message.lines;
    this.last = [];
    this.mark(null, []);
    this.real = message.shown;
    this.turn.asks(message.ask);
    this.turn.forget();
    this.arrived = true;
    this.settle();
    this.turn.wonder();
  }

  private step(step: Step): void {
    this.online = step.table.seats.map((s) => s.online);
    const own = this.playing !== null || step.number <= this.ownUntil;
    const item = { step, own };
    if (!own && !(typeof document !== 'undefined' && document.hidden)) return this.queue.add(item);
    this.flush();
    this.display(item);
    this.queue.hold(item);
    if (step.number >= this.ownUntil) this.settle();
    this.turn.wonder();
  }

  private display({ step, own }: Queued): void {
    const before = this.real;
    this.info = step.table;
    this.real = step.shown ?? this.real;
    this.last = step.lines;
    this.lines = [...this.lines, ...step.lines];
    this.turn.asks(step.ask);
    const seen = { lines: step.lines, before, after: this.real, own };
    for (const fn of this.listeners) fn(seen);
  }

  private askWhy(thing: string): void {
    const question = this.turn.base?.question;
    if (question === undefined) return;
    const things = [...this.selected].filter((t) => t !== thing);
    this.connection.tell({ type: 'why', question, moves: this.turn.moves, things: [...things, thing] });
  }

  private send(moves: string[]): void {
    const question = this.turn.base?.question;
    if (this.busy || question === undefined) return;
    this.busy = true;
    this.turn.look();
    this.playing = this.connection.ask({ type: 'play', question, moves });
  }

  private wish(draft: Draft<Request>): void {
    if (draft.type !== 'play') this.pending.set(this.connection.ask(draft), draft.type);
  }

  private granted(id: string, number: number): void {
    this.closed(id);
    this.ownUntil = Math.max(this.ownUntil, number);
    if (this.connection.number >= this.ownUntil) this.settle();
  }

  private refused(id: string, text: string): void {
    // A thought was refused: it matters if somebody waits for its answer.
    if (!id && this.turn.isConsidered) return;
    this.closed(id);
    this.settle();
    if (!id) this.turn.drop();
    this.tell(text, 'error');
    this.connection.sync();
  }

  private closed(id: string): void {
    this.pending.delete(id);
    if (id === this.playing) this.playing = null;
  }

  // What was sent is on the table, or was refused: the draft has done its duty.
  private settle(): void {
    if (this.playing !== null || !this.busy) return;
    this.busy = false;
    this.turn.drop();
    this.turn.wonder();
  }
}

// Where much happens at once, as in a reveal with its quarrels, there is time to take it in.
const moments = (lines: readonly Line[]): number => (lines.length > 4 ? 3 : lines.length > 2 ? 1.6 : 1);

const NO_TABLE: TableInfo = {
  id: '', game: '', title: '', options: {}, status: 'waiting', seats: [], you: null, host: false,
  listed: false, opened: 0, changed: 0, to_act: [], commitment: '', winners: null, scores: null,
  undo: null, can_undo: null, rematch: null,
};
