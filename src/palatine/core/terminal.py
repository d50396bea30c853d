"""The terminal: a position and a question as text, with rich's markup for colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from palatine.core.messages import Message, Phrase
from palatine.core.words import Names, Words

if TYPE_CHECKING:
    from palatine.core.game import Action, Game, Seat
    from palatine.core.presenting import Position

SEAT_NAME = Phrase("seat-name", seat=int)


class Terminal:
    """A game in a terminal: neat lists, where it shows nothing better."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def describe(self, shown: Position, names: Names, words: Words, width: int) -> str:
        """A position for a terminal.

        Args:
            shown: what `presenting` shows of it.
            names: what the seats are called.
            words: of the language.
            width: of the terminal, in letters.
        """
        return "\n".join(line.replace("[", r"\[") for line in self.lines(shown, names, words))

    def question(self, shown: Position, seat: Seat, legal: Sequence[Action], words: Words) -> str:
        """What an acting seat is asked for and its choices.

        Args:
            shown: what `presenting` shows of the position.
            seat: who is asked.
            legal: what it may decide.
            words: of the language.
        """
        return "  ".join(self.game.notation.text(action) for action in legal).replace("[", r"\[")

    def lines(self, shown: Position, names: Names, words: Words) -> list[str]:
        """Every fact of a position; those that there is one of for each seat stand beside the seat."""
        facts: dict[str, Any] = msgspec.to_builtins(shown)
        acting = facts.pop("to_act", [])
        own: list[dict[str, Any]] = facts.pop("seats", [{} for _ in names])
        shared = facts.pop("table", {}) | facts
        lines = [f"{_called(name, words)}: {_told(fact)}" for name, fact in shared.items()]
        for seat, each in enumerate(own):
            name = words.say(SEAT_NAME(seat=seat), names)
            told = "; ".join(f"{_called(field, words)} {_told(fact)}" for field, fact in each.items())
            lines.append(f"{'▶' if seat in acting else ' '} {name}: {told}")
        return lines


def _called(field: str, words: Words) -> str:
    key = f"field-{field}"
    return words.say(Message(key)) if key in words else field


def _told(fact: Any) -> str:
    if fact is None:
        return "?"
    return " ".join(map(_told, fact)) if isinstance(fact, list) else str(fact)
