"""The table as a picture: a board, and a position on it, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine.core.drawing.svg import XMLNS, tag

from palatine.games.rheinlander.rules.board import Board
from . import heraldry, landscape, legend, overlay, pieces, scenery
from .checks import drawing_problems
from .names import draw_names
from .palette import DAY, NIGHT, Palette

__all__ = ["DAY", "NIGHT", "Palette", "draw", "drawing_problems"]


def draw(
    board: Board,
    position: Mapping[str, Any] | None = None,
    *,
    names: Sequence[str] | None = None,
    last: Sequence[str] = (),
    palette: Palette = DAY,
) -> str:
    """A standalone SVG of the board, with a position (an object of the states format) on it if given.

    `names` are the players' names for the legend, `last` the spaces of the last move.
    """
    seats = len((position or {}).get("knights", ()))
    lines = landscape.Lines(board)
    table = overlay.Overlay(board, position or {}, palette)
    defs = tag(
        "defs",
        landscape.definitions(board, lines, palette),
        scenery.definitions(palette),
        pieces.definitions(palette),
        heraldry.definitions(palette, seats),
        overlay.definitions(palette),
    )
    layers = [
        landscape.draw_paper(board, palette),
        tag("g", scenery.draw_scenery(board, palette), clip_path="url(#frame)"),
        landscape.draw_fields(board, palette),
        landscape.draw_river(board, palette),
        table.washes(),
        landscape.draw_patterns(board),
        landscape.draw_hedges(palette),
        landscape.draw_rims(lines, palette),
        draw_names(board, lines, palette, table.rim_places()),
        landscape.draw_frame(board, palette),
        table.borders(),
        table.last_move(last),
        landscape.draw_numbers(board, palette),
        table.landmarks(),
        table.knights(),
        table.dukes(),
        legend.draw_legend(board, position, names, palette),
    ]
    width, height = board.size
    view = f"0 0 {width:g} {height + legend.HEIGHT:g}"
    return tag("svg", defs, *layers, xmlns=XMLNS, viewBox=view, role="img", aria_label=board.title)
