"""Does the drawing say what the topology says? One line a fault, for whoever draws the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from palatine.games.rheinlander.rules.board import Board, Space

from .geometry import area, crosses, depth, distance, inside, length, segments, shared, turn

TOUCH = 1.0  # spaces that are not adjacent share no more than this
BORDER = 5.0  # adjacent spaces share more than this
MARGIN = 10.0  # a shield's place lies at least so far within


def drawing_problems(board: Board) -> Iterator[str]:
    """All that is wrong with a board's drawing."""
    for space in board.spaces:
        yield from _polygon_problems(board, space)
    yield from _border_problems(board)
    yield from _overlap_problems(board)
    for site in board.sites:
        a, b = (board.space[name].polygon for name in site.spaces)
        common = shared(a, b)
        if not common or distance(np.array([site.at]), common)[0] > 0.5:
            yield f"{site.name} does not lie on the border of {site.spaces[0]} and {site.spaces[1]}"
    yield from _canvas_problems(board)


def _polygon_problems(board: Board, space: Space) -> Iterator[str]:
    if crosses(space.polygon):
        yield f"the polygon of {space.name} crosses itself"
    if area(space.polygon) <= 0:
        yield f"the polygon of {space.name} has no area or runs against the clock"
    for what, at in (("shield", space.at), ("number", space.number)):
        if at is not None and depth(np.array([at]), space.polygon)[0] < MARGIN:
            yield f"the {what} of {space.name} does not stand well inside its polygon"


def _border_problems(board: Board) -> Iterator[str]:
    adjacent = {frozenset(pair) for pair in board.edges}
    for a, b in combinations(board.spaces, 2):
        common = length(shared(a.polygon, b.polygon)) if _boxes_meet(a, b) else 0.0
        if frozenset((a.name, b.name)) in adjacent:
            if common <= BORDER:
                yield f"{a.name} and {b.name} are adjacent but share no border"
        elif common > TOUCH:
            yield f"{a.name} and {b.name} share a border but are not adjacent"
    uses = Counter(turn(edge) for space in board.spaces for edge in segments(space.polygon))
    for edge, times in uses.items():
        if times > 2:
            yield f"the edge from {edge[0]} to {edge[1]} belongs to {times} spaces"


def _boxes_meet(a: Space, b: Space) -> bool:
    one, other = np.array(a.polygon), np.array(b.polygon)
    return bool((one.min(axis=0) <= other.max(axis=0)).all() and (other.min(axis=0) <= one.max(axis=0)).all())


def _overlap_problems(board: Board) -> Iterator[str]:
    """Two polygons overlap if a corner, the middle of an edge or the shield of one lies in the other."""
    for a, b in combinations(board.spaces, 2):
        if not _boxes_meet(a, b):
            continue
        for one, other in ((a, b), (b, a)):
            probes = np.array([*one.polygon, *_middles(one), one.at])
            hits = probes[inside(probes, other.polygon)]
            if len(hits) and (distance(hits, segments(other.polygon)) > 0.3).any():
                yield f"{one.name} and {other.name} overlap"
                break


def _middles(space: Space) -> list[tuple[float, float]]:
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in segments(space.polygon)]


def _canvas_problems(board: Board) -> Iterator[str]:
    width, height = board.size
    places = [(space.name, point) for space in board.spaces for point in (*space.polygon, space.at)]
    places += [(site.name, site.at) for site in board.sites]
    outside = {name for name, (x, y) in places if not (0 <= x <= width and 0 <= y <= height)}
    yield from (f"{name} reaches outside the canvas" for name in sorted(outside))
