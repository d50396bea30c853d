"""Rival Kings explained: why something is not possible, what speaks for a decision, what is always true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palatine.core.conditions import Condition
from palatine.core.events import Event
from palatine.core.explaining import Explaining
from palatine.core.game import Action, Seat, State
from palatine.core.messages import Message, Value
from palatine.games.rivalkings.explaining.facts import Case
from palatine.games.rivalkings.explaining.problems import problems
from palatine.games.rivalkings.explaining.reasons import Pointed
from palatine.games.rivalkings.explaining.refusals import Refused


class CourtExplaining(Explaining):
    """Why, in Rival Kings."""

    def about(self, condition: Condition, state: State, seat: Seat, action: Action) -> dict[str, Value]:
        refused = Refused(state[0], seat, self.game.notation.decision(action))
        return {name: getattr(refused, name) for name in condition.arguments}

    def why(self, state: State, seat: Seat, things: Sequence[str]) -> Message:
        return Pointed(self.game, state, seat, things).why()

    def facts(self, before: State, after: State, seat: Seat, told: Sequence[Event]) -> list[Message]:
        return list(dict.fromkeys(Case(self.game, before, after, seat, told).all()))

    def problems(self, state: State) -> Iterator[str]:
        return problems(state[0])
