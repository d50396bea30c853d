"""What can be wrong with what we are given: always what, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable


class PalatineError(Exception):
    """Bad input at one of our doors; its text is meant for the person who gave it."""


class UnknownGame(PalatineError):
    """There is no game of that name."""


class BadOptions(PalatineError):
    """Options that a game cannot be set up with."""


class BadSeed(PalatineError):
    """A seed that is not 32 bytes written as 64 hexadecimal digits."""


class UnknownSeat(PalatineError):
    """There is no such seat at the table."""


class UnknownPlayer(PalatineError):
    """There is no such program to play a seat."""


class IllegalMove(PalatineError):
    """A move that the rules do not allow now; nothing has changed."""

    def __init__(self, seat: int, move: str, reason: str) -> None:
        super().__init__(f"seat {seat} cannot play {move!r}: {reason}")
        self.seat = seat
        self.move = move
        self.reason = reason


class BadFile(PalatineError):
    """A file that does not say what its format asks for; the line is counted from 1."""

    def __init__(self, source: str, line: int | None, reason: str) -> None:
        super().__init__(f"{source}, line {line}: {reason}" if line else f"{source}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


class BadRecord(BadFile):
    """A record that cannot be read, or does not replay."""


def one_of(names: Iterable[object]) -> str:
    """Spell a choice for a message: a, b or c."""
    texts = [str(name) for name in names]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def is_plain(text: str) -> bool:
    """Whether a name can be shown anywhere: printable, and not longer than a line."""
    return text.isprintable() and 0 < len(text) <= 100
