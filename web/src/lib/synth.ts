/**
 * The sounds of the table, made of nothing: struck wood, gut strings, a few coins and paper, all of one scale
 * and in one small room. Numbers in, samples out: a browser plays them, and a tool draws them.
 */

export const SOUNDS = ['card', 'land', 'coins', 'fall', 'mitre', 'reveal', 'theft', 'turn', 'over', 'refusal'] as const;
export type Sound = (typeof SOUNDS)[number];

type Samples = Float32Array<ArrayBuffer>;

/** Adds itself to the samples, from a moment on. */
type Voice = (out: Samples, rate: number) => void;

// The scale, in Hz: D major without its halftones.
const D = 293.66;
const E = 329.63;
const FIS = 369.99;
const A = 440;
const B = 493.88;

/** Noise that is always the same. */
function noise(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2147483648;
  };
}

/** A gut string, plucked: a loop of noise that is smoothed as it goes round. */
const string =
  (at: number, pitch: number, loud = 1, ring = 0.3): Voice =>
  (out, rate) => {
    const start = Math.round(at * rate);
    const period = rate / pitch - 0.5; // smoothing takes half a sample
    const size = Math.floor(period);
    const part = period - size;
    const loop = new Float32Array(size);
    const random = noise(Math.round(pitch));
    let soft = 0;
    for (let turn = 0; turn < 2; turn++)
      for (let n = 0; n < size; n++) {
        soft += (0.28 + pitch / 6000) * (random() - soft); // a finger, not a nail
        loop[n] = soft;
      }
    const mean = loop.reduce((sum, value) => sum + value, 0) / size;
    const most = loop.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0);
    loop.forEach((value, n) => (loop[n] = (value - mean) / most));
    const kept = Math.pow(0.001, 1 / (ring * 2 * pitch)); // quiet after twice its ring
    let before = 0;
    let last = 0;
    for (let n = 0; start + n < out.length; n++) {
      const value = loop[n % size];
      const between = part * before + (1 - part) * value;
      before = value;
      loop[n % size] = kept * 0.5 * (between + last);
      last = between;
      out[start + n] += loud * between * Math.min(1, n / (0.002 * rate));
    }
  };

/** Something struck: tones that die away, the higher the sooner. */
const struck =
  (modes: readonly (readonly [ratio: number, share: number, fades: number])[]) =>
  (at: number, pitch: number, loud = 1): Voice =>
  (out, rate) => {
    const start = Math.round(at * rate);
    for (const [ratio, share, fades] of modes)
      for (let n = 0; start + n < out.length; n++) {
        const time = n / rate;
        const swell = Math.min(1, time / 0.0015);
        out[start + n] += loud * share * swell * Math.exp(-time / fades) * Math.sin(2 * Math.PI * pitch * ratio * time);
      }
  };

const wood = struck([
  [1, 1, 0.05],
  [2.76, 0.45, 0.022],
  [5.4, 0.18, 0.01],
  [8.9, 0.07, 0.005],
]);
const bar = struck([
  [1, 1, 0.13],
  [3.93, 0.22, 0.05],
  [9.2, 0.06, 0.015],
]);
const metal = struck([
  [1, 0.7, 0.045],
  [1.51, 0.6, 0.035],
  [2.33, 0.3, 0.02],
]);

/** Paper over paper: noise that swells and fades, between two heights. */
const paper =
  (at: number, length: number, loud = 1): Voice =>
  (out, rate) => {
    const start = Math.round(at * rate);
    const size = Math.round(length * rate);
    const random = noise(7);
    let [low, high] = [0, 0];
    for (let n = 0; n < size && start + n < out.length; n++) {
      const way = n / size;
      const value = random();
      low += (0.25 + 0.35 * way) * (value - low);
      high += 0.12 * (low - high);
      out[start + n] += loud * Math.sin(Math.PI * Math.sqrt(way)) ** 2 * (low - high);
    }
  };

interface Recipe {
  /** Seconds. */
  length: number;
  /** How much louder than the others it is to seem, in dB. */
  trim: number;
  voices: Voice[];
}

export const RECIPES: Record<Sound, Recipe> = {
  card: { length: 0.16, trim: -3, voices: [paper(0, 0.11, 1.6), wood(0.075, 2 * A, 0.5)] },
  land: { length: 0.22, trim: 0, voices: [wood(0, D / 1.5), wood(0.004, D, 0.5), paper(0, 0.02, 0.5)] },
  coins: {
    length: 0.34,
    trim: -2,
    voices: [metal(0, 6 * A), metal(0.055, 8 * FIS, 0.8), metal(0.13, 8 * D, 0.9), metal(0.165, 6 * A, 0.5)],
  },
  fall: {
    length: 0.4,
    trim: 0,
    voices: [string(0, A, 0.8, 0.12), string(0.075, FIS, 0.9, 0.12), string(0.15, D, 1, 0.25), wood(0.17, D / 2, 0.6)],
  },
  mitre: { length: 0.4, trim: 0, voices: [bar(0, 2 * D, 0.8), bar(0.07, 2 * A, 0.8), string(0.07, D, 0.6, 0.3)] },
  reveal: {
    length: 0.32,
    trim: -1,
    voices: [paper(0, 0.09, 1.2), string(0.07, A, 0.8, 0.12), string(0.13, 2 * D, 1, 0.2)],
  },
  theft: {
    length: 0.28,
    trim: 0,
    voices: [string(0, 2 * E, 0.9, 0.05), string(0.06, B, 0.9, 0.06), string(0.12, E, 1, 0.1), wood(0.12, E / 2, 0.3)],
  },
  turn: {
    length: 0.4,
    trim: 1,
    voices: [string(0, 2 * D, 1, 0.3), bar(0, 2 * D, 0.35), string(0.12, 2 * A, 0.9, 0.3), bar(0.12, 2 * A, 0.35)],
  },
  over: {
    length: 1.5,
    trim: 1,
    voices: [
      ...[D, FIS, A].map((pitch, n) => string(0.13 * n, pitch, 0.9, 0.25)),
      ...[D, FIS, A, 2 * D].map((pitch) => string(0.52, pitch, 0.7, 0.8)),
      ...[0, 0.13, 0.26].map((at) => wood(at, D / 1.5, 0.3)),
      bar(0.52, 2 * D, 0.4),
      wood(0.52, D / 2, 0.6),
    ],
  },
  refusal: { length: 0.2, trim: -2, voices: [wood(0, A / 2, 0.9), wood(0.09, FIS / 2)] },
};

const LOUD = -17; // dB: the loudest twentieth of a second of every sound, but for its trim
const CEILING = 0.68; // no sample is higher
const RISE = 0.0015; // seconds from silence and back to it
const FADE = 0.04;
const ROOM = [
  [0.011, 0.2],
  [0.017, 0.16],
  [0.026, 0.12],
  [0.037, 0.09],
  [0.053, 0.06],
] as const; // the walls: when they answer, and how much

/** A sound as samples between -1 and 1, so many a second. */
export function samples(sound: Sound, rate: number): Samples {
  const { length, trim, voices } = RECIPES[sound];
  const dry: Samples = new Float32Array(Math.round(length * rate));
  for (const voice of voices) voice(dry, rate);
  const out = ended(level(inRoom(dry, rate), rate), rate);
  const gain = 10 ** ((LOUD + trim) / 20) / loudness(out, rate);
  return out.map((value) => CEILING * Math.tanh((value * gain) / CEILING));
}

function inRoom(dry: Samples, rate: number): Samples {
  const out = dry.slice();
  for (const [after, much] of ROOM) {
    const shift = Math.round(after * rate);
    let soft = 0; // walls swallow what is high
    for (let n = shift; n < out.length; n++) {
      soft += 0.35 * (dry[n - shift] - soft);
      out[n] += much * soft;
    }
  }
  return out;
}

/** Without what is too low to hear. */
function level(wet: Samples, rate: number): Samples {
  const slow = 1 - Math.exp((-2 * Math.PI * 60) / rate);
  let mean = 0;
  return wet.map((value) => value - (mean += slow * (value - mean)));
}

/** From silence, and into silence. */
function ended(whole: Samples, rate: number): Samples {
  const last = whole.length - 1;
  return whole.map((value, n) => {
    const rise = Math.min(1, n / (RISE * rate));
    const fade = Math.min(1, (last - n) / (FADE * rate));
    return value * rise * fade * fade;
  });
}

/** The root of the mean square of its loudest twentieth of a second. */
export function loudness(heard: Samples, rate: number): number {
  const size = Math.min(heard.length, Math.round(0.05 * rate));
  let [sum, most] = [0, 0];
  heard.forEach((value, n) => {
    sum += value * value - (n >= size ? heard[n - size] ** 2 : 0);
    most = Math.max(most, sum);
  });
  return Math.sqrt(most / size);
}
