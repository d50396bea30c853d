"""Match: the friendly object over a game."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core.catalog import game as load_game
from palatine.core.catalog import words_of
from palatine.core.compiled import copy_of
from palatine.core.dealing import Deal
from palatine.core.errors import BadMove, BadOptions, IllegalMove, PalatineError, is_plain
from palatine.core.events import Event
from palatine.core.game import SPECTATOR, Action, Game, Outcome, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.presenting import Position
from palatine.core.record import BAD_NAME, OTHER_NAMES, Record, Redeal
from palatine.core.rng import SEED_BYTES, commitment, new_rng, parse_seed, seed_of
from palatine.core.words import LANGUAGE, Names

MOVE_IS_TEXT = Phrase("refused-move-is-text")
NOTHING_YET = Phrase("final-nothing-yet")
OTHERS_SINCE = Phrase("final-others-since")
SEEN_SINCE = Phrase("final-seen-since")
NOT_IN_SEAT_ORDER = Phrase("record-not-in-seat-order")
DEALT_AFTER_END = Phrase("record-dealt-after-end", decisions=int)
NO_SUCH_STATE = Phrase("error-no-such-state", source=str, decisions=int, asked=int)
PROGRAM = Phrase("seat-program", colour=str, player=str)
SHARED_NAME = Phrase("seat-shared-name", name=str, colour=str)


HELD = 8  # states of the past that a match holds, so that the latest decisions are taken back at once


class Match:
    """One game being played: its state, what was decided, and what happened.

    Args:
        game: the game with its options.
        seed: 32 bytes, from which all luck follows.
        seats: what those who play are called; unless said, their colours.
        redeals: of one that began in the middle of another: whenever as many decisions are made, what a seat
            does not know then is dealt anew.
        deal: what the seed, or that of the last redeal, was made of where several have made it.

    Raises:
        BadOptions: there are more or fewer names than seats, or one cannot be shown.
        BadSeed: the seed has another length.
    """

    def __init__(
        self,
        game: Game,
        seed: bytes,
        seats: Sequence[str] | None = None,
        redeals: Sequence[Redeal] = (),
        deal: Deal | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.deal = deal
        self.redeals = tuple(redeals)
        self._redeals_at: dict[int, list[Redeal]] = {}
        for redeal in redeals:
            self._redeals_at.setdefault(redeal.at, []).append(redeal)
        self.seats = tuple(seats) if seats else game.colours[: game.players]
        if len(self.seats) != game.players:
            raise BadOptions(OTHER_NAMES(players=game.players, names=len(self.seats)))
        if not all(is_plain(name) for name in self.seats):
            raise BadOptions(BAD_NAME())
        self.names: Names = distinct_names(self.seats, game.colours)
        self.state: State = game.new(seed)
        self.decisions: list[tuple[Seat, Action]] = []
        self.events: list[Event] = []
        self._past: list[tuple[State | None, int, tuple[Seat, ...]]] = []  # see `_state_before`
        self._together: list[int] = []  # decisions of one number were made at the same time
        self.settled = 0  # so many decisions are not taken back any more
        self._deal_anew()

    @classmethod
    def new(
        cls,
        name: str,
        *,
        seed: bytes | str | int | None = None,
        seats: Sequence[str] | None = None,
        **options: Any,
    ) -> Match:
        """A new match; without a seed, one that nobody can foresee.

        Args:
            name: of the game, as `palatine games` lists it.
            seed: 32 bytes, or 64 hexadecimal digits, or any whole number from 0 on.
            seats: what those who play are called; unless said, their colours.
            options: the number of `players`, and what else the game offers.

        Raises:
            UnknownGame: there is no game of that name.
            BadOptions: it cannot be played so.
            BadSeed: the seed is none.
        """
        chosen = secrets.token_bytes(SEED_BYTES) if seed is None else seed_of(seed)
        return cls(load_game(name, options), chosen, seats)

    def copy(self) -> Match:
        """The same match once more: what is decided in one does not touch the other."""
        twin = object.__new__(Match)
        vars(twin).update(vars(self))
        twin.state = copy_of(self.state)
        twin.decisions, twin.events = self.decisions[:], self.events[:]
        twin._past, twin._together = self._past[:], self._together[:]
        return twin

    def __repr__(self) -> str:
        over = "over" if not self.to_act else f"to act: {', '.join(self.seats[seat] for seat in self.to_act)}"
        return f"<Match of {self.game.title}, {len(self.decisions)} decisions, {over}>"

    def _repr_svg_(self) -> str:
        """A picture of the table, for a notebook."""
        return self.svg()

    def svg(self) -> str:
        """A picture of the table, all cards open."""
        position = self.game.presenting.position(self.state)
        return self.game.drawing.draw(position, self.names, self.latest, words_of(self.game.name))

    def text(self, said: Event | Message, reader: Seat | None = None, language: str = LANGUAGE) -> str:
        """An event or a message in words.

        Args:
            said: what is to be said.
            reader: the seat that it is told to, as "you"; none for everybody.
            language: of the words.

        Raises:
            MissingWords: there are none for it in that language.
        """
        message = said.message if isinstance(said, Event) else said
        return words_of(self.game.name, language).say(message, self.names, reader)

    @property
    def commitment(self) -> str:
        """What can be published before the deal, to prove the seed after the game."""
        return commitment(self.seed)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; none once the game is over."""
        return self.game.acting(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return None if self.to_act else self.game.outcome(self.state)

    def legal(self, seat: Seat | None = None) -> list[str]:
        """The moves that a seat may make now; without a seat, those of the one that acts first."""
        if seat is None:
            seat = self.to_act[0] if self.to_act else SPECTATOR
        return [self.game.action_text(action) for action in self.game.legal(self.state, seat)]

    def parse(self, move: str, seat: Seat) -> Action:
        """The decision that a text means.

        Raises:
            IllegalMove: it means none.
        """
        if not isinstance(move, str):
            raise IllegalMove(seat, move, MOVE_IS_TEXT(), self.game.name)
        try:
            return self.game.parse_action(move)
        except BadMove as error:
            raise IllegalMove(seat, move, error.message, self.game.name) from None

    def play(self, move: str, seat: Seat | None = None) -> list[Event]:
        """Make a move and hear what it brought about.

        Args:
            move: in the notation of the records.
            seat: who makes it; unless said, the one that acts first.

        Returns:
            All that happened, secrets included: send nobody more of it than `heard` gives.

        Raises:
            IllegalMove: the rules forbid it, and say why; nothing has changed.
        """
        if seat is None:
            seat = self.to_act[0] if self.to_act else SPECTATOR
        return self.decide(seat, self.parse(move, seat))

    def decide(self, seat: Seat, action: Action) -> list[Event]:
        """The same, for a decision given as a number.

        Raises:
            IllegalMove: the rules forbid it, and say why; nothing has changed.
        """
        before, acting, after = self.state, self.to_act, copy_of(self.state)
        happened = self.game.decide(after, seat, action, len(self.decisions) + 1)
        self.state = after
        self._past.append((before, len(self.events), acting))
        if len(self._past) > HELD:
            self._past[-HELD - 1] = (None, *self._past[-HELD - 1][1:])
        alone = len(self._past) == 1 or len(self._past[-2][2]) == 1
        self._together.append(len(self.decisions) if alone else self._together[-1])
        self.decisions.append((seat, action))
        self.events.extend(happened)
        self._deal_anew()
        return happened

    def _deal_anew(self) -> None:
        """Imagine what a seat does not know, if that is to be done now; what came before stays as it was."""
        for redeal in self._redeals_at.get(len(self.decisions), ()):
            if self.to_act:
                view = self.game.view(self.state, redeal.seat)
                self.state = self.game.imagine(view, redeal.seat, new_rng(parse_seed(redeal.seed)))
                self.settle()

    def _state_before(self, decision: int) -> State:
        """The state before a decision, by its place; one of long ago is found by playing everything again."""
        state = self._past[decision][0]
        if state is None:
            again = Match(self.game, self.seed, self.seats, self.redeals)
            for seat, action in self.decisions[:decision]:
                again.decide(seat, action)
            self._past[:decision], state = again._past, again.state
        return state

    def settle(self) -> None:
        """From now on, what was decided so far cannot be taken back."""
        self.settled = len(self.decisions)

    def undo(self) -> None:
        """Take the last decision back.

        Raises:
            IndexError: there is none that can be.
        """
        if len(self.decisions) <= self.settled:
            raise IndexError("nothing can be taken back")
        self.state = self._state_before(len(self.decisions) - 1)
        _, heard, _ = self._past.pop()
        self.decisions.pop()
        self._together.pop()
        del self.events[heard:]

    def take_back(self, seat: Seat) -> None:
        """Take the last decision of a seat back; what others decided at the same time stays.

        Raises:
            PalatineError: the seat has decided nothing, or others have decided later.
        """
        at = self._open_decision(seat)
        others = self.decisions[at + 1 :]
        while len(self.decisions) > at:
            self.undo()
        for other, action in others:
            self.decide(other, action)

    def can_take_back(self, seat: Seat) -> bool:
        """Whether a seat can take its last decision back and nothing hidden was seen by it."""
        return self.why_final(seat) is None

    def why_final(self, seat: Seat) -> Message | None:
        """Why a seat cannot take its last decision back freely; None where it can."""
        try:
            at = self._open_decision(seat)
        except PalatineError as error:
            return error.message
        since = self.events[self._past[at][1] :]
        if any(event.kind in self.game.narrating.reveals for event in since):
            return SEEN_SINCE()
        return None

    def _open_decision(self, seat: Seat) -> int:
        """Where the last decision of a seat is, if everything after it was decided at the same time."""
        at = self.last_of(seat)
        if at is None:
            raise PalatineError(NOTHING_YET())
        if self._together[at] != self._together[-1]:
            raise PalatineError(OTHERS_SINCE())
        return at

    def changeable(self, seat: Seat) -> Action | None:
        """What a seat has decided while others still owe theirs at the same time; None where nothing is."""
        if not self._past or len(self._past[-1][2]) == 1:
            return None
        at = self.last_of(seat)
        return None if at is None or self._together[at] != self._together[-1] else self.decisions[at][1]

    def reconsidered(self, seat: Seat) -> State:
        """The state as if a seat still owed what it can change; the present one if there is no such thing."""
        at = self.last_of(seat)
        if at is None or self.changeable(seat) is None:
            return self.state
        state = copy_of(self._state_before(at))
        for other, action in self.decisions[at + 1 :]:
            self.game.apply(state, other, action)
        return state

    def alternatives(self, seat: Seat) -> list[Action]:
        """What a seat could have decided instead of what it can still change."""
        chosen = self.changeable(seat)
        if chosen is None:
            return []
        return [action for action in self.game.legal(self.reconsidered(seat), seat) if action != chosen]

    def events_since(self, decisions: int) -> list[Event]:
        """What happened after so many decisions."""
        return self.events[self._past[decisions][1] :] if decisions < len(self._past) else []

    def last_of(self, seat: Seat) -> int | None:
        """Where the last decision of a seat is, of those that are not settled."""
        places = range(len(self.decisions) - 1, self.settled - 1, -1)
        return next((at for at in places if self.decisions[at][0] == seat), None)

    def show(self, seat: Seat | None = None) -> Position:
        """What a seat may see now; without a seat, what everybody may.

        Raises:
            UnknownSeat: there is no such seat.
        """
        seat = SPECTATOR if seat is None else seat
        return self.game.presenting.show(self.game.view(self.state, seat), seat)

    @property
    def latest(self) -> list[Event]:
        """What the last decision has brought, secrets included."""
        return self.events[self._past[-1][1] :] if self._past else []

    def heard(self, seat: Seat | None = None) -> list[Event]:
        """All events as a seat, or without one a spectator, saw them.

        Raises:
            UnknownSeat: there is no such seat.
        """
        seat = SPECTATOR if seat is None else seat
        self.game.check_seat(seat)
        return [self.game.narrating.witness(event, seat) for event in self.events]

    @property
    def in_seat_order(self) -> bool:
        """Whether the last decision came after those of lower seats that were made at the same time."""
        if len(self.decisions) < 2 or self._together[-1] != self._together[-2]:
            return True
        return self.decisions[-2][0] < self.decisions[-1][0]

    def record(self) -> Record:
        """The match as a record, finished or not; what was decided at the same time is in seat order."""
        order = sorted(range(len(self.decisions)), key=lambda n: (self._together[n], self.decisions[n][0]))
        decisions = [self.decisions[n] for n in order]
        done = [redeal for redeal in self.redeals if redeal.at <= len(decisions)]
        deal = self.deal if len(done) == len(self.redeals) else None  # it is that of the last of them
        return Record.of(self.game, self.seed, self.seats, decisions, self.outcome, done, deal)


def distinct_names(seats: Sequence[str], colours: Sequence[str]) -> Names:
    """What the seats are called aloud: programs, and who shares a name with another, go by their colour."""

    def called(name: str, colour: str) -> str | Message:
        if name.startswith("bot:"):
            return PROGRAM(colour=colour, player=name.removeprefix("bot:"))
        return SHARED_NAME(name=name, colour=colour) if seats.count(name) > 1 else name

    return tuple(called(name, colour) for name, colour in zip(seats, colours, strict=False))


def replay(record: Record) -> Iterator[Match]:
    """One match, given before the first decision of a record and again after each.

    Raises:
        BadRecord: with the line: it cannot be set up so, a move is illegal or, at the end, the result is not
            the one stated.
    """
    game, seed = record.open_header()
    match = Match(game, seed, record.header.seats, record.header.redeals, record.header.deal)
    yield match
    for line, move in enumerate(record.moves, start=2):
        try:
            match.play(move.move, move.seat)
        except IllegalMove as error:
            raise record.wrong(line, error.message, match.game.name) from None
        if not match.in_seat_order:
            raise record.wrong(line, NOT_IN_SEAT_ORDER())
        yield match
    if match.outcome is not None and any(redeal.at == len(record.moves) for redeal in match.redeals):
        raise record.wrong(1, DEALT_AFTER_END(decisions=len(record.moves)))
    record.check_result(match.outcome)


def replayed(record: Record, until: int | None = None) -> Match:
    """The match after so many decisions of a record, or after all of them with the result checked.

    Args:
        record: as it was read.
        until: after so many decisions.

    Raises:
        BadRecord: it does not replay, with the line.
        PalatineError: it has fewer decisions.
    """
    if until is not None and not 0 <= until <= len(record.moves):
        raise PalatineError(NO_SUCH_STATE(source=record.source, decisions=len(record.moves), asked=until))
    for match in replay(record):
        if len(match.decisions) == until:
            return match
    return match
