/**
 * What a table page knows and does: the position on display, what is asked, the turn being put together,
 * the log, and the connection. The games' components read it and point at things; they hold no rules.
 */

import { SvelteMap } from 'svelte/reactivity';
import { Adding } from './adding';
import { api, words } from './api';
import type { Selection } from './choose';
import { comfort } from './comfort.svelte';
import { SharedDevice } from './device.svelte';
import { Hinting } from './hint.svelte';
import type { Step } from './mirror';
import type { Ask, Away, Bye, Choice, Line, Message, SeatInfo, Snapshot, TableInfo } from './protocol';
import { Queue } from './queue.svelte';
import { colourOf, NO_TABLE, type Scene, type Seen, type Shown, type Tincture } from './scene';
import { Connection, socketAddress, type Draft, type Health, type Heard, type Request, type Wire } from './socket';
import { serverTime } from './time.svelte';
import { Speaker } from './wording/speaker.svelte';
import { Turn, type Glow, type Hint, type OpenDraft, type Verb } from './turn.svelte';

/** Something to tell in passing. */
export interface Notice {
  text: string;
  tone: 'why' | 'news' | 'error';
  id: number;
}

interface Noted extends Omit<Notice, 'text'> {
  said: Message | string;
}

/** What one asks the table for, beside deciding. */
type Asked = 'undo' | 'consent' | 'rematch' | 'wait' | 'hand_over';

/** Somebody who is to act is away; and until when, by the clock of this page in seconds, the table waits. */
export interface Missing extends Away {
  until: number | null;
}

interface Queued {
  update: Step;
  own: boolean;
}

export class TableStore implements Scene {
  readonly live = true;
  /** The table as it is on display; it lags behind while steps are queued. */
  info: TableInfo = $state.raw(NO_TABLE);
  /** The position on display without the draft. */
  real: Shown = $state.raw(null);
  lines: Line[] = $state.raw([]);
  /** The lines of the update that was just shown. */
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
  farewell: Bye | null = $state.raw(null);
  /** A decision is on its way. */
  busy = $state(false);

  private noted: Noted | null = $state.raw(null);
  private online: boolean[] | null = $state.raw(null);
  private awaited: Missing[] = $state.raw([]);
  private playing: string | null = null;
  private ownUntil = -1;
  private hurried = false; // whether a clock of ours runs while things are still being shown
  private listeners = new Set<(seen: Seen) => void>();
  private pending = new SvelteMap<string, Asked>();
  private connection: Connection;
  private adding: Adding;
  private queue = new Queue<Queued>(
    (item) => this.display(item),
    () => this.rested(),
    ({ update }) => moments(update.lines) * (this.hurried ? 0.5 : 1),
  );
  private turn = new Turn(
    () => this.catchingUp || this.busy,
    (question, moves) => void this.connection.tell({ type: 'consider', question, moves }),
    () => comfort.confirms !== 'turn',
  );
  /** Whose eyes are open, where people share this device. */
  readonly device = new SharedDevice(
    () => ({ info: this.info, lines: this.lines, unsettled: this.catchingUp || this.busy }),
    (seat) => this.connection.sit(seat),
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
    this.adding = new Adding(id, (answer) => this.connection.ask(answer));
  }

  // -- What everybody reads ----------------------------------------------------------------------------

  private readonly speaker = new Speaker(() => this.info);

  private readonly noticeText: string = $derived.by(() => {
    const said = this.noted?.said ?? '';
    return typeof said === 'string' ? said : this.say(said, this.me);
  });

  /** My seat; null for a watcher, and while a device is passed on. */
  get me(): number | null {
    return this.info.you;
  }

  /** Whether somebody plays here, in this browser. */
  readonly seated: boolean = $derived(this.me !== null || this.device.seats.length > 0);

  /** Who sits in front where nobody's eyes are open. */
  get facing(): number | null {
    return this.device.facing;
  }

  readonly seats: SeatInfo[] = $derived.by(() => {
    const online = this.online;
    return this.info.seats.map((s) => (online ? { ...s, online: online[s.seat] ?? s.online } : s));
  });

  /** For whom the table waits who is not there. */
  readonly missing: Missing[] = $derived(
    this.awaited.filter(({ seat }) => this.info.to_act.includes(seat) && !this.info.seats[seat].stand_in),
  );

  /** The position on display; with an open draft that can be shown: the draft's. */
  readonly shown: Shown = $derived(this.turn.shown ?? this.real);

  /** What somebody who thinks would do, for who asks. */
  readonly hint = new Hinting(
    () => this.asked,
    () => api.hint(this.id, this.me ?? 0),
  );

  /** The things of a choice that is recommended. */
  get advised(): ReadonlySet<string> {
    return this.hint.things;
  }

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

  get choices(): Choice[] {
    return this.turn.choices;
  }

  get chosen(): Choice | null {
    return this.turn.chosen;
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

  /** What a chip says. */
  verbText({ words }: Verb): string {
    return typeof words === 'string' ? words : this.say(words, this.me);
  }

  /** Choices that nothing is pointed at for: buttons. */
  get buttons(): Choice[] {
    return this.turn.buttons;
  }

  /** Whether what is drafted can be confirmed as it is. */
  readonly canConfirm: boolean = $derived(!this.busy && this.turn.isWhole);

  readonly canChange: boolean = $derived(!this.busy && !this.turn.isEmpty);

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

  /** Something to tell in passing. */
  readonly notice: Notice | null = $derived.by(() => {
    if (!this.noted) return null;
    const { tone, id } = this.noted;
    return { text: this.noticeText, tone, id };
  });

  /** Be told of every update that comes on display. Returns how to stop. */
  onstep(fn: (seen: Seen) => void): () => void {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  // -- Pointing ----------------------------------------------------------------------------------------

  /** Click, tap or Enter on a thing, or on a button that names it: choose, draft, unselect, or ask why not. */
  point(thing: string, named = false): void {
    if (this.me === null || this.busy) return;
    this.flush();
    this.mark(null, []);
    if (!this.turn.point(thing, named)) return this.askWhy(thing);
    if (this.notice?.tone === 'why') this.dismiss();
    this.unasked();
  }

  choose(choice: Choice): void {
    if (this.me === null || this.busy) return;
    this.mark(null, []);
    this.turn.choose(choice);
    if (this.notice?.tone === 'why') this.dismiss();
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

  // -- Other requests -----------------------------------------------------------------------------------

  undo(): void {
    this.request({ type: 'undo' });
  }

  consent(yes: boolean): void {
    const request = this.info.undo;
    if (request) this.request({ type: 'consent', number: request.number, yes });
  }

  rematch(): void {
    this.request({ type: 'rematch' });
  }

  /** Give somebody who is away more time. */
  waitFor(seat: number): void {
    this.request({ type: 'wait', seat });
  }

  /** Have a program play on for somebody who is away. */
  handOver(seat: number): void {
    this.request({ type: 'hand_over', seat });
  }

  /** Take one's own seat again, from the program that plays on. */
  comeBack(): void {
    api.join(this.id).catch((error) => this.tell(words(error), 'error'));
  }

  /** Whether a request of this kind is on its way. */
  requesting(kind: Asked): boolean {
    return [...this.pending.values()].includes(kind);
  }

  tell(said: Message | string, tone: Notice['tone'] = 'news'): void {
    this.noted = { said, tone, id: (this.noted?.id ?? 0) + 1 };
  }

  dismiss(): void {
    this.noted = null;
  }

  // -- The connection ----------------------------------------------------------------------------------

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.queue.clear();
    this.device.stop();
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

  private heard(message: Heard): void {
    switch (message.type) {
      case 'snapshot':
        return this.snapshot(message);
      case 'update':
        return this.update(message);
      case 'presence':
        this.online = message.online;
        this.watchers = message.watchers;
        this.misses(message.away);
        return;
      case 'ack':
        return this.granted(message.id, message.number);
      case 'refused':
        return this.refused(message.id, message.message);
      case 'considered':
        if (this.me === null) return;
        this.turn.considered(message);
        return this.unasked();
      case 'explanation':
        return this.me === null ? undefined : this.tell(message.message, 'why');
      case 'bye':
        if (message.code !== 'restarting') this.farewell = message;
        else this.restarting = true;
        return;
    }
  }

  private snapshot(message: Snapshot): void {
    this.adding.heard(message.table);
    if (this.device.foreign(message.table)) return;
    if (message.reason === 'arrival' && this.device.reopen(message.table)) return;
    if (message.reason === 'select_seat') this.forget();
    this.timeIs(message.table);
    this.queue.clear();
    this.online = null;
    this.outdated = this.build !== 'dev' && message.build !== this.build;
    this.info = message.table;
    this.watchers = message.watchers;
    this.misses(message.away);
    this.lines = message.lines;
    this.last = [];
    this.mark(null, []);
    this.real = message.shown;
    this.turn.asks(message.ask);
    this.arrived = true;
    this.settle();
    this.rested();
  }

  // Whoever looks next is to find nothing of what was thought here.
  private forget(): void {
    this.turn.asks(null);
    this.dismiss();
  }

  private update(update: Step): void {
    this.adding.heard(update.table);
    if (this.device.foreign(update.table)) return;
    this.timeIs(update.table);
    this.online = update.table.seats.map((s) => s.online);
    const own = this.playing !== null || update.number <= this.ownUntil;
    const item = { update, own };
    if (!own && !(typeof document !== 'undefined' && document.hidden)) return this.queue.add(item);
    this.flush();
    this.display(item);
    this.queue.hold(item);
    if (update.number >= this.ownUntil) this.settle();
    this.rested();
  }

  // All that is known is on display, as far as nothing is queued.
  private rested(): void {
    this.turn.wonder();
    this.device.watch(moments(this.last));
  }

  private misses(away: Away[]): void {
    const now = Date.now() / 1000;
    this.awaited = away.map((one) => ({ ...one, until: one.left === null ? null : now + one.left }));
  }

  private timeIs({ clock, seats }: TableInfo): void {
    if (clock) serverTime.heard(clock.now);
    this.hurried = clock?.seats.some(({ since }, n) => since !== null && seats[n].yours) ?? false;
  }

  private display({ update, own }: Queued): void {
    const before = this.real;
    this.info = update.table;
    this.real = update.shown;
    this.last = update.lines;
    this.lines = [...this.lines, ...update.lines];
    this.turn.asks(update.ask);
    const seen = { lines: update.lines, before, after: this.real, own };
    for (const fn of this.listeners) fn(seen);
  }

  private askWhy(thing: string): void {
    const question = this.turn.base?.question;
    if (question === undefined) return;
    const things = [...this.selected].filter((t) => t !== thing);
    this.connection.tell({ type: 'explain', question, moves: this.turn.moves, things: [...things, thing] });
  }

  private send(moves: string[]): void {
    const question = this.turn.base?.question;
    if (this.busy || question === undefined) return;
    this.busy = true;
    this.device.byChoice = false;
    this.turn.look();
    this.playing = this.connection.ask({ type: 'play', question, moves });
  }

  // What needs no word more: what somebody has named who has to see what comes of it before going on, and
  // all that is said in full by whoever wants to confirm nothing.
  private unasked(): void {
    if (comfort.confirms === 'none' ? this.turn.isSaid : comfort.confirms === 'turn' && this.turn.isDue) this.confirm();
  }

  private request(draft: Extract<Draft<Request>, { type: Asked }>): void {
    this.pending.set(this.connection.ask(draft), draft.type);
  }

  private granted(id: string, number: number): void {
    this.adding.granted(id);
    this.closed(id);
    this.ownUntil = Math.max(this.ownUntil, number);
    if (this.connection.number >= this.ownUntil) this.settle();
  }

  private refused(id: string, message: Message): void {
    if (!id) this.device.refused();
    // A thought was refused: it matters if somebody waits for its answer.
    if (!id && this.turn.isConsidered) return;
    this.closed(id);
    this.settle();
    if (!id) this.turn.drop();
    this.tell(message, 'error');
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
    this.rested();
  }
}

// Where much happens at once, as in a reveal with its quarrels, there is time to take it in.
const moments = (lines: readonly Line[]): number => (lines.length > 4 ? 3 : lines.length > 2 ? 1.6 : 1);
