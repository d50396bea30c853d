"""What grows in the fields: vines, furrows, tufts of grass and trees, as patterns that repeat."""

from __future__ import annotations

from palatine.core.drawing.svg import tag

from .palette import Palette

ANGLES = 12  # rows of vines and furrows turn in steps of 15 degrees


def pattern(terrain: str, step: int, palette: Palette) -> str:
    """The pattern of a terrain, its rows turned by so many steps."""
    width, height, tile = TILES[terrain](palette)
    return tag(
        "pattern",
        tag("g", tile, fill="none", stroke_linecap="round", opacity=0.72),
        id=f"{terrain}{step}",
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({step * 180 // ANGLES})",
    )


Tile = tuple[int, int, str]


def _vineyard(palette: Palette) -> Tile:
    wire = tag("path", d="M0 4H13", stroke=palette.faint, stroke_width=0.7)
    vine = tag("path", d="M3 4.5C1.5 2 4.5 2 4 .8M3 4L5.5 2.2", stroke=palette.hedge, stroke_width=1.5)
    return 13, 13, wire + vine + tag("circle", cx=9.5, cy=5.5, r=1.1, fill=palette.hedge)


def _plough(palette: Palette) -> Tile:
    furrow = tag("path", d="M0 2.2Q6 1 12 2.2T24 2.2", stroke=palette.faint, stroke_width=1.1)
    return 24, 9, furrow + tag("path", d="M3 6.7H11M15 6.7H20", stroke=palette.faint, stroke_width=0.6)


def _meadow(palette: Palette) -> Tile:
    tufts = "".join(f"M{x} {y}l-2.6-4M{x} {y}v-5.5M{x} {y}l2.6-4" for x, y in ((8, 10), (25, 23)))
    return 34, 28, tag("path", d=tufts, stroke=palette.hedge, stroke_width=1.1)


def _wood(palette: Palette) -> Tile:
    trees = []
    for x, y in ((8, 9), (23, 22)):
        trees.append(tag("path", d=f"M{x} {y}v4.5", stroke=palette.ink, stroke_width=1))
        trees.append(tag("circle", cx=x, cy=y - 2, r=4.3, fill=palette.hedge, fill_opacity=0.75))
        trees.append(tag("path", d=f"M{x + 1} {y}a3 3 0 0 0 2-3", stroke=palette.ink, stroke_width=0.6))
    return 30, 26, "".join(trees)


TILES = {"vineyard": _vineyard, "plough": _plough, "meadow": _meadow, "wood": _wood}
