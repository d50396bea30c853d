"""What is counted about finished games: each game says what was seen, the arena works out what it tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

EVERYBODY = -1  # the seat of what belongs to the game as a whole


class Topic(msgspec.Struct, frozen=True):
    """Things of one kind, in the order in which they are listed."""

    name: str
    title: str
    note: str  # what is counted
    things: tuple[str, ...]
    points: str = ""  # what the points of a sighting are; empty where it has none
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
