"""Narrating: what there is to say of events and decisions, as messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from palatine.core.compiled import Array
from palatine.core.events import TOLD_LAST, UNTOLD, Event, Kind, Row, cut, kind_number, rule_of
from palatine.core.messages import Message, Phrase

if TYPE_CHECKING:
    from palatine.core.game import Action, Game, Seat, State

ASK_TO_DECIDE = Phrase("ask-to-decide")
MOST_KNOWN = 20_000  # events that are held as they were read
SENTENCE = Phrase("sentence", said=Message)  # what is elsewhere a part of one, or stands on a button


class Foretold(NamedTuple):
    """What can be told beforehand of an event that a decision would bring."""

    event: Event
    message: Message
    ends: bool  # what follows depends on what it reveals
    trivial: bool  # it says no more than the decision itself did


class Narrating:
    """What is said of a game: as its declarations say, where it adds nothing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reveals = game.events.named(flag="reveals")
        self.unforeseen = game.events.named(flag="unforeseen")
        self.trivial = game.events.named(flag="trivial")
        self._secrets = {
            kind.name: {name: None for name, reading in kind.fields.items() if reading.secret}
            for kind in game.events.kinds.values()
        }
        self.secret = frozenset(name for name, hidden in self._secrets.items() if hidden)  # see `witness`
        self._known: dict[Row, Event] = {}  # what follows from the numbers of an event alone
        self._foretold: dict[Row, Foretold] = {}  # the same, to whomever it is told
        self._foreseen: dict[bytes, list[Message]] = {}  # and of all events that one decision brings

    def event(self, state: State, row: Row, decision: int) -> Event:
        """An event as the rules announced it, by name.

        Args:
            state: after the decision.
            row: its numbers.
            decision: the how many-th decision brought it.
        """
        known = self._known.get(row) or self._read(state, row)
        return Event(decision, known.kind, known.seat, known.data, known.rule)

    def _read(self, state: State, row: Row) -> Event:
        kind, seat, data = self.game.events.read(self.game, row)
        if kind.also:
            data |= self.also(state, kind, seat, data)
        event = Event(0, kind.name, seat, data, rule_of(kind, {**data, "seat": seat}))
        if not kind.of_state:
            _keep(self._known, row, event)
        return event

    @cached_property
    def ends(self) -> Array:
        """For each kind of event by its number what foresight does about it: TOLD_LAST, UNTOLD, or 0."""
        does = (
            UNTOLD if name in self.unforeseen else TOLD_LAST if name in self.reveals else 0
            for name in self.game.events.kinds
        )
        return np.fromiter(does, np.int32)

    def foretell(self, state: State, happened: Iterable[Row], seat: Seat) -> tuple[list[Foretold], bool]:
        """What can be told beforehand of what would happen, and whether something comes in that cannot.

        Args:
            state: an imagined one, after the decision.
            happened: the numbers of the events.
            seat: whom it is told to.
        """
        told: list[Foretold] = []
        for row in happened:
            if self.ends[kind_number(row)] == UNTOLD:
                return told, True
            one = self._foretold.get(row) or self._foretell(state, row, seat)
            told.append(one)
            if one.ends:
                return told, True
        return told, False

    def foresee(self, states: State, index: int, happened: bytes, seat: Seat) -> list[Message]:
        """What a decision would do, as a hint: without what the decision itself says, unless no more follows.

        Args:
            states: imagined ones.
            index: which of them is the one after the decision.
            happened: the rows of its events that can be told beforehand, one after the other.
            seat: whom it is told to.
        """
        found = self._foreseen.get(happened)
        if found is None:
            told, _ = self.foretell(states[index : index + 1], cut(happened), seat)
            found = [one.message for one in told if not one.trivial] or [one.message for one in told[-1:]]
            if all(row in self._foretold for row in cut(happened)):
                _keep(self._foreseen, happened, found)
        return found

    def _foretell(self, state: State, row: Row, seat: Seat) -> Foretold:
        event = self.witness(self.event(state, row, 0), seat)
        kind = event.kind
        found = Foretold(event, event.message, kind in self.reveals, kind in self.trivial)
        if row in self._known and kind not in self.secret:
            _keep(self._foretold, row, found)
        return found

    def also(self, state: State, kind: Kind, seat: Seat, data: dict[str, Any]) -> dict[str, Any]:
        """What else is told of an event that declares more than its numbers.

        Args:
            state: after the decision; to be looked at only for a kind that is declared `of_state`.
            kind: its declaration.
            seat: to which it happens.
            data: what its numbers tell.

        Raises:
            NotImplementedError: the game declares such an event and does not say.
        """
        raise NotImplementedError(f"{kind.name} declares {list(kind.also)}")

    def witness(self, event: Event, seat: Seat) -> Event:
        """An event as a seat sees it: what is secret is told to nobody but whom it happens to.

        Of kinds that are not in `secret` everybody sees the same; a game that hides more adds them there.
        """
        if event.seat == seat or event.kind not in self.secret:
            return event
        return msgspec.structs.replace(event, data={**event.data, **self._secrets[event.kind]})

    def label(self, action: Action) -> Message:
        """What a decision is called, for a button or a list."""
        return self.game.notation.decision(action).message

    def prompt(self, view: State, seat: Seat, legal: Sequence[Action]) -> Message:
        """What a seat is asked for.

        Args:
            view: what the seat knows.
            seat: who is asked.
            legal: what it may decide.
        """
        return ASK_TO_DECIDE()

    def thing(self, thing: str) -> Message | None:
        """What a thing is called that may be said as well as pointed at; None where it is only pointed at."""
        return None


def _keep(known: dict[bytes, Any], key: bytes, value: Any) -> None:
    """Remember something; of very much, nothing of before."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[key] = value
