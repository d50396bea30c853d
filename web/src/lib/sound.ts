/** Small sounds, made on the spot: a bell when it is one's turn, a piece that lands, coins, the end. */

import { comfort } from './comfort.svelte';
import type { Line } from './protocol';
import type { Scene } from './scene';

export type Sound = 'turn' | 'land' | 'coins' | 'over';

/** One tone of a sound: when, how high, how long, how loud; it may slide to another pitch. */
export interface Tone {
  at: number; // seconds
  pitch: number; // Hz
  to?: number; // Hz
  length: number; // seconds
  loudness: number; // 0 to 1
  shape: OscillatorType;
}

const bell = (at: number, pitch: number, length: number, loudness: number): Tone[] => [
  { at, pitch, length, loudness, shape: 'sine' },
  { at, pitch: pitch * 2.76, length: length * 0.4, loudness: loudness * 0.22, shape: 'sine' }, // as bells ring
];
const clink = (at: number, pitch: number): Tone => ({ at, pitch, length: 0.11, loudness: 0.22, shape: 'triangle' });

export const TONES: Record<Sound, Tone[]> = {
  turn: [...bell(0, 587, 0.5, 0.5), ...bell(0.13, 880, 0.7, 0.42)],
  land: [
    { at: 0, pitch: 210, to: 85, length: 0.12, loudness: 0.75, shape: 'sine' },
    { at: 0, pitch: 950, to: 500, length: 0.03, loudness: 0.15, shape: 'triangle' },
  ],
  coins: [clink(0, 2637), clink(0.06, 3322), clink(0.13, 2960)],
  over: [
    ...bell(0, 440, 0.6, 0.42),
    ...bell(0.16, 554, 0.6, 0.42),
    ...bell(0.32, 659, 0.7, 0.42),
    ...bell(0.5, 880, 1.3, 0.5),
  ],
};

const SOFTLY = 0.006; // seconds in which a tone begins, so that it does not click
const AGAIN = 0.1; // seconds before the same sound may come again: much may happen at once
const APART = 0.12; // seconds between the sounds of one step
const ATTENTION = 'turn'; // the one sound that a hidden page may make

/** What a step sounds like: each sound once, and nothing but the end when it is the end. */
export function heard(lines: readonly Line[], of: (line: Line) => Sound | null): Sound[] {
  const sounds = [...new Set(lines.map(of).filter((sound) => sound !== null))];
  return sounds.includes('over') ? ['over'] : sounds;
}

/** Play what the steps of a scene sound like. Returns how to stop. */
export const accompany = (scene: Scene, of: (line: Line) => Sound | null): (() => void) =>
  scene.onstep(({ lines }) => heard(lines, of).forEach((what, i) => play(what, i * APART)));

let context: AudioContext | null = null;
const played = new Map<Sound, number>();

/** Let there be sounds from the first time that somebody touches the page, and not before. */
export function listenFrom(page: Document): void {
  const touched = () => {
    if (!comfort.sounds || typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
  };
  for (const gesture of ['pointerup', 'keydown']) page.addEventListener(gesture, touched, { capture: true });
}

/** Make a sound, if somebody would like to hear it; a little later if asked. */
export function play(sound: Sound, later = 0): void {
  if (!comfort.sounds || comfort.volume === 0 || context?.state !== 'running') return;
  if (document.hidden && sound !== ATTENTION) return;
  const now = context.currentTime + later;
  if (now - (played.get(sound) ?? -1) < AGAIN) return;
  played.set(sound, now);
  for (const tone of TONES[sound]) ring(context, tone, now);
}

function ring(context: AudioContext, tone: Tone, now: number): void {
  const [start, end] = [now + tone.at, now + tone.at + tone.length];
  const source = new OscillatorNode(context, { type: tone.shape, frequency: tone.pitch });
  source.frequency.setValueAtTime(tone.pitch, start);
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, end);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(tone.loudness * comfort.volume, start + SOFTLY);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(end);
}
