"""The same board drawn with fewer points, for pictures that travel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from palatine.core.drawing.svg import chains
from palatine.games.rheinlander.rules.board import Board

from .geometry import Point, Segment, distance, segments, turn

TOLERANCE = 0.3  # how far a border may move: less than the eye sees


def thinned(board: Board, tolerance: float = TOLERANCE) -> Board:
    """The board with every point left out that its borders can do without.

    Neighbours leave out the same points, so that they still share their borders corner by corner.
    """
    edges = {turn(edge) for space in board.spaces for edge in segments(space.polygon)}
    kept = {point for line in _borders(sorted(edges)) for point in _simple(line, tolerance)}
    spaces = []
    for space in board.spaces:
        polygon = tuple(point for point in space.polygon if point in kept)
        spaces.append(msgspec.structs.replace(space, polygon=polygon) if len(polygon) > 2 else space)
    return msgspec.structs.replace(board, spaces=tuple(spaces))


def _borders(edges: Sequence[Segment]) -> Iterator[list[Point]]:
    """The lines between the points where three or more edges meet."""
    meeting = Counter(point for edge in edges for point in edge)
    for line in chains(edges):
        cuts = [n for n, point in enumerate(line) if meeting[point] != 2]
        for start, end in zip([0, *cuts], [*cuts, len(line) - 1], strict=True):
            if end > start:
                yield line[start : end + 1]


def _simple(line: Sequence[Point], tolerance: float) -> list[Point]:
    """The ends, and in between only what lies off the straight way (after Douglas and Peucker)."""
    if len(line) < 3:
        return list(line)
    away = distance(np.array(line[1:-1]), [(line[0], line[-1])])
    far = int(away.argmax())
    if away[far] <= tolerance:
        return [line[0], line[-1]]
    return _simple(line[: far + 2], tolerance) + _simple(line[far + 1 :], tolerance)[1:]
