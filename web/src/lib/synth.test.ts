import { describe, expect, it } from 'vitest';
import { loudness, samples, SOUNDS } from './synth';

const RATE = 44100;
const decibels = (value: number): number => 20 * Math.log10(value);
const most = (heard: Float32Array): number => heard.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe.each(SOUNDS)('the sound %s', (sound) => {
  const heard = samples(sound, RATE);

  it('is short', () => {
    const seconds = heard.length / RATE;
    expect(seconds).toBeGreaterThanOrEqual(0.04);
    expect(seconds).toBeLessThanOrEqual(sound === 'over' ? 1.6 : 0.4);
  });

  it('is soft, and about as loud as the others', () => {
    expect(most(heard)).toBeGreaterThan(0.05);
    expect(decibels(most(heard))).toBeLessThanOrEqual(-3);
    const others = SOUNDS.map((other) => decibels(loudness(samples(other, RATE), RATE)));
    const mine = decibels(loudness(heard, RATE));
    expect(Math.max(...others) - mine).toBeLessThanOrEqual(6);
    expect(mine - Math.min(...others)).toBeLessThanOrEqual(6);
  });

  it('comes from silence and goes into silence, without a click', () => {
    expect(Math.abs(heard[0])).toBe(0);
    expect(Math.abs(heard[heard.length - 1])).toBe(0);
    const ends = [...heard.subarray(0, 8), ...heard.subarray(-200)];
    expect(Math.max(...ends.map(Math.abs))).toBeLessThan(0.02);
  });

  it('has no constant part, and no sample that is no number', () => {
    expect(Math.abs(heard.reduce((sum, value) => sum + value, 0) / heard.length)).toBeLessThan(0.002);
    expect(heard.every(Number.isFinite)).toBe(true);
  });

  it('is always the same, at whatever rate', () => {
    expect(samples(sound, RATE)).toEqual(heard);
    const other = samples(sound, 48000);
    expect(other.length / 48000).toBeCloseTo(heard.length / RATE, 3);
    expect(Math.abs(decibels(loudness(other, 48000) / loudness(heard, RATE)))).toBeLessThan(1);
  });
});
