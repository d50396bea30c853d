"""What makes a map of a plan: mountains, hills, trees, the sea with a ship, the rose of the winds."""

from __future__ import annotations

from palatine.core.drawing.svg import tag, use
from palatine.games.rheinlander.rules.board import Board, Scenery

from .palette import Palette


def definitions(palette: Palette) -> str:
    """Each thing once, drawn within a circle of radius 10."""
    return "".join(tag("g", thing(palette), id=kind) for kind, thing in THINGS.items())


def _mountain(palette: Palette) -> str:
    flank = "M-10 8L-3.4-4.6L-1-1.8L2.6-9L10 8Z"
    snow = "M2.6-9L5.8-1.6L3.9-3L2.4-.6L.6-3.4L-.1-3.6Z"
    hatch = "M3.2 0L5 7M5.2.6L7 6.5M-3-2L-4.5 7M-.6.5L-1 7M1 1L1.7 7"
    return (
        tag(
            "path",
            d=flank,
            fill=palette.stone,
            fill_opacity=0.55,
            stroke=palette.ink,
            stroke_width=0.8,
            stroke_linejoin="round",
        )
        + tag("path", d=snow, fill=palette.seal)
        + tag("path", d=hatch, stroke=palette.ink, stroke_width=0.45, opacity=0.6, fill="none")
    )


def _hill(palette: Palette) -> str:
    back, front = "M-2 4C0-5 5-6 10 4Z", "M-10 6C-7-5 0-7 6 6Z"
    hatch = "M0-1.5C2 .5 3 2.5 3.6 4.8M-2.2-1.7C-.4.4.6 2.8 1.2 5.2M6.2-1C7.3.3 7.9 1.6 8.4 3"
    washes = "".join(
        tag(
            "path",
            d=d,
            fill=palette.wood,
            fill_opacity=0.75,
            stroke=palette.ink,
            stroke_width=0.6,
            stroke_opacity=0.75,
        )
        for d in (back, front)
    )
    return washes + tag("path", d=hatch, stroke=palette.ink, stroke_width=0.45, opacity=0.55, fill="none")


def _tree(palette: Palette) -> str:
    trunk = tag("path", d="M0 2V8.5", stroke=palette.ink, stroke_width=1.3)
    crown = "M0-8C4-8.5 5.5-6 5.3-4.2C8.5-3 7.5 2.8 3.6 3C1.6 4.6-1.6 4.6-3.6 3"
    crown += "C-7.5 2.8-8.5-3-5.3-4.2C-5.5-6-4-8.5 0-8Z"
    leaves = tag(
        "path",
        d=crown,
        fill=palette.hedge,
        fill_opacity=0.85,
        stroke=palette.ink,
        stroke_width=0.8,
        stroke_opacity=0.8,
    )
    return (
        trunk
        + leaves
        + tag(
            "path",
            d="M1.5 1.5C4 1 4.6-1 4-2.5",
            stroke=palette.ink,
            stroke_width=0.7,
            fill="none",
            opacity=0.6,
        )
    )


def _fir(palette: Palette) -> str:
    boughs = "M0-9L4-2.5H2.2L5.8 4H.8V8.5H-.8V4H-5.8L-2.2-2.5H-4Z"
    return tag(
        "path", d=boughs, fill=palette.hedge, stroke=palette.ink, stroke_width=0.8, stroke_linejoin="round"
    )


def _ship(palette: Palette) -> str:
    """A cog under full sail, bound upstream."""
    hull = tag("path", d="M-11 3H-8.5V4.5H8V2H11.5L8.5 10H-7.5Z", fill=palette.ink)
    mast = tag("path", d="M0 4.5V-13M-11 3L0-12L11 2", stroke=palette.ink, stroke_width=0.8, fill="none")
    sail = tag(
        "path",
        d="M-7-9H7C9-5 9-2 7 1.5C2 .5-2 .5-7 1.5C-5-2-5-5-7-9Z",
        fill=palette.seal,
        stroke=palette.ink,
        stroke_width=0.8,
    )
    return hull + mast + sail + tag("path", d="M0-13L5-11.5L0-10", fill=palette.ink)


def _compass(palette: Palette) -> str:
    """The rose of the winds, eight points, half light and half dark."""
    points = []
    for turn in range(0, 360, 45):
        long = turn % 90 == 0
        half = tag("path", d="M0-9V0H-1.7Z", fill=palette.seal) + tag(
            "path", d="M0-9V0H1.7Z", fill=palette.ink
        )
        points.append(tag("g", half, transform=f"rotate({turn}) scale({1 if long else 0.62})"))
    rings = tag("circle", r=5.2, fill="none", stroke=palette.ink, stroke_width=0.3) + tag(
        "circle", r=4.6, fill="none", stroke=palette.ink, stroke_width=0.2
    )
    short, tall = points[1::2], points[0::2]
    return tag("g", rings, *short, *tall, stroke=palette.ink, stroke_width=0.3, stroke_linejoin="round")


def _wave(palette: Palette) -> str:
    crests = "M-10 0Q-7.5-3-5 0T0 0T5 0T10 0M-4 4Q-2.5 2-1 4T2 4T5 4"
    return tag(
        "path",
        d=crests,
        fill="none",
        stroke=palette.bank,
        stroke_width=0.9,
        opacity=0.55,
        stroke_linecap="round",
    )


THINGS = {
    "mountain": _mountain, "hill": _hill, "tree": _tree, "fir": _fir, "ship": _ship, "compass": _compass,
    "wave": _wave,
}  # fmt: skip


def draw_scenery(board: Board, palette: Palette) -> str:
    """The back to front order of a landscape: waters, then whatever stands, by its foot.

    What this program does not know how to draw is left out: a board may name more than we can.
    """
    waters = [_water(thing, palette) for thing in board.scenery if thing.kind in ("sea", "lake")]
    standing = sorted(
        (thing for thing in board.scenery if thing.kind in THINGS), key=lambda thing: thing.at[1]
    )
    return "".join([*waters, *(use(thing.kind, thing.at, thing.size / 10) for thing in standing)])


def _water(thing: Scenery, palette: Palette) -> str:
    """A round of open water, with lines along its shore as engravers cut them."""
    flat = 1.0 if thing.kind == "sea" else 0.62
    x, y = thing.at
    shape = f"translate({x:g} {y:g}) scale(1 {flat:g})"
    lines = "".join(
        tag(
            "circle",
            r=thing.size - inset,
            fill="none",
            stroke=palette.bank,
            stroke_width=0.9,
            opacity=strength,
        )
        for inset, strength in ((4, 0.5), (9, 0.35), (15, 0.25), (22, 0.15))
        if inset < thing.size * 0.6
    )
    body = tag("circle", r=thing.size, fill=palette.river, stroke=palette.bank, stroke_width=1.4)
    return tag("g", body, lines, transform=shape)
