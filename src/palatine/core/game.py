"""The contract: what a game is to everything that plays, stores or shows it.

A game is a deterministic function of its options, a seed and the decisions; only these are stored, and
everything else is derived.  A state is one record of a fixed size with the generator inside.  Decisions
are small steps, each a number whose meaning is fixed for a ruleset.  Simultaneous choice is no special
case: several seats may owe a decision at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import numpy as np

from palatine.core.catalog import About
from palatine.core.chance import key_words
from palatine.core.compiled import Array, new_records
from palatine.core.errors import BadOptions, IllegalMove, UnknownSeat
from palatine.core.events import Event, deaf_buffer, new_buffer, rows
from palatine.core.kernel import Kernel

Seat = int
Action = int
State = Array  # an array of one record
SPECTATOR: Seat = -1


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; several winners share the win."""

    reason: str
    scores: list[int]
    winners: list[Seat]


class Game(ABC):
    """A game with its options.

    A subclass names itself and its records, and gives the words: of moves, events, refusals, positions.
    The rules themselves are compiled (`kernel`) and reached through the methods here, which check.
    """

    about: ClassVar[About]
    ruleset: ClassVar[int]  # rises only when behaviour changes
    seat_names: ClassVar[tuple[str, ...]]  # what seats without names of their own are called
    num_actions: ClassVar[int]
    most_choices: ClassVar[int]
    dtype: ClassVar[np.dtype[Any]]
    kernel: ClassVar[Kernel]
    example_move: ClassVar[str]  # for a help text
    reveals: ClassVar[frozenset[str]]  # kinds of events that show what was hidden: no undo after them
    unforeseen: frozenset[str]  # kinds of events that a preview of a move must not tell

    switches: ClassVar[tuple[str, ...]]  # options that are on or off; off unless said
    players: int
    options: dict[str, Any]  # as a record's header has them
    tables: Array

    @abstractmethod
    def __init__(self, options: Mapping[str, Any]) -> None:
        """Raises BadOptions where a game cannot be set up so."""

    @abstractmethod
    def reason(self, state: State) -> str:
        """Why the game is over; only asked once it is."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[str]:
        """Broken invariants, in words; none in any state that play can reach."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """A full state as `--states` prints it."""

    @abstractmethod
    def show(self, view: State, seat: Seat) -> dict[str, Any]:
        """What a screen may show of a view: the position, with null for what the seat may not see."""

    @abstractmethod
    def action_text(self, action: Action) -> str:
        """A decision in the notation of the records."""

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """The decision that a text means; raises ValueError with the reason where it means none."""

    @abstractmethod
    def why_not(self, state: State, seat: Seat, action: Action) -> str:
        """Which rule forbids an illegal decision; only asked when it is the seat's turn to decide."""

    @abstractmethod
    def event(self, state: State, row: Array, decision: int, names: Sequence[str]) -> Event:
        """An event as the rules announced it, named and in words; the state is the one after it."""

    @abstractmethod
    def witness(self, event: Event, seat: Seat, names: Sequence[str]) -> Event:
        """An event as a seat sees it."""

    @abstractmethod
    def draw(self, position: dict[str, Any] | None, names: Sequence[str], last: Sequence[Event]) -> str:
        """A picture of a position with the last move marked, or of the bare table, as SVG."""

    @abstractmethod
    def describe(self, shown: dict[str, Any], names: Sequence[str], width: int) -> str:
        """A position for a terminal of that width, with rich's markup for colour."""

    @abstractmethod
    def question(self, shown: dict[str, Any], seat: Seat, legal: Sequence[Action]) -> str:
        """What an acting seat is asked for and its choices, for a terminal, with rich's markup."""

    def board(self) -> dict[str, Any] | None:
        """The board as data, with a summary in words, for a game that has one."""
        return None

    def board_problems(self) -> Iterator[str]:
        """What is wrong with the drawing of the board, in words."""
        yield from ()

    def cards(self) -> list[dict[str, Any]] | None:
        """The table of cards as data, for a game whose cards have one."""
        return None

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def title(self) -> str:
        return self.about.title

    def blank(self) -> State:
        """A state that holds the options and nothing else."""
        state = new_records(self.dtype)
        state["players"] = self.players
        for name in self.switches:
            state[name] = name in self.options
        return state

    def ending(self, state: State) -> tuple[list[int] | None, list[Seat] | None]:
        """Scores and winners once the game is over."""
        end = self.outcome(state)
        return (end.scores, end.winners) if end else (None, None)

    def new(self, seed: bytes) -> State:
        """The state before the first decision."""
        state = self.blank()
        self.kernel.set_up(self.tables, state, 0, key_words(seed))
        return state

    def acting(self, state: State) -> tuple[Seat, ...]:
        """The seats that owe a decision, ascending; none when the game is over."""
        bits = self.kernel.acting(self.tables, state, 0)
        return tuple(seat for seat in range(self.players) if bits >> seat & 1)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        """What a seat may decide now, ascending."""
        if seat not in self.acting(state):
            return []
        out = np.empty(self.most_choices, np.int32)
        return out[: self.kernel.legal(self.tables, state, 0, seat, out)].tolist()  # type: ignore[no-any-return]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Raise IllegalMove with the reason unless the decision is legal."""
        if action in self.legal(state, seat):
            return
        raise IllegalMove(seat, self.action_text(action), self.refusal(state, seat, action))

    def refusal(self, state: State, seat: Seat, action: Action) -> str:
        """Why an illegal decision is refused."""
        acting = self.acting(state)
        if not 0 <= action < self.num_actions:
            return "there is no such decision"
        if not acting:
            return "the game is over"
        if not 0 <= seat < self.players:
            return f"there is no such seat: seats are 0 to {self.players - 1}"
        if seat not in acting:
            return f"it is not this seat's turn but seat {' and '.join(map(str, acting))}'s"
        return self.why_not(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action, events: Array | None = None) -> None:
        """Take a decision; an illegal one raises IllegalMove and changes nothing."""
        self.check(state, seat, action)
        self.kernel.apply(self.tables, state, 0, seat, action, deaf_buffer() if events is None else events)

    def decide(
        self, state: State, seat: Seat, action: Action, decision: int, names: Sequence[str]
    ) -> list[Event]:
        """Take a decision and say what it brought about."""
        buffer = new_buffer()
        self.apply(state, seat, action, buffer)
        return [self.event(state, row, decision, names) for row in rows(buffer)]

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.acting(state):
            return None
        scores = np.zeros(self.players, np.int32)
        self.kernel.scores(self.tables, state, 0, scores)
        best = self.winners(state, scores.tolist())
        return Outcome(self.reason(state), scores.tolist(), best)

    def winners(self, state: State, scores: list[int]) -> list[Seat]:
        """The best scores win, together where they are equal."""
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def check_seat(self, seat: Seat) -> None:
        """Raise UnknownSeat unless it is a seat of this table, or a spectator."""
        if seat not in range(SPECTATOR, self.players):
            raise UnknownSeat(f"there is no seat {seat}: seats are 0 to {self.players - 1}")

    def view(self, state: State, seat: Seat) -> State:
        """What a seat, or a spectator, may know: a record of the same shape, unknown things -1."""
        self.check_seat(seat)
        view = new_records(self.dtype)
        self.kernel.view(self.tables, state, 0, seat, view, 0)
        return view

    def imagine(self, view: State, seat: Seat, chance: Array) -> State:
        """A random full state that fits a view."""
        self.check_seat(seat)
        state = new_records(self.dtype)
        self.kernel.imagine(self.tables, view, 0, seat, chance, state, 0)
        return state


def read_options(kind: type[Any], about: About, options: Mapping[str, Any]) -> Any:
    """Options as the game's struct, or BadOptions with what is wrong and what there is."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for name in options:
        if name not in known:
            raise BadOptions(f"there is no option {name!r}; there is {', '.join(known)}")
    if "players" not in options:
        raise BadOptions("the number of players is missing")
    try:
        agreed = msgspec.convert(dict(options), kind)
    except msgspec.ValidationError as error:
        raise BadOptions(f"options: {error}") from None
    fewest, most = about.players
    if not fewest <= agreed.players <= most:
        raise BadOptions(f"{about.title} is for {fewest} to {most} players, not {agreed.players}")
    return agreed
