import { describe as group, expect, it } from 'vitest';
import { Board, landmarkName } from './board';
import { describe } from './describe';
import { follow, hasChurch, holdings, knightsIn } from './duchies';
import { placeFlags } from './flags';
import type { Point } from './geometry';
import type { BoardData, Duchy, Shown, SpaceData } from './types';

// A river that runs to the right, two areas long, with an island space that belongs to both.
function field(name: string, kind: 'land' | 'water', areas: number[], x: number, y: number, room = 10): SpaceData {
  const polygon: Point[] = [
    [x, y],
    [x + 100, y],
    [x + 100, y + 100],
    [x, y + 100],
  ];
  const terrain = kind === 'land' ? 'meadow' : null;
  return { name, kind, areas, terrain, at: [x + 50, y + 50], number: null, polygon, flag: [x + 50, y + 25, room] };
}
const data: BoardData = {
  name: 'brook',
  title: 'The brook',
  size: [300, 300],
  frame: 0,
  adjacent: [],
  spaces: [
    field('R1', 'land', [1], 0, 200, 2),
    field('W1', 'water', [1], 0, 100),
    field('L1', 'land', [1], 0, 0),
    field('L2', 'land', [2], 100, 0, 12),
    field('W2', 'water', [2], 100, 100),
    field('I1', 'land', [1, 2], 100, 200),
  ],
  sites: [{ name: 'S1', spaces: ['L1', 'L2'], at: [100, 50] }],
  reaches: [
    { name: 'Upper brook', areas: [1, 1] },
    { name: 'Lower brook', areas: [2, 2] },
  ],
  pieces: { pennant: { box: [-26, -22, 52, 45], scale: 1 }, crook: { box: [-46, -23, 21, 48], scale: 1 } },
};
const board = new Board(data);
const shown = {
  spaces: { L1: 0, L2: 1, R1: 'bastion' },
  landmarks: { S1: 'church' },
  castles: { S1: 0 },
  duchies: [{ spaces: ['L1', 'L2'], sites: ['S1'], owner: 0, value: 2 }],
} as unknown as Shown;
const name = (seat: number) => ['Anna', 'Bruno'][seat];
const duchy = (spaces: string[], owner: number | null = 0): Duchy => ({ spaces, sites: [], owner, value: 1, final: 0 });

group('the board', () => {
  it('knows an area from left to right', () => {
    expect(board.area(2).map((s) => s.name)).toEqual(['L2', 'W2', 'I1']);
    expect(board.area(1).map((s) => s.name)).toEqual(['L1', 'W1', 'I1', 'R1']);
  });
  it('knows reaches, sites and boxes', () => {
    expect(board.reach('L2')).toBe('Lower brook');
    expect(board.sitesAt('L2').map((site) => site.name)).toEqual(['S1']);
    expect(board.box(['L1', 'L2'])).toEqual({ x: 0, y: 0, width: 200, height: 100 });
    expect(board.box([])).toMatchObject({ width: 0 });
  });
  it('goes along the river, and comes to each space once', () => {
    expect(board.course.map(({ title }) => title)).toEqual(['Upper brook, area 1', 'Lower brook, area 2']);
    const spaces = board.course.map(({ areas }) => areas.flatMap((area) => area.spaces.map((s) => s.name)));
    expect(spaces).toEqual([
      ['L1', 'W1', 'I1', 'R1'],
      ['L2', 'W2'],
    ]);
  });
  it('says what a landmark is', () => {
    expect(landmarkName('city4')).toBe('city of 4');
    expect(landmarkName('castle')).toBe('castle');
  });
});

group('a space in words', () => {
  const words = (space: string) => describe(board.space(space)!, board, shown, name);
  it('tells who stands there, what is beside it and whose duchy it is', () => {
    expect(words('L2')).toBe(
      'L2, meadow, a knight of Bruno, area 2, beside a church, in Anna’s duchy worth 2, with a bishop',
    );
  });
  it('tells who holds a castle', () => {
    const held = { ...shown, landmarks: { S1: 'castle' }, duchies: [] } as unknown as Shown;
    expect(describe(board.space('L2')!, board, held, name)).toContain('beside a castle held by Anna');
  });
  it('tells bastions, water and the island', () => {
    expect(words('R1')).toBe('R1, meadow, a bastion, area 1');
    expect(words('W1')).toBe('W1, water, free, area 1');
    expect(words('I1')).toBe('I1, meadow, free, areas 1 and 2');
  });
});

group('duchies', () => {
  it('counts knights, on castles too, the most first', () => {
    expect(knightsIn(shown.duchies[0], shown)).toEqual([
      { seat: 0, knights: 2 },
      { seat: 1, knights: 1 },
    ]);
  });
  it('sums up what somebody holds', () => {
    expect(holdings(shown.duchies, 0)).toEqual({ duchies: 1, worth: 2 });
    expect(holdings(shown.duchies, 1)).toEqual({ duchies: 0, worth: 0 });
  });
  it('sees churches', () => expect(hasChurch(shown.duchies[0], shown)).toBe(true));
  it('keeps their names while they grow, join and part', () => {
    const first = follow([], [duchy(['L1', 'L2']), duchy(['R1', 'R2', 'R3'])]);
    expect(first.map((d) => d.id)).toEqual(['L1', 'R1']);
    const joined = follow(first, [duchy(['L1', 'L2', 'W2', 'R1', 'R2', 'R3'])]);
    expect(joined.map((d) => d.id)).toEqual(['R1']);
    const parted = follow(joined, [duchy(['R1', 'R2']), duchy(['R3', 'W2', 'L1'])]);
    expect(new Set(parted.map((d) => d.id)).size).toBe(2);
  });
});

group('pennants', () => {
  const known = (spaces: string[], owner: number | null = 0) => follow([], [duchy(spaces, owner)]);
  it('stand where there is most room, on land', () => {
    expect(placeFlags(known(['L1', 'L2', 'W1']), board, shown)[0]).toMatchObject({ space: 'L2', owner: 0 });
  });
  it('stay where they stood, unless it is much better elsewhere', () => {
    const before = placeFlags(known(['L1']), board, shown);
    expect(placeFlags(known(['L1', 'L2']), board, shown, before)[0].space).toBe('L1');
    const poor = placeFlags(known(['R1']), board, shown);
    expect(
      placeFlags(
        follow(
          poor.map((f) => f.duchy),
          [duchy(['R1', 'L2'])],
        ),
        board,
        shown,
        poor,
      )[0].space,
    ).toBe('L2');
  });
  it('are for dukes only', () => expect(placeFlags(known(['L1', 'L2'], null), board, shown)).toEqual([]));
});
