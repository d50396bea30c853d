"""What goes over the wire, in English, as the browser would word it."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.catalog import words_of
from palatine.core.match import Match
from palatine.core.messages import Message
from palatine.core.words import Names
from palatine.server.tables.state import TableState

PLAIN = "rheinlander"  # whose words hold for what all games say


def said(message: Any, names: Names = (), game: str | None = None) -> str:
    """A message, as it is or as it came over the wire."""
    return words_of(game or PLAIN).say(msgspec.convert(msgspec.to_builtins(message), Message), names)


def problem(answer: Any) -> str:
    """What was answered that went wrong, over HTTP or the socket."""
    return said(answer["message"], (), answer.get("game"))


def line_text(line: Any, names: Names = (), game: str | None = None) -> str:
    """A line of a table's log."""
    line = msgspec.to_builtins(line)
    return said({"key": f"event-{line['kind']}", "args": {**line["data"], "seat": line["seat"]}}, names, game)


def lines_text(state: TableState, lines: Any) -> list[str]:
    """Lines of a table's log, with its names."""
    return [line_text(line, state.names, state.game.name) for line in lines]


def page_lines(page: Any) -> list[str]:
    """The log of a page, as it is read there."""
    names = [called(seat) for seat in page.table["seats"]]
    return [line_text(line, names, page.table["game"]) for line in page.lines]


def called(seat: Any) -> str:
    """What a seat is called, of those that came over the wire."""
    return seat["called"] if isinstance(seat["called"], str) else said(seat["called"])


def called_at(state: TableState) -> list[str]:
    """What the log of a table calls the seats."""
    return [name if isinstance(name, str) else said(name) for name in state.names]


def plain_position(match: Match) -> Any:
    """A whole position as plain data."""
    return msgspec.to_builtins(match.game.presenting.position(match.state))
