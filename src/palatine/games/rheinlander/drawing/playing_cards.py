"""The cards: waves on the back, and on the face room for the number over a little map of the river."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.drawing.heraldry import INK
from palatine.core.drawing.svg import group, number, tag, trail
from palatine.games.rheinlander.rules.board import Board

from .geometry import Point
from .landscape import currents
from .palette import Palette
from .scenery import THINGS

WIDTH, HEIGHT = 100.0, 140.0
MAP = (86.0, 54.0)  # the room for the little map
MIDDLE = 33.0  # the height of its middle, from the middle of the card
CORNER = 8.0
FIGURE = "#14425f"  # by day and by night: cards are light


def card_sizes(board: Board) -> dict[str, dict[str, object]]:
    """Where the screen writes on a card; the little map shows a point of the board at `map` times scale."""
    x, y, scale = _map_place(board)
    box = [-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT]
    return {
        "card-back": {"box": box, "scale": 1},
        "card-face": {
            "box": box, "scale": 1, "number": [0, -10], "font": 60, "ink": FIGURE, "corner": CORNER,
            "map": [round(x, 2), round(y, 2), round(scale, 5)], "dot": 4.2,
        },
    }  # fmt: skip


def _map_place(board: Board) -> tuple[float, float, float]:
    """Where the board's corner lies on the card, and how small the board is there."""
    width, height = board.size
    scale = min(MAP[0] / width, MAP[1] / height)
    return -width * scale / 2, MIDDLE - height * scale / 2, scale


def _sheet(fill: str) -> str:
    inset = 0.8  # half of the edge
    return tag(
        "rect", x=inset - WIDTH / 2, y=inset - HEIGHT / 2, width=WIDTH - 2 * inset, height=HEIGHT - 2 * inset,
        rx=CORNER, fill=fill, stroke=INK, stroke_width=1.6,
    )  # fmt: skip


def card_face(board: Board, palette: Palette) -> str:
    """Paper, and the river's course with its banks; the number is written above."""
    x, y, scale = _map_place(board)
    width, height = board.size
    course = "".join(trail(line) for line in _courses(board))
    strokes = ((palette.hedge, 232), (palette.wood, 208), (palette.bank, 84), (palette.river, 58))
    river = "".join(tag("path", d=course, stroke=colour, stroke_width=wide) for colour, wide in strokes)
    plate = tag(
        "rect", x=x - 1, y=y - 1, width=width * scale + 2, height=height * scale + 2, rx=3,
        fill=palette.paper, stroke=palette.faint, stroke_width=0.8,
    )  # fmt: skip
    place = f"translate({number(x)} {number(y)}) scale({scale:.4g})"
    drawn = tag("g", river, fill="none", stroke_linejoin="round", transform=place)
    line = tag("rect", x=-46, y=-66, width=92, height=132, rx=5, fill="none", stroke=palette.faint)
    return group("card-face", _sheet(palette.seal), line, plate, drawn)


def _courses(board: Board) -> Iterator[list[Point]]:
    """The stem and each arm of the river as lines; an arm begins where it parts from the stem."""
    for first, last in currents(board):
        source = board.water[first - 1]
        line = [
            board.space[name].at
            for name in board.neighbours[source.name]
            if board.space[name].kind == "water" and board.space[name].areas[0] < first
        ][:1]
        for space in board.water[first - 1 : last]:
            line += [space.number, space.at] if space.number else [space.at]
        yield [(float(round(x)), float(round(y))) for x, y in line]


def card_back(palette: Palette) -> str:
    """Waves under the rose of the winds."""
    scallops = "M0 0A6 6 0 0 0 12 0M-6 6A6 6 0 0 0 6 6A6 6 0 0 0 18 6"
    waves = tag(
        "pattern", tag("path", d=scallops, fill="none", stroke=palette.seal, stroke_width=0.9, opacity=0.5),
        id="card-waves", width=12, height=12, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    field = {"x": -44, "y": -64, "width": 88, "height": 128, "rx": 5}
    woven = tag("rect", **field, fill="url(#card-waves)", stroke=palette.seal, stroke_width=1.4)
    ground = tag("circle", r=27, fill=palette.deep, stroke=palette.seal, stroke_width=1.4)
    rose = tag("g", THINGS["compass"](palette), transform="scale(2.5)")
    return waves + group("card-back", _sheet("#2f6f94"), woven, ground, rose)
