"""Positions as changes: what is told to somebody who has the position before.

A change is a path into the position and what stands there now; `gone` are the paths where nothing does any
more.  Whoever has applied them holds the checksum of what they have against the one that came along.

The checksum is the sum of those of the fields, so that only the fields which have changed are looked at: the
CRC-32 of the field's name, a colon and its value as JSON, with the keys of all objects in order.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import msgspec
from msgspec import UNSET

from palatine.core.presenting import Position

Path = tuple[str | int, ...]

PLAIN = frozenset({int, str, bool, float})  # of one kind they are the same as JSON if they are to Python
in_order = msgspec.json.Encoder(order="sorted").encode


class Changes:
    """What has to be changed in a position."""

    __slots__ = ("changed", "gone")

    def __init__(self) -> None:
        self.changed: list[Any] = []  # of a path and what stands there
        self.gone: list[Path] = []

    def note(self, path: Path, before: Any, after: Any) -> None:
        """Note how something at a path has become something else, if it has.

        As JSON: to Python 1 and true are the same.
        """
        if before is after:
            return
        kind = type(after)
        if kind is not type(before):
            self._replace(path, after)
        elif kind in PLAIN:
            if before != after:
                self.changed.append((path, after))
        elif before == after and in_order(before) == in_order(after):
            return
        elif kind is dict:
            self._note_keys(path, before, after)
        elif kind is list:
            self._note_items(path, before, after)
        elif isinstance(after, msgspec.Struct) and not kind.__struct_config__.omit_defaults:
            for name in kind.__struct_fields__:
                self.note((*path, name), getattr(before, name), getattr(after, name))
        else:
            self.changed.append((path, after))

    def _replace(self, path: Path, after: Any) -> None:
        if after is UNSET:
            self.gone.append(path)
        else:
            self.changed.append((path, after))

    def _note_keys(self, path: Path, before: dict[str, Any], after: dict[str, Any]) -> None:
        self.gone += [(*path, key) for key in before if key not in after]
        for key, value in after.items():
            if key in before:
                self.note((*path, key), before[key], value)
            else:
                self.changed.append(((*path, key), value))

    def _note_items(self, path: Path, before: list[Any], after: list[Any]) -> None:
        """A list that has only grown is added to; one that has become shorter comes whole."""
        if len(after) < len(before):
            self.changed.append((path, after))
            return
        for n, value in enumerate(after):
            if n < len(before):
                self.note((*path, n), before[n], value)
            else:
                self.changed.append(((*path, n), value))


class Field:
    """A field of a position: what it was told as, and its part of the checksum."""

    __slots__ = ("json", "sum", "value")

    def __init__(self, name: str, value: Any, json: bytes) -> None:
        self.value, self.json = value, json
        self.sum = crc32(json, crc32(name.encode() + b":"))


def checksum(position: Position) -> int:
    """Of a whole position."""
    values = ((name, getattr(position, name)) for name in position.__struct_fields__)
    return sum(Field(name, value, in_order(value)).sum for name, value in values) & 0xFFFFFFFF
