"""What may be done at a table: each command gives the entries that it would add to the log.

A Refusal says why something may not be done.  Nothing is changed here: what is written is applied after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import ceil

from palatine.core.compiled import copy_of
from palatine.core.dealing import keeps
from palatine.core.errors import IllegalMove
from palatine.core.game import Seat
from palatine.server.errors import (
    ASKED_ALREADY,
    BROKEN_PROMISE,
    CLOSED,
    CROWDED,
    FULL,
    GAME_OVER,
    ILLEGAL,
    NO_ALTERNATIVE,
    NO_PROMISE,
    NO_SEAT,
    NOT_ASKED,
    NOT_AWAY,
    NOT_BEGUN,
    NOT_HOST,
    NOT_RUNNING,
    NOT_YOUR_TURN,
    NOTHING_OF_YOURS,
    NOTHING_TO_ADD,
    NOTHING_YET,
    OTHER_PROMISE,
    REMATCH_EARLY,
    REMATCH_WATCHING,
    REMOVED,
    STALE,
    TAKEN,
    TOLD_EARLY,
    TURN_TOO_LONG,
    UNFORESEEN,
    UNKNOWN_LEVEL,
    UP_AND_DOWN,
    WAITED_LONG,
    WATCHING,
    Refusal,
)
from palatine.server.levels import LEVELS, STAND_IN
from palatine.server.storage import entries as log
from palatine.server.storage.entries import Entry
from palatine.server.tables.limits import EVERYBODY, MOST_WAITED
from palatine.server.tables.state import TableState
from palatine.server.tables.undo import all_agreed, before_last_turn, is_own, too_often, why_stays

MOST_MOVES = 8  # of one turn at once
DIGITS = re.compile("[0-9a-f]{64}")  # of 32 bytes

Command = Callable[[TableState], Iterable[Entry]]

# -- Seats -------------------------------------------------------------------------------------------


def join(
    state: TableState, user: str, name: str, seat: Seat | None, now: float, adds: bool = False
) -> Iterator[Entry]:
    """Take an open seat, or one's own again; who gets up again and again has to wait."""
    check_welcome(state, user)
    own = state.seats_of(user)
    if not own or any(state.seats[n].left for n in own):
        _check_pace(state, user, now)
    if own:
        yield from (log.Returned(n) for n in own if state.seats[n].stand_in)
        return
    free = _open_seats(state)
    if not free:
        raise FULL.refuse()
    if seat is not None and seat not in free:
        raise TAKEN.refuse()
    yield log.Joined(free[0] if seat is None else seat, user, name, adds)


def check_welcome(state: TableState, user: str) -> None:
    """Refusal where somebody was removed from a table, or it was closed."""
    if user in state.removed:
        raise removal(state, user)
    if state.closed is not None:
        raise CLOSED.refuse(why=state.closed, given=bool(state.closed))


def removal(state: TableState, user: str) -> Refusal:
    """What somebody is told who was removed from a table."""
    why = state.removed[user]
    return REMOVED.refuse(why=why, given=bool(why))


def _check_pace(state: TableState, user: str, now: float) -> None:
    """Refusal where somebody, or everybody together, has got up so often that it is no play any more."""
    if wait := state.limits.leaving.wait(user, now):
        raise UP_AND_DOWN.refuse(seconds=ceil(wait))
    if state.match is None and (wait := state.limits.crowd.wait(EVERYBODY, now)):
        raise CROWDED.refuse(seconds=ceil(wait))


def come_back(state: TableState, user: str | None) -> Iterator[Entry]:
    """Who was away plays on by being there; who has left has to say so."""
    for seat in state.seats_of(user):
        if (state.seats[seat].stand_in or state.seats[seat].agreed) and not state.seats[seat].left:
            yield log.Returned(seat)


def leave(state: TableState, *seats: Seat) -> Iterator[Entry]:
    """Get up, from all of one's seats."""
    if not seats:
        raise NO_SEAT.refuse()
    for seat in seats:
        if not state.seats[seat].left and state.status != "over":
            yield log.Left(seat)


def fill(state: TableState, user: str, level: str) -> Iterator[Entry]:
    """Let programs take the open seats."""
    if user != state.header.host:
        raise NOT_HOST.refuse()
    check_welcome(state, user)
    if level not in LEVELS:
        raise UNKNOWN_LEVEL.refuse(level=level)
    if free := _open_seats(state):
        yield log.Filled(free, level)


def stand_in(state: TableState, seat: Seat) -> Iterator[Entry]:
    """A program plays on for somebody who is away and keeps others waiting."""
    if seat in state.to_act and not state.seats[seat].program:
        yield log.StoodIn(seat, STAND_IN)


def wait_for(
    state: TableState, seat: Seat | None, away: Seat, gone: Collection[Seat], id: str
) -> Iterator[Entry]:
    """Give somebody who is away more time, as much as there was at first."""
    waiting = _waiting_seat(state, seat, away, gone)
    if state.limits.waited[waiting] >= MOST_WAITED:
        raise WAITED_LONG.refuse(most=MOST_WAITED)
    yield log.Waited(waiting, away, id)


def hand_over(
    state: TableState, seat: Seat | None, away: Seat, gone: Collection[Seat], there: Collection[Seat], id: str
) -> Iterator[Entry]:
    """Let a program play on for somebody who is away, as soon as all who are there want it."""
    waiting = _waiting_seat(state, seat, away, gone)
    if waiting not in state.seats[away].agreed:
        yield log.Agreed(waiting, away, id)
    if all_would_go_on(state, away, there, waiting):
        yield from stand_in(state, away)


def all_would_go_on(state: TableState, away: Seat, there: Collection[Seat], *agreeing: Seat) -> bool:
    """Whether everybody who is there, if anybody, wants a program to play on for somebody; of those who share
    a device one speaks for all.
    """
    agreed = {state.seats[seat].user for seat in (*state.seats[away].agreed, *agreeing)}
    people = {state.seats[seat].user for seat in there if state.seats[seat].can_consent}
    people.discard(state.seats[away].user)
    return bool(people) and people <= agreed


def _waiting_seat(state: TableState, seat: Seat | None, away: Seat, gone: Collection[Seat]) -> Seat:
    """Who waits for somebody: only for who is to act, and is away."""
    if seat is None:
        raise WATCHING.refuse()
    if away not in gone or away not in state.to_act or state.seats[away].program:
        raise NOT_AWAY.refuse()
    return seat


def _open_seats(state: TableState) -> list[Seat]:
    return [n for n, seat in enumerate(state.seats) if seat.is_open]


# -- The deal ----------------------------------------------------------------------------------------


def promise(state: TableState, user: str | None, digits: str, id: str) -> Iterator[Entry]:
    """Promise what one's browser will add to the deal; the first word counts."""
    seat = _adding_seat(state, user, digits)
    known = state.seats[seat].promise
    if known is None:
        yield log.Promised(seat, digits, id)
    elif known != digits:
        raise OTHER_PROMISE.refuse()


def reveal(state: TableState, user: str | None, digits: str, id: str) -> Iterator[Entry]:
    """Tell what was promised, when all have promised; the game begins with the last who does."""
    seat = _adding_seat(state, user, digits)
    promised = state.seats[seat].promise
    if promised is None or not state.is_full or state.unpromised:
        raise TOLD_EARLY.refuse()
    if not keeps(promised, digits):
        raise BROKEN_PROMISE.refuse()
    if state.seats[seat].added is None:
        yield log.Revealed(seat, digits, id)


def _adding_seat(state: TableState, user: str | None, digits: str) -> Seat:
    """The seat that a browser adds to the deal at: the first of several."""
    if not DIGITS.fullmatch(digits):
        raise NO_PROMISE.refuse()
    own = (n for n in state.seats_of(user) if state.seats[n].is_adding)
    seat = next(own, None) if state.match is None else None
    if seat is None:
        raise NOTHING_TO_ADD.refuse()
    return seat


# -- Deciding ----------------------------------------------------------------------------------------


def play(
    state: TableState, seat: Seat | None, question: int, moves: Sequence[str], id: str
) -> Iterator[Entry]:
    """Decide: everything that was sent together, or nothing of it."""
    if seat is None:
        raise WATCHING.refuse()
    if state.match is None:
        raise NOT_BEGUN.refuse()
    if not state.to_act:
        raise GAME_OVER.refuse()
    if not state.choosing(seat):
        raise NOT_YOUR_TURN.refuse(seats=list(state.to_act))
    if question != state.asked[seat]:
        raise STALE.refuse()
    if not 0 < len(moves) <= MOST_MOVES:
        raise TURN_TOO_LONG.refuse(most=MOST_MOVES)
    _check_moves(state, seat, moves)
    if state.match.changeable(seat) is not None:
        if refusal := too_often(state, seat):
            raise refusal
        yield log.TookBack(seat, None, id)
    for move in moves:
        yield log.Decided(seat, move, id)


def _check_moves(state: TableState, seat: Seat, moves: Sequence[str]) -> None:
    """Refusal where the moves are not legal, one after the other."""
    match = state.match
    assert match is not None
    try:
        actions = [match.parse(move, seat) for move in moves]
        if match.changeable(seat) is not None:
            if len(actions) > 1 or actions[0] not in match.alternatives(seat):
                raise NO_ALTERNATIVE.refuse()
            return
        if len(actions) == 1:
            if actions[0] not in state.choices(seat):
                state.game.check(match.state, seat, actions[0])  # which says why
            return
        position, seen = copy_of(match.state), False
        for action in actions:
            if seen:  # else a refusal would tell what was hidden, and nothing would be decided
                raise UNFORESEEN.refuse()
            events = state.game.decide(position, seat, action, 0)
            seen = any(event.kind in state.game.narrating.reveals for event in events)
    except IllegalMove as error:
        raise ILLEGAL.refuse(move=str(error.move), reason=error.reason, game=state.game.name) from None


# -- Taking back -------------------------------------------------------------------------------------


def undo(state: TableState, seat: Seat | None, id: str) -> Iterator[Entry]:
    """Take one's last turn back: at once, or by asking the others."""
    if seat is None:
        raise NOTHING_OF_YOURS.refuse()
    if state.match is None or not state.to_act:
        raise NOT_RUNNING.refuse()
    keep = before_last_turn(state, seat)
    if keep is None:
        raise NOTHING_YET.refuse()
    if refusal := too_often(state, seat):
        raise refusal
    if state.match.changeable(seat) is not None:
        yield log.TookBack(seat, None, id)
    elif is_own(state, seat, keep) or all_agreed(state, seat):
        yield log.TookBack(seat, keep, id)
    elif refusal := why_stays(state, seat, keep):
        raise refusal
    elif not state.consenting(seat):
        yield log.TookBack(seat, keep, id)
    elif state.undo_request is not None:
        raise ASKED_ALREADY.refuse()
    else:
        yield log.AskedUndo(seat, keep, id)


def answer_undo(state: TableState, seat: Seat | None, number: int, yes: bool, id: str) -> Iterator[Entry]:
    """Agree to somebody's request, or not."""
    request = state.undo_request
    if seat is None or request is None or request.number != number or seat not in request.waiting:
        raise NOT_ASKED.refuse()
    yield log.Answered(seat, number, yes, id)
    if yes and request.waiting <= {seat}:
        yield log.TookBack(request.seat, request.keep)


def grant_undo(state: TableState) -> Iterator[Entry]:
    """A turn is taken back when nobody is left who could mind."""
    request = state.undo_request
    if request is not None and not request.waiting:
        yield log.TookBack(request.seat, request.keep)


# -- Clocks, and what comes after --------------------------------------------------------------------


def run_out(state: TableState, now: float) -> Iterator[Entry]:
    """A program decides for those whose time is up; a request that was not answered in time is refused.

    A deal that waits for what browsers add is made without those that have not answered.
    """
    if state.is_dealing and state.due is not None and now >= state.due:
        yield log.LeftOut(state.unpromised or state.untold)
    if state.clocks is None:
        return
    yield from (log.RanOut(seat) for seat, end in state.clocks.ends.items() if now >= end)
    request = state.undo_request
    if request is not None and request.waiting and now >= request.until:
        yield log.Lapsed(request.number)


def resume(state: TableState, since: float, now: float) -> Iterator[Entry]:
    """The clocks of a table where nobody was go on; for who comes and goes all the time they never stood."""
    if state.due is not None and not state.limits.resuming.wait(EVERYBODY, now):
        yield log.Resumed(since)


def rematch(state: TableState, seat: Seat | None, table: str, id: str) -> Iterator[Entry]:
    """It goes on at another table; there is one."""
    if seat is None:
        raise REMATCH_WATCHING.refuse()
    if state.status != "over":
        raise REMATCH_EARLY.refuse()
    if state.closed is not None:
        raise CLOSED.refuse(why=state.closed, given=bool(state.closed))
    if state.rematch is None:
        yield log.Rematched(seat, table, id)
