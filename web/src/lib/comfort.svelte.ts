/** Sounds, motion and how much is confirmed, as somebody likes them; remembered in this browser, and the same on all its pages. */

import { keep, kept } from './kept';

export type MotionChoice = 'system' | 'reduced';
/** What is confirmed before it is made: each decision, a turn at its end, or nothing. */
export type Confirms = 'step' | 'turn' | 'none';

const KEYS = {
  sounds: 'palatine.sounds',
  volume: 'palatine.volume',
  motion: 'palatine.motion',
  confirms: 'palatine.confirms',
} as const;
const LOW = 0.3;

/** A volume as it was kept: from 0 to 1, low unless somebody has chosen. */
export function volumeOf(text: string | null): number {
  const volume = Number.parseFloat(text ?? '');
  return volume >= 0 && volume <= 1 ? volume : LOW;
}

class Comfort {
  sounds = $state(true);
  volume = $state(LOW);
  motion: MotionChoice = $state('system');
  confirms: Confirms = $state('turn');

  constructor() {
    if (typeof matchMedia === 'undefined') return;
    this.read();
    window.addEventListener('storage', () => this.read());
    matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', () => this.apply());
  }

  switchSounds(on: boolean): void {
    this.sounds = on;
    keep(KEYS.sounds, on ? 'on' : 'off');
  }

  turnTo(volume: number): void {
    this.volume = volume;
    keep(KEYS.volume, String(volume));
  }

  move(choice: MotionChoice): void {
    this.motion = choice;
    keep(KEYS.motion, choice);
    this.apply();
  }

  confirm(choice: Confirms): void {
    this.confirms = choice;
    keep(KEYS.confirms, choice);
  }

  private read(): void {
    this.sounds = kept(KEYS.sounds) !== 'off';
    this.volume = volumeOf(kept(KEYS.volume));
    this.motion = kept(KEYS.motion) === 'reduced' ? 'reduced' : 'system';
    const confirms = kept(KEYS.confirms);
    this.confirms = confirms === 'step' || confirms === 'none' ? confirms : 'turn';
    this.apply();
  }

  // Style sheets and scripts look here whether things may move.
  private apply(): void {
    const reduced = this.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.documentElement.dataset.motion = reduced ? 'reduced' : 'full';
  }
}

export const comfort = new Comfort();
