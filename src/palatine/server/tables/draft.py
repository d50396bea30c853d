"""A turn that a seat only thinks about: what it would do, and why something cannot be chosen."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from palatine.core.chance import new_chance
from palatine.core.compiled import Array
from palatine.core.errors import IllegalMove
from palatine.core.game import Game, Preview, Seat, State
from palatine.core.speech import addressing
from palatine.server.errors import Refusal, stale
from palatine.server.protocol.messages import Ask, Considered, Explanation
from palatine.server.tables import views
from palatine.server.tables.commands import MOST_MOVES
from palatine.server.tables.state import TableState

MOST_THINGS = 8


class Draft:
    """Decisions that are not made yet: tried on what the seat may know, and on nothing else."""

    def __init__(self, state: TableState, seat: Seat | None, question: int, moves: Sequence[str]) -> None:
        if seat is None or state.match is None or not state.choosing(seat):
            raise Refusal("not_your_turn", "Nothing is asked of you now.")
        if question != state.asked[seat]:
            raise stale()
        if len(moves) > MOST_MOVES:
            raise Refusal("bad_message", f"A turn is 1 to {MOST_MOVES} moves.", 400)
        self.table, self.seat, self.question, self.moves = state, seat, question, list(moves)
        self.names = addressing(state.names, seat)  # nobody else reads it
        self.changing = state.match.changeable(seat) is not None
        self.view = state.game.view(state.match.reconsidered(seat), seat)
        try:
            self.actions = [state.match.parse(move, seat) for move in moves]
        except IllegalMove as error:
            raise Refusal("illegal", f"{error.move}: {error.reason}", 400) from None

    @property
    def game(self) -> Game:
        return self.table.game

    def consider(self) -> Considered:
        """What the moves would do, and each next one; takes a while where there are many."""
        if self.changing:
            return Considered(self.question, self.moves, [], bool(self.moves), None, None, {})
        luck = new_chance(secrets.token_bytes(32))
        preview = self._preview(luck)
        ask, each = None, {}
        if not preview.done and preview.state is not None:
            view = self.game.view(preview.state, self.seat)
            each = self.game.previews(view, self.seat, luck, self.names)
            ask = self._next(preview.state, view) if self.moves and self.game.whole_turns else None
        told = self.game.consequences(preview.told)
        return Considered(self.question, self.moves, told, preview.done, preview.shown, ask, each)

    def explain(self, things: Sequence[str]) -> Explanation:
        """Why what was pointed at cannot be chosen."""
        if len(things) > MOST_THINGS:
            raise Refusal("bad_message", f"Point at no more than {MOST_THINGS} things.", 400)
        state = self._preview(new_chance(secrets.token_bytes(32))).state
        if state is None:
            return Explanation(list(things), "Nothing more can be chosen before this is confirmed.")
        return Explanation(list(things), self.game.why(state, self.seat, things, self.names))

    def _preview(self, luck: Array) -> Preview:
        try:
            return self.game.preview(self.view, self.seat, self.actions, luck, self.names)
        except IllegalMove as error:
            raise Refusal("illegal", f"{error.move}: {error.reason}", 400) from None

    def _next(self, state: State, view: State) -> Ask:
        legal = self.game.legal(state, self.seat)
        prompt = self.game.prompt(self.game.show(view, self.seat), self.seat, legal, self.names)
        return views.ask(self.table, self.question, legal, prompt)
