"""A turn that a seat only thinks about: what it would do, and why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core.errors import IllegalMove
from palatine.core.foresight import Preview, consequences, preview
from palatine.core.game import Game, Seat
from palatine.core.messages import Phrase
from palatine.server.errors import ILLEGAL, NOTHING_ASKED, STALE, TOO_MANY_THINGS, TURN_TOO_LONG
from palatine.server.protocol.messages import Considered, Explanation
from palatine.server.tables import views
from palatine.server.tables.commands import MOST_MOVES
from palatine.server.tables.state import TableState

MOST_THINGS = 8
CONFIRM_FIRST = Phrase("explain-confirm-first")


class Draft:
    """Decisions that are not made yet: tried on what the seat may know, and on nothing else."""

    def __init__(self, state: TableState, seat: Seat | None, question: int, moves: Sequence[str]) -> None:
        if seat is None or state.match is None or not state.choosing(seat):
            raise NOTHING_ASKED.refuse()
        if question != state.asked[seat]:
            raise STALE.refuse()
        if len(moves) > MOST_MOVES:
            raise TURN_TOO_LONG.refuse(most=MOST_MOVES)
        self.table, self.seat, self.question, self.moves = state, seat, question, list(moves)
        self.changing = state.match.changeable(seat) is not None
        self.view = state.game.view(state.match.reconsidered(seat), seat)
        try:
            self.actions = [state.match.parse(move, seat) for move in moves]
        except IllegalMove as error:
            raise ILLEGAL.refuse(move=str(error.move), reason=error.reason, game=self.game.name) from None

    @property
    def game(self) -> Game:
        return self.table.game

    def consider(self) -> Considered:
        """What the moves would do, and each next one; takes a while where there are many."""
        if self.changing:
            return Considered(self.question, self.moves, [], bool(self.moves), False, None, None)
        seen, ask = self._preview(), None
        if seen.state is not None and len(self.moves) < MOST_MOVES:
            view = self.game.view(seen.state, self.seat)
            if not self.moves or self.game.presenting.same_turn(self.view, view):
                legal = self.game.legal(view, self.seat)
                ask = views.next_question(self.game, view, self.seat, legal, self.question)
        told = consequences(self.game, seen.told)
        return Considered(self.question, self.moves, told, seen.done, seen.hidden, seen.shown, ask)

    def explain(self, things: Sequence[str]) -> Explanation:
        """Why what was pointed at cannot be chosen."""
        if len(things) > MOST_THINGS:
            raise TOO_MANY_THINGS.refuse(most=MOST_THINGS)
        state = self._preview().state
        if state is None:
            return Explanation(list(things), CONFIRM_FIRST())
        return Explanation(list(things), self.game.explaining.why(state, self.seat, things))

    def _preview(self) -> Preview:
        try:
            return preview(self.game, self.view, self.seat, self.actions, views.luck())
        except IllegalMove as error:
            raise ILLEGAL.refuse(move=str(error.move), reason=error.reason, game=self.game.name) from None
