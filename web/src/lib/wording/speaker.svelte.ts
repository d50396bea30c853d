/** Who puts into words what is said at a table: in the words of its game, with everybody called as on the page. */

import type { Line, Message, SeatInfo, TableInfo } from '../protocol';
import { lineText } from './lines';
import type { Names, Words } from './words';
import { wording } from './wording.svelte';

/** What a seat is called before it is known who sits there. */
const called = ({ seat, called, name }: SeatInfo): string | Message => called || name || `Seat ${seat + 1}`;

export class Speaker {
  constructor(private readonly info: () => TableInfo) {}

  // The same names are one and the same list, however often the table changes: so lines keep their words.
  private readonly written: string = $derived.by(() => JSON.stringify(this.info().seats.map(called)));
  private readonly names: Names = $derived(JSON.parse(this.written) as Names);

  private get words(): Words {
    return wording.of(this.info().game);
  }

  /** A message in words; a reader is spoken to as "you". */
  say(message: Message, reader: number | null = null): string {
    return this.words.say(message, { names: this.names, reader });
  }

  /** A line of the log in words, told to everybody alike. */
  line(line: Line): string {
    return lineText(line, this.words, this.names);
  }

  /** What somebody is called. */
  name(seat: number): string {
    const name = this.names[seat] ?? `Seat ${seat + 1}`;
    return typeof name === 'string' ? name : this.say(name);
  }
}
