"""Presenting: what a screen shows of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from palatine.core.decisions import Thing
    from palatine.core.events import Event
    from palatine.core.game import Game, Seat, State

Fact = int | list[Any] | None  # null for what may not be seen


class Position(msgspec.Struct, frozen=True):
    """A position as it is shown; every game's begins so."""

    n: int  # how many decisions were made
    to_act: list[int]  # the seats that owe one


class Sheet(Position, frozen=True):
    """A position as plain facts, for a game that says nothing more about it."""

    table: dict[str, Fact]  # what everybody shares
    seats: list[dict[str, Fact]]  # what belongs to each seat


class Presenting:
    """What a screen shows of a game.  A game of its own gives a struct for its positions."""

    shown: ClassVar[type[Position]] = Sheet  # what `show` gives

    def __init__(self, game: Game) -> None:
        self.game = game

    def show(self, view: State, seat: Seat) -> Position:
        """What may be shown of a view: the position, with None for what the seat may not see.

        Args:
            view: what the seat knows.
            seat: whose view it is, -1 for a spectator's.
        """
        return self._sheet(view, seat)

    def personal(self, view: State, seat: Seat, shared: Position) -> dict[str, Any]:
        """The fields in which a seat is shown something else than everybody: `shared` with them is `show`.

        A table shows every moment to all its seats, and to many who watch.  A game that knows which fields
        may differ saves making all the others anew for each of them.

        Args:
            view: what the seat knows.
            seat: whose view it is, no spectator's.
            shared: what a spectator is shown of the same moment.
        """
        own = self.show(view, seat)
        names = own.__struct_fields__
        return {n: value for n in names if (value := getattr(own, n)) != getattr(shared, n)}

    def show_all(self, state: State) -> Position:
        """What may be shown of a full state when nothing is hidden any more.

        The same fields as `show` gives, in the same places: where that has null for a hand, a choice, a
        card of a pile or a sum, here is what a seat that sees it would be shown.
        """
        return self._sheet(state, None)

    def position(self, state: State) -> Any:
        """A full state as `--states` prints it."""
        return self.show_all(state)

    def observation(self, view: State, seat: Seat) -> Any:
        """What a program in that seat may know: as shown, and what else it could have kept in mind."""
        return self.show(view, seat)

    def draft(self, before: Position, after: Position, told: Sequence[Event]) -> Position | None:
        """The position to show while decisions are considered, or None where the game shows none.

        Args:
            before: what is shown without them.
            after: what would be shown after them; it comes from an imagined state.
            told: what could be told of them.
        """
        return None

    def same_turn(self, before: State, after: State) -> bool:
        """Whether decisions belong to one turn, put together before it is made; else each is made by itself.

        Args:
            before: what the seat knows without those that it considers.
            after: what it would know after them; the seat decides again.
        """
        return False

    def board(self) -> Any:
        """The board as data, for a game that has one."""
        return None

    def cards(self) -> Any:
        """The table of cards as data, for a game whose cards have one."""
        return None

    def _sheet(self, state: State, seat: Seat | None) -> Sheet:
        """The declared fields: those of a seat are the arrays with a place for every seat there may be."""
        game, most = self.game, self.game.about.players[1]
        table: dict[str, Fact] = {}
        seats: list[dict[str, Fact]] = [{} for _ in range(game.players)]
        for name, field in game.kernel.fields.fields.items():
            if name in HOUSE_FIELDS or field.seen_by == "nobody":
                continue
            values = _named(state[name][0].tolist(), field.things)
            if field.shape[:1] != (most,):
                table[name] = values
                continue
            for p in range(game.players):
                seen = field.seen_by == "all" or seat is None or seat == p
                seats[p][name] = values[p] if seen else None
        return Sheet(game.decided(state), list(game.acting(state)), table, seats)


def _named(values: Any, things: Thing | None) -> Any:
    """Instead of flags the names of the things that are there; all else as it is."""
    if things is None:
        return values
    if isinstance(values[0], list):
        return [_named(row, things) for row in values]
    return [name for name, there in zip(things.names, values, strict=True) if there]


HOUSE_FIELDS = frozenset({"players", "decisions"})  # said elsewhere
