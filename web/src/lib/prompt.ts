/** What the table says to whoever sits or stands at it. */

import type { Message } from './protocol';
import { isClosed, isLate } from './seats';
import type { TableStore } from './table.svelte';
import { list, small } from './words';

/** What is asked of me, or what is waited for. */
export function promptOf(table: TableStore): string {
  const { info, me, asked, draft } = table;
  if (isClosed(info)) return 'Whoever runs this house has closed the table.';
  if (info.status === 'over') return 'The game is over.';
  const say = (message: Message) => table.say(message, me);
  if (asked && draft)
    return draft.labels.map((label, i) => (i ? small(say(label)) : say(label))).join(', ') + (table.ask ? '.' : '');
  if (asked) return say((table.ask ?? asked).prompt);
  if (me !== null && table.seats[me]?.stand_in) return 'A program plays on for you.';
  if (me !== null && isLate(info, me)) return 'Your time is up: a program decides this turn.';
  const away = table.missing.filter(({ seat }) => info.to_act.includes(seat)).map(({ seat }) => table.name(seat));
  if (away.length > 0) return `${list(away)} ${away.length > 1 ? 'are' : 'is'} away.`;
  const others = info.to_act.filter((seat) => seat !== me).map((seat) => table.name(seat));
  if (others.length === 0) return '…';
  return others.length > 2
    ? 'The others are choosing…'
    : `${list(others)} ${others.length > 1 ? 'are' : 'is'} thinking…`;
}
