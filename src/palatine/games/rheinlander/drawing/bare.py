"""The bare map for the screen: its ground and its ink, for a position to lie between and above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from palatine.core.drawing.depth import grain
from palatine.core.drawing.svg import XMLNS, Point, chains, prefixed, tag, trail
from palatine.games.rheinlander.rules.board import Board

from . import landscape, scenery
from .names import draw_names
from .outline import thinned
from .palette import Palette
from .patterns import pattern

PREFIX = "map-"  # of all names in it
Field = tuple[str, int]  # what grows there, and which way its rows run


def draw_bare(board: Board, palette: Palette) -> str:
    """Paper, scenery, fields and river; then what is drawn on them in ink.  Nothing of a position."""
    thin = thinned(board)
    lines = landscape.Lines(thin)
    fields = _fields(board, thin)
    clip = tag("rect", **landscape.frame_box(board))
    defs = [
        *(tag("path", id=_name(field), d=_shapes(polygons)) for field, polygons in fields.items()),
        tag("path", id="water", d=_shapes(space.polygon for space in thin.water)),
        *(tag("path", id=name, d="".join(trail(line) for line in chains(edges)))
          for name, edges in (("hedges", lines.hedges), ("banks", lines.banks), ("fords", lines.fords))),
        *(pattern(*field, palette) for field in fields if field[0]),
        landscape.draw_light(palette),
        grain(palette.ink, palette.grain),
        tag("clipPath", tag("use", href="#water"), id="river"),
        tag("clipPath", clip, id="frame"),
        scenery.definitions(palette),
    ]  # fmt: skip
    ground = [
        landscape.draw_paper(board, palette),
        tag("g", scenery.draw_scenery(board, palette), clip_path="url(#frame)"),
        *(tag("use", href=f"#{_name(field)}", fill=palette.terrain(field[0])) for field in fields),
        tag("g", *(tag("use", href=f"#{_name(field)}") for field in fields), **landscape.field_edge(palette)),
        landscape.draw_grain(board),
        tag("use", href="#water", fill=palette.river),
        landscape.draw_current(thin, palette, palette.glint, trail),
    ]
    ink = [
        *(tag("use", href=f"#{_name(field)}", fill=f"url(#{field[0]}{field[1]})")
          for field in fields if field[0]),
        landscape.draw_hedges(palette),
        landscape.draw_rims(lines, palette, trail),
        draw_names(board, landscape.Lines(board), palette, pieces_places(board)),
        landscape.draw_frame(board, palette),
        landscape.draw_numbers(board, palette),
    ]  # fmt: skip
    width, height = board.size
    layers = [
        prefixed(tag("defs", *defs), PREFIX),
        tag("g", prefixed("".join(ground), PREFIX), class_="under"),
        tag("g", prefixed("".join(ink), PREFIX), class_="over"),
    ]
    return tag("svg", *layers, xmlns=XMLNS, viewBox=f"0 0 {width:g} {height:g}")


def pieces_places(board: Board) -> list[Point]:
    """Where pieces will stand: names are written elsewhere."""
    return [space.at for space in board.land]


def _fields(board: Board, thin: Board) -> dict[Field, list[Sequence[Point]]]:
    """The fields that look alike, together."""
    alike: dict[Field, list[Sequence[Point]]] = {}
    for space, drawn in zip(board.land, thin.land, strict=True):
        field = (space.terrain or "", landscape.row_angle(board, space))
        alike.setdefault(field, []).append(drawn.polygon)
    return alike


def _name(field: Field) -> str:
    return f"field-{field[0]}{field[1]}"


def _shapes(polygons: Iterable[Sequence[Point]]) -> str:
    return "".join(trail(polygon, closed=True) for polygon in polygons)
