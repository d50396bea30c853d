"""Rival Kings as it is shown and told: positions, what is said of events and choices, the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

import msgspec
import numpy as np

from palatine.core.events import Event
from palatine.core.game import Seat, State
from palatine.core.messages import Message
from palatine.core.presenting import Position, Presenting
from palatine.games.rivalkings.presenting import positions
from palatine.games.rivalkings.presenting.positions import Ending, Observed, Shown, Table, Worth
from palatine.games.rivalkings.rules.cards import CARD_NAMES, COPIES, KINDS, SUBJECT, TRADE, TRADES, colour
from palatine.games.rivalkings.rules.components import ACT


class Card(msgspec.Struct, frozen=True):
    """A subject or a building, as `palatine cards --json` prints it."""

    name: str
    title: Message
    type: str
    colour: str
    trade: str
    price: int
    price_from: Literal["rulebook", "palatine"]
    copies: int
    ability: Message | None  # of a subject


class CourtPresenting(Presenting):
    """What is shown of Rival Kings."""

    shown = Shown

    def show(self, view: State, seat: Seat) -> Shown:
        return positions.shown(view[0], seat, self._ending(view), self._parts(view))

    def personal(self, view: State, seat: Seat, shared: Position) -> dict[str, Any]:
        return positions.own(view[0], seat, cast(Shown, shared))

    def show_all(self, state: State) -> Shown:
        return positions.opened(state[0], self._ending(state), self._parts(state))

    def position(self, state: State) -> Table:
        return positions.table(state[0], self._ending(state))

    def observation(self, view: State, seat: Seat) -> Observed:
        return positions.observation(view[0], seat, self._ending(view), self._parts(view))

    def draft(self, before: Position, after: Position, told: Sequence[Event]) -> Position | None:
        return positions.draft(cast(Shown, before), cast(Shown, after))

    def same_turn(self, before: State, after: State) -> bool:
        """Thefts, actions and the ability; not the swap before it, nor the choice for the next cycle."""
        return bool(before["phase"][0] == ACT and after["phase"][0] == ACT)

    def cards(self) -> list[Card]:
        return [card(number) for number in range(len(CARD_NAMES))]

    def _ending(self, state: State) -> Ending:
        """Scores and winners, once the game is over."""
        outcome = self.game.outcome(state)
        return (outcome.scores, outcome.winners) if outcome else (None, None)

    def _parts(self, state: State) -> list[list[int]]:
        """Everybody's points in their parts, as if the game ended here: all that they come from lies open."""
        count = self.game.kernel.parts
        assert count is not None
        parts = np.zeros((self.game.players, len(Worth.__struct_fields__) - 1), np.int32)
        count(self.game.constants, state, 0, parts)
        found: list[list[int]] = parts.tolist()
        return found


def card(number: int) -> Card:
    """What there is to say of a card."""
    kind, trade = divmod(number, TRADES)
    name = CARD_NAMES[number]
    return Card(
        name=name,
        title=Message(f"card-{name}"),
        type=KINDS[kind],
        colour=colour(trade),
        trade=TRADE[trade].subject,
        price=TRADE[trade].prices[kind],
        price_from="rulebook" if TRADE[trade].printed[kind] else "palatine",
        copies=COPIES,
        ability=Message(f"ability-{name}") if kind == SUBJECT else None,
    )
