"""What can be wrong with what we are given: always what, where, and what would be right."""

from __future__ import annotations


class PalatineError(Exception):
    """Bad input at one of our doors; its text is meant for the person who gave it."""


class UnknownGame(PalatineError):
    """There is no game of that name."""


class BadOptions(PalatineError):
    """Options that a game cannot be set up with."""


class BadSeed(PalatineError):
    """A seed that is not 32 bytes written as 64 hexadecimal digits."""


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


def one_of(names: object) -> str:
    """Spell a choice for a message: 'a', 'b' or 'c'."""
    texts = [str(name) for name in names]  # type: ignore[attr-defined]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
