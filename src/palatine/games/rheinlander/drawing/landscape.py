"""The map itself: paper, fields with their hedges, and the river, the brightest thing on it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from palatine.core.drawing.depth import grain
from palatine.core.drawing.svg import chains, label, number, path, tag
from palatine.games.rheinlander.rules.board import Board, Space

from .geometry import Point, Segment, segments, shared, turn
from .palette import Palette
from .patterns import ANGLES, pattern

FRAME = 15.0
GLINT = 150.0  # from one bright stroke on the water to the next


class Lines:
    """The borders of a board's spaces, told apart by what they part."""

    def __init__(self, board: Board) -> None:
        kinds = {space.name: space.kind for space in board.spaces}
        self.hedges: list[Segment] = []
        self.banks: list[Segment] = []
        self.fords: list[Segment] = []
        for a, b in board.edges:
            common = shared(board.space[a].polygon, board.space[b].polygon)
            pair = {kinds[a], kinds[b]}
            part = self.banks if len(pair) == 2 else self.hedges if pair == {"land"} else self.fords
            part.extend(common)
        count = Counter(turn(edge) for space in board.spaces for edge in segments(space.polygon))
        self.lonely = {edge for edge, times in count.items() if times == 1}
        self.rims = [
            turn(edge)
            for space in board.land
            for edge in segments(space.polygon)
            if turn(edge) in self.lonely
        ]


def definitions(board: Board, lines: Lines, palette: Palette) -> str:
    """Every shape once, patterns for the fields, the paper's shade, the river to paint within."""
    shapes = "".join(tag("path", id=space.name, d=path(space.polygon, closed=True)) for space in board.spaces)
    for name, edges in (("hedges", lines.hedges), ("banks", lines.banks), ("fords", lines.fords)):
        shapes += tag("path", id=name, d="".join(path(line) for line in chains(edges)))
    used = {(space.terrain, row_angle(board, space)) for space in board.land}
    patterns = "".join(pattern(kind, step, palette) for kind, step in sorted(used, key=str) if kind)
    paper = draw_light(palette) + grain(palette.ink, palette.grain)
    water = "".join(tag("use", href=f"#{space.name}") for space in board.water)
    frame = tag("rect", **frame_box(board))
    clips = tag("clipPath", water, id="river") + tag("clipPath", frame, id="frame")
    return shapes + patterns + paper + clips


def draw_light(palette: Palette) -> str:
    """The paper, darker towards its edges."""
    light = tag("stop", offset=0.55, stop_color=palette.paper) + tag("stop", offset=1, stop_color=palette.rim)
    return tag("radialGradient", light, id="paper", cx="50%", cy="48%", r="75%")


def frame_box(board: Board, inset: float = FRAME) -> dict[str, float]:
    width, height = board.size
    return {"x": inset, "y": inset, "width": width - 2 * inset, "height": height - 2 * inset}


def row_angle(board: Board, space: Space) -> int:
    """Which way the rows of a field run: along its bank, as a step of the half circle."""
    if space.terrain not in ("vineyard", "plough"):
        return 0
    beside = [board.space[name] for name in board.neighbours[space.name]]
    banks = [chains(shared(space.polygon, other.polygon)) for other in beside if other.kind == "water"]
    bank = max((line for lines in banks for line in lines), key=len, default=[(0.0, 0.0)])
    way = math.atan2(bank[-1][1] - bank[0][1], bank[-1][0] - bank[0][0])
    return round(way / math.pi * ANGLES) % ANGLES


def draw_paper(board: Board, palette: Palette) -> str:
    """The sheet; what lies above the frame is painted later."""
    width, height = board.size
    return tag("rect", width=number(width), height=number(height), fill="url(#paper)")


def draw_frame(board: Board, palette: Palette) -> str:
    return "".join(
        tag("rect", **frame_box(board, inset), fill="none", stroke=palette.ink, stroke_width=stroke)
        for inset, stroke in ((FRAME, 1.0), (FRAME - 4.5, 2.6))
    )


def draw_fields(board: Board, palette: Palette) -> str:
    """A wash for each field, darker where the colour ran to the edge."""
    washes = "".join(_space(space, palette.terrain(space.terrain)) for space in board.land)
    edges = "".join(tag("use", href=f"#{space.name}") for space in board.land)
    return washes + tag("g", edges, **field_edge(palette))


def draw_grain(board: Board) -> str:
    """The fibres of the paper, under the river and the ink."""
    return tag("rect", **frame_box(board), fill="url(#grain)")


def field_edge(palette: Palette) -> dict[str, object]:
    return {"fill": "none", "stroke": palette.hedge, "stroke_width": 9, "stroke_opacity": 0.14}


def _space(space: Space, colour: str) -> str:
    """The element that stands for a space, also for those who want to click on it."""
    return tag("use", href=f"#{space.name}", class_=f"space {space.kind}", data_space=space.name, fill=colour)


def draw_patterns(board: Board) -> str:
    """What grows in the fields, over the duchies' washes."""
    return "".join(
        tag("use", href=f"#{space.name}", fill=f"url(#{space.terrain}{row_angle(board, space)})")
        for space in board.land
        if space.terrain
    )


def draw_rims(lines: Lines, palette: Palette, write: Callable[[Sequence[Point]], str] = path) -> str:
    """A plain ink line where the land ends."""
    rims = "".join(write(line) for line in chains(lines.rims))
    return tag("path", d=rims, fill="none", stroke=palette.ink, stroke_width=1.5, stroke_linejoin="round")


def draw_hedges(palette: Palette) -> str:
    """Bushes in a row between two fields."""
    stem = tag("use", href="#hedges", stroke=palette.ink, stroke_width=1.1, opacity=0.75)
    bushes = tag("use", href="#hedges", stroke=palette.hedge, stroke_width=5.2, stroke_linecap="round",
                 stroke_dasharray="0.1 7.3")  # fmt: skip
    return tag("g", stem, bushes, fill="none")


def draw_river(board: Board, palette: Palette) -> str:
    """Bright in the middle, deeper at the banks, with the current drawn in it."""
    return "".join(_space(space, palette.river) for space in board.water) + draw_current(board, palette)


def draw_current(board: Board, palette: Palette, light: float = 0.8, write: Callable[..., str] = path) -> str:
    """What the water is more than its colour: its depth, its current with the light on it, its banks."""
    depth = "".join(
        tag("use", href="#banks", stroke=palette.deep, stroke_width=width, opacity=0.32)
        for width in (22, 13, 6)
    )
    current = "".join(
        tag("path", d=path(line), stroke=palette.seal, stroke_width=1.3, opacity=light,
            stroke_dasharray=dashes)
        for line, dashes in current_lines(board)
    )  # fmt: skip
    glints = tag("path", d=draw_glints(board, write), fill=palette.seal, stroke="none", opacity=light)
    inner = tag("g", depth, current, glints, clip_path="url(#river)")
    fords = tag(
        "use", href="#fords", stroke=palette.bank, stroke_width=1.4, opacity=0.7, stroke_dasharray="5 4"
    )
    banks = tag("use", href="#banks", stroke=palette.bank, stroke_width=2.2, stroke_linejoin="round")
    return tag("g", inner, fords, banks, fill="none")


def draw_glints(board: Board, write: Callable[..., str]) -> str:
    """Light on the water: bright strokes along the current, thick in the middle, now here and now there."""
    strokes = []
    for n, (line, _) in enumerate(current_lines(board, 20.0)):
        points = np.array(line)
        at = np.concatenate([[0.0], np.hypot(*np.diff(points, axis=0).T).cumsum()])
        start = 40.0 + 60 * (n % 2)
        for k in range(int((at[-1] - start) // GLINT)):
            begin = start + k * GLINT + 17 * (k % 3)
            along = np.linspace(begin, begin + 26 + 9 * (k % 4), 5)
            x, y = (np.interp(along, at, points[:, axis]) for axis in (0, 1))
            thick = np.array([0.0, 1.9, 2.5, 1.6, 0.0])
            upper, lower = np.stack([x, y - thick], 1), np.stack([x, y + thick], 1)[3:0:-1]
            strokes.append(write([tuple(map(float, point)) for point in (*upper, *lower)], True))
    return "".join(strokes)


def current_lines(board: Board, away: float = 15.0) -> Iterator[tuple[list[Point], str]]:
    """Lines of current on both sides of the middle, through the places where numbers and knights stand."""
    for first, last in currents(board):
        middle: list[Point] = []
        for space in board.water[first - 1 : last]:
            middle += [space.number, space.at] if space.number else [space.at]
        points = np.array(middle)
        if len(points) < 4:
            continue
        way = np.gradient(points, axis=0)
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.hypot(*way.T)[:, None]
        for off, dashes in ((-away, "38 61 17 44"), (away, "24 52 41 73")):
            yield [(float(x), float(y)) for x, y in points + off * normal], dashes


def currents(board: Board) -> list[tuple[int, int]]:
    """Runs of areas that follow one another by water: the stem and each arm."""
    runs: list[tuple[int, int]] = []
    for space in board.water:
        area = space.areas[0]
        before = board.water[area - 2].name if area > 1 else ""
        parted = area > 1 and len([n for n in board.neighbours[before] if board.space[n].kind == "water"]) > 2
        if runs and before in board.neighbours[space.name] and not parted:
            runs[-1] = (runs[-1][0], area)
        else:
            runs.append((area, area))
    return runs


def draw_numbers(board: Board, palette: Palette) -> str:
    """The area numbers in the water."""
    figures = []
    for space in board.water:
        x, y = space.number or space.at
        figures.append(label(str(space.areas[0]), (x, y + 8), 25))
    return tag("g", *figures, class_="numbers", fill=palette.figure, stroke=palette.river, stroke_width=4,
               stroke_linejoin="round", paint_order="stroke")  # fmt: skip
