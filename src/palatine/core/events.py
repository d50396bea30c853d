"""Events: what happened, in numbers and names; the words are made from them later, by whoever reads them.

The compiled rules write events as rows of numbers into a buffer whose first number counts them; a
buffer without rows hears nothing, so that search and simulation pay nothing for it.  A game declares its
events once, with what their numbers mean and the rule that they come from:

    EVENTS = Events()
    TOOK = EVENTS.add("took", rule=3, prize=NUMBER)

In the catalogues the words for it are those of the message `event-took`; its arguments are the event's
numbers by name, and the `seat` that it happens to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from struct import Struct
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from palatine.core.compiled import Array, rule
from palatine.core.messages import Message

if TYPE_CHECKING:
    from palatine.core.game import Game

WIDTH = 8  # kind, seat, six numbers
CAPACITY = 128
NUMBERS = Struct(f"={WIDTH}i")
ROW_BYTES = NUMBERS.size
TOLD_LAST, UNTOLD = 1, 2  # what foresight does about a kind of event: end with it, or before it

Row = bytes  # what the rules announce of one event: so many numbers, as they lie in memory


class Event(msgspec.Struct, frozen=True):
    """One thing that happened: which decision brought it, to which seat, and what there is to say of it."""

    decision: int
    kind: str
    seat: int
    data: dict[str, Any]
    rule: int | None = None  # which rule of the rules page it comes from, where one would look it up

    @property
    def message(self) -> Message:
        """What there is to say."""
        return Message(f"event-{self.kind}", {**self.data, "seat": self.seat})


class Reading(msgspec.Struct, frozen=True):
    """What a number of an event means: how it is told, and as what type."""

    read: Callable[[Any, int], Any]  # given the game and the number
    type: Any  # of what it gives, for the types of the client
    secret: bool = False  # told to nobody but the seat that it happens to

    def told_to_its_seat(self) -> Reading:
        """The same, for nobody else's eyes: others are told None."""
        return msgspec.structs.replace(self, secret=True, type=self.type | None)


NUMBER = Reading(lambda _, number: number, int)
SEAT = Reading(lambda _, number: None if number < 0 else number, int | None)
FLAG = Reading(lambda _, number: bool(number), bool)


def one_of(*names: str) -> Reading:
    """One of a few names, by its place.

    Args:
        names: in the order of the numbers that the rules announce.
    """
    return Reading(lambda _, number: names[number], Literal[names])


class Kind(msgspec.Struct, frozen=True):
    """The declaration of one kind of event."""

    name: str
    rule: (
        int | Callable[[Mapping[str, Any]], int | None] | None
    )  # by what it says and the `seat`, where several apply
    fields: dict[str, Reading]  # the numbers that the rules announce, in their order
    also: dict[str, Any]  # what is told besides, worked out from them: names and types
    of_state: bool  # what is told besides depends on the state as well
    reveals: bool  # it shows what was hidden: no undo after it
    unforeseen: bool  # a preview of a move must not tell it
    trivial: bool  # it says no more than the decision itself did
    scores: bool  # it tells what the score of a seat is made of, at the end
    chance: bool  # cards came up: to its seat where they are secret, else to all


class Events:
    """The kinds of events of one game."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}
        self._list: list[Kind] = []

    def add(
        self,
        name: str,
        /,
        rule: int | Callable[[Mapping[str, Any]], int | None] | None = None,
        *,
        also: Mapping[str, Any] | None = None,
        of_state: bool = False,
        reveals: bool = False,
        unforeseen: bool = False,
        trivial: bool = False,
        scores: bool = False,
        chance: bool = False,
        **fields: Reading,
    ) -> int:
        """Declare a kind of event; its words are those of `event-NAME`.

        Args:
            name: its kind.
            rule: the rule of the rules page that it comes from; where several may be meant, what finds it
                from what the event tells.
            also: names and types of what is told besides its numbers; `Narrating.also` works it out.
            of_state: what is told besides does not follow from the numbers alone, but from the state too.
            reveals: it shows what was hidden: no undo after it.
            unforeseen: a preview of a move must not tell it.
            trivial: it says no more than the decision itself did.
            scores: it tells what the score of a seat is made of, at the end.
            chance: cards came up, to its seat where they are secret, else to all.
            fields: what its numbers mean, in their order; four at most.

        Returns:
            The number that the compiled rules announce it by.
        """
        flags = (of_state, reveals, unforeseen, trivial, scores, chance)
        kind = Kind(name, rule, fields, dict(also or {}), *flags)
        self.kinds[name] = kind
        self._list.append(kind)
        return len(self._list) - 1

    def named(self, *, flag: str) -> frozenset[str]:
        """The kinds of which something holds: `reveals`, `unforeseen`, `trivial`, `scores` or `chance`."""
        return frozenset(name for name, kind in self.kinds.items() if getattr(kind, flag))

    def columns(self, field: str) -> Array:
        """Where in a row a field stands, for each kind by its number; 0 where a kind has no such field."""
        fields = [list(kind.fields) for kind in self._list]
        return np.array([2 + names.index(field) if field in names else 0 for names in fields])

    def read(self, game: Game, row: Row) -> tuple[Kind, int, dict[str, Any]]:
        """Kind, seat and what is told of a row of numbers."""
        number, seat, *numbers = NUMBERS.unpack(row)
        kind = self._list[number]
        pairs = zip(kind.fields.items(), numbers, strict=False)
        return kind, seat, {name: reading.read(game, value) for (name, reading), value in pairs}


def kind_number(row: Row) -> int:
    """The number of an event's kind."""
    return int.from_bytes(row[:4], sys.byteorder)


def rule_of(kind: Kind, data: Mapping[str, Any]) -> int | None:
    """The number of the rule that an event comes from."""
    return kind.rule(data) if callable(kind.rule) else kind.rule


def new_buffer() -> Array:
    """A buffer that hears everything that one decision brings about."""
    return np.zeros((CAPACITY, WIDTH), np.int32)


def deaf_buffer() -> Array:
    """A buffer that hears nothing."""
    return np.zeros((0, WIDTH), np.int32)


def rows(buffer: Array) -> Iterator[Row]:
    """The events of a buffer, each a row of numbers."""
    return cut(buffer[1 : 1 + int(buffer[0, 0])].tobytes())


def cut(some: bytes) -> Iterator[Row]:
    """Rows of numbers, one by one."""
    return (some[at : at + ROW_BYTES] for at in range(0, len(some), ROW_BYTES))


def messages(events: Sequence[Event]) -> list[Message]:
    """What there is to say of events."""
    return [event.message for event in events]


@rule
def emit(events: Array, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Announce an event.

    Args:
        events: the buffer that `apply` was given.
        kind: the number of its kind.
        seat: to which it happens; -1 for none.
        a: what it tells, by number, as declared; 0 where it tells less.
        b: the second.
        c: the third.
        d: the fourth.
    """
    if events.shape[0] == 0:
        return
    n = events[0, 0] + 1
    events[0, 0] = n
    events[n, 0] = kind
    events[n, 1] = seat
    events[n, 2] = a
    events[n, 3] = b
    events[n, 4] = c
    events[n, 5] = d
