"""What one viewer may see of a table: its seats, its position, its log, and what is asked.

This is where the state of a table becomes what goes over the wire.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Literal, NamedTuple

import msgspec

from palatine.core.compiled import Array
from palatine.core.foresight import previews
from palatine.core.game import SPECTATOR, Action, Game, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.presenting import Position
from palatine.core.rng import SEED_BYTES, new_rng
from palatine.server.protocol.messages import Ask, Choice
from palatine.server.protocol.tables import (
    Branch,
    ClockInfo,
    DealInfo,
    DealPromise,
    Line,
    Progress,
    SeatClock,
    SeatInfo,
    TableInfo,
    UndoInfo,
)
from palatine.server.tables.seats import device_of
from palatine.server.tables.state import TableState
from palatine.server.tables.undo import can_undo

LOCKED = Phrase("ask-locked", choice=Message)


def table_info(
    state: TableState,
    user: str | None,
    online: Sequence[bool],
    now: float,
    selected: Seat | None = None,
) -> TableInfo:
    """A table as everybody may see it, and where the one who looks sits."""
    you, yours = state.seat_of(user, selected), state.seats_of(user)
    stands = progress(state, you, now, any(online))
    return TableInfo(
        id=state.header.id,
        game=state.game.name,
        title=state.game.title,
        options=state.game.options,
        status=stands.status,
        seats=[
            seat_info(state, seat, you=seat == you, yours=seat in yours, online=online[seat])
            for seat in range(state.game.players)
        ],
        you=you,
        host=user == state.header.host,
        listed=state.header.listed,
        opened=state.header.opened,
        changed=stands.changed,
        to_act=stands.to_act,
        commitment=state.commitment,
        winners=stands.winners,
        scores=stands.scores,
        undo=stands.undo,
        can_undo=stands.can_undo,
        rematch=state.rematch,
        closed=state.closed,
        branch=branch_info(state),
        can_hint=stands.can_hint,
        clock=stands.clock,
        deal=deal_info(state),
    )


def progress(state: TableState, seat: Seat | None, now: float, running: bool) -> Progress:
    """How a table stands, for who looks from a seat; its clocks run while somebody is there."""
    outcome = state.match.outcome if state.match and not state.to_act else None
    shared = Progress(
        status=state.status,
        changed=state.changed,
        to_act=list(state.to_act),
        winners=outcome.winners if outcome else None,
        scores=outcome.scores if outcome else None,
        undo=undo_info(state),
        clock=clock_info(state, now, running),
    )
    return progress_for(shared, state, seat)


def progress_for(shared: Progress, state: TableState, seat: Seat | None) -> Progress:
    """How a table stands, as all are told, with what its owner may do at a seat."""
    if seat is None:
        return shared
    return msgspec.structs.replace(shared, can_undo=can_undo(state, seat), can_hint=state.can_hint(seat))


def seat_info(state: TableState, number: Seat, *, you: bool, yours: bool, online: bool) -> SeatInfo:
    """A seat as everybody may see it."""
    seat = state.seats[number]
    return SeatInfo(
        seat=number,
        colour=state.game.colours[number],
        kind="open" if seat.is_open else "program" if seat.level else "person",
        name=seat.name if seat.user else "",
        called=state.names[number],
        level=seat.level,
        you=you,
        yours=yours,
        online=online,
        stand_in=seat.stand_in,
        left=seat.left,
        device=device_of(state.seats, number),
    )


def undo_info(state: TableState) -> UndoInfo | None:
    """What the table is being asked about."""
    request = state.undo_request
    return UndoInfo(request.number, request.seat, sorted(request.waiting)) if request else None


def branch_info(state: TableState) -> Branch | None:
    """Where the game began, if in the middle of another one."""
    start = state.header.start
    return Branch(start.replay, len(start.moves), start.hidden) if start else None


def deal_info(state: TableState) -> DealInfo | None:
    """What browsers add to the deal, as far as everybody may know it."""
    promises = [DealPromise(n, seat.promise) for n, seat in enumerate(state.seats) if seat.adds]
    if not promises:
        return None
    unpromised, untold = state.unpromised, state.untold
    asks: Literal["promise", "reveal"] | None = "promise" if unpromised else "reveal" if untold else None
    return DealInfo(asks, unpromised or untold, promises)


def clock_info(state: TableState, now: float, running: bool) -> ClockInfo | None:
    """The clocks of a table; where nobody is, they stand."""
    clock, clocks = state.header.clock, state.clocks
    if clock is None or clocks is None:
        return None
    seats = [SeatClock(seat.left, seat.since if running else None) for seat in clocks.seats]
    return ClockInfo(clock.move, clock.reserve, now, seats)


class Mark(NamedTuple):
    """A place in the log of a table: its number, and how many events came before."""

    number: int = -1
    events: int = 0


BEGINNING = Mark()


def mark(state: TableState) -> Mark:
    """The end of the log, for whoever wants to know later what has come after it."""
    return Mark(state.number, len(state.match.events) if state.match else 0)


def has_secrets(state: TableState, since: Mark) -> bool:
    """Whether something has happened of which not all are told the same."""
    secret = state.game.narrating.secret
    return state.match is not None and any(e.kind in secret for e in state.match.events[since.events :])


def lines(state: TableState, seat: Seat | None, since: Mark = BEGINNING) -> list[Line]:
    """The log, as a seat or a watcher may read it, after a place."""
    notes = takewhile(lambda note: note.number > since.number, reversed(state.notes))
    told = [Line(n.number, n.kind, n.seat, n.data) for n in notes][::-1]
    if state.match is not None:
        viewer, witness = SPECTATOR if seat is None else seat, state.game.narrating.witness
        for event in state.match.events[since.events :]:
            seen = witness(event, viewer)
            number = state.numbers[event.decision - 1]
            told.append(Line(number, seen.kind, seen.seat, seen.data, seen.rule))
    return sorted(told, key=lambda line: line.number)


def position(state: TableState, seat: Seat | None) -> Position | None:
    """The position as a seat, or a watcher, may see it."""
    return state.match.show(seat) if state.match else None


def question_name(state: TableState, seat: Seat | None) -> tuple[int, str | None] | None:
    """Whether something is asked of a seat, and what: the number of the question, and what was chosen."""
    if seat is None or state.match is None or not state.choosing(seat) or state.seats[seat].program:
        return None
    chosen = state.match.changeable(seat)
    return state.asked[seat], None if chosen is None else state.game.action_text(chosen)


def question(state: TableState, seat: Seat | None) -> Ask | None:
    """What a seat has to decide now, or could still change."""
    if question_name(state, seat) is None or seat is None or state.match is None:
        return None
    chosen = state.match.changeable(seat)
    if chosen is not None:
        legal = state.match.alternatives(seat)
        prompt = LOCKED(choice=state.game.narrating.label(chosen))
        return _ask(state.game, state.asked[seat], legal, prompt, {}, state.game.action_text(chosen))
    view = state.game.view(state.match.state, seat)
    return next_question(state.game, view, seat, state.choices(seat), state.asked[seat])


def next_question(game: Game, view: State, seat: Seat, legal: Sequence[Action], number: int) -> Ask:
    """What a seat has to decide at some moment, and what each choice would do."""
    each = previews(game, view, seat, legal, luck())
    return _ask(game, number, legal, game.narrating.prompt(view, seat, legal), each)


def _ask(
    game: Game,
    number: int,
    legal: Sequence[Action],
    prompt: Message,
    each: dict[str, list[Message]],
    chosen: str | None = None,
) -> Ask:
    """A question with its choices."""
    offers = [offer(game, action) for action in legal]
    words = {thing: message for one in offers for thing, message in one.words.items()}
    return Ask(number, prompt, [one.choice for one in offers], dict(sorted(words.items())), each, chosen)


class Offer(NamedTuple):
    """A decision as it is offered, and the words for what has to be pointed at for it."""

    choice: Choice
    words: dict[str, Message]


@lru_cache(maxsize=20_000)
def offer(game: Game, action: Action) -> Offer:
    """A decision as it is offered, always alike."""
    things, narrate = game.notation.things(action), game.narrating
    choice = Choice(game.action_text(action), list(things), narrate.label(action))
    named = {thing: message for thing in things if (message := narrate.thing(thing)) is not None}
    return Offer(choice, named)


@cache
def luck() -> Array:
    """For what is imagined on the event loop: nothing that is told depends on it."""
    return new_rng(secrets.token_bytes(SEED_BYTES))
