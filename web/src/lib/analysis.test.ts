// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Analyses } from './analysis.svelte';
import { api, ApiError } from './api';
import type { Analysing, Analysis } from './protocol';

const WHOLE = { decisions: 9 } as Analysis;
const status = (done: number): Analysing => ({ id: 'A1', done, decisions: 9, analysis: done === 9 ? WHOLE : null });

let analyses: Analyses;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  vi.spyOn(api, 'record').mockResolvedValue('the record');
  vi.spyOn(api, 'analyse').mockResolvedValue(status(0));
  vi.spyOn(api, 'analysis').mockResolvedValue(status(4));
  analyses = new Analyses('G');
});

afterEach(() => {
  analyses.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('is asked for with the record, and waited for', async () => {
  await analyses.now.ask();
  expect(api.analyse).toHaveBeenCalledWith('the record', false);
  expect([analyses.now.busy, analyses.now.status?.done]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(analyses.now.status?.done).toBe(4);
  vi.mocked(api.analysis).mockResolvedValue(status(9));
  await vi.advanceTimersByTimeAsync(2000);
  expect([analyses.now.busy, analyses.now.analysis]).toEqual([false, WHOLE]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.analysis).toHaveBeenCalledTimes(2);
});

it('is found again, and not asked for by merely looking', async () => {
  analyses.find();
  expect(api.analysis).not.toHaveBeenCalled();
  await analyses.now.ask();
  analyses.stop();
  vi.mocked(api.analysis).mockResolvedValue(status(9));
  const later = new Analyses('G');
  later.find();
  await vi.advanceTimersByTimeAsync(0);
  expect(api.analysis).toHaveBeenCalledWith('A1');
  expect([later.knew.analysis, later.deal.analysis]).toEqual([WHOLE, null]);
  expect(api.analyse).toHaveBeenCalledTimes(1);
});

it('goes on when the connection is back, and says what failed', async () => {
  await analyses.now.ask();
  vi.mocked(api.analysis).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
  await vi.advanceTimersByTimeAsync(1300);
  expect([analyses.now.busy, analyses.now.problem]).toEqual([true, null]);
  vi.mocked(api.analysis).mockRejectedValueOnce(new ApiError('our_fault', 'Our fault.', 500));
  await vi.advanceTimersByTimeAsync(4100);
  expect([analyses.now.busy, analyses.now.problem]).toEqual([false, 'Our fault.']);
  await analyses.now.ask();
  expect([analyses.now.busy, analyses.now.problem]).toEqual([true, null]);
});

it('is one for what the seats knew, and one for the true deal', async () => {
  analyses.trueDeal = true;
  vi.mocked(api.analyse).mockRejectedValueOnce(new ApiError('busy', 'Ask again in a while.', 503));
  await analyses.now.ask();
  expect(api.analyse).toHaveBeenCalledWith('the record', true);
  expect([analyses.deal.problem, analyses.knew.problem]).toEqual(['Ask again in a while.', null]);
});
