"""Taking a turn back: whose last turn that is, and whether the others have to be asked."""

from __future__ import annotations

from typing import Literal

from palatine.core.game import Seat
from palatine.server.tables.state import TableState


def can_undo(state: TableState, seat: Seat | None) -> Literal["yes", "ask"] | None:
    """Whether a seat may take its last turn back: at once, by asking the others, or not at all."""
    if seat is None or state.match is None or not state.to_act:
        return None
    keep = before_last_turn(state, seat)
    if keep is None:
        return None
    free = state.match.changeable(seat) is not None or is_free(state, seat, keep)
    return "yes" if free or not state.consenting(seat) else "ask"


def before_last_turn(state: TableState, seat: Seat) -> int | None:
    """How many decisions came before a seat's last turn, which is what it sent together."""
    match = state.match
    assert match is not None
    first = match.last_of(seat)
    if first is None:
        return None
    while first > match.settled and match.decisions[first - 1][0] == seat:
        if state.ids[first - 1] != state.ids[first]:
            break
        first -= 1
    return first


def is_free(state: TableState, seat: Seat, keep: int) -> bool:
    """Whether nobody else has decided since, and nothing hidden was seen."""
    assert state.match is not None
    reveals = state.game.narrating.reveals
    alone = all(who == seat for who, _ in state.match.decisions[keep:])
    return alone and not any(event.kind in reveals for event in state.match.events_since(keep))


def all_agreed(state: TableState, seat: Seat) -> bool:
    """Whether nobody is left who could answer a seat's request: the last one to do so got up instead."""
    request = state.undo_request
    return request is not None and request.seat == seat and not request.waiting
