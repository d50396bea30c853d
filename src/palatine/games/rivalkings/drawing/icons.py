"""Small things: the five actions, coins, conflict markers, the clasp of a pair, crown and star."""

from __future__ import annotations

from palatine.core.drawing.svg import SANS, Point, label, tag, use

from .brush import line
from .palette import INK, PALE, Palette

SWORDS = "M-6-6L5 5M6-6L-5 5"
HILTS = "M2.2 6.4L6.4 2.2M-2.2 6.4L-6.4 2.2"
STAR = "M0-8L2.1-2.6L7.8-2.4L3.3 1.2L4.9 6.8L0 3.6L-4.9 6.8L-3.3 1.2L-7.8-2.4L-2.1-2.6Z"


def definitions(palette: Palette) -> str:
    return "".join(tag("g", shape, id=name) for name, shape in shapes(palette).items())


def shapes(palette: Palette) -> dict[str, str]:
    """Each around the origin."""
    return {
        "settle": _settle(palette),
        "give": _give(palette),
        "money": _money(palette),
        "recruit": _recruit(palette),
        "build": _build(palette),
        "coin": _coin(palette),
        "marker": _marker(palette),
        "clasp": _clasp(palette),
        "crown": _crown(palette),
        "star": tag("path", d=STAR, fill=palette.bronze),
    }


def _chip(palette: Palette) -> str:
    """The ground of an action: a round of parchment, radius 15."""
    return tag("circle", r=14.4, fill=palette.card, stroke=INK, stroke_width=1.3)


def _token(colour: str) -> str:
    """Crossed swords on a round of dark red, radius 8.5."""
    ground = tag("circle", r=8.5, fill=colour)
    return ground + line(SWORDS, 1.7, PALE) + line(HILTS, 1.5, PALE)


def _settle(palette: Palette) -> str:
    """A marker laid down: struck through."""
    token = tag("g", _token(palette.steel), transform="scale(1.12)")
    return _chip(palette) + token + line("M-10 10L10-10", 5.4, palette.card) + line("M-10 10L10-10", 2.6)


def _give(palette: Palette) -> str:
    """A marker on its way to another."""
    token = tag("g", _token(palette.steel), transform="translate(-4 0) scale(.92)")
    arrow = line("M2 0H11M7.4-4L11.4 0L7.4 4", 5.4, palette.card) + line("M2 0H11M7.4-4L11.4 0L7.4 4", 2.6)
    return _chip(palette) + token + arrow


def _money(palette: Palette) -> str:
    coins = "".join(
        tag("ellipse", cx=x, cy=y, rx=7.2, ry=4.2, fill=palette.gold, stroke=INK, stroke_width=1.3)
        for x, y in ((-3, 6.6), (-3, 3.2), (3, 0), (3, -3.4), (3, -6.8))
    )
    return _chip(palette) + coins


def _recruit(palette: Palette) -> str:
    """Somebody comes."""
    head = tag("circle", cy=-4.6, r=4.6, fill=INK)
    return (
        _chip(palette)
        + head
        + tag("path", d="M-8.6 9.6C-8.6 3.5-4.5 1.6 0 1.6C4.5 1.6 8.6 3.5 8.6 9.6Z", fill=INK)
    )


def _build(palette: Palette) -> str:
    house = tag("path", d="M0-10L10.5-1H8V9H-8V-1H-10.5Z", fill=INK)
    return _chip(palette) + house + tag("path", d="M-2.4 9V3H2.4V9Z", fill=palette.card)


def _coin(palette: Palette) -> str:
    """Radius 10."""
    rim = tag("circle", r=10, fill=palette.gold, stroke=INK, stroke_width=1.3)
    return rim + tag("circle", r=7.2, fill="none", stroke=palette.bronze, stroke_width=0.9)


def _marker(palette: Palette) -> str:
    """A conflict marker, radius 11."""
    rim = tag("circle", r=11, fill=palette.steel, stroke=INK, stroke_width=1.3)
    return rim + tag("g", _token(palette.steel), transform="scale(1.08)")


def _clasp(palette: Palette) -> str:
    """Two links of gold, one in each card of a pair."""
    link = "M-6.5-15C-6.5-22 6.5-22 6.5-15V-3C6.5 4-6.5 4-6.5-3Z"
    other = "M-6.5 15C-6.5 22 6.5 22 6.5 15V3C6.5-4-6.5-4-6.5 3Z"
    return "".join(
        tag("path", d=d, fill="none", stroke=colour, stroke_width=width)
        for d in (link, other)
        for colour, width in ((INK, 6.4), (palette.gold, 3.8))
    )


def _crown(palette: Palette) -> str:
    points = "M-14 8L-16-7L-7 0L0-11L7 0L16-7L14 8Z"
    gems = "".join(tag("circle", cx=x, cy=y, r=2.2) for x, y in ((-16, -9), (0, -13), (16, -9)))
    crown = tag("path", d=points, stroke_linejoin="round") + gems
    return tag("g", crown, fill=palette.gold, stroke=INK, stroke_width=1.4)


def action(name: str, at: Point, scale: float = 1.0) -> str:
    return use(name, at, scale, class_="action")


def counted(
    icon: str, number: int | str, at: Point, colour: str, scale: float = 1.0, size: float = 22
) -> str:
    """A thing and how many there are of it, from its middle to the right."""
    words = label(
        str(number), (at[0] + 16 * scale, at[1] + size * 0.33), size, SANS, text_anchor="start", fill=colour
    )
    return use(icon, at, scale) + words
