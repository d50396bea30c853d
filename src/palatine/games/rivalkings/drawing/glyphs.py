"""What a subject can do, without words: a row of little signs for each ability.

Each sign is drawn around the origin within a height of 14, and has a width.  They are drawn in whatever
colour words have beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from palatine.core.drawing.heraldry import SHIELD
from palatine.core.drawing.svg import SANS, label, tag

from .brush import fill, line
from .icons import HILTS, SWORDS
from .palette import INK, PALE, Palette

CURRENT = "currentColor"
GAP = 2.6
LARGEST, ROOM = 1.25, 86.0
SHIELD_WIDTH = 11.6
HOUSE = "M0-6.8L7.4-.6H5.6V6H-5.6V-.6H-7.4Z"
PERSON = "M-6 6.4C-6 1.6-3.2.4 0 .4C3.2.4 6 1.6 6 6.4Z"
CARD = "M-3.6-6H3.6A1 1 0 0 1 4.6-5V5A1 1 0 0 1 3.6 6H-3.6A1 1 0 0 1-4.6 5V-5A1 1 0 0 1-3.6-6Z"
CROWN = "M-2.8 2.2L-3.2-1.8L-1.3-.2L0-2.8L1.3-.2L3.2-1.8L2.8 2.2Z"


class Glyph(NamedTuple):
    """A sign and how wide it is."""

    drawn: str
    width: float


def _house(palette: Palette) -> Glyph:
    return Glyph(fill(HOUSE, CURRENT) + fill("M-1.7 6V1.8H1.7V6Z", palette.seal), 14.8)


def _person(palette: Palette) -> Glyph:
    return Glyph(tag("circle", cy=-3.4, r=3.3, fill=CURRENT) + fill(PERSON, CURRENT), 12)


def _coin(palette: Palette, words: str = "") -> Glyph:
    disc = tag("circle", r=6, fill=palette.gold, stroke=CURRENT, stroke_width=1.1)
    ring = tag("circle", r=4, fill="none", stroke=palette.bronze, stroke_width=0.7)
    return Glyph(disc + (label(words, (0, 3.4), 9.5, SANS, fill=INK) if words else ring), 13.1)


def _coins(palette: Palette) -> Glyph:
    heap = "".join(
        tag("ellipse", cx=x, cy=y, rx=5, ry=2.7, fill=palette.gold, stroke=CURRENT, stroke_width=1)
        for x, y in ((-3, 4), (-3, 1.6), (3.4, 3.2), (3.4, 0.6), (3.4, -2))
    )
    return Glyph(heap, 17.6)


def _marker(palette: Palette) -> Glyph:
    swords = tag("g", line(SWORDS, 1.9, PALE), line(HILTS, 1.7, PALE), transform="scale(.66)")
    return Glyph(tag("circle", r=6.2, fill=palette.steel, stroke=CURRENT, stroke_width=1) + swords, 13.4)


def _card(palette: Palette, sign: str = "") -> Glyph:
    return Glyph(tag("path", d=CARD, fill=palette.card, stroke=CURRENT, stroke_width=1.1) + sign, 10.3)


def _character(palette: Palette) -> Glyph:
    return _card(palette, fill(CROWN, INK))


def _pile(palette: Palette) -> Glyph:
    """Cards upon cards."""
    sheet = tag("path", d=CARD)
    sheets = [
        tag("g", sheet, transform="translate(2.4 1.2)"),
        sheet,
        tag("g", sheet, transform="translate(-2.4 -1.2)"),
    ]
    return Glyph(tag("g", *sheets, fill=palette.card, stroke=CURRENT), 15.1)


def _drawn_out(palette: Palette) -> Glyph:
    """Any card of a pile, not only the top one."""
    sheet = tag("path", d=CARD, stroke=CURRENT, stroke_width=1)
    under = tag("g", sheet, fill=palette.card, transform="translate(-4.4 .6)")
    chosen = tag("g", sheet, fill=palette.gold, transform="translate(0 -1.6)")
    over = tag("g", sheet, fill=palette.card, transform="translate(4.4 .6)")
    return Glyph(under + chosen + over, 19)


def _to() -> Glyph:
    return Glyph(line("M-4.4 0H4M.8-3.2L4.2 0L.8 3.2", 1.7, CURRENT), 10.4)


def _swap() -> Glyph:
    there, back = "M-4.6-2.6H4.6M2-5.2L4.8-2.6L2 0", "M4.6 3H-4.6M-2 .4L-4.8 3L-2 5.6"
    return Glyph(line(there + back, 1.6, CURRENT), 11.4)


def _back() -> Glyph:
    """Turned back."""
    return Glyph(line("M5 4.6H0A4.4 4.4 0 0 1 0-4.2H-.6H4.4M1.4-7.2L4.6-4.2L1.4-1.2", 1.7, CURRENT), 11.4)


def _shield(colour: str) -> str:
    return tag("path", d=SHIELD, fill=colour, stroke=CURRENT, stroke_width=3.2, transform="scale(.34)")


def _crest(palette: Palette) -> Glyph:
    """A crest that no longer covers anything."""
    struck = "M-5.6 5.6L5.6-6"
    return Glyph(
        _shield(palette.stone) + line(struck, 3.4, palette.seal) + line(struck, 1.7, CURRENT), SHIELD_WIDTH
    )


def _word(words: str, width: float) -> Glyph:
    return Glyph(label(words, (0, 5.2), 15, SANS, fill=CURRENT), width)


def ability(trade: int, palette: Palette) -> str:
    """The row for a subject, its middle at the origin."""
    return _row(_glyphs(trade, palette))


def _glyphs(trade: int, palette: Palette) -> Sequence[Glyph]:
    house, person, coin, marker = _house(palette), _person(palette), _coin(palette), _marker(palette)
    return (
        (_character(palette), _swap(), _character(palette)),
        (Glyph(_shield(palette.gold), SHIELD_WIDTH), marker, _back()),
        (marker, _to(), coin),
        (house, _swap(), house),
        (person, _swap(), person),
        (house, _to(), coin),
        (_card(palette), _swap(), _pile(palette)),
        (_word("A = A", 36), _to(), _word("2×", 16)),
        (house, _coin(palette, "−1")),
        (house,),
        (_coins(palette),),
        (person,),
        (_drawn_out(palette), _to(), person),
        (_drawn_out(palette), _to(), house),
        (marker, _to(), person),
        (_crest(palette), _back()),
    )[trade]


def _row(glyphs: Sequence[Glyph]) -> str:
    wide = sum(glyph.width for glyph in glyphs) + GAP * (len(glyphs) - 1)
    x = -wide / 2
    parts = []
    for glyph in glyphs:
        parts.append(tag("g", glyph.drawn, transform=f"translate({x + glyph.width / 2:.1f} 0)"))
        x += glyph.width + GAP
    return tag("g", *parts, transform=f"scale({min(LARGEST, ROOM / wide):.3g})")
