"""A game that was played, step by step, as one viewer saw it.

What a seat is shown is made of its views and of what it witnessed, as it was at the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.game import SPECTATOR, Seat
from palatine.core.match import Match, replay
from palatine.core.record import Record
from palatine.core.words import Names
from palatine.server.errors import UNKNOWN_VIEWER
from palatine.server.protocol.replays import Replay, ReplayStep
from palatine.server.protocol.tables import Line

WATCHER, OPEN = "watcher", "open"  # viewers without a seat: who saw what all saw, and who sees all cards


def check_viewer(viewer: str, seats: int) -> None:
    """Refusal where there is no such viewer."""
    if viewer not in (WATCHER, OPEN, *map(str, range(seats))):
        raise UNKNOWN_VIEWER.refuse(last=seats - 1)


def replay_for(record: Record, names: Names, viewer: str) -> Replay:
    """A whole game as a seat or a watcher saw it, or with open cards."""
    return Replay(viewer, list(steps_for(record, names, viewer)))


def steps_for(record: Record, names: Names, viewer: str) -> Iterator[ReplayStep]:
    """The same, step by step."""
    owed: tuple[Seat, ...] = ()
    for match in replay(record):
        match.names = tuple(names)
        yield _step(match, viewer, owed)
        owed = match.to_act


def _step(match: Match, viewer: str, owed: tuple[Seat, ...]) -> ReplayStep:
    """The moment after the last decision, which was one of those that were owed before it."""
    game, count = match.game, len(match.decisions)
    seat = int(viewer) if viewer.isdecimal() else SPECTATOR
    new = match.latest
    if viewer != OPEN:
        new = [game.narrating.witness(event, seat) for event in new]
    who = move = label = None
    if count:
        who, action = match.decisions[-1]
        if len(owed) == 1 or viewer in (OPEN, str(who)):  # else others are still to choose at the same time
            move, label = game.action_text(action), game.narrating.label(action)
    return ReplayStep(
        seat=who,
        move=move,
        label=label,
        lines=[Line(count, event.kind, event.seat, event.data, event.rule) for event in new],
        shown=game.presenting.show_all(match.state) if viewer == OPEN else match.show(seat),
        to_act=list(match.to_act),
    )
