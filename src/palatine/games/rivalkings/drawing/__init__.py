"""The court from above: a position as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core.drawing import Drawing
from palatine.core.drawing.heraldry import shield_definition
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import XMLNS, tag
from palatine.core.events import Event
from palatine.core.words import Names, Words
from palatine.games.rivalkings.presenting.positions import Table

from . import icons, patterns, pictures, trades
from .art import FILES, BookData, art
from .court import HEIGHT as COURT
from .court import Court
from .middle import HEIGHT as MIDDLE
from .middle import draw_middle
from .palette import DAY, NIGHT, Palette
from .pen import TITLE, Pen, pen
from .sheet import HEIGHT as SHEET
from .sheet import draw_sheet

__all__ = ["DAY", "NIGHT", "CourtDrawing", "Palette", "Pen", "draw", "pen"]

WIDTH, EDGE, GAP = 1600.0, 14.0, 10.0
HEIGHT = 2 * (EDGE + COURT + GAP) + MIDDLE


class CourtDrawing(Drawing):
    """Pictures of Rival Kings."""

    data = (BookData,)
    files = FILES

    def draw(self, position: Table | None, names: Names, last: Sequence[Event], words: Words) -> str:
        return draw(position, pen(DAY, words, names), last)

    def art(self, name: str, theme: str, words: Words) -> tuple[str, str] | None:
        return art(name, theme, words)


def draw(position: Table | None, pen: Pen, last: Sequence[Event] = ()) -> str:
    """A standalone SVG of a position: a full state, or what a seat is shown. Without one, of all the cards.

    `last` is what happened last.
    """
    height = HEIGHT if position else SHEET
    paper = tag("rect", width=WIDTH, height=height, fill=pen.paper)
    body = _table(position, last, pen) if position else draw_sheet(pen)
    return tag(
        "svg", _definitions(pen, body), paper, body, xmlns=XMLNS, viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img", aria_label=pen.say(TITLE()),
    )  # fmt: skip


def _definitions(palette: Palette, body: str) -> str:
    return tag(
        "defs",
        patterns.definitions(),
        icons.definitions(palette),
        trades.definitions(palette.card),
        pictures.definitions(palette.card, pictures.used(body)),
        *(shield_definition(tincture, palette.seal) for tincture in TINCTURES[:4]),
    )


def _table(position: Table, last: Sequence[Event], pen: Pen) -> str:
    boxes = _boxes(len(position.players))
    courts = [
        Court(position, seat, box, pen).draw(last) for seat, box in zip(_around(position), boxes, strict=True)
    ]
    middle = draw_middle(position, last, (EDGE, EDGE + COURT + GAP, WIDTH - 2 * EDGE), pen)
    return tag("g", middle, *courts)


def _around(position: Table) -> list[int]:
    """The seats clockwise from the front: whoever looks sits there, or the first seat."""
    players = position.players
    seeing = [seat for seat, player in enumerate(players) if player.hand is not None]
    first = seeing[0] if seeing else 0
    return [(first + n) % len(players) for n in range(len(players))]


def _boxes(players: int) -> list[tuple[float, float, float]]:
    """Left, top and width of each court, clockwise from the front left."""
    whole = WIDTH - 2 * EDGE
    half = (whole - GAP) / 2
    right = EDGE + half + GAP
    above, below = EDGE, EDGE + COURT + 2 * GAP + MIDDLE
    return {
        2: [(EDGE, below, whole), (EDGE, above, whole)],
        3: [(EDGE, below, whole), (EDGE, above, half), (right, above, half)],
        4: [(EDGE, below, half), (EDGE, above, half), (right, above, half), (right, below, half)],
    }[players]
