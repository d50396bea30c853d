"""How duchies are told apart without colour: the hatchings of engravers, one for each tincture."""

from __future__ import annotations

from palatine.core.drawing.palette import TINCTURES, Tincture
from palatine.core.drawing.svg import tag

from .palette import Palette

SIDE = 12  # of a tile
# As heralds have drawn them for centuries: red upright, blue level, gold dotted, green and violet aslant.
STROKES = {
    "red": "M3 0V12M9 0V12",
    "blue": "M0 3H12M0 9H12",
    "gold": "M3 3h.01M9 9h.01",
    "green": "M-1 5L7 13M-1-1L13 13M5-1L13 7",
    "violet": "M-1 7L7-1M-1 13L13-1M5 13L13 5",
}


def definitions(palette: Palette) -> str:
    return _nobodys(palette) + "".join(_wash(tincture, palette) for tincture in TINCTURES)


def _pattern(name: str, *content: str, **attributes: object) -> str:
    return tag(
        "pattern", *content, id=name, width=SIDE, height=SIDE, patternUnits="userSpaceOnUse", **attributes
    )


def _nobodys(palette: Palette) -> str:
    """Broad stripes of ink: a duchy without an owner."""
    paper = tag("path", d="M0 0H12V12H0Z", fill=palette.paper, opacity=0.6)
    stripes = tag("path", d="M3 0V12", stroke=palette.ink, stroke_width=4.2, opacity=0.34)
    return _pattern("hatch", paper, stripes, patternTransform="rotate(45)")


def _wash(tincture: Tincture, palette: Palette) -> str:
    """The owner's colour, thin as watercolour, and his hatching in it."""
    tile = "M0 0H12V12H0Z"
    dots = tincture.name == "gold"
    return _pattern(
        f"wash-{tincture.name}",
        tag("path", d=tile, fill=palette.paper, opacity=0.6),
        tag("path", d=tile, fill=tincture.field, opacity=0.42),
        tag(
            "path", d=STROKES[tincture.name], stroke=palette.border(tincture), opacity=0.6,
            stroke_width=3.4 if dots else 1.6, stroke_linecap="round" if dots else None,
        ),
    )  # fmt: skip
