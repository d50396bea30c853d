"""The strip below the map: its title, and the players with what they have left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import SERIF, label, tag, use

from palatine.games.rheinlander.rules.board import Board
from .heraldry import shield
from .palette import Palette
from .pieces import bastion

HEIGHT = 62.0


def draw_legend(
    board: Board, state: Mapping[str, Any] | None, names: Sequence[str] | None, palette: Palette
) -> str:
    """A margin of paper under the frame, as atlases have it."""
    width, top = board.size
    ground = tag("rect", y=top - 1, width=width, height=HEIGHT + 1, fill=palette.rim)
    title = label(
        board.title, (22, top + 41), 36, SERIF, text_anchor="start", fill=palette.ink, letter_spacing=0.5
    )
    if state is None:
        words = f"{len(board.water)} areas, {len(board.sites)} building sites"
        if board.reaches:
            words += f", from {board.reaches[0].name} to {board.reaches[-1].name}"
        return (
            ground
            + title
            + label(words, (width - 22, top + 39), 20, SERIF, text_anchor="end", fill=palette.ink)
        )
    seats = len(state.get("knights", ()))
    left, room = 224.0, width - 224.0 - 180.0
    players = [
        _player(state, seat, names, (left + seat * room / seats, top + 30), room / seats, palette)
        for seat in range(seats)
    ]
    pile = state.get("draw_pile")
    words = "The end" if state.get("scores") else "" if pile is None else f"Draw pile: {pile}"
    cards = label(words, (width - 22, top + 38), 19, SERIF, text_anchor="end", fill=palette.ink)
    return ground + title + "".join(players) + cards


def _player(
    state: Mapping[str, Any],
    seat: int,
    names: Sequence[str] | None,
    at: tuple[float, float],
    room: float,
    palette: Palette,
) -> str:
    x, y = at
    name = names[seat] if names and seat < len(names) else TINCTURES[seat].name.capitalize()
    acting = seat in state.get("to_act", ())
    under = tag("path", d=f"M{x + 26:g} {y - 2:g}h{len(name) * 9:g}", stroke=palette.mark, stroke_width=2.4)
    parts = [shield(seat, (x, y), 1.2), under if acting else ""]
    parts.append(label(name, (x + 26, y - 7), 20, SERIF, text_anchor="start", fill=palette.ink))
    if state.get("scores"):
        won = ", wins" if seat in (state.get("winners") or ()) else ""
        points = f"{state['scores'][seat]} points{won}"
        parts.append(label(points, (x + 26, y + 20), 19, SERIF, text_anchor="start", fill=palette.ink))
    else:
        parts += _supplies(state, seat, at, room, palette)
    return tag("g", *parts, class_="player", data_seat=seat)


def _supplies(
    state: Mapping[str, Any], seat: int, at: tuple[float, float], room: float, palette: Palette
) -> Iterator[str]:
    """What a player has left while the game goes on."""
    x, y = at
    yield shield(seat, (x + 33, y + 14), 0.5) + _count(state["knights"][seat], (x + 44, y + 21), palette)
    yield bastion((x + 86, y + 13), 0.52) + _count(state["bastions"][seat], (x + 99, y + 21), palette)
    if state.get("coins"):
        yield tag("circle", cx=x + 130, cy=y + 14, r=8.5, fill="#f3c64d", stroke="#3b2d1d", stroke_width=1.3)
        yield _count(state["coins"][seat], (x + 143, y + 21), palette)
    if state.get("archbishop") == seat:
        yield use("crook", (x + 186, y + 14), 0.5)
        if room > 280:
            yield label("archbishop", (x + 194, y + 20), 16, SERIF, text_anchor="start", fill=palette.ink)


def _count(value: int, at: tuple[float, float], palette: Palette) -> str:
    return label(str(value), at, 20, text_anchor="start", fill=palette.ink)
