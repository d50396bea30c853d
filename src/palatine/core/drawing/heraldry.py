"""Shields and their charges: whose is it.

Every sign carries its owner's colour and charge together. The charges are bold silhouettes that still
read on a shield of sixteen pixels.
"""

from __future__ import annotations

from .depth import shadow
from .palette import TINCTURES, Tincture
from .svg import Point, tag, use

INK = "#2b2015"  # by day and by night
SHIELD = "M-15-17H15V-1C15 9 8 15.5 0 19.5C-8 15.5-15 9-15-1Z"
HALF_EAGLE = (  # one wing, one claw and half the tail
    "M0-9L2.4-8C5.5-8 6.5-12.5 11.5-13C11-12 11-11.2 12.3-10.2C11.6-9.7 11.5-9 12.5-7.6"
    "C11.6-7.2 11.3-6.3 12-4.9C10.9-4.7 10.4-4 10.7-2.4C9.4-2.6 8.7-2 8.6-.5"
    "C7.3-1.2 6.3-.8 5.8.3L3.6 1.6C4.6 3.2 6 4 7.6 3.8C7.2 5 7 6 7.6 7.3C5.8 7.3 4.3 6.6 3 5.3"
    "C3.4 8 4.6 10 5.6 12.4C3.6 12 2.6 12.6 2 14.6L0 12.5Z"
)
EAGLE_HEAD = "M2-8C3.6-10.5 2.6-13.9-.2-13.9C-2.2-13.9-3-12.8-3.2-11.9L-6.2-10.6L-3-10.1L-2.2-8Z"
LION = (  # tail, hind legs, body, forelegs, mane and jaw, as broad strokes of one brush
    ("M-5.5 7.5C-12 8-12.5 1.5-9.5-1.5C-7.8-3.3-8.6-6-10.8-6.8", 2.3),
    ("M-3.5 6C-2.5 9-5 10.5-6.5 13.5L-3.5 13.5", 3.1),
    ("M-2 5C3.5 6 3.5 9 2.5 13L5.8 13", 3.1),
    ("M-3.8 5.5C-3.5 2 0-1 2.5-5", 6.6),
    ("M2.5-1.5C5.5-.5 7 1 9.5.5", 2.9),
    ("M3.5-4.5C6.5-3.8 8-4.8 9.8-6.3", 2.9),
    ("M.5-5.5C0-9 2-11 4.5-11", 5.2),
    ("M4-10.5L8-9.8", 4.0),
)


def charge(name: str, metal: str) -> str:
    """A charge in a box of about twenty by thirty around the middle of the shield."""
    if name == "cross":
        return tag(
            "path", d="M-3.4-16.2H3.4V-5.4H14.2V1.4H3.4V17L0 18.7L-3.4 17V1.4H-14.2V-5.4H-3.4Z", fill=metal
        )
    if name == "tree":
        crown = "".join(
            tag("circle", cx=x, cy=y, r=r)
            for x, y, r in ((0, -7.5, 6), (-5.8, -1.8, 5.4), (5.8, -1.8, 5.4), (0, -1.5, 5))
        )
        return tag("g", crown, tag("path", d="M-1.9 0H1.9L2.3 9.5L6.5 13.5H-6.5L-2.3 9.5Z"), fill=metal)
    if name == "key":
        bow = tag("circle", cx=0, cy=-8.6, r=4.7, fill="none", stroke=metal, stroke_width=3.4)
        return bow + tag("path", d="M-1.8-4.5H1.8V4.2H7.6V7H5V8.6H7.6V13H1.8V15.5H-1.8Z", fill=metal)
    if name == "eagle":
        half = tag("path", d=HALF_EAGLE)
        head = tag("path", d=EAGLE_HEAD)
        return tag("g", head, half, tag("g", half, transform="scale(-1 1)"), fill=metal)
    strokes = "".join(tag("path", d=d, stroke_width=width) for d, width in LION)
    return tag(
        "g",
        strokes,
        fill="none",
        stroke=metal,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform="translate(0 -.5)",
    )


def arms(tincture: Tincture) -> str:
    """A shield with its charge, in a box of thirty by thirty-seven around its middle."""
    field = tag("path", d=SHIELD, fill=tincture.field, stroke=INK, stroke_width=1.6, stroke_linejoin="round")
    return field + charge(tincture.charge, tincture.metal)


def shield_definition(tincture: Tincture, seal: str) -> str:
    """The shield of a seat as it lies on a table, with a rim that holds it apart from what is below."""
    rim = tag("path", d=SHIELD, fill=seal, stroke=seal, stroke_width=5, stroke_linejoin="round")
    return tag("g", shadow(SHIELD, 5), rim, arms(tincture), id=f"shield-{tincture.name}")


def shield(seat: int, at: Point, scale: float = 1.0, **attributes: object) -> str:
    return use(f"shield-{TINCTURES[seat].name}", at, scale, data_seat=seat, **attributes)
