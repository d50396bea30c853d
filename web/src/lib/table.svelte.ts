/**
 * What a table page knows and does: the position on display, what is asked, the turn being put together,
 * the log, and the connection. The games' components read it and point at things; they hold no rules.
 */

import { SvelteMap } from 'svelte/reactivity';
import { api, words } from './api';
import * as choose from './choose';
import type { Ask, Choice, Considered, FromServer, Line, SeatInfo, Step, TableInfo, Whole } from './protocol';
import { Connection, socketAddress, type Draft, type Health, type Request, type Wire } from './socket';

export type Tincture = 'red' | 'gold' | 'violet' | 'blue' | 'green';
export type Glow = 'may' | 'chosen' | 'drafted' | null;

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

export interface OpenDraft {
  moves: string[];
  /** The decisions in words. */
  labels: string[];
  told: string[];
  done: boolean;
}

/** What a choice would do; with a label where there are several. */
export interface Hint {
  label: string;
  told: string[];
}

/** Something to tell in passing. */
export interface Notice {
  text: string;
  tone: 'why' | 'news' | 'error';
  id: number;
}

// One decision of the draft: where it was chosen, how, and what the server said to it.
interface Drafted {
  ask: Ask;
  each: Each;
  selected: choose.Selection;
  choice: Choice;
  answer: Considered | null;
}

type Each = Record<string, string[]>;

interface Queued {
  step: Step;
  own: boolean;
}

/** How long a step of others stays before the next, in milliseconds. */
export const DWELL = 450;
const SLOWEST_QUEUE = 12;
const TINCTURES: Tincture[] = ['red', 'gold', 'violet', 'blue', 'green'];

export class TableStore {
  /** The table as it is on display; it lags behind while steps are queued. */
  info: TableInfo = $state.raw(NO_TABLE);
  /** The position on display without the draft. */
  real: Shown = $state.raw(null);
  lines: Line[] = $state.raw([]);
  /** The lines of the step that was just shown. */
  last: Line[] = $state.raw([]);
  selected: choose.Selection = $state.raw(choose.NOTHING);
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

  private base: Ask | null = $state.raw(null);
  private baseEach: Each = $state.raw({});
  private drafted: Drafted[] = $state.raw([]);
  private hovered: string | null = $state(null);
  private peeked: Choice | null = $state.raw(null);
  private queue: Queued[] = $state.raw([]);
  private online: boolean[] | null = $state.raw(null);
  private playing: string | null = null;
  private ownUntil = -1;
  private wondered = -1; // the question whose choices we have asked about
  private timer: ReturnType<typeof setTimeout> | undefined;
  private listeners = new Set<(seen: Seen) => void>();
  private pending = new SvelteMap<string, 'undo' | 'consent' | 'rematch'>();
  private connection: Connection;

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
  readonly shown: Shown = $derived.by(() => {
    for (let i = this.drafted.length - 1; i >= 0; i--) {
      const answer = this.drafted[i].answer;
      if (answer?.shown) return answer.shown;
    }
    return this.real;
  });

  readonly catchingUp: boolean = $derived(this.queue.length > 0);

  /** What is asked now: after a draft the next question of the same turn; null while catching up. */
  readonly ask: Ask | null = $derived.by(() => {
    if (this.catchingUp || this.busy) return null;
    const top = this.drafted.at(-1);
    return top ? following(top.answer) : this.base;
  });

  /** What is asked of me at the table, whatever is drafted. */
  readonly asked: Ask | null = $derived(this.catchingUp ? null : this.base);

  readonly draft: OpenDraft | null = $derived.by(() => {
    const top = this.drafted.at(-1);
    if (!top) return null;
    const moves = this.drafted.map((d) => d.choice.move);
    const labels = this.drafted.map((d) => d.choice.label);
    return { moves, labels, told: top.answer?.told ?? [], done: top.answer?.done ?? false };
  });

  /** What each of the present choices would do, as far as the server has said. */
  private readonly each: Each = $derived.by(() => {
    const top = this.drafted.at(-1);
    return top ? (top.answer?.each ?? {}) : this.baseEach;
  });

  private readonly may: ReadonlySet<string> = $derived(
    this.ask ? choose.glowing(this.ask.choices, this.selected) : new Set<string>(),
  );

  private readonly inDraft: ReadonlySet<string> = $derived(
    new Set(this.drafted.flatMap((d) => d.choice.things)),
  );

  glow(thing: string): Glow {
    if (this.selected.has(thing)) return 'chosen';
    if (this.may.has(thing)) return 'may';
    return this.inDraft.has(thing) ? 'drafted' : null;
  }

  /** What the hovered choice would do, else what is selected or drafted; several choices by their labels. */
  readonly hints: Hint[] = $derived.by(() => {
    if (this.peeked) return [{ label: '', told: this.each[this.peeked.move] ?? [] }];
    const ahead = this.hovered ? this.ahead(this.hovered) : this.aheadOfSelected();
    return ahead ?? (this.draft ? [{ label: '', told: this.draft.told }] : []);
  });

  /** The same as plain lines. */
  readonly hint: string[] = $derived(
    this.hints.flatMap(({ label, told }) => (label ? [`${label}: ${told.join(' ')}`] : told)),
  );

  /** Chips: what may be said that is no piece of the table. */
  readonly verbs: { thing: string; words: string; chosen: boolean }[] = $derived.by(() => {
    const ask = this.ask;
    const offered = ask ? choose.verbs(ask.choices, this.selected) : [];
    const chips = offered.map((thing) => ({
      thing,
      words: wordsOf(ask, thing),
      chosen: this.selected.has(thing),
    }));
    return this.busy || this.catchingUp ? chips : [...this.otherVerbs(offered), ...chips];
  });

  /** Choices that nothing is pointed at for: buttons. */
  readonly buttons: Choice[] = $derived(this.ask ? choose.plain(this.ask.choices) : []);

  /** Whether what is drafted can be confirmed as it is. */
  readonly canConfirm: boolean = $derived.by(() => {
    const answer = this.drafted.at(-1)?.answer;
    return !this.busy && !!answer && !following(answer);
  });

  readonly canChange: boolean = $derived(!this.busy && (this.drafted.length > 0 || this.selected.size > 0));

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
    if (this.pointDrafted(thing)) return;
    const ask = this.ask;
    if (ask) {
      const next = choose.point(ask.choices, this.selected, thing);
      if (next) return this.select(ask, this.each, next);
    }
    if (!this.repoint(thing) && this.base) this.askWhy(thing);
  }

  hover(thing: string | null): void {
    this.hovered = thing;
  }

  /** Pointer over a button; null when it leaves. */
  peek(choice: Choice | null): void {
    this.peeked = choice;
  }

  /** Press a button: it is sent at once, together with the draft. */
  press(choice: Choice): void {
    if (this.ask?.choices.includes(choice)) this.send([...(this.draft?.moves ?? []), choice.move]);
  }

  /** Send the draft. */
  confirm(): void {
    if (this.canConfirm && this.draft) this.send(this.draft.moves);
  }

  /** Let go of the selection, or else of the last decision drafted. */
  change(): void {
    if (this.busy) return;
    if (this.selected.size === 0) this.drafted = this.drafted.slice(0, -1);
    this.selected = choose.NOTHING;
    this.hovered = this.peeked = null;
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
    clearTimeout(this.timer);
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
    if (this.queue.length === 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const waiting = this.queue;
    this.queue = [];
    for (const item of waiting) this.display(item);
    this.wonder();
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
        return this.considered(message);
      case 'because':
        return this.tell(message.text, 'why');
      case 'bye':
        if (message.code !== 'restarting') this.farewell = { code: message.code, text: message.text };
        else this.restarting = true;
        return;
    }
  }

  private whole(message: Whole): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.online = null;
    this.outdated = this.build !== 'dev' && message.build !== this.build;
    this.info = message.table;
    this.watchers = message.watchers;
    this.lines = message.lines;
    this.last = [];
    this.mark(null, []);
    this.real = message.shown;
    this.asks(message.ask);
    this.wondered = -1;
    this.arrived = true;
    this.settle();
    this.wonder();
  }

  private step(step: Step): void {
    this.online = step.table.seats.map((s) => s.online);
    const own = this.playing !== null || step.number <= this.ownUntil;
    const item = { step, own };
    if (own || (typeof document !== 'undefined' && document.hidden)) {
      this.flush();
      this.display(item);
      if (step.number >= this.ownUntil) this.settle();
      return this.wonder();
    }
    if (this.timer !== undefined) {
      this.queue = [...this.queue, item];
      return;
    }
    this.display(item);
    this.rest();
  }

  // Let a step of others stay a moment before the next one is shown.
  private rest(): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const [next, ...others] = this.queue;
      if (!next) return;
      this.queue = others;
      this.display(next);
      this.wonder();
      this.rest();
    }, dwell(this.queue.length));
    if (this.queue.length === 0) this.wonder();
  }

  private display({ step, own }: Queued): void {
    const before = this.real;
    this.info = step.table;
    this.real = step.shown ?? this.real;
    this.last = step.lines;
    this.lines = [...this.lines, ...step.lines];
    this.asks(step.ask);
    const seen = { lines: step.lines, before, after: this.real, own };
    for (const fn of this.listeners) fn(seen);
  }

  // A draft lives as long as the question it answers.
  private asks(ask: Ask | null): void {
    const same = ask !== null && this.base?.question === ask.question && this.base.prompt === ask.prompt;
    this.base = ask;
    if (same) return;
    this.drafted = [];
    this.selected = choose.NOTHING;
    this.baseEach = {};
    this.hovered = this.peeked = null;
  }

  // Ask once what each choice would do, and again for what was not answered when the connection broke.
  private wonder(): void {
    if (!this.base || this.busy || this.catchingUp) return;
    const question = this.base.question;
    if (this.wondered !== question) this.connection.tell({ type: 'consider', question, moves: [] });
    this.wondered = question;
    const top = this.drafted.at(-1);
    if (top && !top.answer)
      this.connection.tell({ type: 'consider', question, moves: this.drafted.map((d) => d.choice.move) });
  }

  private considered(answer: Considered): void {
    if (answer.question !== this.base?.question) return;
    const moves = this.drafted.map((d) => d.choice.move);
    if (answer.moves.length === 0) this.baseEach = answer.each;
    const at = answer.moves.length - 1;
    if (at < 0 || answer.moves.some((move, i) => move !== moves[i])) return;
    this.drafted = this.drafted.map((d, i) => (i === at ? { ...d, answer } : d));
  }

  private select(ask: Ask, each: Each, next: choose.Pointed): void {
    this.notice = this.notice?.tone === 'why' ? null : this.notice;
    this.selected = next.selected;
    this.hovered = null; // the pointer is still there, but what it did is what counts now
    if (!next.choice || !this.base) return;
    const decision = { ask, each, selected: next.selected, choice: next.choice, answer: null };
    this.drafted = [...this.drafted, decision];
    this.selected = choose.NOTHING;
    const moves = this.drafted.map((d) => d.choice.move);
    this.connection.tell({ type: 'consider', question: this.base.question, moves });
  }

  // Pointing at what the last decision implies only says it aloud: it was not pointed at yet.
  private pointDrafted(thing: string): boolean {
    const top = this.drafted.at(-1);
    if (!top || this.selected.size > 0) return false;
    if (!top.choice.things.includes(thing) || top.selected.has(thing)) return false;
    const selected = new Set([...top.selected, thing]);
    this.drafted = [...this.drafted.slice(0, -1), { ...top, selected }];
    return true;
  }

  // Change the last decision drafted by pointing at something else that it could have been.
  private repoint(thing: string): boolean {
    const top = this.drafted.at(-1);
    const next = top && choose.point(top.ask.choices, top.selected, thing);
    if (!top || !next) return false;
    this.drafted = this.drafted.slice(0, -1);
    this.select(top.ask, top.each, next);
    return true;
  }

  // The modes that the last decision drafted could have instead, as long as nothing else is selected.
  private otherVerbs(offered: string[]): { thing: string; words: string; chosen: boolean }[] {
    const top = this.drafted.at(-1);
    if (!top || this.selected.size > 0) return [];
    const mine = new Set(top.choice.things);
    const verbs = choose.verbs(top.ask.choices, top.selected);
    const all = new Set([...verbs, ...top.choice.things.filter(choose.isVerb)]);
    const others = [...all].filter((t) => !offered.includes(t));
    // What is drafted needs no chip that only says it again.
    if (!others.some((t) => choose.isMode(t) || !mine.has(t))) return [];
    return others.map((thing) => ({ thing, words: wordsOf(top.ask, thing), chosen: mine.has(thing) }));
  }

  private ahead(thing: string): Hint[] | null {
    const top = this.drafted.at(-1);
    if (this.ask) {
      const told = leads(choose.ahead(this.ask.choices, this.selected, thing), this.each);
      if (told) return told;
    }
    if (top && !top.choice.things.includes(thing))
      return leads(choose.ahead(top.ask.choices, top.selected, thing), top.each);
    return null;
  }

  private aheadOfSelected(): Hint[] | null {
    if (!this.ask || this.selected.size === 0) return null;
    return leads(choose.candidates(this.ask.choices, this.selected), this.each);
  }

  private askWhy(thing: string): void {
    if (!this.base) return;
    const moves = this.draft?.moves ?? [];
    const things = [...this.selected].filter((t) => t !== thing);
    this.connection.tell({ type: 'why', question: this.base.question, moves, things: [...things, thing] });
  }

  private send(moves: string[]): void {
    if (this.busy || !this.base) return;
    this.busy = true;
    this.hovered = this.peeked = null;
    this.playing = this.connection.ask({ type: 'play', question: this.base.question, moves });
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
    if (!id && this.drafted.every((d) => d.answer)) return;
    this.closed(id);
    this.settle();
    if (!id) this.drafted = [];
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
    this.drafted = [];
    this.selected = choose.NOTHING;
    this.wonder();
  }
}

const NO_TABLE: TableInfo = {
  id: '', game: '', title: '', options: {}, status: 'waiting', seats: [], you: null, host: false,
  listed: false, opened: 0, changed: 0, to_act: [], commitment: '', winners: null, scores: null,
  undo: null, can_undo: null, rematch: null,
};

/** Many steps that wait are shown faster, and too many at once. */
export function dwell(waiting: number): number {
  if (waiting > SLOWEST_QUEUE) return 0;
  return waiting <= 2 ? DWELL : Math.round((DWELL * 3) / (waiting + 1));
}

// The next question of the same turn, where a turn is put together before it is made.
const following = (answer: Considered | null): Ask | null => answer?.ask ?? null;

const wordsOf = (ask: Ask | null, thing: string): string =>
  ask?.words[thing] ?? thing.slice(thing.indexOf(':') + 1);

// What a few choices would do: one speaks for itself, several are told apart by their labels.
function leads(choices: Choice[], each: Each): Hint[] | null {
  if (choices.length === 0 || choices.length > 4) return null;
  if (choices.length > 1) return choices.map((c) => ({ label: c.label, told: each[c.move] ?? [] }));
  const told = each[choices[0].move] ?? [];
  return [{ label: '', told: told.length > 0 ? told : [choices[0].label] }];
}
