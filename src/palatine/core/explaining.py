"""Explaining: why something is not possible, and what speaks for a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from palatine.core.conditions import Condition
from palatine.core.events import Event
from palatine.core.messages import Message, Phrase, Value

if TYPE_CHECKING:
    from palatine.core.game import Action, Game, Seat, State

NOT_NOW = Phrase("refused-not-now")
NO_CHOICE = Phrase("refused-no-choice", asked=Message)


class Explaining:
    """Why, in a game: by its conditions, where it declares any."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def why_not(self, state: State, seat: Seat, action: Action) -> Message:
        """What forbids an illegal decision; only asked when it is the seat's turn to decide."""
        obstacle = self.game.kernel.obstacle
        number = int(obstacle(self.game.constants, state, 0, seat, action)) if obstacle else 0
        if number == 0:
            return NOT_NOW()
        condition = self.game.conditions[number]
        return self.refused(condition, self.about(condition, state, seat, action), seat)

    def refused(self, condition: Condition, about: dict[str, Value], seat: Seat) -> Message:
        """The refusal that a condition makes."""
        rule = {} if condition.rule is None else {"rule": condition.rule}
        return Message(f"refused-{condition.name}", {**about, **rule, "seat": seat})

    def about(self, condition: Condition, state: State, seat: Seat, action: Action) -> dict[str, Value]:
        """What a refusal speaks of: the arguments that its condition declares.

        Raises:
            NotImplementedError: the condition declares some and the game does not say.
        """
        if condition.arguments:
            raise NotImplementedError(f"{condition.name} declares {list(condition.arguments)}")
        return {}

    def why(self, state: State, seat: Seat, things: Sequence[str]) -> Message:
        """Why things that were pointed at lead to no choice.

        Args:
            state: one that was imagined from the view of the seat.
            seat: who has to decide.
            things: any texts, the last one is what was pointed at last.
        """
        asked = self.game.narrating.prompt(state, seat, self.game.legal(state, seat))
        return NO_CHOICE(asked=asked)

    def facts(self, before: State, after: State, seat: Seat, told: Sequence[Event]) -> list[Message]:
        """What decisions of a seat change, in the game's own terms and the weightiest first.

        Both states are imagined: nothing may be said from them that the seat does not know, or that a screen
        may not show.

        Args:
            before: the state before them.
            after: the state after them.
            seat: who considers them.
            told: what could be foreseen of them.
        """
        return []

    def problems(self, state: State) -> Iterator[str]:
        """Broken invariants, for whoever mends the rules; none in any state that play can reach."""
        yield from ()
