"""The terminal: a position and a question as text, with rich's markup for colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from palatine.core.messages import Message
from palatine.core.presenting import Fact, Position, Sheet
from palatine.core.words import Names, Words

if TYPE_CHECKING:
    from palatine.core.game import Action, Game, Seat


class Terminal:
    """A game in a terminal: neat lists, where it draws nothing itself."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def describe(self, shown: Position, names: Names, words: Words, width: int) -> str:
        """A position for a terminal of that width."""
        if not isinstance(shown, Sheet):
            return msgspec.json.format(msgspec.json.encode(shown), indent=1).decode()
        return "\n".join(self._lines(shown, names, words))

    def _lines(self, sheet: Sheet, names: Names, words: Words) -> Iterator[str]:
        for name, fact in sheet.table.items():
            yield f"{self._called(name, words)}: {_told(fact)}"
        for seat, facts in enumerate(sheet.seats):
            turn = "▶" if seat in sheet.to_act else " "
            told = "; ".join(f"{self._called(name, words)} {_told(fact)}" for name, fact in facts.items())
            yield f"{turn} [bold]{words.say(Message('seat-name', {'seat': seat}), names)}[/]  {told}"

    def _called(self, field: str, words: Words) -> str:
        key = f"field-{field}"
        return words.say(Message(key)) if key in words else field

    def question(self, shown: Position, seat: Seat, legal: Sequence[Action], words: Words) -> str:
        """What an acting seat is asked for and its choices."""
        return "  ".join(self.game.notation.text(action) for action in legal)


def _told(fact: Fact) -> str:
    if fact is None:
        return "?"
    return " ".join(map(str, fact)) if isinstance(fact, list) else str(fact)
