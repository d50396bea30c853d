"""What a screen needs to show the table: the bare map, the pieces, and where everything is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import msgspec

from palatine.core.drawing.palette import TINCTURES
from palatine.games.rheinlander.rules.board import Board, Space

from .bare import draw_bare, pieces_places
from .box import draw_box, sizes
from .landscape import FRAME, Lines
from .names import name_places
from .outline import thinned
from .overlay import CROOK, FLAG, Box, Overlay
from .palette import DAY, NIGHT, Palette

SVG, JSON = "image/svg+xml", "application/json"
LETTER = (6.0, 6.0)  # half the room of a letter, which a pennant should leave free
FILES = ("board.svg", "pieces.svg", "board.json")
THEMES = {"day": DAY, "night": NIGHT}


def art(board: Board, name: str, theme: str) -> tuple[str, str] | None:
    """A file by its name, and its media type; None if there is none of that name or theme."""
    return _art(board, name, theme) if name in FILES and theme in THEMES else None


@lru_cache(maxsize=64)
def _art(board: Board, name: str, theme: str) -> tuple[str, str]:
    palette = THEMES[theme]
    if name == "board.svg":
        return draw_bare(board, palette), SVG
    if name == "pieces.svg":
        return draw_box(board, palette), SVG
    return msgspec.json.encode(board_places(board) | _colours(palette)).decode(), JSON


def _colours(palette: Palette) -> dict[str, Any]:
    """What the map is painted with, and the players' tinctures on it."""
    tinctures = {t.name: asdict(t) | {"border": palette.border(t)} for t in TINCTURES}
    return {"colours": asdict(palette), "tinctures": tinctures}


@lru_cache(maxsize=8)
def board_places(board: Board) -> dict[str, Any]:
    """Where on the map everything is; borders are shared corner by corner, as they are on the map."""
    thin = thinned(board)
    full = Overlay(thin, DAY, spaces=dict.fromkeys(board.space, 0))
    names: list[Box] = [(x, y, *LETTER) for x, y in name_places(board, Lines(board), pieces_places(board))]
    return {
        "name": board.name,
        "title": board.title,
        "size": [_short(side) for side in board.size],
        "frame": _short(FRAME),
        "spaces": [_space(space, full, names) for space in thin.spaces],
        "adjacent": board.edges,
        "sites": [{"name": site.name, "spaces": site.spaces, "at": _point(site.at)} for site in board.sites],
        "reaches": [{"name": reach.name, "areas": reach.areas} for reach in board.reaches],
        "pieces": sizes(board),
    }


def _space(space: Space, full: Overlay, names: Sequence[Box]) -> dict[str, Any]:
    wide = (FLAG[0] + CROOK, FLAG[1])  # there is always room for a crook
    x, y, room = full.flag_place([space.name], wide, names)
    return {
        "name": space.name,
        "kind": space.kind,
        "areas": space.areas,
        "terrain": space.terrain,
        "at": _point(space.at),
        "number": _point(space.number or space.at) if space.kind == "water" else None,
        "flag": _point((x + CROOK / 2, y, room)),
        "polygon": [_point(corner) for corner in space.polygon],
    }


def _point(numbers: Sequence[float]) -> list[float]:
    return [_short(x) for x in numbers]


def _short(x: float) -> float:
    """A tenth of a unit is finer than the eye; whole numbers need no point."""
    tenth = round(x, 1)
    return int(tenth) if tenth == int(tenth) else tenth
