"""The colours: a map by daylight and by lamplight, and the five tinctures."""

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


@dataclass(frozen=True)
class Palette:
    """Everything on the map that has no owner."""

    paper: str
    rim: str
    ink: str
    faint: str
    river: str
    deep: str
    bank: str
    figure: str
    hedge: str
    vineyard: str
    wood: str
    meadow: str
    plough: str
    stone: str
    shade: str
    seal: str
    mark: str

    def terrain(self, kind: str | None) -> str:
        return {"vineyard": self.vineyard, "wood": self.wood, "plough": self.plough}.get(
            kind or "", self.meadow
        )


DAY = Palette(
    paper="#f6ecd6", rim="#e6d3ad", ink="#3b2d1d", faint="#a8916a",
    river="#cfeaf6", deep="#8cc3de", bank="#2f6f94", figure="#14425f",
    hedge="#7d8a4a", vineyard="#efe0bd", wood="#d6d9b3", meadow="#e7e8c6", plough="#ecd7ae",
    stone="#b9b2a4", shade="#6d675c", seal="#fffbf0", mark="#2b2015",
)  # fmt: skip

NIGHT = Palette(
    paper="#26221d", rim="#191613", ink="#cbb994", faint="#6f6350",
    river="#4f8fb0", deep="#2c627f", bank="#a5d3e8", figure="#f2fbff",
    hedge="#6f7c45", vineyard="#4a4030", wood="#38412d", meadow="#434a31", plough="#51412c",
    stone="#8b8577", shade="#2f2b25", seal="#e9dfc8", mark="#0d0b08",
)  # fmt: skip
