"""Landmarks at their sites, and the bastions."""

from __future__ import annotations

from palatine.core.drawing.depth import disc, shadow
from palatine.core.drawing.svg import label, tag, use

from .geometry import Point
from .palette import Palette

RADIUS = 20.0  # as drawn here; on the map a tenth larger
SCALE = 1.1
INK = "#3b2d1d"  # by day and by night: landmarks stand on a light ground


def definitions(palette: Palette) -> str:
    return "".join((_site(palette), _castle(palette), _church(palette), _city(palette), _bastion(palette)))


def _seal(palette: Palette) -> str:
    """The round ground that a landmark stands on."""
    return (
        shadow(disc(RADIUS))
        + tag("circle", r=RADIUS, fill=palette.seal, stroke=INK, stroke_width=1.6)
        + tag("circle", r=RADIUS - 2.6, fill="none", stroke=INK, stroke_width=0.6, opacity=0.5)
    )


def _site(palette: Palette) -> str:
    ring = tag("circle", r=RADIUS - 4, fill=palette.seal, fill_opacity=0.75, stroke=INK, stroke_width=1.6,
               stroke_dasharray="4 3.2")  # fmt: skip
    return tag("g", ring, id="site")


def _castle(palette: Palette) -> str:
    """Two towers and the gate between them."""
    walls = (
        "M-13.5 11V-9.5H-11V-7H-9V-9.5H-6.6V-7H-4.6V-2.5H-2.7V-4.5H-.9V-2.5H.9V-4.5H2.7V-2.5H4.6V-7"
        "H6.6V-9.5H9V-7H11V-9.5H13.5V11H3.4V6.5A3.4 3.4 0 0 0-3.4 6.5V11Z"
    )
    flag = tag("path", d="M0-4.5V-14.5L6.5-12.3L0-10", fill=INK, stroke=INK, stroke_width=1.1)
    slits = tag("path", d="M-9-2.5V2M9-2.5V2", stroke=palette.seal, stroke_width=1.8, stroke_linecap="round")
    return tag("g", _seal(palette), flag, tag("path", d=walls, fill="#565b66"), slits, id="castle")


def _church(palette: Palette) -> str:
    """A tall spire with its cross, the nave beside it."""
    nave = tag(
        "path",
        d="M-1 11V1L5.5-4.5L13 1.5V11Z",
        fill="#c9b48f",
        stroke=INK,
        stroke_width=1.2,
        stroke_linejoin="round",
    )
    roof = tag("path", d="M-2 2L4.5-5.5H7L14.2 2Z", fill="#8d5a3b")
    tower = tag(
        "path",
        d="M-9 11V-2.5H-1V11Z",
        fill="#e2d0ab",
        stroke=INK,
        stroke_width=1.2,
        stroke_linejoin="round",
    )
    spire = tag(
        "path",
        d="M-10-2L-5-13.5L0-2Z",
        fill="#8d5a3b",
        stroke=INK,
        stroke_width=1.1,
        stroke_linejoin="round",
    )
    cross = tag("path", d="M-5-18.8V-13M-7.3-16.8H-2.7", stroke=INK, stroke_width=1.5)
    doors = tag(
        "path", d="M-6.8 11V6.5A1.8 1.8 0 0 1-3.2 6.5V11ZM4.5 4H6.3V8H4.5ZM8.8 4H10.6V8H8.8Z", fill=INK
    )
    return tag("g", _seal(palette), nave, roof, tower, spire, cross, doors, id="church")


def _city(palette: Palette) -> str:
    """Roofs over a wall; the wall carries the number."""
    roofs = tag("path", d="M-12-3V-8L-8.5-12L-5-8V-3ZM4.5-3V-9L8-12.5L11.8-8.5V-3Z", fill="#b98a5e") + tag(
        "path", d="M-4.8-3V-11L0-16.5L4.8-11V-3Z", fill="#9c6b43"
    )
    wall = (
        "M-16.5-5.5H-12.5V-3.5H-9.5V-5.5H-5.5V-3.5H-2V-5.5H2V-3.5H5.5V-5.5H9.5V-3.5H12.5V-5.5H16.5V12H-16.5Z"
    )
    return tag(
        "g", _seal(palette), tag("g", roofs, stroke=INK, stroke_width=1, stroke_linejoin="round"),
        tag("path", d=wall, fill="#f4e6c6", stroke=INK, stroke_width=1.3, stroke_linejoin="round"), id="city",
    )  # fmt: skip


def _bastion(palette: Palette) -> str:
    """A round of hewn stone seen from above and before: nobody passes."""
    body = "M-17 13V-11H-11.5V-6.5H-6V-11H-2.8V-6.5H2.8V-11H6V-6.5H11.5V-11H17V13Z"
    joints = "M-17 0H17M-17 6.5H17M-9-6V0M3-6V0M-3 0V6.5M10 0V6.5M-11 6.5V13M2 6.5V13"
    return tag(
        "g",
        shadow(body, 5),
        tag("path", d=body, fill=palette.seal, stroke=palette.seal, stroke_width=5, stroke_linejoin="round"),
        tag("path", d=body, fill=palette.stone, stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        tag("path", d=joints, stroke=INK, stroke_width=0.9, opacity=0.65),
        id="bastion",
    )


def landmark(kind: str | None, at: Point) -> str:
    """A landmark as the position names it, `city4` for a city worth 4; None for the bare site."""
    if kind is None:
        return use("site", at, SCALE)
    if kind.startswith("city"):
        return use("city", at, SCALE) + label(
            kind[4:], (at[0], at[1] + 12), 22, fill="#2b2015", font_weight=700
        )
    return use(kind, at, SCALE)


def bastion(at: Point, scale: float = 1.0) -> str:
    return use("bastion", at, scale, class_="bastion")
