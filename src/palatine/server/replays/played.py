"""A game that was played, here or elsewhere, as its record tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from palatine.core.game import Seat
from palatine.core.match import replay
from palatine.core.messages import Message
from palatine.core.record import Record
from palatine.core.words import Names
from palatine.server.levels import LEVELS
from palatine.server.names import PROGRAM
from palatine.server.protocol.tables import SeatInfo, TableInfo
from palatine.server.tables.seats import display_names


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played."""

    record: Record
    names: Names  # what the seats are called
    course: list[list[int]]  # everybody's points, had it ended so: at first, and after each decision
    to_act: tuple[Seat, ...]  # in the end; none when the game is over


def names_in(record: Record) -> Names:
    """What the seats of a record from elsewhere are called; BadRecord where its header cannot be true."""
    game, _ = record.open_header()
    people = ["" if name.startswith(PROGRAM) else name for name in record.header.seats]
    return display_names(people, game.colours)


def course_of(record: Record) -> Iterator[tuple[list[int], tuple[Seat, ...]]]:
    """Everybody's points and who is to act, at first and after each decision; BadRecord if it is none."""
    for match in replay(record):
        yield match.game.points(match.state), match.to_act


def table_of_record(id: str, at: float, played: PlayedGame) -> TableInfo:
    """A record from elsewhere as if it had been played at a table here."""
    game, _ = played.record.open_header()
    head, result = played.record.header, played.record.result
    return TableInfo(
        id=id,
        game=game.name,
        title=game.title,
        options=game.options,
        status="playing" if played.to_act else "over",
        seats=[
            _seat(seat, game.colours[seat], name, played.names[seat]) for seat, name in enumerate(head.seats)
        ],
        you=None,
        host=False,
        listed=False,
        opened=at,
        changed=at,
        to_act=list(played.to_act),
        commitment=played.record.published,
        winners=result.winners if result else None,
        scores=result.scores if result else None,
    )


def _seat(seat: Seat, colour: str, name: str, called: str | Message) -> SeatInfo:
    """Who sat somewhere; of a program that this server does not have its name is all that is known."""
    if not name.startswith(PROGRAM):
        return SeatInfo(seat, colour, "person", name, called)
    level = name.removeprefix(PROGRAM)
    if level in LEVELS:
        return SeatInfo(seat, colour, "program", "", called, level)
    return SeatInfo(seat, colour, "program", level, called)
