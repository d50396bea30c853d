/**
 * What this browser adds to a deal, so that nobody can choose one: it promises some bytes of its own when it sits
 * down, and tells them when all have promised. What it saw by then is kept, and held against the record later.
 */

import { draw, fingerprint } from './deal';
import { amend, promised, remember } from './promises';
import type { DealInfo, TableInfo } from './protocol';
import type { Draft, Request } from './socket';

type Answer = Extract<Draft<Request>, { type: 'promise' | 'reveal' }>;

export class Adding {
  private drawn: string | null = null;
  private sent = new Map<string, Answer['type']>(); // what is not answered yet, by its id

  constructor(
    private readonly table: string,
    private readonly ask: (answer: Answer) => string,
    private readonly storage?: Storage,
  ) {}

  /** The table as it stands now: if it waits for this browser, answer. */
  heard({ commitment, branch, deal, seats }: TableInfo): void {
    const mine = deal?.waiting.find((seat) => seats[seat].yours);
    if (!deal?.asks || mine === undefined || [...this.sent.values()].includes(deal.asks)) return;
    remember({ table: this.table, commitment, after: 0, branch }, this.storage);
    const answer = deal.asks === 'promise' ? this.promise() : this.reveal(deal, mine);
    if (answer) this.sent.set(this.ask(answer), answer.type);
  }

  /** The server has written down what was sent under an id. */
  granted(id: string): void {
    if (this.sent.get(id) === 'reveal') amend(this.table, { counted: true }, this.storage);
    this.sent.delete(id);
  }

  // What another page of this browser has drawn for the same table is as good.
  private promise(): Answer {
    this.drawn ??= promised(this.table, this.storage)?.added ?? draw();
    amend(this.table, { added: this.drawn }, this.storage);
    return { type: 'promise', promise: fingerprint(this.drawn) as string };
  }

  // Who has promised what is looked at before anything is told, and only once.
  private reveal({ promises }: DealInfo, mine: number): Answer | null {
    const kept = promised(this.table, this.storage);
    const promise = promises.find(({ seat }) => seat === mine)?.promise;
    const added = [this.drawn, kept?.added].find((hex) => hex && fingerprint(hex) === promise);
    if (!added) return null;
    const seen = promises.map(({ seat, promise }) => ({ seat, promise }));
    amend(this.table, { added, seat: mine, seen: kept?.seen ?? seen }, this.storage);
    return { type: 'reveal', added };
  }
}
