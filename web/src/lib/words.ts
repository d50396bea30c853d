/** Small things that the pages say. */

import type { SeatInfo, TableInfo } from './protocol';
import { isClosed, mine, myTurn, needsMe } from './seats';
import { Speaker } from './wording/speaker.svelte';
import { wording } from './wording/wording.svelte';

/** "Anna", "Anna and Bruno", "Anna, Bruno and Clara"; or with "or". */
export function list(names: string[], word: 'and' | 'or' = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${word} ${names[names.length - 1]}`;
}

/** How long ago, roughly. */
export function ago(seconds: number, now: number = Date.now() / 1000): string {
  const passed = Math.max(0, now - seconds);
  if (passed < 90) return 'just now';
  if (passed < 90 * 60) return `${Math.round(passed / 60)} min ago`;
  if (passed < 36 * 3600) return `${Math.round(passed / 3600)} h ago`;
  return `${Math.round(passed / 86400)} days ago`;
}

/** When something began, by the clock: today at what time, else on what day as well. */
export function moment(seconds: number, now: Date = new Date()): string {
  const then = new Date(seconds * 1000);
  const time = then.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (then.toDateString() === now.toDateString()) return time;
  return `${then.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`;
}

/** A program's level as people call it; one of old may have no words any more. */
export function levelTitle(level: string): string {
  const [words, key] = [wording.of(), `level-${level}`];
  return words.has(key) ? words.say({ key }) : level;
}

/** How strong a program's level is, in a few words; nothing where there are none. */
export function levelRank(level: string): string {
  const key = `level-${level}`;
  return wording.of().has(key) ? wording.of().say({ key }, { form: 'rank' }) : '';
}

/** What a program's level is like. */
export const levelHelp = (level: string): string => wording.of().say({ key: `level-${level}` }, { form: 'help' });

/** Who sits on a seat, in a word. */
export function sitter(seat: SeatInfo): string {
  if (seat.kind === 'open') return 'open seat';
  if (seat.you) return 'you';
  return seat.kind === 'program' ? levelTitle(seat.level ?? '') : seat.name;
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The same within a sentence. */
export const small = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** How a table stands, for a list of tables. */
export function standing(table: TableInfo): string {
  const speaker = new Speaker(() => table);
  const name = (seat: number) => (seat === table.you ? 'you' : speaker.name(seat));
  if (table.status === 'waiting') {
    const open = table.seats.filter((s) => s.kind === 'open').length;
    if (open === 0) return 'Being dealt';
    return open === 1 ? 'One seat is open' : `${open} seats are open`;
  }
  if (isClosed(table)) return 'Closed';
  if (table.status === 'over') {
    const winners = table.winners ?? [];
    if (winners.length === 1 && winners[0] === table.you) return 'You won';
    return winners.length > 0 ? `${capital(list(winners.map(name)))} won` : 'Over';
  }
  if (table.undo && needsMe(table)) return `${name(table.undo.seat)} asks to take a turn back`;
  if (myTurn(table) && mine(table).length < 2) return 'Your turn';
  return table.to_act.length > 2 ? 'All are choosing' : `${capital(list(table.to_act.map(name)))} to play`;
}

/** A number with a real minus sign. */
export const signed = (number: number): string => `${number}`.replace('-', '−');

/** "2–4 players", "3 players". */
export const range = ([least, most]: [number, number], unit: string): string =>
  least === most ? `${least} ${unit}` : `${least}–${most} ${unit}`;
