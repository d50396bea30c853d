"""The court from above: a position as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine.core.drawing.heraldry import shield_definition
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import XMLNS, tag
from palatine.core.events import Event

from . import emblems, icons, patterns, trades
from .court import HEIGHT as COURT
from .court import Court
from .middle import HEIGHT as MIDDLE
from .middle import draw_middle
from .palette import DAY, NIGHT, Palette
from .sheet import HEIGHT as SHEET
from .sheet import draw_sheet

__all__ = ["DAY", "NIGHT", "Palette", "draw"]

WIDTH, EDGE, GAP = 1600.0, 14.0, 10.0
HEIGHT = 2 * (EDGE + COURT + GAP) + MIDDLE


def draw(
    position: Mapping[str, Any] | None,
    *,
    names: Sequence[str] = (),
    last: Sequence[Event] = (),
    palette: Palette = DAY,
) -> str:
    """A standalone SVG of a position: a full state, or what a seat is shown. Without one, of all the cards.

    `names` are the players' names, `last` what happened last.
    """
    height = HEIGHT if position else SHEET
    paper = tag("rect", width=WIDTH, height=height, fill=palette.paper)
    body = _table(position, names, last, palette) if position else draw_sheet(palette)
    return tag(
        "svg", _definitions(palette), paper, body, xmlns=XMLNS, viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img", aria_label="Rival Kings",
    )  # fmt: skip


def _definitions(palette: Palette) -> str:
    return tag(
        "defs",
        patterns.definitions(),
        icons.definitions(palette),
        trades.definitions(palette.card),
        emblems.definitions(palette.card),
        *(shield_definition(tincture, palette.seal) for tincture in TINCTURES[:4]),
    )


def _table(position: Mapping[str, Any], names: Sequence[str], last: Sequence[Event], palette: Palette) -> str:
    players = range(len(position["players"]))
    called = [names[seat] if seat < len(names) else TINCTURES[seat].name.capitalize() for seat in players]
    courts = [
        Court(position, seat, called, box, palette).draw(last)
        for seat, box in zip(_around(position), _boxes(len(players)), strict=True)
    ]
    middle = draw_middle(position, last, (EDGE, EDGE + COURT + GAP, WIDTH - 2 * EDGE), palette)
    return tag("g", middle, *courts)


def _around(position: Mapping[str, Any]) -> list[int]:
    """The seats clockwise from the front: whoever looks sits there, or the first seat."""
    players = position["players"]
    seeing = [seat for seat, player in enumerate(players) if player["hand"] is not None]
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
