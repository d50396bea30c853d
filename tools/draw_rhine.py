"""Draw the river `rhine`: compute its spaces and write the board file.

The river is an axis that meanders over the map. Everything on the board lives in the coordinates of
that axis: `s`, the way along it, and `t`, the way off it (to the left bank when negative). Banks,
hedges and outer edges are lines in these coordinates, each computed once and used by both spaces that
it parts, so that neighbours share their vertices exactly. The dice are seeded: the same program writes
the same file.

    python tools/draw_rhine.py [FILE]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from palatine.games.rheinlander.drawing import geometry
from palatine.games.rheinlander.drawing.geometry import Array, Point, depth, distance, lattice, segments

Line = list[Point]

SIZE = (1600, 1000)
FRAME = 26.0  # nothing that is played on comes nearer to the paper's edge
STEM, ROWS = 44, 49  # areas before the river parts; rows of areas in all
STEP = 2.0  # between two samples of the axis
STREAM = 31.0  # half the width of the river
ISLAND = 57.0  # half the width of the island
ARM = 55.0  # the width of an arm beside the island
DEPTH = 150.0  # how far a field may reach away from its bank
GAP = 18.0  # between the lands of two bends
MEDALLION = 22.0  # the radius of a landmark
LEFT, RIGHT = SIDES = -1, 1

COURSE = [
    (1440, 1060), (1445, 960), (1405, 800), (1490, 600), (1430, 420), (1490, 220), (1410, 116), (1225, 116),
    (1140, 230), (1190, 420), (1095, 610), (1180, 780), (1090, 886), (915, 886),
    (830, 780), (910, 600), (805, 400), (875, 220), (790, 116), (610, 116),
    (530, 230), (605, 400), (515, 600), (570, 780), (480, 886), (300, 886),
    (200, 780), (245, 630), (212, 480), (224, 300), (212, 30), (212, -40),
]  # fmt: skip
START, END = 84.0, 100.0  # where area 1 begins (from the lower edge), where the land ends (from the upper)

SITES = {
    "L": (2, 6, 10, 14, 18, 22, 25, 29, 34, 38, 42, 46),
    "R": (1, 4, 8, 12, 16, 20, 24, 27, 31, 36, 40, 51), "I": (1, 4),
}  # fmt: skip
REACHES = {
    "Chur": (1, 2), "Konstanz": (3, 5), "Basel": (6, 8), "Straßburg": (9, 11), "Speyer": (12, 14),
    "Worms": (15, 17), "Mainz": (18, 20), "Bingen": (21, 23), "Bacharach": (24, 26), "Koblenz": (27, 29),
    "Andernach": (30, 32), "Bonn": (33, 35), "Köln": (36, 38), "Düsseldorf": (39, 41), "Wesel": (42, 44),
    "Nijmegen": (45, 47), "Dordrecht": (48, 49), "Arnhem": (50, 52), "Utrecht": (53, 54),
}  # fmt: skip
TERRAINS = ("vineyard", "wood", "meadow", "plough")


def smooth(values: Array, sigma: float) -> Array:
    """A Gaussian average along the first axis; the ends go on straight, so that they stay in place."""
    reach = int(3 * sigma)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    flat = values.reshape(len(values), -1)
    padded = np.concatenate([2 * flat[0] - flat[reach:0:-1], flat, 2 * flat[-1] - flat[-2 : -reach - 2 : -1]])
    columns = [np.convolve(column, kernel, "valid") for column in padded.T]
    return np.stack(columns, axis=1).reshape(values.shape)


def along(points: Array, step: float) -> Array:
    """The polyline through the points, sampled at even steps."""
    length = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.arange(0.0, length[-1], step)
    return np.stack([np.interp(at, length, column) for column in points.T], axis=1)


class River:
    """The axis with its normals, and the offsets of island, banks and outer edges along it."""

    def __init__(self, dice: Random) -> None:
        rough = along(np.array(COURSE, dtype=np.float64), STEP)
        axis = along(smooth(rough, 62 / STEP), STEP)
        inside = np.nonzero((axis[:, 1] < SIZE[1] - START) & (axis[:, 1] > END))[0]
        self.axis = axis[inside[0] : inside[-1] + 1]
        flow = smooth(np.gradient(self.axis, axis=0), 4)
        flow /= np.hypot(*flow.T)[:, None]
        self.normal = np.stack([-flow[:, 1], flow[:, 0]], axis=1)  # to the right bank (y points down)
        self.s = np.arange(len(self.axis)) * STEP
        self.length = float(self.s[-1])
        self.cuts = self._cuts(dice)
        self.island, bank = self._delta()
        self.bank = {side: bank + self._noise(dice, 3.0, 26) for side in SIDES}
        self.outer = {side: self._outer(side, dice) for side in SIDES}
        self.rim = {side: smooth(self.line(side, self.outer[side]), 9) for side in SIDES}

    def _noise(self, dice: Random, size: float, wave: float) -> Array:
        """Smooth chance along the river: the hand that drew the line was not a machine's."""
        raw = smooth(np.array([dice.gauss(0, 1) for _ in self.s]), wave / STEP)
        calm = np.clip(np.minimum(self.s, self.length - self.s) / 90, 0, 1)
        return np.asarray(size * calm * raw / raw.std())

    def _cuts(self, dice: Random) -> Array:
        """Where along the axis one row of areas ends and the next begins; the fork's row is longer."""
        weights = 1 + np.array([dice.uniform(-0.05, 0.05) for _ in range(ROWS)])
        weights[STEM] = 1.25
        rows = np.concatenate([[0.0], np.cumsum(weights)]) / weights.sum()
        bend = np.hypot(*np.gradient(self.normal, axis=0).T) / STEP
        pace = np.cumsum(1 / (1 + 28 * smooth(bend, 20)))  # inner fields are narrow: longer rows in bends
        return np.asarray(np.interp(rows, (pace - pace[0]) / (pace[-1] - pace[0]), self.s))

    def _delta(self) -> tuple[Array, Array]:
        """Half-widths of the island (nothing before the fork) and of all water with the island in it."""
        fork = self.cuts[STEM]
        u = np.clip((self.s - fork) / 190, 0, 1)
        island = ISLAND * (1 - (1 - u) ** 2.2)
        opening = np.clip((self.s - fork + 60) / 230, 0, 1)
        ease = opening * opening * (3 - 2 * opening)
        bank = STREAM + (ISLAND + ARM - STREAM) * ease
        return island, np.maximum(bank, island + ARM * np.clip(0.55 + u, 0, 1))

    def _outer(self, side: int, dice: Random) -> Array:
        """How far the land reaches: to its depth, the frame, or half the way to the next bend."""
        few, some = slice(None, None, 3), slice(None, None, 4)  # samples that look, samples looked at
        bank, axis, normal = self.bank[side][few], self.axis[few], self.normal[few]
        wanted = DEPTH + self._noise(dice, 5.0, 30)[few]
        away = np.abs(self.s[few][:, None] - self.s[some][None, :])
        gap = GAP * np.clip((away - 60) / 150, 0, 1)
        widths = np.minimum(self.bank[LEFT], self.bank[RIGHT])
        stream = np.where(away < 250, bank[:, None], widths[some][None, :])
        free = np.ones(len(bank), dtype=bool)
        reach = bank.copy()
        for far in np.arange(4.0, DEPTH + 10, 2.0):
            tip = axis + side * normal * (bank + far)[:, None]
            way = np.hypot(*(tip[:, None, :] - self.axis[some][None, :, :]).transpose(2, 0, 1))
            framed = (tip > FRAME).all(axis=1) & (tip < np.array(SIZE) - FRAME).all(axis=1)
            free &= (way - stream + 1 >= far + gap).all(axis=1) & framed & (far <= wanted)
            reach[free] = (bank + far)[free]
        low = np.array([reach[max(0, i - 4) : i + 5].min() for i in range(len(reach))])
        return smooth(np.interp(self.s, self.s[few], low), 10)

    def line(self, side: int, offset: Array) -> Array:
        """The line beside the axis at an offset, one point for each sample of the axis."""
        return self.axis + side * self.normal * offset[:, None]

    def point(self, line: Array, s: float) -> tuple[float, float]:
        """The point of a line beside the axis at way s, rounded as it is written."""
        x, y = (float(np.interp(s, self.s, column)) for column in line.T)
        return round(x, 1), round(y, 1)


class Plan:
    """The lines that part the spaces, the spaces that they enclose, and the sites on them."""

    def __init__(self, river: River, dice: Random) -> None:
        self.river = river
        self.dice = dice
        self.bank_cut = {side: self._jitter(7.0) for side in SIDES}
        self.edge_cut = {side: self._spread(side) for side in SIDES}
        self.bank = {side: river.line(side, river.bank[side]) for side in SIDES}
        self.shore = {side: river.line(side, river.island) for side in SIDES}
        self.hedge = {side: [self._hedge(side, k) for k in range(ROWS + 1)] for side in SIDES}
        self.isle_cut = self.bank_cut[LEFT][STEM:] / 2 + self.bank_cut[RIGHT][STEM:] / 2
        self.isle_cut[0] = river.cuts[STEM]
        self.ford = [self._ford(k) for k in range(STEM + 1)]
        self.arm_ford = {side: [self._arm_ford(side, k) for k in range(ROWS - STEM + 1)] for side in SIDES}
        self.isle_hedge = [self._isle_hedge(k) for k in range(ROWS - STEM + 1)]
        self.polygons = dict(self._polygons())

    def _scatter(self, size: float) -> Array:
        return np.array([self.dice.uniform(-size, size) for _ in range(ROWS + 1)])

    def _jitter(self, size: float) -> Array:
        cuts = self.river.cuts + self._scatter(size)
        cuts[STEM] = self.river.cuts[STEM] - 12  # the island's tip lies a little below the last ford
        cuts[[0, ROWS]] = 0, self.river.length
        return cuts

    def _spread(self, side: int) -> Array:
        """Hedges reach the outer edge a little up or down the river, less where the fields narrow."""
        river, drift = self.river, self._scatter(14)
        stretch = smooth(np.hypot(*np.gradient(river.rim[side], axis=0).T) / STEP, 12)
        drift *= np.interp(river.cuts, river.s, np.clip(stretch, 0.1, 1))
        return np.clip(self.bank_cut[side] + drift, 0, river.length)

    def _hedge(self, side: int, k: int) -> Line:
        """From the bank to the outer edge, with a slight bow."""
        foot = self.river.point(self.bank[side], self.bank_cut[side][k])
        head = self.river.point(self.river.rim[side], self.edge_cut[side][k])
        return self._bowed(foot, head, 9, self.dice.uniform(-5, 5))

    def _bowed(self, start: Sequence[float], end: Sequence[float], pieces: int, bow: float) -> Line:
        a, b = np.array(start), np.array(end)
        u = np.linspace(0, 1, pieces + 1)
        across = np.array([a[1] - b[1], b[0] - a[0]]) / max(1.0, float(np.hypot(*(b - a))))
        points = a + u[:, None] * (b - a) + (bow * np.sin(np.pi * u))[:, None] * across
        return [(round(float(x), 1), round(float(y), 1)) for x, y in points]

    def _part(self, line: Array, start: float, end: float) -> Line:
        """A bank or an outer edge, from s = start to s = end."""
        way = line[int(start / STEP) : int(end / STEP) + 1]
        pieces = max(2, round(float(np.hypot(*np.diff(way, axis=0).T).sum()) / 9))
        return [self.river.point(line, s) for s in np.linspace(start, end, pieces + 1)]

    def _ford(self, k: int) -> Line:
        """The border between two waters of the stem; the last one runs over the island's tip."""
        left, right = self.hedge[LEFT][k][0], self.hedge[RIGHT][k][0]
        if k < STEM:
            return self._bowed(left, right, 8, 4.0 if k else 0.0)
        tip = self.river.point(self.river.axis, self.isle_cut[0])
        return self._bowed(left, tip, 4, 0.0) + self._bowed(tip, right, 4, 0.0)[1:]

    def _arm_ford(self, side: int, k: int) -> Line:
        """The border between two waters of an arm, from the bank to the island."""
        if k == 0:
            return self.ford[STEM][:5] if side == LEFT else self.ford[STEM][4:][::-1]
        shore = self.river.point(self.shore[side], self.isle_cut[k])
        return self._bowed(self.hedge[side][STEM + k][0], shore, 6, 0.0 if k == ROWS - STEM else 3.0)

    def _isle_hedge(self, k: int) -> Line:
        left, right = self.arm_ford[LEFT][k][-1], self.arm_ford[RIGHT][k][-1]
        return [left] if k == 0 else self._bowed(left, right, 9, self.dice.uniform(-6, 6))

    def _polygons(self) -> Iterator[tuple[str, Line]]:
        for k in range(ROWS):
            yield f"L{k + 1}", self._land(LEFT, k)
            yield f"R{k + 1 if k < STEM else k + 6}", self._land(RIGHT, k)
            if k < STEM:
                left, right = self._bank(LEFT, k), self._bank(RIGHT, k)
                yield f"W{k + 1}", ring(self.ford[k], right, self.ford[k + 1][::-1], left[::-1])
            else:
                yield f"W{k + 1}", self._arm(LEFT, k - STEM)
                yield f"W{k + 6}", self._arm(RIGHT, k - STEM)
                yield f"I{k - STEM + 1}", self._isle(k - STEM)

    def _bank(self, side: int, k: int) -> Line:
        cut = self.bank_cut[side]
        return self._part(self.bank[side], cut[k], cut[k + 1])

    def _shore(self, side: int, k: int) -> Line:
        return self._part(self.shore[side], self.isle_cut[k], self.isle_cut[k + 1])

    def _land(self, side: int, k: int) -> Line:
        cut = self.edge_cut[side]
        edge = self._part(self.river.rim[side], cut[k], cut[k + 1])
        return ring(self.hedge[side][k], edge, self.hedge[side][k + 1][::-1], self._bank(side, k)[::-1])

    def _arm(self, side: int, k: int) -> Line:
        fords, bank = self.arm_ford[side], self._bank(side, STEM + k)
        return ring(fords[k], self._shore(side, k), fords[k + 1][::-1], bank[::-1])

    def _isle(self, k: int) -> Line:
        left, right = self._shore(LEFT, k), self._shore(RIGHT, k)
        return ring(self.isle_hedge[k], right, self.isle_hedge[k + 1][::-1], left[::-1])

    def site_line(self, bank: str, k: int) -> Line:
        """The border on which the site between fields k and k+1 of a bank stands."""
        if bank == "I":
            return self.isle_hedge[k]
        return self.hedge[LEFT if bank == "L" else RIGHT][k if k <= STEM else k - 5 * (bank == "R")]


def ring(*lines: Line) -> Line:
    """The polygon of lines laid end to end, turned clockwise as the eye sees it, without doubled points."""
    points = [point for line in lines for point in line]
    points = [point for i, point in enumerate(points) if point != points[i - 1]]
    return points if geometry.area(points) > 0 else points[::-1]


class Places:
    """Where things stand: shields, numbers, sites, scenery."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        firsts = [(bank, k) for bank in SITES for k in SITES[bank]]
        self.sites = [(f"{bank}{k}", f"{bank}{k + 1}", self._site(bank, k)) for bank, k in firsts]

    def _site(self, bank: str, k: int) -> Point:
        """As far out on the border as a medallion still lies within the two fields."""
        one, other = self.plan.polygons[f"{bank}{k}"], self.plan.polygons[f"{bank}{k + 1}"]
        line = self.plan.site_line(bank, k)
        if bank == "I":
            return line[len(line) // 2]
        common = set(geometry.shared(one, other))
        around = [edge for edge in segments(one) + segments(other) if geometry.turn(edge) not in common]
        room = distance(np.array(line), around)
        roomy = np.nonzero(room >= MEDALLION)[0]
        return line[int(roomy[-1] if len(roomy) else room.argmax())]

    def shield(self, name: str) -> Point:
        """Well inside the field and off its landmarks, rather near the water than far from it."""
        polygon = self.plan.polygons[name]
        points = lattice(polygon, 2.5)
        room = depth(points, polygon)
        for a, b, site in self.sites:
            if name in (a, b):
                room = np.minimum(room, np.hypot(*(points - site).T) - MEDALLION)
        waters = (other for n, other in self.plan.polygons.items() if n[0] == "W")
        water = [edge for other in waters for edge in geometry.shared(polygon, other)]
        cap, pull = (99, 0.0) if name[0] == "I" else (36, 0.035)
        best = int((np.minimum(room, cap) - pull * distance(points, water)).argmax())
        return round(float(points[best][0]), 1), round(float(points[best][1]), 1)

    def afloat(self, area: int, part: float) -> Point:
        """A point in the middle of an area's water, at a part of the way through it."""
        plan = self.plan
        k, side = (area - 1, LEFT) if area <= ROWS else (area - 6, RIGHT)
        other = plan.bank_cut[RIGHT] if k < STEM else plan.bank_cut[side]
        cuts = (plan.bank_cut[side] + other) / 2
        s = cuts[k] * (1 - part) + cuts[k + 1] * part
        lines = plan.bank[side], plan.bank[RIGHT] if k < STEM else plan.shore[side]
        x, y = np.mean([plan.river.point(line, s) for line in lines], axis=0)
        return round(float(x), 1), round(float(y), 1)


def scenery(plan: Plan, dice: Random) -> Iterator[tuple[str, Point, float]]:
    """What stands where no field is: the sea and the lake by hand, the rest wherever there is room."""
    by_hand = [("sea", (180.0, -150.0), 330.0), ("lake", (1437.0, 926.0), 52.0)]
    yield from by_hand
    yield from (("compass", (92.0, 64.0), 30.0), ("ship", (300.0, 68.0), 17.0))
    waves = ((48, 96), (150, 44), (172, 86), (215, 58), (252, 86), (268, 36), (346, 50), (352, 84), (388, 34))
    yield from (("wave", (float(x), float(y)), 10.0) for x, y in waves)
    right, low = SIZE[0] - 20.0, SIZE[1] - 20.0
    frame = [(20.0, 20.0), (right, 20.0), (right, low), (20.0, low)]
    points = lattice(frame, 6.0)
    room = np.minimum(depth(points, frame), 31.0)
    for polygon in plan.polygons.values():
        corners = np.array(polygon)
        box = (points > corners.min(axis=0) - 31) & (points < corners.max(axis=0) + 31)
        near = box.all(axis=1)
        room[near] = np.minimum(room[near], -depth(points[near], polygon))
    for _, at, size in by_hand:
        room = np.minimum(room, np.hypot(*(points - at).T) - size)
    while room.max() > 6.5:
        best = int(room.argmax())
        x, y = float(points[best][0]), float(points[best][1])
        size = round(float(min(room[best] - 1, dice.uniform(8, 30))), 1)
        alps = x > 1180 and y > 860
        kind = ("mountain" if size > 9 else "fir") if alps else "hill" if size > 14 else "tree"
        if kind != "tree" or dice.random() < 0.75:
            yield kind, (x, y), size
        room = np.minimum(room, np.hypot(*(points - (x, y)).T) - size * 0.95)


def terrain(names: Sequence[str], dice: Random) -> dict[str, str]:
    """No two fields in a row alike; vines where the river is young and steep, meadows at the sea."""
    chosen: dict[str, str] = {}
    before = ""
    for name in names:
        row = int(name[1:]) if name[0] != "I" else ROWS
        weights = [1.3 if 5 < row < 36 else 0.2, 1.0, 0.8 if row < 36 else 1.6, 1.0]
        weights = [0.0 if kind == before else weight for kind, weight in zip(TERRAINS, weights, strict=True)]
        before = chosen[name] = dice.choices(TERRAINS, weights)[0]
    return chosen


def adjacent() -> Iterator[tuple[str, str]]:
    """Along the banks, along the water, and across."""
    right = [*range(1, STEM + 1), *range(ROWS + 1, ROWS + 6)]
    left, arm = range(1, ROWS + 1), [STEM, *range(ROWS + 1, ROWS + 6)]
    for bank, chain in (("L", left), ("R", right), ("I", range(1, 6)), ("W", left), ("W", arm)):
        yield from ((f"{bank}{a}", f"{bank}{b}") for a, b in pairwise(chain))
    for n in range(1, ROWS + 6):
        yield f"W{n}", f"L{n}" if n <= ROWS else f"I{n - ROWS}"
        yield f"W{n}", f"I{n - STEM}" if STEM < n <= ROWS else f"R{n}"


def lines() -> Iterator[dict[str, Any]]:
    """The board file, line by line."""
    dice = Random(1648)
    plan = Plan(River(dice), dice)
    places = Places(plan)
    yield {"format": "palatine-board", "version": 1, "name": "rhine", "title": "The Rhine", "size": SIZE}
    land = [f"L{n}" for n in range(1, 50)] + [f"R{n}" for n in (*range(1, 45), *range(50, 55))]
    land += [f"I{n}" for n in range(1, 6)]
    kinds = terrain(land, dice)
    for name in land:
        n = int(name[1:])
        yield {"space": name, "kind": "land", "areas": [n + 44, n + 49] if name[0] == "I" else [n],
               "terrain": kinds[name], "at": places.shield(name), "polygon": plan.polygons[name]}  # fmt: skip
    for n in range(1, ROWS + 6):
        yield {"space": f"W{n}", "kind": "water", "areas": [n], "at": places.afloat(n, 0.7),
               "number": places.afloat(n, 0.27), "polygon": plan.polygons[f"W{n}"]}  # fmt: skip
    yield from ({"adjacent": pair} for pair in adjacent())
    yield from ({"site": f"S{i}", "spaces": [a, b], "at": at} for i, (a, b, at) in enumerate(places.sites, 1))
    yield from ({"reach": name, "areas": areas} for name, areas in REACHES.items())
    yield from ({"scenery": kind, "at": at, "size": size} for kind, at, size in scenery(plan, dice))


def text() -> str:
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines())


if __name__ == "__main__":
    home = Path(__file__).parent.parent / "src/palatine/games/rheinlander/boards/rhine.jsonl"
    Path(sys.argv[1] if len(sys.argv) > 1 else home).write_text(text(), encoding="utf-8")
