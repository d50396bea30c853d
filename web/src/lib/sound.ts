/** Small sounds, made when they are first heard: a card, a piece that lands, coins, one's turn, the end. */

import { comfort } from './comfort.svelte';
import type { Line } from './protocol';
import type { Scene } from './scene';
import { samples, type Sound } from './synth';

export type { Sound } from './synth';

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
const buffers = new Map<Sound, AudioBuffer>();

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
  const source = new AudioBufferSourceNode(context, { buffer: buffer(sound, context) });
  source.connect(new GainNode(context, { gain: comfort.volume })).connect(context.destination);
  source.start(now);
}

function buffer(sound: Sound, context: AudioContext): AudioBuffer {
  let made = buffers.get(sound);
  if (!made) {
    const data = samples(sound, context.sampleRate);
    made = new AudioBuffer({ length: data.length, sampleRate: context.sampleRate });
    made.copyToChannel(data, 0);
    buffers.set(sound, made);
  }
  return made;
}
