"""What a state holds, and who may see it: declared once, for the record, for views and for checks.

    STATE = Fields(
        players=public("i2"),
        hand=private("i8", PLAYERS),  # a row for each seat, its owner's alone
        row=public("i1", PLAYERS, CARDS, things=CARD),  # which there are of some things: a flag for each
        pile=hidden("i1", DECK),
    )

The generator of luck comes last and is nobody's.  Every game says how many `players` there are and counts
its `decisions`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec
import numpy as np

from palatine.core.compiled import rule
from palatine.core.decisions import Thing
from palatine.core.rng import RNG_FIELDS

UNKNOWN = -1  # in a view, whatever may not be seen
REQUIRED = ("players", "decisions")

Shape = tuple[int, ...]


class Field(msgspec.Struct, frozen=True):
    """A field of the record: numpy's type, the size of an array, and who may see it.

    With `things`, its last places are flags, one for each of these: it is shown as those that there are.
    """

    kind: str
    shape: Shape
    seen_by: Literal["all", "owner", "nobody"]
    things: Thing | None = None

    def __post_init__(self) -> None:
        if self.things is not None and self.shape[-1:] != (len(self.things),):
            raise TypeError(f"a field of {self.things.kind}s has a place for each of them")

    @property
    def unknown(self) -> int:
        """What a view has in its place."""
        return int(np.array(UNKNOWN).astype(self.kind))


def public(kind: str, *shape: int, things: Thing | None = None) -> Field:
    """A field that everybody sees, or can work out from what was seen.

    Args:
        kind: numpy's name of its type, as `i1`.
        shape: how many there are, in each direction; nothing for a single number.
        things: what the flags of the last direction stand for, so that a screen can list their names.
    """
    return Field(kind, shape, "all", things)


def private(kind: str, *shape: int, things: Thing | None = None) -> Field:
    """A row for each seat, which nobody else sees.

    Args:
        kind: numpy's name of its type.
        shape: first the most seats that there may be, then the size of a row.
        things: what the flags of a row stand for.
    """
    return Field(kind, shape, "owner", things)


def hidden(kind: str, *shape: int) -> Field:
    """A field that nobody sees.

    Args:
        kind: numpy's name of its type.
        shape: how many there are, in each direction.
    """
    return Field(kind, shape, "nobody")


class Fields:
    """The fields of a game's state, in their order.

    `dtype` is the type of the record, with the generator of luck at its end; `see(s, v, seat)` a compiled
    rule that writes into v what a seat may see of s.

    Args:
        fields: each as `public`, `private` or `hidden` make it.

    Raises:
        TypeError: there is no field for the number of `players`, or none that counts the `decisions`.
    """

    def __init__(self, **fields: Field) -> None:
        missing = [name for name in REQUIRED if name not in fields]
        if missing:
            raise TypeError(f"a state has a field {missing[0]!r}")
        luck = {name: hidden(kind, *shape) for name, kind, shape in map(_with_shape, RNG_FIELDS)}
        self.fields = {**fields, **luck}
        # Packed: states are compared by their bytes, and bytes between fields would be copied or not as
        # numpy likes.
        self.dtype = np.dtype([(name, f.kind, f.shape) for name, f in self.fields.items()])
        self.see = rule(self._see())

    def _see(self) -> Callable[..., None]:
        """A rule that writes into v what a seat may see of s; a spectator is seat -1."""
        lines = ["def see(s, v, seat):"]
        for name, f in self.fields.items():
            lines += _assign(name, f.shape, f"s.{name}" if f.seen_by == "all" else f.unknown)
        lines.append("    if seat >= 0:")
        own = [(name, f) for name, f in self.fields.items() if f.seen_by == "owner"]
        for name, f in own:
            lines += ["    " + line for line in _assign(name, f.shape[1:], f"s.{name}", "seat")]
        lines.append("        pass")
        self.key = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]  # for what is kept on disk
        made: dict[str, Any] = {}
        exec(compile("\n".join(lines), __file__, "exec"), made)  # in a file, so that it is kept on disk
        return made["see"]  # type: ignore[no-any-return]


def _with_shape(field: tuple[Any, ...]) -> tuple[str, str, Shape]:
    name, kind, *shape = field
    return name, kind, tuple(shape)


def _assign(name: str, shape: Shape, what: str | int, *first: str) -> Iterator[str]:
    """Lines that write a field, or the row of a seat: what is seen of it, or a number for unknown."""
    indent, places = "    ", list(first)
    for n, size in enumerate(shape):
        yield f"{indent}for i{n} in range({size}):"
        indent += "    "
        places.append(f"i{n}")
    at = f"[{', '.join(places)}]" if places else ""
    yield f"{indent}v.{name}{at} = {what}{at if isinstance(what, str) else ''}"
