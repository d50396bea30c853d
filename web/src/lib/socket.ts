/**
 * The connection of a table page: it comes back by itself, notices silence and gaps, and sends again what
 * was not acknowledged, under the same id, so that the server counts it once.
 */

import { Mirror, type Step } from './mirror';
import type { FromClient, FromServer, Update } from './protocol';

export type Health = 'connecting' | 'open' | 'lost' | 'closed';

/** As much of a WebSocket as is used here. */
export interface Wire {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code?: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** What is kept until it is acknowledged. */
export type Request = Extract<FromClient, { id: string }>;
export type Draft<T> = T extends Request ? Omit<T, 'id'> : never;

/** What is heard: whatever the server says, with updates made whole. */
export type Heard = Exclude<FromServer, Update> | Step;

export interface Listener {
  heard(message: Heard): void;
  health(health: Health, restarting: boolean): void;
}

export const BEAT = 10_000;
export const SILENCE = 20_000;
export const PROBE = 4_000;
export const BEHIND = 1_000;
export const WAITS = [500, 1_000, 2_000, 4_000, 8_000];
export const SOON = 50; // another process may be there already, where one says that it goes down

const OPEN = 1;
const RESTART = 1012; // the code that a socket is closed with by a server that goes down

export class Connection {
  /** The number of the last entry in the log that was heard. */
  number = -1;
  health: Health = 'connecting';

  private wire: Wire | null = null;
  private mirror = new Mirror();
  private unanswered = new Map<string, Request>();
  private settled = false; // whether the whole table has arrived on this wire
  private syncing = false;
  private stopped = true;
  private restarting = false;
  private tries = 0;
  private heardAt = 0;
  private beat: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private probe: ReturnType<typeof setTimeout> | undefined;
  private behind: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly connect: (address: string) => Wire = (a) => new WebSocket(a) as unknown as Wire,
    private readonly newId: () => string = randomId,
  ) {}

  /** Connect, and stay connected until `stop`. */
  start(): void {
    this.stopped = false;
    this.dial();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
    this.set('closed');
  }

  /** Say something that matters only now; it is lost if the connection is. */
  tell(message: FromClient): boolean {
    if (this.wire?.readyState !== OPEN) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  /** Ask for something that must happen once: sent, and sent again until it is answered. Returns its id. */
  ask(draft: Draft<Request>): string {
    const request: Request = { ...draft, id: this.newId() };
    this.unanswered.set(request.id, request);
    if (this.settled) this.tell(request);
    return request.id;
  }

  /** The network or the page woke up, or a person lost patience: look at once. */
  wake(): void {
    if (this.stopped) return;
    if (this.wire?.readyState === OPEN && Date.now() - this.heardAt < SILENCE) this.knock();
    else {
      this.tries = 0;
      this.drop();
      this.dial();
    }
  }

  /** The network says that it is gone. */
  sleep(): void {
    if (!this.stopped && this.health === 'open') this.lost();
  }

  /** Ask for the whole table, once until it comes. */
  sync(): void {
    if (this.syncing) return;
    this.syncing = this.tell({ type: 'sync' });
  }

  /** Look through other eyes; what comes before the answer was made for the old ones. */
  sit(seat: number | null): void {
    this.syncing = this.tell({ type: 'select_seat', seat });
  }

  private dial(): void {
    const wire = this.connect(this.address);
    this.wire = wire;
    this.settled = this.syncing = false;
    this.heardAt = Date.now();
    wire.onopen = () => (this.heardAt = Date.now());
    wire.onmessage = (event) => this.heard(event.data);
    wire.onclose = ({ code }) => {
      if (this.wire !== wire) return;
      this.restarting ||= code === RESTART;
      this.lost();
    };
    wire.onerror = () => this.wire === wire && this.lost();
    clearInterval(this.beat);
    this.beat = setInterval(() => this.check(), BEAT);
  }

  private check(): void {
    if (Date.now() - this.heardAt >= SILENCE) this.lost();
    else this.tell({ type: 'ping' });
  }

  private knock(): void {
    this.tell({ type: 'ping' });
    clearTimeout(this.probe);
    this.probe = setTimeout(() => this.lost(), PROBE);
  }

  private heard(data: unknown): void {
    this.heardAt = Date.now();
    clearTimeout(this.probe);
    const message = JSON.parse(String(data)) as FromServer;
    switch (message.type) {
      case 'snapshot':
        this.number = message.number;
        this.mirror.snapshot(message);
        this.syncing = false;
        clearTimeout(this.behind);
        this.listener.heard(message);
        this.settle();
        return;
      case 'update':
        return this.updated(message);
      case 'pong':
        // The entry may be on its way: only what does not arrive soon was missed.
        clearTimeout(this.behind);
        if (this.settled && message.number > this.number)
          this.behind = setTimeout(() => message.number > this.number && this.sync(), BEHIND);
        return;
      case 'ack':
      case 'refused':
        // Without an id it answers something that was only told.
        if (message.id && !this.unanswered.delete(message.id)) return;
        if (!message.id) this.syncing = false;
        break;
      case 'bye':
        if (message.code === 'restarting') this.restarting = true;
        else this.stopped = true;
        break;
    }
    this.listener.heard(message);
  }

  private updated(message: Update): void {
    if (message.number <= this.number || this.syncing || !this.settled) return;
    const step = message.number > this.number + 1 ? null : this.mirror.update(message);
    if (!step) return this.sync();
    this.number = message.number;
    this.listener.heard(step);
  }

  private settle(): void {
    if (this.settled) return;
    this.settled = true;
    this.tries = 0;
    this.restarting = false;
    this.set('open');
    for (const request of this.unanswered.values()) this.tell(request);
  }

  private lost(): void {
    this.drop();
    if (this.stopped) return this.set('closed');
    this.set('lost');
    const waits = this.restarting ? [SOON, ...WAITS] : WAITS;
    const wait = waits[Math.min(this.tries++, waits.length - 1)];
    this.retry = setTimeout(() => this.dial(), wait);
  }

  private drop(): void {
    clearInterval(this.beat);
    for (const timer of [this.retry, this.probe, this.behind]) clearTimeout(timer);
    const wire = this.wire;
    this.wire = null;
    this.settled = this.syncing = false;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
    wire.close();
  }

  private set(health: Health): void {
    this.health = health;
    this.listener.health(health, this.restarting);
  }
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Where a table is played. */
export function socketAddress(id: string, place: Location = location): string {
  return `${place.protocol === 'https:' ? 'wss' : 'ws'}://${place.host}/api/tables/${id}/socket`;
}
