"""The colours that all pictures share: paper and ink, and the five tinctures of the players."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tincture:
    """A player's colour, the colour of the charge on it, and what the charge is."""

    name: str
    charge: str
    field: str
    metal: str


# Apart in lightness as well as in hue, so that they hold apart for every colour vision.
TINCTURES = (
    Tincture("red", "lion", "#ad2119", "#fff4e0"),
    Tincture("gold", "eagle", "#f5bd2e", "#33220c"),
    Tincture("violet", "key", "#52247a", "#fff4e0"),
    Tincture("blue", "cross", "#2e7cc9", "#fffaf0"),
    Tincture("green", "tree", "#6aa542", "#1d2b10"),
)


@dataclass(frozen=True, kw_only=True)
class Paper:
    """What everything is drawn on and with, by daylight or by lamplight."""

    paper: str
    rim: str
    ink: str
    faint: str
    stone: str
    shade: str
    seal: str
    mark: str


PAPER_BY_DAY = Paper(
    paper="#f6ecd6", rim="#e6d3ad", ink="#3b2d1d", faint="#a8916a",
    stone="#b9b2a4", shade="#6d675c", seal="#fffbf0", mark="#2b2015",
)  # fmt: skip

PAPER_BY_NIGHT = Paper(
    paper="#26221d", rim="#191613", ink="#cbb994", faint="#6f6350",
    stone="#8b8577", shade="#2f2b25", seal="#e9dfc8", mark="#0d0b08",
)  # fmt: skip
