"""What may be done at a table: each command gives the entries that it would add to the log.

A Refusal says why something may not be done.  Nothing is changed here: what is written is applied after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from palatine.core.errors import IllegalMove
from palatine.core.game import Seat
from palatine.server.errors import Refusal, stale
from palatine.server.levels import STAND_IN, TITLES
from palatine.server.storage import entries as log
from palatine.server.storage.entries import Entry
from palatine.server.tables.state import TableState
from palatine.server.tables.undo import all_agreed, before_last_turn, is_free

MOST_MOVES = 8  # of one turn at once

Command = Callable[[TableState], Iterable[Entry]]

# -- Seats -------------------------------------------------------------------------------------------


def join(state: TableState, user: str, name: str, seat: Seat | None) -> Iterator[Entry]:
    """Take an open seat, or one's own again."""
    own = state.seats_of(user)
    if own:
        yield from (log.Returned(n) for n in own if state.seats[n].stand_in)
        return
    free = _open_seats(state)
    if not free:
        raise Refusal("full", "All seats of this table are taken. You can watch.")
    if seat is not None and seat not in free:
        raise Refusal("taken", "That seat is taken. Choose another one.")
    yield log.Joined(free[0] if seat is None else seat, user, name)


def come_back(state: TableState, user: str | None) -> Iterator[Entry]:
    """Who was away plays on by being there; who has left has to say so."""
    for seat in state.seats_of(user):
        if state.seats[seat].stand_in and not state.seats[seat].left:
            yield log.Returned(seat)


def leave(state: TableState, *seats: Seat) -> Iterator[Entry]:
    """Get up, from all of one's seats."""
    if not seats:
        raise Refusal("watching", "You have no seat at this table.", 403)
    for seat in seats:
        if not state.seats[seat].left and state.status != "over":
            yield log.Left(seat)


def fill(state: TableState, user: str, level: str) -> Iterator[Entry]:
    """Let programs take the open seats."""
    if user != state.header.host:
        raise Refusal("not_host", "Only who has opened the table fills its seats.", 403)
    if level not in TITLES:
        raise Refusal("unknown_level", f"There is no program {level!r}.", 400)
    if free := _open_seats(state):
        yield log.Filled(free, level)


def stand_in(state: TableState, seat: Seat) -> Iterator[Entry]:
    """A program plays on for somebody who is away and keeps others waiting."""
    if seat in state.to_act and not state.seats[seat].program:
        yield log.StoodIn(seat, STAND_IN)


def _open_seats(state: TableState) -> list[Seat]:
    return [n for n, seat in enumerate(state.seats) if seat.is_open]


# -- Deciding ----------------------------------------------------------------------------------------


def play(
    state: TableState, seat: Seat | None, question: int, moves: Sequence[str], id: str
) -> Iterator[Entry]:
    """Decide: everything that was sent together, or nothing of it."""
    if seat is None:
        raise Refusal("watching", "You are watching: only those with a seat decide.", 403)
    if state.match is None:
        raise Refusal("waiting", "The game has not begun: some seats are still open.")
    if not state.to_act:
        raise Refusal("over", "The game is over.")
    if not state.choosing(seat):
        names = " and ".join(state.called(other) for other in state.to_act)
        raise Refusal("not_your_turn", f"It is not your turn but {names}'s.")
    if question != state.asked[seat]:
        raise stale()
    if not 0 < len(moves) <= MOST_MOVES:
        raise Refusal("bad_message", f"A turn is 1 to {MOST_MOVES} moves.", 400)
    _check_moves(state, seat, moves)
    if state.match.changeable(seat) is not None:
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
                raise Refusal("illegal", "That is not what you can choose instead.", 400)
            return
        position, seen = match.state.copy(), False
        for action in actions:
            if seen:  # else a refusal would tell what was hidden, and nothing would be decided
                raise Refusal("unforeseen", "Something hidden comes to light before that.")
            events = state.game.decide(position, seat, action, 0, match.names)
            seen = any(event.kind in state.game.reveals for event in events)
    except IllegalMove as error:
        raise Refusal("illegal", f"{error.move}: {error.reason}", 400) from None


# -- Taking back -------------------------------------------------------------------------------------


def undo(state: TableState, seat: Seat | None, id: str) -> Iterator[Entry]:
    """Take one's last turn back: at once, or by asking the others."""
    if seat is None:
        raise Refusal("watching", "You are watching: there is nothing of yours to take back.", 403)
    if state.match is None or not state.to_act:
        raise Refusal("over", "The game is not running: nothing can be taken back.")
    keep = before_last_turn(state, seat)
    if keep is None:
        raise Refusal("nothing", "There is nothing of yours to take back yet.")
    if state.match.changeable(seat) is not None:
        yield log.TookBack(seat, None, id)
    elif is_free(state, seat, keep) or not state.consenting(seat) or all_agreed(state, seat):
        yield log.TookBack(seat, keep, id)
    elif state.undo_request is not None:
        raise Refusal("asked_already", "The table is being asked already. Wait for the answers.")
    else:
        yield log.AskedUndo(seat, keep, id)


def answer_undo(state: TableState, seat: Seat | None, number: int, yes: bool, id: str) -> Iterator[Entry]:
    """Agree to somebody's request, or not."""
    request = state.undo_request
    if seat is None or request is None or request.number != number or seat not in request.waiting:
        raise Refusal("not_asked", "Nobody is asking you that any more.")
    yield log.Answered(seat, number, yes, id)
    if yes and request.waiting <= {seat}:
        yield log.TookBack(request.seat, request.keep)


def grant_undo(state: TableState) -> Iterator[Entry]:
    """A turn is taken back when nobody is left who could mind."""
    request = state.undo_request
    gone = {number for number, seat in enumerate(state.seats) if not seat.can_consent}
    if request is not None and request.waiting <= gone:
        yield log.TookBack(request.seat, request.keep)


# -- Clocks, and what comes after --------------------------------------------------------------------


def run_out(state: TableState, now: float) -> Iterator[Entry]:
    """A program decides for those whose time is up."""
    ends = state.clocks.ends if state.clocks else {}
    yield from (log.RanOut(seat) for seat, end in ends.items() if now >= end)


def resume(state: TableState, since: float) -> Iterator[Entry]:
    """The clocks of a table where nobody was go on."""
    if state.clocks and state.clocks.ends:
        yield log.Resumed(since)


def rematch(state: TableState, seat: Seat | None, table: str, id: str) -> Iterator[Entry]:
    """It goes on at another table; there is one."""
    if seat is None:
        raise Refusal("watching", "Those who played decide about a rematch.", 403)
    if state.status != "over":
        raise Refusal("playing", "A rematch comes after the game.")
    if state.rematch is None:
        yield log.Rematched(seat, table, id)
