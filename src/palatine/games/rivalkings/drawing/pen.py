"""What pictures are written with: the colours, and the words of a language."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from palatine.core.messages import Message, Phrase
from palatine.core.words import Names, Words

from .palette import Palette

CARD = Phrase("drawing-card", card=str)
CHARACTER = Phrase("drawing-character", character=str)
ABILITY = Phrase("drawing-ability", subject=str)


@dataclass(frozen=True, kw_only=True)
class Pen(Palette):
    """A palette, and the words for what is written on cards and beside them."""

    words: Words
    names: Names = ()

    def say(self, message: Message) -> str:
        return self.words.say(message, self.names)

    def card_title(self, name: str) -> str:
        """What is printed on a subject or a building."""
        return self.say(CARD(card=name))

    def character_title(self, name: str) -> str:
        """What is printed on a member of the court."""
        return self.say(CHARACTER(character=name))

    def ability(self, subject: str) -> str:
        """What a subject can do."""
        return self.say(ABILITY(subject=subject))


def pen(palette: Palette, words: Words, names: Names = ()) -> Pen:
    return Pen(**asdict(palette), words=words, names=names)
