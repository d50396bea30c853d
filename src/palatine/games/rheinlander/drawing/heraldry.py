"""Shields and pennants on the map: whose knight, whose castle, whose duchy."""

from __future__ import annotations

from palatine.core.drawing.depth import shadow
from palatine.core.drawing.heraldry import INK, charge, shield_definition
from palatine.core.drawing.palette import TINCTURES, Tincture
from palatine.core.drawing.svg import Point, group, label, tag, use

from .palette import Palette


def pennant_shape(tincture: Tincture, seal: str) -> str:
    """A swallow-tailed flag on its pole; the origin is the pole's foot. The value is written on it."""
    flag = "M0-41H50L43-30L50-19H0Z"
    return "".join((
        shadow("M0 0V-43" + flag, 3),
        tag("path", d="M0 0V-43" + flag, fill="none", stroke=seal, stroke_width=5.5, stroke_linejoin="round"),
        tag("path", d=flag, fill=tincture.field, stroke=INK, stroke_width=1.4, stroke_linejoin="round"),
        tag("path", d="M0 1V-43", stroke=INK, stroke_width=2.6, stroke_linecap="round"),
        tag("g", charge(tincture.charge, tincture.metal), transform="translate(10 -30.2) scale(.56)"),
    ))  # fmt: skip


def crook_shape(seal: str) -> str:
    """A bishop's crook; the origin is its foot."""
    crook = "M0 1V-33C0-44-14-44-13-35C-12-29-5-31-7-36"
    return "".join(
        tag("path", d=crook, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")
        for colour, width in ((seal, 6.5), (INK, 4.2), ("#f3c64d", 2.0))
    )


def definitions(palette: Palette, seats: int) -> str:
    """One shield and one pennant for each seat, and the bishop's crook."""
    seal = palette.seal
    signs = [
        shield_definition(t, seal) + group(f"pennant-{t.name}", pennant_shape(t, seal))
        for t in TINCTURES[:seats]
    ]
    return "".join(signs) + group("crook", crook_shape(seal))


def shield(seat: int, at: Point, scale: float = 1.0) -> str:
    return use(f"shield-{TINCTURES[seat].name}", at, scale, class_="knight", data_seat=seat)


def pennant(seat: int, value: int, bishop: bool, at: Point) -> str:
    """The duke's flag with what he is worth on it; the crook stands behind it where he has a bishop."""
    tincture = TINCTURES[seat]
    crook = use("crook", (at[0] - 5.5, at[1])) if bishop else ""
    wide = value > 9
    worth = label(
        str(value), (at[0] + (31 if wide else 30), at[1] - 23), 19 if wide else 21, fill=tincture.metal
    )
    return tag("g", crook, use(f"pennant-{tincture.name}", at), worth, class_="duke", data_seat=seat)
