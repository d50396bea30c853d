"""What one viewer may see of a table: its seats, its position, its log, and what is asked.

This is where the state of a table becomes what goes over the wire.
"""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core.game import SPECTATOR, Action, Seat
from palatine.core.messages import Message, Phrase
from palatine.core.presenting import Position
from palatine.server.protocol.messages import Ask, Choice
from palatine.server.protocol.tables import (
    Branch,
    ClockInfo,
    Line,
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
    outcome = state.match.outcome if state.match else None
    return TableInfo(
        id=state.header.id,
        game=state.game.name,
        title=state.game.title,
        options=state.game.options,
        status=state.status,
        seats=[
            seat_info(state, seat, you=seat == you, yours=seat in yours, online=online[seat])
            for seat in range(state.game.players)
        ],
        you=you,
        host=user == state.header.host,
        listed=state.header.listed,
        opened=state.header.opened,
        changed=state.changed,
        to_act=list(state.to_act),
        commitment=state.commitment,
        winners=outcome.winners if outcome else None,
        scores=outcome.scores if outcome else None,
        undo=undo_info(state),
        can_undo=can_undo(state, you),
        rematch=state.rematch,
        branch=branch_info(state),
        can_hint=state.can_hint(you),
        clock=clock_info(state, now, any(online)),
    )


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


def clock_info(state: TableState, now: float, running: bool) -> ClockInfo | None:
    """The clocks of a table; where nobody is, they stand."""
    clock, clocks = state.header.clock, state.clocks
    if clock is None or clocks is None:
        return None
    seats = [SeatClock(seat.left, seat.since if running else None) for seat in clocks.seats]
    return ClockInfo(clock.move, clock.reserve, now, seats)


def lines(state: TableState, seat: Seat | None, since: int = -1) -> list[Line]:
    """The log, as a seat or a watcher may read it, after a number."""
    told = [Line(n.number, n.kind, n.seat, n.data) for n in state.notes if n.number > since]
    if state.match is not None:
        viewer = SPECTATOR if seat is None else seat
        for event in state.match.events:
            number = state.numbers[event.decision - 1]
            if number > since:
                seen = state.game.narrating.witness(event, viewer)
                told.append(Line(number, seen.kind, seen.seat, seen.data, seen.rule))
    return sorted(told, key=lambda line: line.number)


def position(state: TableState, seat: Seat | None) -> Position | None:
    """The position as a seat, or a watcher, may see it."""
    return state.match.show(seat) if state.match else None


def question(state: TableState, seat: Seat | None) -> Ask | None:
    """What a seat has to decide now, or could still change."""
    if seat is None or state.match is None or not state.choosing(seat) or state.seats[seat].program:
        return None
    chosen = state.match.changeable(seat)
    if chosen is not None:
        legal = state.match.alternatives(seat)
        prompt = LOCKED(choice=state.game.narrating.label(chosen))
        return ask(state, state.asked[seat], legal, prompt, state.game.action_text(chosen))
    view = state.game.view(state.match.state, seat)
    legal = state.game.legal(view, seat)
    prompt = state.game.narrating.prompt(view, seat, legal)
    return ask(state, state.asked[seat], legal, prompt)


def ask(
    state: TableState, number: int, legal: Sequence[Action], prompt: Message, chosen: str | None = None
) -> Ask:
    """A question with its choices, and what one points at for each."""
    game, narrate = state.game, state.game.narrating
    choices = [
        Choice(game.action_text(action), list(game.notation.things(action)), narrate.label(action))
        for action in legal
    ]
    named = {thing: narrate.thing(thing) for choice in choices for thing in choice.things}
    words = {thing: message for thing, message in sorted(named.items()) if message is not None}
    return Ask(number, prompt, choices, words, chosen)
