"""A sandbox for players that are not ours: whatever they do, the game goes on.

A player that hangs, crashes or answers nonsense is marked, and a random legal move is made in its stead.
That keeps mistakes out, not malice: it runs with the rights of whoever plays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

import msgspec

from palatine.bots.child import Child, Kind, Trouble
from palatine.core.errors import BadOptions
from palatine.core.game import Action, Game, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.rng import derive_seed

MOST_SECONDS = 86_400

BAD_LIMIT = Phrase("error-bad-limit", most=int, seconds=str)
NOT_ASKED = Phrase("fault-not-asked", times=int)


class Limits(msgspec.Struct, frozen=True):
    """What a foreign player may take."""

    seconds: float = 10.0  # for a decision
    start: float = 30.0  # and so much more for the first one, and for the first after a start
    restarts: int = 3  # in a game, after that it is not asked any more

    @classmethod
    def of(cls, seconds: float | None) -> Limits:
        """The usual ones, but for the time of a decision; BadOptions where that is none."""
        if seconds is None:
            return cls()
        if not 0 < seconds <= MOST_SECONDS:
            raise BadOptions(BAD_LIMIT(most=MOST_SECONDS, seconds=f"{seconds:g}"))
        return cls(seconds=seconds)


class Fault(msgspec.Struct, frozen=True):
    """A decision that a player did not make."""

    decision: int  # its number in the game, from 1
    kind: Kind
    message: Message


class SandboxedPlayer(ABC):
    """A player in a process of its own, asked within limits; `faults` says what went wrong."""

    def __init__(self, seed: bytes, limits: Limits) -> None:
        self.seed = seed
        self.limits = limits
        self.faults: list[Fault] = []
        self.child: Child | None = None
        self.last_words: list[str] = []  # of its error output, when it was stopped last
        self._starts = 0
        self._told: tuple[str, dict[str, Any]] | None = None  # which game it knows about

    @abstractmethod
    def start(self) -> Child:
        """A process that waits for a game."""

    @abstractmethod
    def greeting(self, game: Game) -> dict[str, Any]:
        """What is said before the first question of a game; there is no answer to it."""

    @abstractmethod
    def question(self, game: Game, view: State, seat: Seat) -> dict[str, Any]:
        """What is asked; made from the view and nothing else."""

    @abstractmethod
    def parse_answer(self, answer: bytes, game: Game, legal: list[Action]) -> Action:
        """The decision that an answer means; Trouble where it means none that is legal."""

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        legal = game.legal(view, seat)
        try:
            return self._ask(game, view, seat, legal)
        except Trouble as trouble:
            done = game.decided(view)
            self.faults.append(Fault(done + 1, trouble.kind, trouble.message))
            if trouble.fatal:
                self._stop()
            return Random(derive_seed("instead", self.seed.hex(), done)).choice(legal)

    def _ask(self, game: Game, view: State, seat: Seat, legal: list[Action]) -> Action:
        seconds = self.limits.seconds
        child = self.child or self._start()
        child.expect_silence()
        if self._told != (game.name, game.options):
            child.send(self.greeting(game))
            self._told = (game.name, dict(game.options))
            seconds += self.limits.start
        child.send(self.question(game, view, seat))
        return self.parse_answer(child.hear(seconds), game, legal)

    def _start(self) -> Child:
        if self._starts > self.limits.restarts:
            raise Trouble(self.faults[-1].kind, NOT_ASKED(times=self._starts))
        self._starts += 1
        self.child = self.start()
        return self.child

    def _stop(self, patience: float = 0) -> None:
        child, self.child, self._told = self.child, None, None
        if child is not None:
            child.stop(patience)
            self.last_words = list(child.last_words)

    def close(self) -> None:
        """The game is over; the program may end by itself, if it does so at once."""
        self._stop(patience=1)

    def __del__(self) -> None:
        self.close()
