"""What a screen needs to show the table: the bare map, the pieces, and where everything is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Literal

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

Place = tuple[float, float]
Number = int | float  # whole ones are written so


class SpaceData(msgspec.Struct, frozen=True):
    """A space of the map."""

    name: str
    kind: Literal["land", "water"]
    areas: tuple[int, ...]
    terrain: str | None  # what grows there
    at: Place
    number: Place | None  # of the area, on water
    flag: tuple[float, float, float]  # where a pennant may stand, and how much room it has there
    polygon: list[Place]


class SiteData(msgspec.Struct, frozen=True):
    """A place for a landmark, between two spaces."""

    name: str
    spaces: tuple[str, str]
    at: Place


class ReachData(msgspec.Struct, frozen=True):
    """A stretch of the river, with its first and last area."""

    name: str
    areas: tuple[int, int]


class PieceData(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a piece is drawn: the box it fills around its middle, and how large it is on the map."""

    box: tuple[Number, Number, Number, Number]
    scale: Number
    holder: tuple[Number, Number, Number] | None = (
        None  # where a castle bears a shield, and the shield's scale
    )
    number: tuple[Number, Number] | None = None  # where its number stands
    font: Number | None = None
    size: tuple[Number, Number] | None = None
    foot: tuple[Number, Number] | None = None
    font_two: Number | None = None  # for two digits
    ink: str | None = None
    corner: Number | None = None
    map: tuple[Number, Number, Number] | None = None  # where a card bears the map, and the map's scale on it
    dot: Number | None = None  # that marks a place on it


class MapData(msgspec.Struct, frozen=True):
    """Where on the map everything is."""

    name: str
    title: str
    size: Place
    frame: float
    spaces: list[SpaceData]
    adjacent: tuple[tuple[str, str], ...]
    sites: list[SiteData]
    reaches: list[ReachData]
    pieces: dict[str, PieceData]


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
    return msgspec.json.encode(msgspec.structs.asdict(board_places(board)) | _colours(palette)).decode(), JSON


def _colours(palette: Palette) -> dict[str, Any]:
    """What the map is painted with, and the players' tinctures on it."""
    tinctures = {t.name: asdict(t) | {"border": palette.border(t)} for t in TINCTURES}
    return {"colours": asdict(palette), "tinctures": tinctures}


@lru_cache(maxsize=8)
def board_places(board: Board) -> MapData:
    """Where on the map everything is; borders are shared corner by corner, as they are on the map."""
    thin = thinned(board)
    full = Overlay(thin, DAY, spaces=dict.fromkeys(board.space, 0))
    names: list[Box] = [(x, y, *LETTER) for x, y in name_places(board, Lines(board), pieces_places(board))]
    return MapData(
        name=board.name,
        title=board.title,
        size=_place(board.size),
        frame=_short(FRAME),
        spaces=[_space(space, full, names) for space in thin.spaces],
        adjacent=board.edges,
        sites=[SiteData(site.name, site.spaces, _place(site.at)) for site in board.sites],
        reaches=[ReachData(reach.name, reach.areas) for reach in board.reaches],
        pieces=msgspec.convert(sizes(board), dict[str, PieceData]),
    )


def _space(space: Space, full: Overlay, names: Sequence[Box]) -> SpaceData:
    wide = (FLAG[0] + CROOK, FLAG[1])  # there is always room for a crook
    x, y, room = full.flag_place([space.name], wide, names)
    return SpaceData(
        name=space.name,
        kind=space.kind,
        areas=space.areas,
        terrain=space.terrain,
        at=_place(space.at),
        number=_place(space.number or space.at) if space.kind == "water" else None,
        flag=(*_place((x + CROOK / 2, y)), _short(room)),
        polygon=[_place(corner) for corner in space.polygon],
    )


def _place(point: Sequence[float]) -> Place:
    return _short(point[0]), _short(point[1])


def _short(x: float) -> float:
    """A tenth of a unit is finer than the eye; whole numbers need no point."""
    tenth = round(x, 1)
    return int(tenth) if tenth == int(tenth) else tenth
