"""Taking a turn back: whose last turn that is, whether the others have to be asked, and why it may stay."""

from __future__ import annotations

from typing import Literal

from palatine.core.game import Seat
from palatine.server.errors import ABSENT, DECLINED, TAKEN_BACK, TAKEN_BACK_HERE, Refusal
from palatine.server.tables.limits import MOST_TAKEN_BACK, MOST_TAKEN_BACK_HERE
from palatine.server.tables.state import TableState


def can_undo(state: TableState, seat: Seat | None) -> Literal["yes", "ask"] | None:
    """Whether a seat may take its last turn back: at once, by asking the others, or not at all."""
    if seat is None or state.match is None or not state.to_act:
        return None
    keep = before_last_turn(state, seat)
    if keep is None or too_often(state, seat) is not None:
        return None
    if is_own(state, seat, keep):
        return "yes"
    if why_stays(state, seat, keep) is not None:
        return None
    return "ask" if state.consenting(seat) else "yes"


def before_last_turn(state: TableState, seat: Seat) -> int | None:
    """How many decisions came before a seat's last turn, which is what it sent together."""
    assert state.match is not None
    first, settled = state.match.last_of(seat), state.match.settled
    while first is not None and first > settled and _together(state, first - 1, first):
        first -= 1
    return first


def _together(state: TableState, one: int, other: int) -> bool:
    """Whether two decisions were sent at once, by one seat."""
    assert state.match is not None
    decisions, ids = state.match.decisions, state.ids
    return decisions[one][0] == decisions[other][0] and ids[one] == ids[other]


def is_own(state: TableState, seat: Seat, keep: int) -> bool:
    """Whether a turn is nobody else's matter: nobody else has decided since, and nothing hidden was seen,
    or it is a secret choice and others still owe theirs.
    """
    match, reveals = state.match, state.game.narrating.reveals
    assert match is not None
    if match.changeable(seat) is not None:
        return True
    alone = all(who == seat for who, _ in match.decisions[keep:])
    return alone and not any(event.kind in reveals for event in match.events_since(keep))


def too_often(state: TableState, seat: Seat) -> Refusal | None:
    """Why a seat takes nothing back any more, or nothing before the game goes on."""
    if state.limits.taken_back[seat] >= MOST_TAKEN_BACK:
        return TAKEN_BACK.refuse(most=MOST_TAKEN_BACK)
    if state.limits.taken_back_here[seat] >= MOST_TAKEN_BACK_HERE:
        return TAKEN_BACK_HERE.refuse(most=MOST_TAKEN_BACK_HERE)
    return None


def why_stays(state: TableState, seat: Seat, keep: int) -> Refusal | None:
    """Why a turn that is the matter of others too cannot be taken back, nor asked for."""
    owner = state.seats[seat].user
    others = (n for n, other in enumerate(state.seats) if other.user != owner)
    if absent := [n for n in others if state.was_decided_by_absent(n, keep)]:
        return ABSENT.refuse(seats=absent)
    if state.numbers[keep] <= state.declined.get(seat, -1):
        return DECLINED.refuse()
    return None


def all_agreed(state: TableState, seat: Seat) -> bool:
    """Whether nobody is left who could answer a seat's request: the last one to do so got up instead."""
    request = state.undo_request
    return request is not None and request.seat == seat and not request.waiting
