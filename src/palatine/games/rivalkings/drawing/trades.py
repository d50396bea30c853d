"""The signs of the sixteen trades, one for a subject and its building together.

Bold shapes within a circle of radius 17; what is cut out of them is drawn in the ground's colour.
"""

from __future__ import annotations

from palatine.core.drawing.svg import tag

from .brush import dots, fill, line
from .palette import INK


def _gardener(ground: str) -> str:
    """A tulip between its leaves."""
    flower = fill(
        "M-8-15C-5-13-3.5-11.5-2.8-9.5C-2-12.5-1-14.5 0-16C1-14.5 2-12.5 2.8-9.5"
        "C3.5-11.5 5-13 8-15C9.5-7 7.5-1.5 0-1.5C-7.5-1.5-9.5-7-8-15Z"
    )
    leaves = fill("M-1 15C-10 14-13 7-13 1C-6 2-1 7-1 15ZM1 15C10 14 13 7 13 1C6 2 1 7 1 15Z")
    return flower + line("M0-3V15", 2.4) + leaves


def _watchman(ground: str) -> str:
    """A tower with its battlements."""
    tower = fill("M-11-14H-6V-10H-2.5V-14H2.5V-10H6V-14H11V-5L8-2V15H-8V-2L-11-5Z")
    return tower + fill("M-3.5 15V8A3.5 3.5 0 0 1 3.5 8V15Z", ground) + line("M0-4V1", 2.4, ground)


def _jailer(ground: str) -> str:
    """A padlock."""
    body = tag("rect", x=-12, y=-3, width=24, height=18, rx=3, fill=INK)
    hole = dots(((0, 4),), 2.8, ground) + fill("M-1.4 5H1.4L2.4 11H-2.4Z", ground)
    return line("M-7-3V-8C-7-17.5 7-17.5 7-8V-3", 3.6) + body + hole


def _court_lady(ground: str) -> str:
    """An open fan."""
    leaf = fill("M-16.5-3A17.5 17.5 0 0 1 16.5-3L4.2 6.5A6 6 0 0 0-4.2 6.5Z")
    ribs = line("M-10.5-8.5L-3 5.5M-4-12.2L-1.2 4M4-12.2L1.2 4M10.5-8.5L3 5.5", 1.4, ground)
    return leaf + ribs + line("M0 12L-5 7M0 12L0 6M0 12L5 7", 1.8) + dots(((0, 13),), 2.8)


def _bishop(ground: str) -> str:
    """A mitre."""
    cap = fill("M0-17C8-11 13-4 12.5 5.5H-12.5C-13-4-8-11 0-17Z")
    band = fill("M-12.5 7.5H12.5L11 14H-11Z")
    jewels = dots(((-6, 10.8), (0, 10.8), (6, 10.8)), 1.5, ground)
    return cap + band + line("M0-11V3M-5-5H5", 2.4, ground) + jewels


def _scholar(ground: str) -> str:
    """An open book."""
    pages = fill("M-1-9C-5-13-11-13-16-11V10C-11 8-5 8.5-1 12ZM1-9C5-13 11-13 16-11V10C11 8 5 8.5 1 12Z")
    words = "M-12.5-6.5C-9.5-7.3-7-7-4.5-5.8M-12.5-1.5C-9.5-2.3-7-2-4.5-.8M-12.5 3.5C-9.5 2.7-7 3-4.5 4.2"
    other = "M12.5-6.5C9.5-7.3 7-7 4.5-5.8M12.5-1.5C9.5-2.3 7-2 4.5-.8M12.5 3.5C9.5 2.7 7 3 4.5 4.2"
    return pages + line(words + other, 1.5, ground)


def _troubadour(ground: str) -> str:
    """A lute, held aslant."""
    body = fill("M0-4C5-3 10 2 10 8C10 14 5 17 0 17C-5 17-10 14-10 8C-10 2-5-3 0-4Z")
    neck = line("M0-4V-15", 3.4) + line("M0-16H6M-3.2-12.5H3.2", 2.2)
    lute = body + neck + dots(((0, 6),), 3, ground) + line("M-4 12.5H4", 1.6, ground)
    return tag("g", lute, transform="rotate(35)")


def _sailor(ground: str) -> str:
    """An anchor."""
    ring = tag("circle", cy=-12, r=3, fill="none", stroke=INK, stroke_width=2.4)
    flukes = fill("M-16 3L-8 4.5L-13.5 9ZM16 3L8 4.5L13.5 9Z")
    return (
        ring
        + line("M0-9V14M-7-5H7", 3.2)
        + line("M-13 6C-10 12-5 14.5 0 14.5C5 14.5 10 12 13 6", 3.2)
        + flukes
    )


def _blacksmith(ground: str) -> str:
    """An anvil, the hammer over it."""
    anvil = fill("M-16-1H13V4C8 4 5 6 5 9L9 12V15H-9V12L-5 9C-5 6.5-7 5-9 4.5C-13 4-16 2.5-16-1Z")
    hammer = line("M-3-5L11-13.5", 2.6) + fill(
        "M-10.5-7.5L-4.5-11L-1-4.5L-7-1Z", INK, transform="translate(1 -3)"
    )
    return anvil + hammer


def _carpenter(ground: str) -> str:
    """A bow saw."""
    teeth = "".join(f"L{-14 + 2 * n} {11 + 4 * (n % 2)}" for n in range(15))
    frame = line("M-14-13V11M14-13V11", 3.4) + line("M-14-2H14", 3)
    cord = line("M-14-12L14-10M-14-10L14-12", 1.5) + line("M0-11V-3", 2)
    return frame + cord + fill(f"M-14 8{teeth}L14 8Z")


def _market_woman(ground: str) -> str:
    """A pair of scales."""
    beam = line("M0-13V12M-11-9H11", 2.6) + fill("M-7 12H7V15.5H-7Z") + dots(((0, -14),), 2.4)
    cords = line("M-11-9L-15.5 2M-11-9L-6.5 2M11-9L6.5 2M11-9L15.5 2", 1.4)
    return beam + cords + fill("M-17 2H-5C-5 8.5-17 8.5-17 2ZM5 2H17C17 8.5 5 8.5 5 2Z")


def _innkeeper(ground: str) -> str:
    """A tankard that runs over."""
    mug = fill("M-11-6H6V13C6 14.5 5 15.5 3.5 15.5H-8.5C-10 15.5-11 14.5-11 13Z")
    foam = dots(((-8.5, -9), (-3, -11.5), (3, -9.5)), 4.4) + fill("M-12.5-9H7V-4.5H-12.5Z")
    staves = line("M-6.5-1V11M-2.5-1V11M1.5-1V11", 1.6, ground)
    return line("M6-2H10C15-2 15 9.5 10 9.5H6", 3) + mug + foam + staves


def _vintner(ground: str) -> str:
    """A bunch of grapes."""
    berries = ((-8.4, -3.5), (-2.8, -3.5), (2.8, -3.5), (8.4, -3.5), (-5.6, 2), (0, 2), (5.6, 2), (-2.8, 7.5),
               (2.8, 7.5), (0, 13))  # fmt: skip
    leaf = fill("M1-9C4-16 11-16.5 15-12.5C12-8 6-6.5 1-9Z")
    return line("M0-6V-14L-3.5-16", 2.2) + leaf + dots(berries, 3.3)


def _miner(ground: str) -> str:
    """A miner's pick and hammer, crossed."""
    iron = "M-4-14C4-14.5 12-9.5 15.5-.5C10.5-5.5 5.5-9.5-4-14Z"
    pick = line("M-11 14L7-8", 3) + fill(iron) + line(iron, 1.6)
    head = tag(
        "rect",
        x=-6.5,
        y=-4,
        width=13,
        height=8,
        rx=1.2,
        fill=INK,
        transform="translate(-8.5 -9.5) rotate(-40)",
    )
    return pick + line("M11 14L-8-9", 3) + head


def _herbalist(ground: str) -> str:
    """Mortar, pestle, and a leaf."""
    bowl = fill("M-13-2H13C13 5 9.5 9 5 10.5L7 15.5H-7L-5 10.5C-9.5 9-13 5-13-2Z")
    pestle = line("M3-4L9.5-14", 4.2)
    leaf = fill("M-4-3C-13-4-13-11-12-15.5C-5-14-2-9.5-4-3Z") + line("M-5-4.5L-9.5-11.5", 1.2, ground)
    return bowl + pestle + leaf


def _farmer(ground: str) -> str:
    """Three ears of wheat, tied."""
    grain = "M0 0C-4-.6-5.4-3.4-4.6-6.6C-1.6-5.8 0-3.4 0 0Z"
    half = "".join(fill(grain, INK, transform=f"translate(-.6 {y})") for y in (-1, -5.2, -9.4))
    tip = fill("M0-10C-2-12-2-14.5 0-17C2-14.5 2-12 0-10Z")
    ear = half + tag("g", half, transform="scale(-1 1)") + tip
    ears = "".join(
        tag("g", ear, transform=f"translate({x} {y}) rotate({turn}) scale({size})")
        for x, y, turn, size in ((0, 1, 0, 1), (-5.6, 4.5, -30, 0.86), (5.6, 4.5, 30, 0.86))
    )
    stalks = line("M0 16V0M-1.6 16C-1.5 11-3 8-6 4M1.6 16C1.5 11 3 8 6 4", 1.8)
    return stalks + ears + line("M-4 11.5H4", 3)


SIGNS = (
    _gardener, _watchman, _jailer, _court_lady, _bishop, _scholar, _troubadour, _sailor, _blacksmith,
    _carpenter, _market_woman, _innkeeper, _vintner, _miner, _herbalist, _farmer,
)  # fmt: skip


def definitions(ground: str) -> str:
    return "".join(tag("g", sign(ground), id=f"trade-{trade}") for trade, sign in enumerate(SIGNS))
