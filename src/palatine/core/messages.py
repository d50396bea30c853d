"""Messages: what is to be said, as a key and arguments; the words stand in the catalogues.

Nothing here knows a language.  Whoever shows a message to somebody words it: a terminal or a picture by
`palatine.core.words`, a browser by itself, each reader in a language of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

import msgspec

# A number, a text as it is (a name, a move), a choice among a few words, nothing, a message, or several.
Value = Union[int, float, str, bool, None, "Message", Sequence["Value"]]


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be said: the key of its words, and what they speak of."""

    key: str
    args: dict[str, Any] = {}  # of Values; msgspec reads no type that speaks of itself

    def __post_init__(self) -> None:
        for name, value in self.args.items():
            if isinstance(value, dict | list):
                self.args[name] = _read(value)

    def __hash__(self) -> int:
        return hash(msgspec.json.encode(self))


def _read(value: Any) -> Value:
    """An argument as it was meant: messages within a message that was read from a file are plain data."""
    if isinstance(value, dict):
        return msgspec.convert(value, Message)
    return [_read(item) for item in value] if isinstance(value, list) else value


class Phrase:
    """A message that the code can say: its key, and the names and types of its arguments.

    A test holds all of them against the catalogues.

    Args:
        key: of its words.
        arguments: what it is said of, each with its type.

    Raises:
        TypeError: when it is called with other arguments than these.

    >>> cannot_write = Phrase("cannot-write", path=str, why=str)
    >>> cannot_write(path="a.txt", why="disk full").key
    'cannot-write'
    """

    def __init__(self, key: str, **arguments: type | tuple[type, ...]) -> None:
        self.key = key
        self.arguments = arguments

    def __call__(self, **values: Value) -> Message:
        if values.keys() != self.arguments.keys():
            raise TypeError(f"{self.key} is said of {sorted(self.arguments)}, not of {sorted(values)}")
        for name, value in values.items():
            if not isinstance(value, self.arguments[name]):
                raise TypeError(f"{self.key}: {name} is {value!r}, not {self.arguments[name]}")
        return Message(self.key, values)

    def __repr__(self) -> str:
        return f"Phrase({self.key!r})"


def phrases_of(module: object) -> dict[str, Phrase]:
    """The phrases that a module or class declares, by key."""
    return {value.key: value for value in vars(module).values() if isinstance(value, Phrase)}
