"""What lies on paper: a soft shadow and the grain of the paper, in plain shapes.

Filters would do the same, and cost a browser its frames.
"""

from __future__ import annotations

from random import Random

from .svg import number, tag

SHADE = "#1d140a"  # by day and by night
SOFT = ((7.5, 0.09), (4.0, 0.13), (1.0, 0.16))  # how far it spreads, and how dark it is there
GRAIN = 96  # the side of the tile


def shadow(d: str, spread: float = 0.0) -> str:
    """Of a shape that is drawn over it; the light comes from the left and above."""
    edges = (tag("path", d=d, stroke_width=spread + wide, opacity=f"{dark:g}") for wide, dark in SOFT)
    return tag("g", *edges, fill=SHADE, stroke=SHADE, stroke_linejoin="round", transform="translate(1.4 2.6)")


def disc(radius: float) -> str:
    """A circle as a path."""
    r = number(radius)
    return f"M-{r} 0A{r} {r} 0 1 1 {r} 0A{r} {r} 0 1 1-{r} 0Z"


def grain(ink: str, opacity: float) -> str:
    """A tile of paper: short fibres, this way and that."""
    luck = Random(7).randint
    fibres = "".join(
        f"M{luck(2, GRAIN - 8)} {luck(4, GRAIN - 4)}l{luck(1, 6)} {luck(-3, 3)}" for _ in range(64)
    )
    drawn = tag("path", d=fibres, fill="none", stroke=ink, stroke_width=0.8, opacity=opacity)
    return tag("pattern", drawn, id="grain", width=GRAIN, height=GRAIN, patternUnits="userSpaceOnUse")
