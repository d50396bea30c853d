/** Clocks: how much time somebody has left, and how that is said. */

import type { ClockSettings, ClockInfo } from './protocol';

/** So many seconds before everything is used up, one should know. */
export const LOW = 20;

export interface Left {
  /** Of the time for this decision, in seconds. */
  move: number;
  reserve: number;
  running: boolean;
  /** Whether it is nearly all used up. */
  low: boolean;
}

/** What a seat has left at a moment of the server's clock. */
export function left(clock: ClockInfo, seat: number, now: number): Left {
  const { left, since } = clock.seats[seat];
  if (since === null) return { move: clock.move, reserve: left, running: false, low: false };
  const used = Math.max(0, now - since);
  const move = Math.max(0, clock.move - used);
  const reserve = Math.max(0, left - Math.max(0, used - clock.move));
  return { move, reserve, running: true, low: move + reserve <= LOW };
}

/** "2:05", "1:00:00"; a second that has begun counts. */
export function figures(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const span = (seconds: number): string =>
  seconds % 3600 === 0 && seconds > 0
    ? `${seconds / 3600} h`
    : seconds % 60 === 0 && seconds > 0
      ? `${seconds / 60} min`
      : seconds > 60
        ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
        : `${seconds} s`;

/** "30 seconds", "a minute", "5 minutes", "a day": how long a table waits. */
export function patience(seconds: number): string {
  for (const [unit, word] of [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const) {
    if (seconds % unit === 0 && seconds > 0)
      return seconds === unit ? `${word === 'hour' ? 'an' : 'a'} ${word}` : `${seconds / unit} ${word}s`;
  }
  return `${seconds} seconds`;
}

/** "2 min a move, 10 min reserve". */
export const agreed = ({ move, reserve }: ClockSettings): string =>
  `${span(move)} a move, ${reserve > 0 ? `${span(reserve)} reserve` : 'no reserve'}`;

export interface Preset extends ClockSettings {
  name: string;
  title: string;
}

export const PRESETS: Preset[] = [
  { name: 'calm', title: 'Calm', move: 120, reserve: 600 },
  { name: 'brisk', title: 'Brisk', move: 60, reserve: 300 },
  { name: 'quick', title: 'Quick', move: 20, reserve: 120 },
];
