"""The pictures on the cards: people and houses, in ink and wash."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from palatine.core.drawing.svg import Point, symbol, tag

from . import hand
from .buildings import BUILDINGS
from .people import COURT, SUBJECTS

HALF, PERSON, HOUSE = 48.0, 92.0, 111.0  # the room to each side, and upwards
ALL = {**COURT, **SUBJECTS, **BUILDINGS}
USED = re.compile("#picture-(\\w+)")
BELOW = 3.0  # of the earth that a house stands on


def definitions(paper: str, names: Iterable[str] = ALL) -> str:
    """Pictures by the names of their cards, and what they are washed with, on paper of that colour."""
    return hand.washes(paper) + "".join(_drawn(name) for name in names)


def used(svg: str) -> list[str]:
    """The names of the pictures that are seen somewhere."""
    return sorted(set(USED.findall(svg)))


@cache
def _drawn(name: str) -> str:
    high, foot = (HOUSE, BELOW) if name in BUILDINGS else (PERSON, 0.0)
    box = [hand.GRID * side for side in (-HALF, foot - high, 2 * HALF, high)]
    return symbol(f"picture-{name}", box, hand.drawn(ALL[name]))


def picture(name: str, foot: Point, scale: float = 1.0) -> str:
    """A picture, the middle of its lower edge at a point."""
    wide, high = 2 * HALF * scale, (HOUSE if name in BUILDINGS else PERSON) * scale
    return tag(
        "use", href=f"#picture-{name}", x=foot[0] - wide / 2, y=foot[1] - high, width=wide, height=high
    )
