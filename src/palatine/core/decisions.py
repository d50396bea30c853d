"""What can be decided: blocks of small numbers, each with its arguments and how it is written.

    BID = Thing("card", range(1, 14))
    DECISIONS = Decisions(bid=Block("bid {card}", card=BID))

Numbers follow in the order of declaration, the last argument running fastest; `DECISIONS.first("bid")` is
where a block begins.  How decisions are written and read, what is pointed at for them and the message that
names them follow from the declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import msgspec

from palatine.core.messages import Message

Names = Mapping[str, str]  # of a decision's arguments


class Thing:
    """A kind of thing that a decision may be about, with the names of all there are.

    Args:
        kind: as in `card:7`, which is how one is pointed at.
        names: of all there are, as they are written in records.
    """

    def __init__(self, kind: str, names: Iterable[object]) -> None:
        self.kind = kind
        self.names = tuple(map(str, names))

    def __len__(self) -> int:
        return len(self.names)


class Block:
    """Decisions of one kind: how they are written, and their arguments.

    Args:
        pattern: how one is written in records, with its arguments in braces: `bid {card}`.
        points: what a person points at for it, as `card:{card}`; unless said, each argument.
        arguments: what it is about; the last one runs fastest.
    """

    def __init__(self, pattern: str, points: Sequence[str] | None = None, **arguments: Thing) -> None:
        self.pattern = pattern
        self.arguments = arguments
        each = (f"{thing.kind}:{{{name}}}" for name, thing in arguments.items())
        self.points = tuple(each if points is None else points)

    def __len__(self) -> int:
        return prod(len(thing) for thing in self.arguments.values())


class Decision(msgspec.Struct, frozen=True):
    """A decision, taken apart: its block, the number of each argument, and their names."""

    block: str
    numbers: tuple[int, ...]
    names: dict[str, str]
    seats: tuple[str, ...] = ()  # the arguments that are seats

    @property
    def message(self) -> Message:
        """What it is called, as on a button; seats are said by their numbers, as everywhere."""
        seats = {name: int(self.names[name]) for name in self.seats}
        return Message(f"choice-{self.block}", {**self.names, **seats})


class Decisions:
    """All that can be decided in a game, numbered.

    Args:
        blocks: in the order of their numbers; the words for one are those of `choice-NAME`.
    """

    def __init__(self, **blocks: Block) -> None:
        self.blocks = blocks
        self._first: dict[str, int] = {}
        self.count = 0
        for name, block in blocks.items():
            self._first[name] = self.count
            self.count += len(block)

    def first(self, block: str) -> int:
        """The number at which a block begins.

        Raises:
            KeyError: there is no such block.
        """
        return self._first[block]

    def __iter__(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Block and argument numbers of every decision, in the order of their numbers."""
        for name, block in self.blocks.items():
            for numbers in product(*(range(len(thing)) for thing in block.arguments.values())):
                yield name, numbers

    def names(self, block: str, numbers: Sequence[int]) -> dict[str, str]:
        """What the arguments of a decision are called, as declared.

        Args:
            block: its name.
            numbers: of the arguments, from 0.
        """
        things = self.blocks[block].arguments.items()
        return {name: thing.names[n] for (name, thing), n in zip(things, numbers, strict=True)}

    def notation(self, names: Callable[[str, tuple[int, ...]], Names | None] | None = None) -> Notation:
        """How decisions are written.

        Args:
            names: where that depends on a board, what calls the arguments of a decision by name, given its
                block and their numbers; None for a decision that the board does not have.
        """
        return Notation(self, names or self.names)


class Notation:
    """The decisions of a game as text, and back."""

    def __init__(self, decisions: Decisions, names: Callable[[str, tuple[int, ...]], Names | None]) -> None:
        self.decisions = decisions
        self.all: list[Decision | None] = []
        self.texts: list[str | None] = []
        for block, numbers in decisions:
            called = names(block, numbers)
            pattern, arguments = decisions.blocks[block].pattern, decisions.blocks[block].arguments
            seats = tuple(name for name, thing in arguments.items() if thing.kind == "seat")
            self.all.append(None if called is None else Decision(block, numbers, dict(called), seats))
            self.texts.append(None if called is None else pattern.format_map(called))
        self.numbers = {text: n for n, text in enumerate(self.texts) if text is not None}

    def __contains__(self, action: int) -> bool:
        """Whether this board has a decision of that number."""
        return 0 <= action < len(self.all) and self.all[action] is not None

    def text(self, action: int) -> str:
        """A decision as it is written in records."""
        text = self.texts[action] if 0 <= action < len(self.texts) else None
        return f"decision {action}" if text is None else text

    def decision(self, action: int) -> Decision:
        """A decision taken apart.

        Raises:
            KeyError: this board has none of that number.
        """
        decision = self.all[action] if 0 <= action < len(self.all) else None
        if decision is None:
            raise KeyError(action)
        return decision

    def things(self, action: int) -> tuple[str, ...]:
        """What a person points at for a decision.

        Raises:
            KeyError: this board has none of that number.
        """
        decision = self.decision(action)
        points = self.decisions.blocks[decision.block].points
        return tuple(point.format_map(decision.names) for point in points)


def spelled(blocks: Mapping[str, Any]) -> str:
    """How decisions look, for a message: the patterns of all blocks."""
    return ", ".join(block.pattern for block in blocks.values())
