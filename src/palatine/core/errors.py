"""What can be wrong with what we are given: always what, where, and what would be right.

An error carries a message; as a text it says it in English.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from palatine.core.messages import Message, Phrase

ILLEGAL_MOVE = Phrase("error-illegal-move", seat=int, move=str, reason=Message)
IN_FILE = Phrase("error-in-file", source=str, reason=Message)
IN_LINE = Phrase("error-in-line", source=str, line=int, reason=Message)
CANNOT_WRITE = Phrase("error-cannot-write", path=str, why=str)
CANNOT_READ = Phrase("error-cannot-read", why=str)
NOT_UTF8 = Phrase("record-not-utf8")
TOO_DEEP = Phrase("record-too-deep")
AS_SAID = Phrase("error-as-said", text=str)  # in words already, as the command line says things


class PalatineError(Exception):
    """Bad input at one of our doors; its message is meant for the person who gave it.

    `game` is the name of the game whose words the message may need.
    """

    def __init__(self, message: Message | str, game: str | None = None) -> None:
        super().__init__(message, game)
        self.message = AS_SAID(text=message) if isinstance(message, str) else message
        self.game = game

    def __str__(self) -> str:
        from palatine.core.catalog import words_of

        return words_of(self.game).say(self.message)


class UnknownGame(PalatineError):
    """There is no game of that name."""


class UnknownRuleset(PalatineError):
    """The game has no such ruleset, or none that this version of it still knows."""


class BadOptions(PalatineError):
    """Options that a game cannot be set up with."""


class BadSeed(PalatineError):
    """A seed that is not 32 bytes written as 64 hexadecimal digits."""


class UnknownSeat(PalatineError):
    """There is no such seat at the table."""


class UnknownPlayer(PalatineError):
    """There is no such program to play a seat."""


class BadMove(PalatineError):
    """A text that means no move of the game."""


class IllegalMove(PalatineError):
    """A move that the rules do not allow now; nothing has changed."""

    def __init__(self, seat: int, move: Any, reason: Message, game: str | None = None) -> None:
        super().__init__(ILLEGAL_MOVE(seat=seat, move=repr(move), reason=reason), game)
        self.args = (seat, move, reason, game)
        self.seat = seat
        self.move = move
        self.reason = reason


class BadFile(PalatineError):
    """A file that does not say what its format asks for; the line is counted from 1."""

    def __init__(self, source: str, line: int | None, reason: Message, game: str | None = None) -> None:
        where = (
            IN_LINE(source=source, line=line, reason=reason)
            if line
            else IN_FILE(source=source, reason=reason)
        )
        super().__init__(where, game)
        self.args = (source, line, reason, game)
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
