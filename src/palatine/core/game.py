"""The contract: what a game is to everything that plays, stores or shows it.

A game is a deterministic function of its options, a seed and the decisions; only these are stored, and
everything else is derived.  A state is one record of a fixed size with the generator inside.  Decisions
are small steps, each a number whose meaning is fixed for a ruleset.  Simultaneous choice is no special
case: several seats may owe a decision at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import numpy as np

from palatine.core.catalog import About
from palatine.core.compiled import Array, new_records
from palatine.core.errors import BadOptions, IllegalMove, UnknownSeat
from palatine.core.events import Event, deaf_buffer, new_buffer, rows
from palatine.core.kernel import Kernel
from palatine.core.rng import key_words
from palatine.core.statistics import Sighting, Topic

Seat = int
Action = int
State = Array  # an array of one record
SPECTATOR: Seat = -1


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; several winners share the win."""

    reason: str
    scores: list[int]
    winners: list[Seat]


class Offer(msgspec.Struct, frozen=True):
    """An option as it is offered before a game: a switch, or a choice among names."""

    name: str
    title: str
    help: str
    choices: tuple[str, ...] | None = None  # none for a switch


class Preview(msgspec.Struct, frozen=True):
    """What some decisions would lead to, as far as the one who considers them can know."""

    told: list[Event]
    done: bool  # nothing can be considered beyond them
    shown: dict[str, Any] | None  # the position with them, where the game can show one
    state: State | None  # an imagined state after them, for what could be decided next; none once done


class SearchSettings(msgspec.Struct, frozen=True):
    """How a search goes about a game; what is best was found by trial."""

    exploration: float = 0.6  # how much curiosity counts against what is known
    prior_sharpness: float = 1.0  # how far a prior decides what is tried first, for each point
    prior_visits: float = 2.0  # how many visits a prior is worth
    prior_scale: float = 0.055  # a point of a prior as a chance
    win_margin: float = 3.0  # points by which a win must be clear to count fully
    rollout_noise: float = 3.0  # points by which decisions of a rollout may be wrong
    rollout_decisions: int = 100  # of a rollout before the position is judged, unless the game ends
    beginner_error: float = 10.0  # points by which a beginner's first impressions may be wrong


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
    trivial: ClassVar[frozenset[str]]  # kinds of events that say no more than the decision itself did
    search_settings: ClassVar[SearchSettings] = SearchSettings()
    whole_turns: ClassVar[bool]  # whether a turn is put together before it is made, not step by step

    topics: ClassVar[tuple[Topic, ...]] = ()  # what is counted about finished games

    switches: ClassVar[tuple[str, ...]]  # options that are on or off; off unless said
    players: int
    options: dict[str, Any]  # as a record's header has them
    constants: Array

    @abstractmethod
    def __init__(self, options: Mapping[str, Any]) -> None:
        """Raises BadOptions where a game cannot be set up so."""

    @abstractmethod
    def end_reason(self, state: State) -> str:
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
    def show_all(self, state: State) -> dict[str, Any]:
        """What a screen may show of a full state when nothing is hidden any more.

        The same fields as `show` gives, in the same places: where that has null for a hand, a choice, a
        card of a pile or a sum, here is what a seat that sees it would be shown.
        """

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

    @classmethod
    @abstractmethod
    def offers(cls) -> tuple[Offer, ...]:
        """The options that a table may agree on, beside the number of players."""

    @abstractmethod
    def things(self, action: Action) -> tuple[str, ...]:
        """What a person points at to decide so, each as `kind:id`; none for what is a plain button."""

    @abstractmethod
    def label(self, action: Action, names: Sequence[str]) -> str:
        """A decision in words, for a button or a list."""

    @abstractmethod
    def thing_words(self, thing: str) -> str | None:
        """What a thing is called that is no piece of the table; None for a piece."""

    @abstractmethod
    def prompt(self, shown: dict[str, Any], seat: Seat, legal: Sequence[Action], names: Sequence[str]) -> str:
        """What a seat is asked for, in a sentence."""

    @abstractmethod
    def why(self, state: State, seat: Seat, things: Sequence[str], names: Sequence[str]) -> str:
        """Why things that were pointed at lead to no choice, with the rule.

        The state is one imagined from the view of the seat that has to decide.  The things may be any
        texts; the last one is what was pointed at last.
        """

    def observation(self, view: State, seat: Seat) -> dict[str, Any]:
        """What a program in that seat may know: as shown, and what else it could have kept in mind."""
        return self.show(view, seat)

    def draft(
        self, before: dict[str, Any], after: dict[str, Any], told: Sequence[Event]
    ) -> dict[str, Any] | None:
        """The position to show while decisions are considered, or None where the game shows none.

        It is made from what is shown before and after them and from what could be told of them; `after`
        comes from an imagined state.
        """
        return None

    def board(self) -> dict[str, Any] | None:
        """The board as data, with a summary in words, for a game that has one."""
        return None

    def board_problems(self) -> Iterator[str]:
        """What is wrong with the drawing of the board, in words."""
        yield from ()

    def cards(self) -> list[dict[str, Any]] | None:
        """The table of cards as data, for a game whose cards have one."""
        return None

    def art(self, name: str, theme: str) -> tuple[str, str] | None:
        """A picture or data for the browser, with its media type; None where there is none of that name."""
        return None

    def sightings(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        """What was seen of the topics in a finished game, given its last state and all events."""
        yield from ()

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

    def points(self, state: State) -> list[int]:
        """Everybody's points, as if the game ended here."""
        scores = np.zeros(self.players, np.int32)
        self.kernel.scores(self.constants, state, 0, scores)
        points: list[int] = scores.tolist()
        return points

    def ending(self, state: State) -> tuple[list[int] | None, list[Seat] | None]:
        """Scores and winners once the game is over."""
        end = self.outcome(state)
        return (end.scores, end.winners) if end else (None, None)

    def new(self, seed: bytes) -> State:
        """The state before the first decision."""
        state = self.blank()
        self.kernel.set_up(self.constants, state, 0, key_words(seed))
        return state

    def acting(self, state: State) -> tuple[Seat, ...]:
        """The seats that owe a decision, ascending; none when the game is over."""
        bits = self.kernel.acting(self.constants, state, 0)
        return tuple(seat for seat in range(self.players) if bits >> seat & 1)

    def legal(self, state: State, seat: Seat) -> list[Action]:
        """What a seat may decide now, ascending."""
        if seat not in self.acting(state):
            return []
        out = np.empty(self.most_choices, np.int32)
        return out[: self.kernel.legal(self.constants, state, 0, seat, out)].tolist()  # type: ignore[no-any-return]

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
        self.kernel.apply(self.constants, state, 0, seat, action, deaf_buffer() if events is None else events)

    def decide(
        self, state: State, seat: Seat, action: Action, decision: int, names: Sequence[str]
    ) -> list[Event]:
        """Take a decision and say what it brought about."""
        buffer = new_buffer()
        self.apply(state, seat, action, buffer)
        return [self.event(state, row, decision, names) for row in rows(buffer)]

    def words(self, things: Iterable[str]) -> dict[str, str]:
        """What those things are called that are no pieces of the table."""
        called = ((thing, self.thing_words(thing)) for thing in things)
        return {thing: words for thing, words in called if words is not None}

    def preview(
        self, view: State, seat: Seat, actions: Sequence[Action], rng: Array, names: Sequence[str]
    ) -> Preview:
        """What decisions of a seat would do, tried on a table that looks the same to it.

        It tells nothing that the seat could not know, and ends where luck or hidden things come in.
        Raises IllegalMove where one of them is not legal, or comes after that end.
        """
        state = self.imagine(view, seat, rng)
        told: list[Event] = []
        done = False
        for action in actions:
            if done:
                reason = "what is decided before it has to happen first"
                raise IllegalMove(seat, self.action_text(action), reason)
            self.check(state, seat, action)
            foreseen, done = self._try(state, seat, action, names)
            told += foreseen
        after = self.show(self.view(state, seat), seat)
        shown = self.draft(self.show(view, seat), after, told) if actions else None
        return Preview(told, done, shown, None if done else state)

    def previews(self, view: State, seat: Seat, rng: Array, names: Sequence[str]) -> dict[str, list[str]]:
        """What each choice of a seat would do: texts, by move; its label where nothing can be foreseen."""
        imagined = self.imagine(view, seat, rng)
        hints: dict[str, list[str]] = {}
        for action in self.legal(imagined, seat):
            told, _ = self._try(imagined.copy(), seat, action, names)
            hints[self.action_text(action)] = self.consequences(told) or [f"{self.label(action, names)}."]
        return hints

    def _try(
        self, state: State, seat: Seat, action: Action, names: Sequence[str]
    ) -> tuple[list[Event], bool]:
        """Take a legal decision: what can be told of it beforehand, and whether foresight ends with it."""
        buffer = new_buffer()
        self.kernel.apply(self.constants, state, 0, seat, action, buffer)
        told: list[Event] = []
        for row in rows(buffer):
            event = self.event(state, row, 0, names)
            if event.kind not in self.unforeseen:
                told.append(self.witness(event, seat, names))
            if event.kind in self.unforeseen | self.reveals:
                return told, True  # what follows depends on it
        return told, seat not in self.acting(state)

    def consequences(self, told: Sequence[Event]) -> list[str]:
        """Foreseen events as a hint: without what the decision itself says, unless nothing else follows."""
        following = [event.text for event in told if event.kind not in self.trivial]
        return following or [event.text for event in told[-1:]]

    def arguments(
        self, view: State, seat: Seat, actions: Sequence[Action], rng: Array, names: Sequence[str]
    ) -> list[str]:
        """What speaks for decisions of a seat, one after the other, or against them: facts, not guesses.

        The decisions are legal, and all can be foreseen as in `preview`.
        """
        before = self.imagine(view, seat, rng)
        after, told = before.copy(), []
        for action in actions:
            told += self._try(after, seat, action, names)[0]
        said = self.facts(before, after, seat, told, names) or self.consequences(told)
        return said or [f"{self.label(action, names)}." for action in actions]

    def facts(
        self, before: State, after: State, seat: Seat, told: Sequence[Event], names: Sequence[str]
    ) -> list[str]:
        """What decisions of a seat change, in the game's own terms and the weightiest first.

        `told` is what could be foreseen of them.  Both states are imagined: nothing may be said from them
        that the seat does not know, or that a screen may not show.
        """
        return self.consequences(told)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.acting(state):
            return None
        points = self.points(state)
        return Outcome(self.end_reason(state), points, self.winners(state, points))

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
        self.kernel.view(self.constants, state, 0, seat, view, 0)
        return view

    def imagine(self, view: State, seat: Seat, rng: Array) -> State:
        """A random full state that fits a view."""
        self.check_seat(seat)
        state = new_records(self.dtype)
        self.kernel.imagine(self.constants, view, 0, seat, rng, state, 0)
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
