"""The contract: what a game is to everything that plays, stores or shows it.

A game is a deterministic function of its options, a seed and the decisions; only these are stored, and
everything else is derived.  A state is one record of a fixed size with the generator inside.  Decisions
are small steps, each a number whose meaning is fixed for a ruleset.  Simultaneous choice is no special
case: several seats may owe a decision at once.

A game has to declare what it is about, its state (in its kernel), its decisions and events, and to give
its rules as a kernel.  All else is a face with a working default: how it is presented, narrated,
explained, evaluated, drawn, shown in a terminal and counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import numpy as np

from palatine.core.catalog import About
from palatine.core.compiled import Array, new_records
from palatine.core.conditions import Conditions
from palatine.core.decisions import Decisions, Notation
from palatine.core.errors import BadMove, IllegalMove, UnknownSeat
from palatine.core.evaluating import Evaluating
from palatine.core.events import Event, Events, deaf_buffer, new_buffer, rows
from palatine.core.explaining import Explaining
from palatine.core.fields import UNKNOWN
from palatine.core.kernel import Kernel
from palatine.core.messages import Message, Phrase
from palatine.core.narrating import Narrating
from palatine.core.options import Offer, Options, as_recorded, read_options
from palatine.core.presenting import Presenting
from palatine.core.rng import key_words
from palatine.core.statistics import Statistics

if TYPE_CHECKING:
    from palatine.core.drawing import Drawing
    from palatine.core.terminal import Terminal

Seat = int
Action = int
State = Array  # an array of one record
SPECTATOR: Seat = -1

NO_MOVE = Phrase("error-no-move", patterns=list)
NO_DECISION = Phrase("refused-no-decision")
GAME_OVER = Phrase("refused-game-over")
NO_SEAT = Phrase("refused-no-seat", last=int)
NOT_ITS_TURN = Phrase("refused-not-its-turn", acting=list)
UNKNOWN_SEAT = Phrase("error-unknown-seat", seat=int, last=int)


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; several winners share the win."""

    reason: str
    scores: list[int]
    winners: list[Seat]


class Game:
    """A game with its options.

    The rules themselves are compiled (`kernel`) and reached through the methods here, which check.

    Args:
        options: how the table has agreed to play, as the game's `Options` have it.

    Raises:
        BadOptions: where a game cannot be set up so.
    """

    about: ClassVar[About]
    kernel: ClassVar[Kernel]
    decisions: ClassVar[Decisions]
    events: ClassVar[Events] = Events()
    conditions: ClassVar[Conditions] = Conditions()
    Options: ClassVar[type[Options]] = Options
    evaluating: ClassVar[Evaluating] = Evaluating()
    ruleset: ClassVar[int] = 1  # rises only when behaviour changes
    colours: ClassVar[tuple[str, ...]] = ("Red", "Gold", "Violet", "Blue", "Green")  # of the seats

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.agreed: Any = read_options(self.Options, self.about, options)
        self.players: int = self.agreed.players
        self.options = as_recorded(self.agreed)
        self.constants = self.prepare()

    def prepare(self) -> Array:
        """What the rules need to know of a board or of cards, as one record beside the states."""
        return new_records(self.kernel.shapes.constants)

    # -- Faces: each may be replaced by a game -------------------------------------------------------

    @cached_property
    def presenting(self) -> Presenting:
        return Presenting(self)

    @cached_property
    def narrating(self) -> Narrating:
        return Narrating(self)

    @cached_property
    def explaining(self) -> Explaining:
        return Explaining(self)

    @cached_property
    def statistics(self) -> Statistics:
        return Statistics(self)

    @cached_property
    def drawing(self) -> Drawing:
        from palatine.core.drawing import Drawing

        return Drawing(self)

    @cached_property
    def terminal(self) -> Terminal:
        from palatine.core.terminal import Terminal

        return Terminal(self)

    @cached_property
    def notation(self) -> Notation:
        """How decisions are written."""
        return self.decisions.notation()

    # -- What it is ----------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of a state."""
        return self.kernel.fields.dtype

    @property
    def num_actions(self) -> int:
        return self.decisions.count

    @property
    def most_choices(self) -> int:
        """That a seat ever has at once; a game may know that they are fewer."""
        return self.decisions.count

    @classmethod
    def offers(cls) -> Iterator[Offer]:
        """The options that a table may agree on, beside the number of players."""
        fields = msgspec.structs.fields(cls.Options)
        for field in sorted(fields, key=lambda field: field.type is not bool):  # switches first
            if field.name != "players":
                yield Offer(field.name, cls.choices(field.name) if field.type is not bool else None)

    @classmethod
    def choices(cls, option: str) -> tuple[str, ...]:
        """What there is to choose from for an option that is no switch.

        Raises:
            NotImplementedError: the game has such an option and does not say.
        """
        raise NotImplementedError(option)

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"<{self.title}, ruleset {self.ruleset}: {said}>"

    # -- The rules, checked --------------------------------------------------------------------------

    def new(self, seed: bytes) -> State:
        """The state before the first decision.

        Args:
            seed: 32 bytes.

        Raises:
            BadSeed: it has another length.
        """
        state = self.blank()
        self.kernel.set_up(self.constants, state, 0, key_words(seed))
        return state

    def blank(self) -> State:
        """A state that holds the options and nothing else."""
        state = new_records(self.dtype)
        for name, value in msgspec.structs.asdict(self.agreed).items():
            if name in self.kernel.fields.fields:
                state[name] = value
        return state

    def decided(self, state: State) -> int:
        """How many decisions were made."""
        self._check_state(state)
        return int(state["decisions"][0])

    def acting(self, state: State) -> tuple[Seat, ...]:
        """The seats that owe a decision, ascending; none when the game is over.

        Raises:
            TypeError: the state is one of another game, or for another number of players; here and in all
                that is asked about a state.
        """
        self._check_state(state)
        return _seats(self.kernel.acting(self.constants, state, 0))

    def legal(self, state: State, seat: Seat) -> list[Action]:
        """What a seat may decide now, ascending; nothing if it is not its turn.

        Args:
            state: the state, or the seat's view of it.
            seat: its number.
        """
        seat = _number("seat", seat)
        if seat not in self.acting(state):
            return []
        out = np.empty(self.most_choices, np.int32)
        return out[: self.kernel.legal(self.constants, state, 0, seat, out)].tolist()  # type: ignore[no-any-return]

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Check a decision without taking it.

        Raises:
            IllegalMove: the rules forbid it, and say why.
        """
        action = _number("decision", action)
        if action in self.legal(state, seat):
            return
        raise IllegalMove(seat, self.action_text(action), self.refusal(state, seat, action), self.name)

    def refusal(self, state: State, seat: Seat, action: Action) -> Message:
        """Why an illegal decision is refused."""
        acting = self.acting(state)
        if action not in self.notation:
            return NO_DECISION()
        if not acting:
            return GAME_OVER()
        if not 0 <= seat < self.players:
            return NO_SEAT(last=self.players - 1)
        if seat not in acting:
            return NOT_ITS_TURN(acting=list(acting))
        return self.explaining.why_not(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action, events: Array | None = None) -> None:
        """Take a decision; the state is changed in place, by a legal one only.

        Args:
            state: the state, no view.
            seat: who decides.
            action: the number of the decision.
            events: a buffer that hears what happens; without one nobody does.

        Raises:
            IllegalMove: the rules forbid it, and say why.
            TypeError: the state is a view, or one of another game; or seat or decision are no numbers.
        """
        self._check_state(state)
        if state["counter"][0] == UNKNOWN:
            raise TypeError(
                "nothing can be decided on a view, which has no luck of its own: imagine a state that fits it"
            )
        self.check(state, seat, action)
        heard = deaf_buffer() if events is None else events
        self.kernel.apply(self.constants, state, 0, int(seat), int(action), heard)

    def decide(self, state: State, seat: Seat, action: Action, decision: int) -> list[Event]:
        """Take a decision and say what it brought about.

        Args:
            state: the state, no view.
            seat: who decides.
            action: the number of the decision.
            decision: the how many-th it is, for the events.

        Raises:
            IllegalMove: the rules forbid it; nothing has changed.
        """
        buffer = new_buffer()
        self.apply(state, seat, action, buffer)
        return [self.narrating.event(state, row, decision) for row in rows(buffer)]

    def points(self, state: State) -> list[int]:
        """Everybody's points, as if the game ended here."""
        self._check_state(state)
        scores = np.zeros(self.players, np.int32)
        self.kernel.scores(self.constants, state, 0, scores)
        points: list[int] = scores.tolist()
        return points

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.acting(state):
            return None
        points = self.points(state)
        return Outcome(self.end_reason(state), points, self.winners(state, points))

    def end_reason(self, state: State) -> str:
        """Why the game is over, in a word for records; only asked once it is."""
        return "end"

    def winners(self, state: State, scores: list[int]) -> list[Seat]:
        """The best scores win, together where they are equal."""
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def view(self, state: State, seat: Seat) -> State:
        """What a seat, or a spectator, may know: a record of the same shape, unknown things -1.

        Args:
            state: the state.
            seat: its number, -1 for a spectator.

        Raises:
            UnknownSeat: there is no such seat.
        """
        self._check_state(state)
        self.check_seat(seat)
        view = new_records(self.dtype)
        self.kernel.view(self.constants, state, 0, seat, view, 0)
        return view

    def imagine(self, view: State, seat: Seat, rng: Array) -> State:
        """A random full state that fits a view.

        Args:
            view: what the seat knows.
            seat: whose view it is, -1 for a spectator's.
            rng: a generator, as `new_rng` makes it.

        Raises:
            UnknownSeat: there is no such seat.
        """
        self._check_state(view)
        self.check_seat(seat)
        state = new_records(self.dtype)
        self.kernel.imagine(self.constants, view, 0, seat, rng, state, 0)
        return state

    def check_seat(self, seat: Seat) -> None:
        """Check a seat, or -1 for a spectator.

        Raises:
            UnknownSeat: this table has no such seat.
        """
        seat = _number("seat", seat)
        if seat not in range(SPECTATOR, self.players):
            raise UnknownSeat(UNKNOWN_SEAT(seat=seat, last=self.players - 1))

    def _check_state(self, state: State) -> None:
        """Raise TypeError unless it is a state or a view of this game, for as many players.

        Compiled rules read whatever memory they are given.
        """
        if not isinstance(state, np.ndarray):
            raise TypeError(f"a state of {self.title} is an array of one record, not {type(state).__name__}")
        if state.dtype is not self.dtype and state.dtype != self.dtype:
            raise TypeError(
                f"a state of {self.title} is an array of one record, not an array of other fields"
            )
        if state.shape != (1,):
            raise TypeError(f"a state of {self.title} is an array of one record, not of shape {state.shape}")
        players = state["players"][0]
        if players != self.players:
            raise TypeError(f"this is a state for {players} players, and the table is for {self.players}")

    # -- Notation ------------------------------------------------------------------------------------

    def action_text(self, action: Action) -> str:
        """A decision in the notation of the records."""
        return self.notation.text(action)

    def parse_action(self, text: str) -> Action:
        """The decision that a text means.

        Raises:
            BadMove: it means none, with the reason.
        """
        action = self.notation.numbers.get(text)
        if action is None:
            raise BadMove(self.no_move(text), self.name)
        return action

    def no_move(self, text: str) -> Message:
        """Why a text means no decision."""
        return NO_MOVE(patterns=[block.pattern for block in self.decisions.blocks.values()])


@cache
def _seats(bits: int) -> tuple[Seat, ...]:
    """The seats that are told as bits, ascending; one tuple for all states in which they are to act."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def _number(what: str, value: object) -> int:
    """A seat or a decision as a plain number; TypeError where it is none."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"a {what} is a whole number, not {value!r}") from None
