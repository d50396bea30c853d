"""The names of the reaches, written along the outer edge of their land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np

from palatine.core.drawing.svg import SERIF, chains, path, tag
from palatine.games.rheinlander.rules.board import Board, Reach, Space

from .geometry import Array, Point, inside, segments, turn
from .landscape import Lines
from .palette import Palette

SIZE = 17.0
LETTER = 10.0  # what a letter needs of the line, roughly
CLEAR = 36.0  # from the middle of whatever stands there


def draw_names(board: Board, lines: Lines, palette: Palette, avoid: Sequence[Point] = ()) -> str:
    """Each name once, where the edge is longest and neither landmark nor pennant stands."""
    words = []
    for i, (reach, line) in enumerate(name_lines(board, lines, avoid)):
        if line:
            text = tag("textPath", escape(reach.name), href=f"#reach{i}", startOffset="50%")
            words.append(tag("path", id=f"reach{i}", d=path(line), fill="none"))
            words.append(tag("text", text, font_family=SERIF, font_size=SIZE, font_weight=500,
                             text_anchor="middle", letter_spacing=1.2, fill=palette.ink, opacity=0.8,
                             stroke=palette.meadow, stroke_width=3, stroke_linejoin="round",
                             paint_order="stroke"))  # fmt: skip
    return tag("g", *words, class_="reaches")


def name_lines(
    board: Board, lines: Lines, avoid: Sequence[Point] = ()
) -> Iterator[tuple[Reach, list[Point]]]:
    """Each reach and the line that its name is written on, which is empty if there is no room."""
    taken = [*(site.at for site in board.sites), *avoid]
    for reach in board.reaches:
        yield reach, _name_line(board, lines, reach, taken)


def name_places(board: Board, lines: Lines, avoid: Sequence[Point] = ()) -> list[Point]:
    """Where the letters of the names are, roughly."""
    places = []
    for reach, line in name_lines(board, lines, avoid):
        middle, half = _length(line) / 2, len(reach.name) * LETTER / 2
        for n, point in enumerate(line):
            if abs(_length(line[: n + 1]) - middle) <= half:
                places.append(point)
    return places


def _name_line(board: Board, lines: Lines, reach: Reach, taken: Sequence[Point]) -> list[Point]:
    areas = set(range(reach.first, reach.last + 1))
    spaces = [space for space in board.land if areas & set(space.areas)]
    best = max(_free_edges(lines, spaces, taken), key=_length, default=[])
    return _inward(best, spaces) if _length(best) > len(reach.name) * LETTER + 12 else []


def _free_edges(lines: Lines, spaces: Sequence[Space], taken: Sequence[Point]) -> Iterator[list[Point]]:
    """Stretches of outer edge with nothing in the way and without a sharp corner."""
    things = np.array(taken).reshape(-1, 2)
    edges = [turn(edge) for space in spaces for edge in segments(space.polygon) if turn(edge) in lines.lonely]
    free = [edge for edge in edges if (np.hypot(*(things - edge[0]).T) > CLEAR).all()]
    for line in chains(free):
        way = np.diff(np.array(line), axis=0)
        way /= np.hypot(*way.T)[:, None]
        corners = np.nonzero((way[1:] * way[:-1]).sum(axis=1) < 0.8)[0] + 1
        for start, end in zip([0, *corners], [*corners, len(line) - 1], strict=True):
            if end > start:
                yield line[start : end + 1]


def _length(line: Sequence[Point]) -> float:
    return float(np.hypot(*np.diff(np.array(line), axis=0).T).sum()) if len(line) > 1 else 0.0


def _inward(line: Sequence[Point], spaces: Sequence[Space]) -> list[Point]:
    """The edge moved into the land and turned so that the name reads from left to right, or upward."""
    points = np.array(line)
    across, down = points[-1] - points[0]
    if across - 0.2 * down < 0:
        points = points[::-1]
    points = _even(points)
    way = np.gradient(points, axis=0)
    up = np.stack([way[:, 1], -way[:, 0]], axis=1) / np.hypot(*way.T)[:, None]
    middle = len(points) // 2
    probe = points[middle : middle + 1] + 8 * up[middle]
    above = any(inside(probe, space.polygon)[0] for space in spaces)
    return [(float(x), float(y)) for x, y in points + up * (6.0 if above else -6.0 - SIZE * 0.66)]


def _even(points: Array) -> Array:
    """The line again, a little smoother, so that letters do not jostle."""
    for _ in range(6):
        points[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
    return points
