/**
 * Whose eyes are open, where several people share a device. The server shows a socket what one of them may
 * see, or what everybody may; what is not for the eyes that are open now is not looked at.
 */

import type { Line, TableInfo } from './protocol';
import { mine, owing, since } from './seats';

/** How long one sees what one has done before the eyes are closed, in milliseconds. */
export const MOMENT = 1000;

interface Around {
  /** The table as it is on display. */
  info: TableInfo;
  lines: Line[];
  /** Whether something is on its way, or still being shown. */
  unsettled: boolean;
}

export class SharedDevice {
  /** Opened by choice, not for a turn: they stay open until somebody closes them. */
  byChoice = $state(false);

  private open: number | null = null; // as this page has asked for it last
  private last: number | null = $state(null); // who has looked last
  private looked = new Map<number, number>(); // the entry up to which somebody has seen everything
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly around: () => Around,
    private readonly sit: (seat: number | null) => void,
  ) {}

  /** The seats of this browser. */
  readonly seats: number[] = $derived.by(() => mine(this.around().info));

  /** Whether people pass this device around. */
  readonly shared: boolean = $derived(this.seats.length > 1);

  /** With closed eyes: who is to be handed the device. */
  readonly next: number | null = $derived.by(() => {
    const { info, unsettled } = this.around();
    return this.shared && info.you === null && !unsettled ? (owing(info)[0] ?? null) : null;
  });

  /** Who of this device sits in front, while nobody's eyes are open. */
  readonly facing: number | null = $derived(this.shared ? (this.next ?? this.last ?? this.seats[0]) : null);

  /** What happened since somebody has looked last. */
  news(seat: number): Line[] {
    return since(this.around().lines, seat, this.looked.get(seat));
  }

  /** Look through the eyes of a seat, or close them all. */
  look(seat: number | null, byChoice = false): void {
    clearTimeout(this.timer);
    if (this.open !== null) this.looked.set(this.open, this.around().lines.at(-1)?.number ?? -1);
    this.open = seat;
    this.last = seat ?? this.last;
    this.byChoice = byChoice;
    this.sit(seat);
  }

  /** Whether a message was made for eyes that are closed by now. */
  foreign(table: TableInfo): boolean {
    return mine(table).length > 1 && table.you !== null && table.you !== this.open;
  }

  /** After a lost connection nobody's eyes are open: open them again. True if another answer has to be awaited. */
  reopen(table: TableInfo): boolean {
    if (this.open === null || table.you !== null || mine(table).length < 2) return false;
    this.sit(this.open);
    return true;
  }

  /** What was asked for was refused: the eyes are as they are. */
  refused(): void {
    this.open = this.around().info.you;
  }

  /** Something has changed: once somebody else at this device is waited for, close the eyes, in some moments. */
  watch(moments: number): void {
    clearTimeout(this.timer);
    if (this.isDone()) this.timer = setTimeout(() => this.isDone() && this.look(null), MOMENT * moments);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private isDone(): boolean {
    const { info, unsettled } = this.around();
    if (!this.shared || this.open === null || unsettled) return false;
    if (info.status === 'over') return true;
    const waited = owing(info);
    return !this.byChoice && waited.length > 0 && !waited.includes(this.open);
  }
}
