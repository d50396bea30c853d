"""The emblems of the twelve members of the court, bold shapes within a circle of radius 17."""

from __future__ import annotations

from palatine.core.drawing.svg import tag

from .brush import dots, fill, line
from .palette import INK


def _lord_protector(ground: str) -> str:
    """A sword upright in a wreath of laurel."""
    sword = fill("M0-17L2.6-13V6H-2.6V-13Z") + line("M-6.5 6.5H6.5", 2.8) + line("M0 7V13", 2.8)
    leaf = "M0 0C-3.4-1.2-4.6-4-3.8-7.4C-.6-6-.0-2.8 0 0Z"
    places = (
        (-6, 15.5, -62),
        (-10.5, 12, -38),
        (-13, 6.5, -15),
        (-13.6, 0.5, 5),
        (-12.4, -5.4, 28),
        (-9.6, -10, 48),
    )
    wreath = line("M-4 15.5C-13 12-15.5 2-10-9", 1.5) + "".join(
        fill(leaf, INK, transform=f"translate({x} {y}) rotate({turn}) scale(.8)") for x, y, turn in places
    )
    return sword + dots(((0, 14.5),), 2.2) + wreath + tag("g", wreath, transform="scale(-1 1)")


def _queen(ground: str) -> str:
    """A closed crown under its orb."""
    arches = line("M-13 7C-17-4-9-10 0-7.5C9-10 17-4 13 7M0-8V6", 3)
    orb = dots(((0, -11),), 3) + line("M0-17V-13M-2-15.5H2", 1.6)
    band = fill("M-13.5 6H13.5L12.5 14H-12.5Z") + dots(((-7, 10), (0, 10), (7, 10)), 1.7, ground)
    return arches + orb + band


def _duke(ground: str) -> str:
    """A coronet of leaves."""
    leaf = (
        "M0 0L-1.6-5C-4.5-4.5-5.5-7-4-8.8C-2.8-9.8-2-9-1.8-8.4C-3.5-11.5-1.5-14 0-14.5"
        "C1.5-14 3.5-11.5 1.8-8.4C2-9 2.8-9.8 4-8.8C5.5-7 4.5-4.5 1.6-5Z"
    )
    leaves = "".join(fill(leaf, INK, transform=f"translate({x} {y}) rotate({turn})")
                     for x, y, turn in ((0, 3, 0), (-10, 4, -14), (10, 4, 14)))  # fmt: skip
    return leaves + fill("M-13.5 4H13.5L12 13H-12Z") + line("M-9 8.5H9", 1.6, ground)


def _count(ground: str) -> str:
    """A coronet of pearls."""
    points = fill("M-14-5L-8 3L-5-7L0 3L5-7L8 3L14-5L12 13H-12Z")
    return points + dots(((-14, -8), (-5, -10.5), (5, -10.5), (14, -8)), 2.6) + line("M-9 8.5H9", 1.6, ground)


def _courtier(ground: str) -> str:
    """A hat with a long feather."""
    hat = fill("M-16 8C-10 4-9-7-1-7C7-7 7 4 14 8C8 13-10 13-16 8Z")
    feather = fill("M-3 2C0-9 7-16 16-16C16-9 11-2 1 2Z") + line("M0 0C4-6 8-10 12-13", 1.2, ground)
    return hat + line("M-9 5.5C-3 8 4 7 8 4.5", 1.6, ground) + feather


def _priest(ground: str) -> str:
    """A chalice."""
    cup = fill("M-10-15H10C11-5 7-.5 2-.5V7C6 8 9 10.5 9.5 14.5H-9.5C-9 10.5-6 8-2 7V-.5C-7-.5-11-5-10-15Z")
    return cup + line("M-6.5-10.5H6.5", 1.6, ground) + dots(((0, 3.4),), 3.4)


def _bursar(ground: str) -> str:
    """A full purse."""
    bag = fill("M-5-7C-13-1-15 6-13 11C-12 15 12 15 13 11C15 6 13-1 5-7Z") + fill(
        "M-7-15C-3-13 3-13 7-15L5-9H-5Z"
    )
    coin = tag("circle", cy=5, r=4.6, fill="none", stroke=ground, stroke_width=1.8)
    return bag + line("M-5.5-8H5.5", 1.6, ground) + coin


def _knight(ground: str) -> str:
    """A great helm."""
    helm = fill("M-11-6C-10-17 10-17 11-6V9C7 14 3 16 0 16.5C-3 16-7 14-11 9Z")
    holes = dots(((3.5, 5), (7, 4), (3.5, 9), (-3.5, 5), (-7, 4), (-3.5, 9)), 1.1, ground)
    return helm + line("M-8.5-3.5H8.5", 2.6, ground) + line("M0-12V13", 1.4, ground) + holes


def _countess(ground: str) -> str:
    """A rose of five petals."""
    petal = tag("circle", cy=-9, r=6.6)
    petals = "".join(tag("g", petal, transform=f"rotate({turn})") for turn in range(0, 360, 72))
    cuts = "".join(
        tag("g", line("M0-6V-14.5", 1.2, ground), transform=f"rotate({36 + turn})")
        for turn in range(0, 360, 72)
    )
    return tag("g", petals, fill=INK) + cuts + dots(((0, 0),), 5, ground) + dots(((0, 0),), 2.8)


def _diplomat(ground: str) -> str:
    """A treaty with its seal."""
    sheet = fill("M-9-15H12C9.5-13 9.5-10 9.5-8V8H-5V12C-5 16-12 16-12 12V9H-9Z")
    words = line("M-5-9.5H5.5M-5-5H5.5M-5-.5H2", 1.6, ground)
    ribbon = (
        fill("M5 9L3 17L6.5 15L10 17L8.5 9Z") + dots(((6.5, 7.5),), 5.6) + dots(((6.5, 7.5),), 3.2, ground)
    )
    return sheet + words + ribbon


def _first_trader(ground: str) -> str:
    """A barrel."""
    barrel = fill("M-9-15H9C13-6 13 6 9 15H-9C-13 6-13-6-9-15Z")
    return barrel + line("M-11-7.5H11M-11 7.5H11", 1.8, ground) + line("M-3.8-14V14M3.8-14V14", 1.1, ground)


def _second_trader(ground: str) -> str:
    """A chest."""
    chest = fill("M-15-3C-15-15 15-15 15-3ZM-15-1H15V13H-15Z")
    bands = line("M-9-10V12.5M9-10V12.5", 1.6, ground)
    return (
        chest
        + bands
        + tag("rect", x=-3.2, y=-4, width=6.4, height=8, rx=1.2, fill=ground)
        + dots(((0, 0),), 1.5)
    )


EMBLEMS = (
    _lord_protector, _queen, _duke, _count, _courtier, _priest, _bursar, _knight, _countess, _diplomat,
    _first_trader, _second_trader,
)  # fmt: skip


def definitions(ground: str) -> str:
    return "".join(tag("g", emblem(ground), id=f"emblem-{person}") for person, emblem in enumerate(EMBLEMS))
