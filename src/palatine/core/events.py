"""Events: what happened, in numbers; the words are made from them later.

The compiled rules write events as rows of numbers into a buffer whose first number counts them; a
buffer without rows hears nothing, so that search and simulation pay nothing for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from palatine.core.compiled import Array, rule

WIDTH = 8  # kind, seat, six numbers
CAPACITY = 128


class Event(msgspec.Struct, frozen=True):
    """One thing that happened: which decision brought it, to which seat, and its numbers by name."""

    decision: int
    kind: str
    seat: int
    data: dict[str, Any]
    text: str
    rule: int | None = None  # which rule of the rules page it comes from, where one would look it up


class Kinds:
    """The kinds of events of one game and the names of their numbers."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.fields: list[tuple[str, ...]] = []

    def add(self, name: str, *fields: str) -> int:
        self.names.append(name)
        self.fields.append(fields)
        return len(self.names) - 1

    def read(self, row: Array) -> tuple[str, int, dict[str, int]]:
        """Kind, seat and named numbers of a row."""
        kind, seat, *numbers = row.tolist()
        return self.names[kind], seat, dict(zip(self.fields[kind], numbers, strict=False))


def new_buffer() -> Array:
    """A buffer that hears everything that one decision brings about."""
    return np.zeros((CAPACITY, WIDTH), np.int32)


def deaf_buffer() -> Array:
    """A buffer that hears nothing."""
    return np.zeros((0, WIDTH), np.int32)


def rows(buffer: Array) -> Iterator[Array]:
    yield from buffer[1 : 1 + int(buffer[0, 0])]


@rule
def emit(events: Array, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Announce an event."""
    if events.shape[0] == 0:
        return
    n = events[0, 0] + 1
    events[0, 0] = n
    events[n, 0] = kind
    events[n, 1] = seat
    events[n, 2] = a
    events[n, 3] = b
    events[n, 4] = c
    events[n, 5] = d
