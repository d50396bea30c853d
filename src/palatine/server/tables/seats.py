"""The seats of a table: who is on them, what they are called, and what they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from palatine.core.game import Seat
from palatine.core.match import SHARED_NAME
from palatine.core.messages import Message, Phrase
from palatine.core.words import Names
from palatine.server.levels import STAND_IN
from palatine.server.names import PROGRAM, skeleton

BY_COLOUR = Phrase("seat-by-colour", colour=str)


@dataclass
class SeatState:
    """A seat and who is on it; a user is known by an id that only the cookie of its browser holds."""

    user: str | None = None
    name: str = ""
    level: str | None = None
    stand_in: str | None = None
    away_since: int = 0  # the number in the log since which a program plays on
    waited: int = 0  # the number in the log since which others have more patience
    agreed: frozenset[Seat] = frozenset()  # who would have a program play on at once
    left: bool = False
    late: bool = False  # out of time: a program decides this turn
    adds: bool = False  # the browser adds to the deal
    left_out: bool = False  # or was to, and has not answered in time
    promise: str | None = None  # the SHA-256 of what it adds
    added: str | None = None  # what that is; nobody is told before the game is over

    @property
    def is_open(self) -> bool:
        return self.user is None and self.level is None

    @property
    def is_adding(self) -> bool:
        """Whether the deal is to have something of this browser in it."""
        return self.adds and not self.left_out

    @property
    def program(self) -> str | None:
        """The level of the program that decides here now, if one does."""
        return self.level or self.stand_in or (STAND_IN if self.late else None)

    @property
    def can_consent(self) -> bool:
        """Whether somebody can be asked here: nobody where a program plays, be it for somebody."""
        return self.user is not None and self.stand_in is None

    @property
    def is_handed_over(self) -> bool:
        """Whether a program plays on for a person, who may come back or was removed."""
        return self.stand_in is not None or (self.level is not None and self.away_since > 0)

    def hand_over(self, level: str, number: int) -> None:
        """A program plays on, since so many entries of the log."""
        if self.stand_in is None:
            self.away_since = number
        self.stand_in = level
        self.agreed = frozenset()


@dataclass
class UndoRequest:
    """A turn that somebody would like to take back: all after the first `keep` decisions."""

    number: int
    seat: Seat
    keep: int
    asked: frozenset[Seat]
    waiting: set[Seat]  # those of them who have not answered
    until: float  # where there are clocks: who has not answered by then does not agree


def device_of(seats: Sequence[SeatState], number: Seat) -> Seat | None:
    """The device that a seat is played on, where several share one: named by the first of its seats."""
    user = seats[number].user
    own = [n for n, seat in enumerate(seats) if user and seat.user == user]
    return own[0] if len(own) > 1 else None


def program_seat(level: str) -> SeatState:
    """A seat where a program plays from the start."""
    return SeatState(level=level, name=f"{PROGRAM}{level}")


def display_names(people: Sequence[str], colours: Sequence[str]) -> Names:
    """What the log calls the seats: people by their names, with the colour where two look alike;
    programs, whose names are empty here, by their colour: the table shows beside it which one it is.
    """
    looks = [skeleton(name) for name in (*people, *colours)]

    def called(name: str, colour: str) -> str | Message:
        if not name:
            return BY_COLOUR(colour=colour)
        shared = looks.count(skeleton(name)) > 1
        return SHARED_NAME(name=name, colour=colour) if shared else name

    return tuple(called(name, colour) for name, colour in zip(people, colours, strict=False))
