"""The colours of the map by daylight and by lamplight."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from palatine.core.drawing.palette import PAPER_BY_DAY, PAPER_BY_NIGHT, Paper, Tincture


@dataclass(frozen=True, kw_only=True)
class Palette(Paper):
    """Everything on the map that has no owner."""

    river: str
    deep: str
    bank: str
    figure: str
    hedge: str
    vineyard: str
    wood: str
    meadow: str
    plough: str
    grain: float = 0.16  # how dark the fibres of the paper are
    glint: float = 0.8  # how bright the current is on the screen
    violet: str = "#52247a"  # the border of a violet duchy: the one tincture that needs a lamp at night

    def border(self, tincture: Tincture) -> str:
        """The line around a duchy."""
        return self.violet if tincture.name == "violet" else tincture.field

    def terrain(self, kind: str | None) -> str:
        return {"vineyard": self.vineyard, "wood": self.wood, "plough": self.plough}.get(
            kind or "", self.meadow
        )


DAY = Palette(
    **asdict(PAPER_BY_DAY),
    river="#cfeaf6", deep="#8cc3de", bank="#2f6f94", figure="#14425f",
    hedge="#7d8a4a", vineyard="#efe0bd", wood="#d6d9b3", meadow="#e7e8c6", plough="#ecd7ae",
)  # fmt: skip

NIGHT = Palette(
    **asdict(PAPER_BY_NIGHT),
    river="#4f8fb0", deep="#2c627f", bank="#a5d3e8", figure="#f2fbff",
    hedge="#6f7c45", vineyard="#4a4030", wood="#38412d", meadow="#434a31", plough="#51412c",
    grain=0.09, glint=0.5, violet="#9a68cf",
)  # fmt: skip
