"""Shapes, strokes and dots, in ink unless told otherwise."""

from __future__ import annotations

from palatine.core.drawing.svg import tag

from .palette import INK


def fill(d: str, colour: str = INK, **more: object) -> str:
    return tag("path", d=d, fill=colour, **more)


def line(d: str, width: float = 2.5, colour: str = INK) -> str:
    return tag(
        "path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round",
        stroke_linejoin="round",
    )  # fmt: skip


def dots(places: tuple[tuple[float, float], ...], radius: float, colour: str = INK) -> str:
    return "".join(tag("circle", cx=x, cy=y, r=radius, fill=colour) for x, y in places)
