"""What one pair of eyes may see of a room: its seats, its position, and what is asked."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

from palatine.core.compiled import Array
from palatine.core.errors import IllegalMove
from palatine.core.game import Action, Game, Preview, Seat, State
from palatine.core.rng import new_rng
from palatine.core.speech import addressing
from palatine.server.errors import Refusal, stale
from palatine.server.protocol import (
    Ask,
    Because,
    Branch,
    Choice,
    ClockInfo,
    Considered,
    SeatClock,
    SeatInfo,
    TableInfo,
    UndoRequest,
)
from palatine.server.room import MOST_MOVES, Room

MOST_THINGS = 8


def table_info(room: Room, player: str | None, online: Sequence[bool], eyes: Seat | None = None) -> TableInfo:
    """A table as everybody may see it, and where the one who looks sits."""
    you, yours = room.seat_of(player, eyes), room.seats_of(player)
    outcome = room.match.outcome if room.match else None
    wish, start = room.wish, room.header.start
    return TableInfo(
        id=room.header.id,
        game=room.game.name,
        title=room.game.title,
        options=room.game.options,
        status=room.status,  # type: ignore[arg-type]
        seats=[
            seat_info(room, seat, you=seat == you, yours=seat in yours, online=online[seat])
            for seat in range(room.game.players)
        ],
        you=you,
        host=player == room.header.host,
        listed=room.header.listed,
        opened=room.header.opened,
        changed=room.changed,
        to_act=list(room.to_act),
        commitment=room.commitment,
        winners=outcome.winners if outcome else None,
        scores=outcome.scores if outcome else None,
        undo=UndoRequest(wish.number, wish.seat, sorted(wish.waiting)) if wish else None,
        can_undo=room.can_undo(you),  # type: ignore[arg-type]
        rematch=room.rematch,
        branch=Branch(start.replay, len(start.moves), start.hidden) if start else None,
        can_hint=room.can_hint(you),
        clock=clock_info(room, any(online)),
    )


def clock_info(room: Room, running: bool) -> ClockInfo | None:
    """The clocks of a table; where nobody is, they stand."""
    clock, clocks = room.header.clock, room.clocks
    if clock is None or clocks is None:
        return None
    seats = clocks.seats if running else [SeatClock(each.left) for each in clocks.seats]
    return ClockInfo(clock.move, clock.reserve, time.time(), seats)


def seat_info(room: Room, seat: Seat, *, you: bool, yours: bool, online: bool) -> SeatInfo:
    chair = room.chairs[seat]
    return SeatInfo(
        seat=seat,
        colour=room.game.seat_names[seat],
        kind="open" if chair.is_open else "program" if chair.level else "person",
        name=chair.name if chair.player else "",
        called=room.called(seat),
        level=chair.level,
        you=you,
        yours=yours,
        online=online,
        stand_in=chair.stand_in,
        left=chair.left,
    )


def shown_to(room: Room, seat: Seat | None) -> dict[str, Any] | None:
    """The position as a seat, or a watcher, may see it."""
    return room.match.show(seat) if room.match else None


def what_is_asked(room: Room, seat: Seat | None) -> Ask | None:
    """What a seat has to decide now, or could still change."""
    if seat is None or room.match is None or not room.choosing(seat) or room.chairs[seat].program:
        return None
    chosen = room.match.changeable(seat)
    if chosen is not None:
        legal = room.match.alternatives(seat)
        words = room.game.label(chosen, room.names)
        prompt = f"{words}: locked. You can change it until all have chosen."
        return _ask(room, room.asked[seat], legal, prompt, room.game.action_text(chosen))
    legal = room.game.legal(room.match.state, seat)
    prompt = room.game.prompt(room.match.show(seat), seat, legal, room.names)
    return _ask(room, room.asked[seat], legal, prompt)


def _ask(room: Room, question: int, legal: Sequence[Action], prompt: str, chosen: str | None = None) -> Ask:
    game, names = room.game, room.names
    choices = [
        Choice(game.action_text(action), list(game.things(action)), game.label(action, names))
        for action in legal
    ]
    things = {thing for choice in choices for thing in choice.things}
    return Ask(question, prompt, choices, game.words(sorted(things)), chosen)


class Considering:
    """A seat's thoughts about what it could decide: made of what it may know, and of nothing else."""

    def __init__(self, room: Room, seat: Seat | None, question: int, moves: Sequence[str]) -> None:
        if seat is None or room.match is None or not room.choosing(seat):
            raise Refusal("not_your_turn", "Nothing is asked of you now.")
        if question != room.asked[seat]:
            raise stale()
        if len(moves) > MOST_MOVES:
            raise Refusal("bad_message", f"A turn is 1 to {MOST_MOVES} moves.", 400)
        self.room, self.seat, self.question, self.moves = room, seat, question, list(moves)
        self.names = addressing(room.names, seat)  # nobody else reads it
        self.changing = room.match.changeable(seat) is not None
        self.view = room.game.view(room.match.reconsidered(seat), seat)
        try:
            self.actions = [room.match.parse(move, seat) for move in moves]
        except IllegalMove as error:
            raise Refusal("illegal", f"{error.move}: {error.reason}", 400) from None

    @property
    def game(self) -> Game:
        return self.room.game

    def answer(self) -> Considered:
        """What the moves would do, and each next one; takes a while where there are many."""
        if self.changing:
            return Considered(self.question, self.moves, [], bool(self.moves), None, None, {})
        luck = new_rng(secrets.token_bytes(32))
        preview = self._preview(luck)
        ask, each = None, {}
        if not preview.done and preview.state is not None:
            view = self.game.view(preview.state, self.seat)
            each = self.game.previews(view, self.seat, luck, self.names)
            ask = self._next(preview.state, view) if self.moves and self.game.whole_turns else None
        told = self.game.consequences(preview.told)
        return Considered(self.question, self.moves, told, preview.done, preview.shown, ask, each)

    def _preview(self, luck: Array) -> Preview:
        try:
            return self.game.preview(self.view, self.seat, self.actions, luck, self.names)
        except IllegalMove as error:
            raise Refusal("illegal", f"{error.move}: {error.reason}", 400) from None

    def _next(self, state: State, view: State) -> Ask:
        legal = self.game.legal(state, self.seat)
        prompt = self.game.prompt(self.game.show(view, self.seat), self.seat, legal, self.names)
        return _ask(self.room, self.question, legal, prompt)

    def why(self, things: Sequence[str]) -> Because:
        """Why what was pointed at cannot be chosen."""
        if len(things) > MOST_THINGS:
            raise Refusal("bad_message", f"Point at no more than {MOST_THINGS} things.", 400)
        state = self._preview(new_rng(secrets.token_bytes(32))).state
        if state is None:
            return Because(list(things), "Nothing more can be chosen before this is confirmed.")
        return Because(list(things), self.game.why(state, self.seat, things, self.names))
