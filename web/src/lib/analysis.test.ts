// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Analyses } from './analysis.svelte';
import { api, ApiError } from './api';
import type { AnalysisStatus, Analysis } from './protocol';

const WHOLE = { decisions: 9 } as Analysis;
const status = (done: number, before = 0): AnalysisStatus => ({
  id: 'A1',
  done,
  decisions: 9,
  analysis: done === 9 ? WHOLE : null,
  before,
});

let analyses: Analyses;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, 'analyse').mockResolvedValue(status(0));
  vi.spyOn(api, 'analysis').mockResolvedValue(status(4));
  vi.spyOn(api, 'stored').mockResolvedValue(null);
  analyses = new Analyses('G');
});

afterEach(() => {
  analyses.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('is asked for by the id of the game, and waited for', async () => {
  await analyses.now.ask();
  expect(api.analyse).toHaveBeenCalledWith('G', { true_deal: false, quick: false });
  expect([analyses.now.busy, analyses.now.status?.done]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(analyses.now.status?.done).toBe(4);
  vi.mocked(api.analysis).mockResolvedValue(status(9));
  await vi.advanceTimersByTimeAsync(2000);
  expect([analyses.now.busy, analyses.now.analysis]).toEqual([false, WHOLE]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.analysis).toHaveBeenCalledTimes(2);
});

it('says that nothing goes on, until it does', async () => {
  vi.mocked(api.analysis).mockResolvedValue(status(0));
  await analyses.now.ask();
  await vi.advanceTimersByTimeAsync(1300);
  expect(analyses.now.stalled).toBe(false);
  await vi.advanceTimersByTimeAsync(1500);
  expect(analyses.now.stalled).toBe(true);
  vi.mocked(api.analysis).mockResolvedValue(status(4));
  await vi.advanceTimersByTimeAsync(2000);
  expect(analyses.now.stalled).toBe(false);
});

it('says how many come before it, as long as it is waited for', async () => {
  vi.mocked(api.analyse).mockResolvedValue(status(0, 3));
  await analyses.now.ask();
  expect(analyses.now.before).toBe(3);
  vi.mocked(api.analysis).mockResolvedValue(status(4, 1));
  await vi.advanceTimersByTimeAsync(1300);
  expect(analyses.now.before).toBe(1);
  vi.mocked(api.analysis).mockResolvedValue(status(9));
  await vi.advanceTimersByTimeAsync(2000);
  expect(analyses.now.before).toBe(0);
});

it('is found by whoever comes later, and not asked for by merely looking', async () => {
  vi.mocked(api.stored).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
  vi.mocked(api.stored).mockImplementation((_, deal) => Promise.resolve(deal ? null : status(9)));
  analyses.find();
  await vi.advanceTimersByTimeAsync(0);
  expect([analyses.knew.analysis, analyses.knew.problem]).toEqual([null, null]);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect([analyses.knew.analysis, analyses.deal.analysis]).toEqual([WHOLE, null]);
  expect(vi.mocked(api.stored).mock.calls).toEqual([
    ['G', false],
    ['G', true],
    ['G', false],
  ]);
  expect([analyses.deal.busy, vi.mocked(api.analyse).mock.calls]).toEqual([false, []]);
});

it('is waited for where somebody else has asked for it', async () => {
  vi.mocked(api.stored).mockResolvedValueOnce(status(2));
  analyses.find();
  await vi.advanceTimersByTimeAsync(0);
  expect([analyses.knew.busy, analyses.knew.status?.done]).toEqual([true, 2]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(analyses.knew.status?.done).toBe(4);
});

it('goes on when the connection is back, and says what failed', async () => {
  await analyses.now.ask();
  vi.mocked(api.analysis).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
  await vi.advanceTimersByTimeAsync(1300);
  expect([analyses.now.busy, analyses.now.problem]).toEqual([true, 'No way.']);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect([analyses.now.busy, analyses.now.problem, analyses.now.status?.done]).toEqual([true, null, 4]);
  vi.mocked(api.analysis).mockRejectedValueOnce(new ApiError('our_fault', 'Our fault.', 500));
  await vi.advanceTimersByTimeAsync(4100);
  expect([analyses.now.busy, analyses.now.problem]).toEqual([false, 'Our fault.']);
  await analyses.now.ask();
  expect([analyses.now.busy, analyses.now.problem]).toEqual([true, null]);
});

it('is asked for as soon as the server is back', async () => {
  vi.mocked(api.analyse).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
  await analyses.now.ask();
  expect([analyses.now.busy, analyses.now.problem, analyses.now.status]).toEqual([true, 'No way.', null]);
  await vi.advanceTimersByTimeAsync(3100);
  expect([analyses.now.busy, analyses.now.problem, analyses.now.status?.done]).toEqual([true, null, 0]);
  vi.mocked(api.analysis).mockRejectedValue(new ApiError('offline', 'No way.'));
  await vi.advanceTimersByTimeAsync(1300);
  analyses.stop();
  const asked = vi.mocked(api.analysis).mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.analysis).toHaveBeenCalledTimes(asked);
});

it('is one for what the seats knew, and one for the true deal', async () => {
  analyses.trueDeal = true;
  vi.mocked(api.analyse).mockRejectedValueOnce(new ApiError('busy', 'Ask again in a while.', 503));
  await analyses.now.ask();
  expect(api.analyse).toHaveBeenCalledWith('G', { true_deal: true, quick: false });
  expect([analyses.deal.problem, analyses.knew.problem]).toEqual(['Ask again in a while.', null]);
});
