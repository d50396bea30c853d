// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError } from './api';
import type { Line, Position, ReplayInfo, ReplayStep } from './protocol';
import { ReplayStore } from './replay.svelte';
import { NO_TABLE, type Seen } from './scene';

const line = (number: number): Line => ({
  number,
  kind: 'card',
  seat: 0,
  data: {},
  rule: null,
});
const seat = (n: number) => ({
  seat: n,
  colour: ['Red', 'Gold'][n],
  kind: 'person' as const,
  name: '',
  called: ['Anna', 'Bruno'][n],
  level: null,
  you: n === 0,
  yours: n === 0,
  online: false,
  stand_in: 'club',
  left: true,
  device: null,
});
const INFO: ReplayInfo = {
  id: 'G',
  decisions: 6,
  seed: '00',
  uploaded: false,
  deal: null,
  course: [],
  table: { ...NO_TABLE, game: 'trial', seats: [seat(0), seat(1)], status: 'over', winners: [1], scores: [3, 8] },
};
// A position tells whose eyes saw it.
const seenBy = (n: number, viewer: string): Position & { viewer: string } => ({ n, to_act: [], viewer });
// Anna decides twice, then Bruno twice, and so on.
const steps = (viewer: string): ReplayStep[] =>
  Array.from({ length: 7 }, (_, n) => ({
    seat: n === 0 ? null : Math.floor((n - 1) / 2) % 2,
    move: n === 0 ? null : 'x',
    label: n === 0 ? null : { key: 'Does it' },
    lines: n === 0 || n === 4 ? [] : [line(n)],
    shown: seenBy(n, viewer),
    to_act: n === 6 ? [] : [Math.floor(n / 2) % 2],
  }));

let replay: ReplayStore;
let seen: Seen[];

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(api, 'replay').mockResolvedValue(INFO);
  vi.spyOn(api, 'table').mockResolvedValue({ ...INFO.table, you: 1 });
  vi.spyOn(api, 'steps').mockImplementation((_, viewer) => Promise.resolve({ viewer, steps: steps(viewer) }));
  replay = new ReplayStore('G');
  await replay.open(null);
  seen = [];
  replay.onstep((step) => seen.push(step));
});

afterEach(() => {
  replay.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('coming', () => {
  it('looks from one’s own seat, at the beginning', () => {
    expect([replay.arrived, replay.at, replay.end, replay.viewer, replay.me]).toEqual([true, 0, 6, '1', 1]);
    expect(replay.shown).toEqual(seenBy(0, '1'));
    expect(replay.info.status).toBe('playing');
    expect(replay.told).toBe('Before the first decision.');
  });

  it('looks at the moment of the link, or the last that there is', async () => {
    await replay.open(4);
    expect(replay.at).toBe(4);
    await replay.open(99);
    expect(replay.at).toBe(6);
  });

  it('watches where one has not played, and an uploaded record', async () => {
    vi.mocked(api.table).mockRejectedValueOnce(new ApiError('unknown_table', 'No.', 404));
    await replay.open(null);
    expect(replay.viewer).toBe('watcher');
    vi.mocked(api.replay).mockResolvedValueOnce({ ...INFO, uploaded: true });
    await replay.open(null);
    expect([replay.viewer, replay.me]).toEqual(['watcher', null]);
  });

  it('says why there is nothing to see', async () => {
    vi.mocked(api.replay).mockRejectedValueOnce(new ApiError('playing', 'Not yet.', 409));
    await replay.open(null);
    expect(replay.problem?.code).toBe('playing');
  });

  it('comes as soon as there is a network or a server again', async () => {
    const offline = new ApiError('offline', 'No way.');
    vi.mocked(api.replay).mockRejectedValueOnce(offline).mockRejectedValueOnce(offline);
    replay = new ReplayStore('G');
    await replay.open(4);
    expect([replay.arrived, replay.problem?.code]).toEqual([false, 'offline']);
    await vi.advanceTimersByTimeAsync(3100);
    expect(replay.problem?.code).toBe('offline');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([replay.arrived, replay.problem, replay.at, replay.viewer]).toEqual([true, null, 4, '1']);
  });

  it('waits with other eyes until they can be fetched', async () => {
    vi.mocked(api.steps).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
    await replay.look('open');
    expect([replay.viewer, replay.wanted, replay.notice]).toEqual(['1', 'open', 'No way.']);
    await vi.advanceTimersByTimeAsync(3100);
    expect([replay.viewer, replay.wanted, replay.notice]).toEqual(['open', null, null]);
    vi.mocked(api.steps).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
    await replay.look('watcher');
    await replay.look('open');
    expect([replay.viewer, replay.wanted, replay.notice]).toEqual(['open', null, null]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(replay.viewer).toBe('open');
  });
});

describe('moving', () => {
  it('shows the next decision happening, and jumps at once', () => {
    replay.go(1);
    expect(seen).toEqual([{ lines: [line(1)], before: seenBy(0, '1'), after: seenBy(1, '1'), own: false }]);
    replay.jump(5);
    replay.go(-1);
    expect(seen).toHaveLength(1);
    expect(replay.at).toBe(4);
    expect(replay.lines.map((l) => l.number)).toEqual([1, 2, 3]);
  });

  it('stays within the game', () => {
    replay.go(-1);
    expect(replay.at).toBe(0);
    replay.jump(70);
    replay.go(1);
    expect(replay.at).toBe(6);
  });

  it('goes from turn to turn', () => {
    const places = [1, 1, 1, 1].map(() => (replay.turn(1), replay.at));
    expect(places).toEqual([2, 4, 6, 6]);
    replay.jump(5);
    expect([replay.turn(-1), replay.at][1]).toBe(4);
    expect([replay.turn(-1), replay.at][1]).toBe(2);
    expect([replay.turn(-1), replay.at][1]).toBe(0);
  });

  it('tells the result only in the end', () => {
    expect([replay.info.winners, replay.info.scores]).toEqual([null, null]);
    replay.jump(6);
    expect([replay.info.status, replay.info.winners, replay.info.scores]).toEqual(['over', [1], [3, 8]]);
  });

  it('tells a decision that left no line', () => {
    replay.jump(4);
    expect(replay.told).toBe('Bruno: Does it.');
  });

  it('forgets what was marked', () => {
    replay.jump(3);
    replay.mark(line(3), ['space:L1']);
    expect([...replay.marked]).toEqual(['space:L1']);
    replay.go(1);
    expect([replay.marked.size, replay.markedLine]).toEqual([0, null]);
  });
});

describe('playing', () => {
  it('goes on by itself, and stops at the end', () => {
    replay.play();
    vi.advanceTimersByTime(899);
    expect(replay.at).toBe(0);
    vi.advanceTimersByTime(1);
    expect(replay.at).toBe(1);
    vi.advanceTimersByTime(900 * 10);
    expect([replay.at, replay.playing]).toEqual([6, false]);
    expect(seen).toHaveLength(6);
  });

  it('begins anew from the end', () => {
    replay.jump(6);
    replay.play();
    expect([replay.at, replay.playing]).toEqual([0, true]);
  });

  it('can be faster, slower, and paused', () => {
    replay.play();
    replay.hurry(1);
    vi.advanceTimersByTime(450);
    expect([replay.at, replay.speed]).toEqual([1, 2]);
    replay.toggle();
    vi.advanceTimersByTime(5000);
    expect(replay.at).toBe(1);
    for (let n = 0; n < 4; n++) replay.hurry(1);
    expect(replay.speed).toBe(4);
    replay.hurry(1, true);
    expect(replay.speed).toBe(0.5);
  });
});

describe('other eyes', () => {
  it('see the same moment, and are asked for once', async () => {
    replay.jump(3);
    await replay.look('open');
    expect([replay.shown, replay.me, replay.at]).toEqual([seenBy(3, 'open'), null, 3]);
    await replay.look('1');
    await replay.look('open');
    expect(vi.mocked(api.steps).mock.calls.map(([, viewer]) => viewer)).toEqual(['1', 'open']);
  });

  it('stay the same where it fails', async () => {
    vi.mocked(api.steps).mockRejectedValueOnce(new ApiError('offline', 'No way.'));
    await replay.look('0');
    expect([replay.viewer, replay.notice]).toEqual(['1', 'No way.']);
    await replay.look('0');
    expect([replay.viewer, replay.notice]).toEqual(['0', null]);
  });

  it('are those that were asked for last', async () => {
    const slow = replay.look('open');
    const quick = replay.look('watcher');
    await Promise.all([slow, quick]);
    expect(replay.shown).toEqual(seenBy(0, 'watcher'));
  });

  it('take nobody for the one who looks', () => {
    expect(replay.seats.map((s) => [s.you, s.yours, s.stand_in, s.left])).toEqual([
      [false, false, null, false],
      [false, false, null, false],
    ]);
    expect([replay.name(1), replay.colour(1)]).toEqual(['Bruno', 'gold']);
    expect([replay.glow(), replay.ask, replay.selected.size]).toEqual([null, null, 0]);
  });
});
