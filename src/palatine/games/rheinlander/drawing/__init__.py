"""The table as a picture: a board, and a position on it, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from palatine.core import drawing
from palatine.core.drawing.svg import XMLNS, tag
from palatine.core.events import Event
from palatine.core.words import Names, Words
from palatine.games.rheinlander.presenting.positions import Table
from palatine.games.rheinlander.rules.board import Board

from . import heraldry, landscape, legend, overlay, pieces, scenery
from .art import FILES, MapData, art
from .names import draw_names
from .palette import DAY, NIGHT, Palette
from .problems import drawing_problems

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

__all__ = ["DAY", "NIGHT", "Drawing", "Palette", "draw", "drawing_problems"]

MARKED = ("knight", "converted", "bastion")  # events whose spaces are those of the last move


class Drawing(drawing.Drawing):
    """Pictures of Rheinländer."""

    game: Rheinlander
    data = (MapData,)
    files = FILES

    def draw(self, position: Table | None, names: Names, last: Sequence[Event], words: Words) -> str:
        spaces = [event.data["space"] for event in last if event.kind in MARKED]
        return draw(self.game.layout.board, words, position, names=names, last=spaces)

    def art(self, name: str, theme: str, words: Words) -> tuple[str, str] | None:
        return art(self.game.layout.board, name, theme)

    def problems(self) -> Iterator[str]:
        return drawing_problems(self.game.layout.board)


@lru_cache(maxsize=4)
def _lines(board: Board) -> landscape.Lines:
    """The borders of a board: the same in all pictures of it, and half the work of one."""
    return landscape.Lines(board)


def draw(
    board: Board,
    words: Words,
    position: Table | None = None,
    *,
    names: Names = (),
    last: Sequence[str] = (),
    palette: Palette = DAY,
) -> str:
    """A standalone SVG of the board, with a position on it if given.

    `names` are the players' names for the legend, `last` the spaces of the last move.
    """
    seats = len(position.knights) if position else 0
    lines = _lines(board)
    table = overlay.of_position(board, palette, position)
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
        landscape.draw_grain(board),
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
        legend.Legend(board, palette, names, words).draw(position),
    ]
    width, height = board.size
    view = f"0 0 {width:g} {height + legend.HEIGHT:g}"
    return tag("svg", defs, *layers, xmlns=XMLNS, viewBox=view, role="img", aria_label=board.title)
