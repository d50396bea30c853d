"""The grounds of the cards: each colour has its own pattern, so that it is told without colour too."""

from __future__ import annotations

from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import tag

from .palette import INK, PALE

# tile width and height, and what is drawn on it: lozenges for the court, bricks for the town, shingles
# for the village, furrows for the country
TILES = {
    "yellow": (14, 14, "M7 0L14 7L7 14L0 7ZM7 5.6V8.4M5.6 7H8.4"),
    "red": (20, 14, "M0 0H20M0 7H20M5 0V7M15 7V14"),
    "blue": (14, 12, "M0 0A7 6 0 0 0 14 0M-7 6A7 6 0 0 0 7 6M7 6A7 6 0 0 0 21 6"),
    "green": (24, 8, "M0 4Q6 .5 12 4T24 4"),
}
BACK = (22, 22, "M11 0L22 11L11 22L0 11ZM11 7L15 11L11 15L7 11Z")
NOBLE = (26, 26, "M13 5V21M5 13H21M0-4V4M-4 0H4M26-4V4M22 0H30M0 22V30M-4 26H4M26 22V30M22 26H30")

# Lilies, for the court on the screen.
LILY = (
    "M7 1.5C9.2 4.4 9.2 7.2 7.8 10H6.2C4.8 7.2 4.8 4.4 7 1.5ZM5.6 10C1.6 10.4.4 5.6 2.8 4.6C4.4 4 5 5.8 4 6.4"
    "M8.4 10C12.4 10.4 13.6 5.6 11.2 4.6C9.6 4 9 5.8 10 6.4M4 11.4H10M5.4 15.4C6.4 14.4 6.4 13.4 6.2 12.6"
    "M8.6 15.4C7.6 14.4 7.6 13.4 7.8 12.6"
)


def _pattern(name: str, tile: tuple[int, int, str], colour: str, opacity: float) -> str:
    wide, high, d = tile
    drawn = tag("path", d=d, fill="none", stroke=colour, stroke_width=1.0, opacity=opacity)
    return tag("pattern", drawn, id=f"ground-{name}", width=wide, height=high, patternUnits="userSpaceOnUse")


def _gradient(name: str, colour: str, opacity: float) -> str:
    """A wash that thins out to the right."""
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=strength)
        for offset, strength in ((0, opacity), (1, 0))
    )
    return tag("linearGradient", stops, id=f"wash-{name}")


def grounds() -> str:
    """Those of the cards alone, for the screen."""
    cards = [_pattern(colour, tile, INK, 0.3) for colour, tile in TILES.items()]
    lily = tag("path", d=LILY, fill="none", stroke=PALE, stroke_width=1.1, opacity=0.5)
    other = tag("g", lily, transform="translate(14 18)")
    court = tag("pattern", lily, other, id="ground-court", width=28, height=36, patternUnits="userSpaceOnUse")
    return "".join([*cards, _pattern("back", BACK, PALE, 0.35), court])


def definitions() -> str:
    washes = [_gradient(t.name, t.field, 0.26) for t in TINCTURES[:4]]
    cards = [_pattern(colour, tile, INK, 0.3) for colour, tile in TILES.items()]
    return "".join([*washes, *cards, _pattern("back", BACK, PALE, 0.35), _pattern("noble", NOBLE, INK, 0.16)])
