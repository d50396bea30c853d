"""What is counted about finished games: each game says what was seen, the arena works out what it tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

if TYPE_CHECKING:
    from palatine.core.events import Event
    from palatine.core.game import Game, State

EVERYBODY = -1  # the seat of what belongs to the game as a whole


class Topic(msgspec.Struct, frozen=True):
    """Things of one kind, in the order in which they are listed.

    Its words are those of `topic-NAME`; what is counted, those of its attribute `note`; what the points of a
    sighting are, of `points`.  A thing is called by `topic-NAME-THING`, or where the game has a word for it
    already, by `TERMS-THING`.
    """

    name: str
    things: tuple[str, ...]
    terms: str = ""  # the kind of term that its things are, where they have words already
    points: bool = False  # whether sightings have points
    ranked: bool = False  # listed by what they seem to do for winning


class Sighting(msgspec.Struct, frozen=True):
    """A seat had, did or got a thing so many times in one game, for so many points in all."""

    topic: str
    thing: str
    seat: int
    times: int = 1
    points: float = 0.0


Seen = tuple[str, str, int, int]  # topic, thing, seat and points of one thing that happened


def added_up(seen: Iterable[Seen]) -> Iterator[Sighting]:
    """What happened one by one, as sightings."""
    times: Counter[tuple[str, str, int]] = Counter()
    points: Counter[tuple[str, str, int]] = Counter()
    for topic, thing, seat, worth in seen:
        times[topic, thing, seat] += 1
        points[topic, thing, seat] += worth
    for key, count in times.items():
        yield Sighting(*key, count, points[key])


class Statistics:
    """What is counted about a game: nothing, where it does not say."""

    topics: ClassVar[tuple[Topic, ...]] = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    def sightings(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        """What was seen of the topics in a finished game.

        Args:
            state: its last one.
            events: all of them.
        """
        yield from ()
