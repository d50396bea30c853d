"""What lies in the box, as a library for the screen: pieces, pennants, washes and cards.

Every piece is drawn around the origin; `SIZES` says how large it is and where the screen writes on it.
"""

from __future__ import annotations

from palatine.core.drawing.depth import disc, shadow
from palatine.core.drawing.heraldry import INK, SHIELD, shield_definition
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import group, library, tag
from palatine.games.rheinlander.rules.board import Board

from . import hatching, pieces
from .heraldry import crook_shape, pennant_shape
from .overlay import FLAG, KNIGHT
from .palette import Palette
from .playing_cards import card_back, card_face, card_sizes

FOOT = (-24.0, 22.5)  # of a pennant's pole, from the pennant's middle
BESIDE = -5.5  # from there to the foot of a crook

SIZES: dict[str, dict[str, object]] = {
    "shield": {"box": [-17.5, -19.5, 35, 41.5], "scale": KNIGHT},
    "bastion": {"box": [-19.5, -13.5, 39, 29], "scale": KNIGHT},
    "site": {"box": [-17, -17, 34, 34], "scale": pieces.SCALE},
    "castle": {"box": [-21, -21, 42, 42], "scale": pieces.SCALE, "holder": [0, 7.3, 0.64]},
    "church": {"box": [-21, -21, 42, 42], "scale": pieces.SCALE},
    "city": {"box": [-21, -21, 42, 42], "scale": pieces.SCALE, "number": [0, 10.9], "font": 20},
    "pennant": {
        "box": [-29, -24, 58, 50],
        "scale": 1,
        "size": list(FLAG),
        "foot": list(FOOT),
        "number": [6, -0.5],
        "font": 21,
        "font_two": 19,
    },
    "crook": {"box": [-46, -23, 21, 48], "scale": 1},
    "mitre": {"box": [-17, -20, 34, 40], "scale": 1},
    "coin": {"box": [-11, -11, 22, 22], "scale": 1},
    "reinforce": {"box": [-20, -20, 40, 40], "scale": 1},
    "discard": {"box": [-20, -20, 40, 40], "scale": 1},
}


def draw_box(board: Board, palette: Palette) -> str:
    """The library."""
    seal = palette.seal
    return library(
        hatching.definitions(palette),
        *(shield_definition(t, seal) for t in TINCTURES),
        *(group(f"pennant-{t.name}", _moved(pennant_shape(t, seal), FOOT[0])) for t in TINCTURES),
        group("crook", _moved(crook_shape(seal), FOOT[0] + BESIDE)),
        pieces.definitions(palette),
        _mitre(palette),
        _coin(),
        _reinforce(),
        _discard(),
        card_back(palette),
        card_face(board, palette),
    )


def sizes(board: Board) -> dict[str, dict[str, object]]:
    return {**SIZES, **card_sizes(board)}


def _moved(thing: str, x: float) -> str:
    """A thing that stands on its foot, taken by the middle of a pennant."""
    return tag("g", thing, transform=f"translate({x:g} {FOOT[1]:g})")


def _mitre(palette: Palette) -> str:
    """The archbishop's: white and gold, two ribbons behind it."""
    cap = "M0-18C8-11.5 14-3.5 12.5 9C5 11.5-5 11.5-12.5 9C-14-3.5-8-11.5 0-18Z"
    band = "M-12.6 8.6C-5 11.2 5 11.2 12.6 8.6L11.6 16.4C5 18.8-5 18.8-11.6 16.4Z"
    edge = {"stroke": INK, "stroke_width": 1.6, "stroke_linejoin": "round"}
    halo = tag("path", d=cap + band, fill=palette.seal, stroke=palette.seal, stroke_width=5)
    cross = tag("path", d="M0-11.5V6.5M-5.6-4.5H5.6", stroke="#c08a1c", stroke_width=3, fill="none")
    jewels = "".join(tag("circle", cx=x, cy=y, r=1.7) for x, y in ((-6.6, 12.9), (0, 13.8), (6.6, 12.9)))
    return group(
        "mitre", shadow(cap + band, 5), halo, tag("path", d=cap, fill="#fffaf0", **edge), cross,
        tag("path", d=band, fill="#f3c64d", **edge), tag("g", jewels, fill="#ad2119"),
    )  # fmt: skip


def _coin() -> str:
    """A gulden with the river on it."""
    waves = "M-5-2.4Q-2.5-5 0-2.4T5-2.4M-5 2.4Q-2.5-.2 0 2.4T5 2.4"
    return group(
        "coin",
        shadow(disc(9)),
        tag("circle", r=10, fill="#f3c64d", stroke=INK, stroke_width=1.4),
        tag("circle", r=7.6, fill="none", stroke="#8f6415", stroke_width=0.9),
        tag("path", d=waves, fill="none", stroke="#8f6415", stroke_width=1.7, stroke_linecap="round"),
    )


# The signs on buttons are drawn in the colour of the words beside them.
STROKE = {"fill": "none", "stroke": "currentColor", "stroke_linejoin": "round", "stroke_linecap": "round"}


def _reinforce() -> str:
    """A second shield joins the first."""
    near = tag("path", d=SHIELD, stroke_width=2.9, transform="translate(4 2.5) scale(.86)")
    far = tag("path", d="M11-18H-15V-3C-15 2.5-13.5 6.5-10.5 9.5", stroke_width=2.5)
    return group("reinforce", near, far, tag("path", d="M4-7V9M-4 1H12", stroke_width=3.6), **STROKE)


def _discard() -> str:
    """A card laid away."""
    card = tag("path", d="M-6 4H-9.5V-17H9.5V4H6", stroke_width=2.5)
    arrow = tag("path", d="M0-10V11M-6.5 5L0 11.5L6.5 5", stroke_width=3)
    tray = tag("path", d="M-16 8V17.5H16V8", stroke_width=2.5)
    return group("discard", card, arrow, tray, **STROKE)
