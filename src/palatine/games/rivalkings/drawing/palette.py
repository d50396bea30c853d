"""The colours of the court, by daylight and by lamplight."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from palatine.core.drawing.palette import PAPER_BY_DAY, PAPER_BY_NIGHT, Paper

INK = "#2f2418"  # on cards, which are light by day and by night
PALE = "#fff6e2"  # figures on dark grounds


@dataclass(frozen=True, kw_only=True)
class Palette(Paper):
    """Everything on the table that has no owner."""

    table: str  # the band in the middle
    court: str  # the ground of a player's court
    card: str  # the face of a card
    yellow: str
    red: str
    blue: str
    green: str
    gold: str
    bronze: str
    steel: str
    noble: str  # the ground of a character's picture
    back: str
    must: str  # whoever has to act
    royal: str  # the emblems on the screen, and the ground behind them
    purple: str
    brown: str  # the backs of subjects and buildings
    slate: str

    def deep(self, colour: str) -> str:
        """The ink of a colour's signs."""
        return {"yellow": "#5b3f08", "red": "#6b2216", "blue": "#1f3d5c", "green": "#33481a"}[colour]

    def wash(self, colour: str) -> str:
        return {"yellow": self.yellow, "red": self.red, "blue": self.blue, "green": self.green}[colour]


DAY = Palette(
    **asdict(PAPER_BY_DAY),
    table="#eadbb8", court="#fbf4e3", card="#fffaed",
    yellow="#efcf6a", red="#dd8468", blue="#8fb4d6", green="#a8c07a",
    gold="#f3c64d", bronze="#8f6415", steel="#8c3b32", noble="#cdbfdc", back="#5b4a6b", must="#b0451b",
    royal="#382850", purple="#8d79ad", brown="#7a4f33", slate="#48606b",
)  # fmt: skip

NIGHT = Palette(
    **asdict(PAPER_BY_NIGHT),
    table="#1c1915", court="#2e2922", card="#efe5cd",
    yellow="#dcbb56", red="#c9735a", blue="#7ea3c6", green="#97b06b",
    gold="#e3b743", bronze="#8f6415", steel="#8c3b32", noble="#b9abc9", back="#4d3f5c", must="#e58a55",
    royal="#382850", purple="#7a679a", brown="#684229", slate="#3b505a",
)  # fmt: skip
