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
    assert state.match is not None
    seats, settled = [who for who, _ in state.match.decisions], state.match.settled
    if seat not in seats[settled:]:
        return None
    first = len(seats) - 1 - seats[::-1].index(seat)
    while first > settled and seats[first - 1] == seat and state.ids[first - 1] == state.ids[first]:
        first -= 1
    return first


def is_free(state: TableState, seat: Seat, keep: int) -> bool:
    """Whether nobody else has decided since, and nothing hidden was seen."""
    assert state.match is not None
    alone = all(who == seat for who, _ in state.match.decisions[keep:])
    seen = any(e.decision > keep and e.kind in state.game.reveals for e in state.match.events)
    return alone and not seen


def all_agreed(state: TableState, seat: Seat) -> bool:
    """Whether nobody is left who could answer a seat's request: the last one to do so got up instead."""
    request = state.undo_request
    return request is not None and request.seat == seat and not request.waiting
