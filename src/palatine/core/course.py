"""The course of a game as text: a line for each state, so that two courses can be held against each other.

A line has a word for what led to the state, and a short hash of every field that is not as it was before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import zip_longest

import msgspec

from palatine.core.match import replay
from palatine.core.record import Record

DIGITS = 12  # of the hash of a field


class Course:
    """Takes the states of a game, one after the other."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._last: dict[str, str] = {}

    def add(self, word: str, fields: Mapping[str, bytes]) -> None:
        """A state, by its fields; the word for it has no spaces."""
        hashes = {name: hashlib.sha256(value).hexdigest()[:DIGITS] for name, value in fields.items()}
        changed = [f"{name}:{key}" for name, key in hashes.items() if self._last.get(name) != key]
        self.lines.append(" ".join([word, *changed]))
        self._last = hashes


def course_of(record: Record) -> list[str]:
    """The course of a record: the positions, each under the number of decisions before it."""
    course = Course()
    for match in replay(record):
        position = match.game.presenting.position(match.state)
        fields = {
            name: msgspec.json.encode(value) for name, value in msgspec.structs.asdict(position).items()
        }
        course.add(str(len(match.decisions)), fields)
    return course.lines


def parting(before: Sequence[str], now: Sequence[str]) -> tuple[int, str] | None:
    """Where two courses part: the number of the first state that is another, and in what; none if nowhere."""
    for number, (was, line) in enumerate(zip_longest(before, now)):
        if was is None or line is None:
            return number, f"the game {'goes on' if was is None else 'is over already'}"
        if was != line:
            word, fields = _read(was)
            other, others = _read(line)
            differing = [name for name in {**fields, **others} if fields.get(name) != others.get(name)]
            if word != other:
                differing.insert(0, f"{other} instead of {word}")
            return number, ", ".join(differing)
    return None


def _read(line: str) -> tuple[str, dict[str, str]]:
    word, *fields = line.split(" ")
    return word, dict(field.split(":") for field in fields)
