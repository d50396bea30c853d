"""The words for messages: catalogues of Project Fluent, a folder of them for each game and one for the house.

A catalogue says things in one language.  Beside Fluent's own it has a few functions, the same ones as in
the browser:

- `PERSON($seat)` selects: `you` where it is about the reader, `nobody`, or `other`.
- `NAME($seat)` is what a seat is called, `NAMES($seats)` what several are called, as a list.
- `LIST($things, type: "or", of: "card")` lists things, by and, or, comma or semicolon; with `of` each is
  a term.
- `TERM($thing, of: "card", form: "the")` is the message `card-…` for a thing, or one of its attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from palatine.core.messages import Message, Phrase, Value

HOUSE = Path(__file__).parent.parent / "words"
LOCALES = {"en": "en-GB"}  # what a folder of words is written in
NUMBERED = Phrase("seat-numbered", seat=int)  # a seat that has no name here
LANGUAGE = "en"  # unless somebody says otherwise
STYLES: dict[str, Any] = {"and": "standard", "or": "or"}
LONGEST = 500  # letters of a text within a message; Fluent refuses very long ones
PLAIN = {"comma": ", ", "semicolon": "; "}  # lists without a word before the last

Names = Sequence[str | Message]  # what the seats are called


class MissingWords(LookupError):
    """A message that a catalogue has no words for, or not the right ones."""


# What the seats are called and which one reads, while a message is worded.
_reading: ContextVar[tuple[Names, int | None]] = ContextVar("reading", default=((), None))


class Words:
    """What can be said in one language, by the house and one game; `words_of` makes it.

    Args:
        language: the name of a folder of words, as `en`.
        folders: that have such a folder, the house's first.
    """

    def __init__(self, language: str, folders: Iterable[Path]) -> None:
        # Both take a while to load, and most programs say nothing.
        from babel import Locale
        from fluent.runtime import FluentBundle, FluentResource

        self.language = language
        locale = LOCALES.get(language, language)
        self._locale = Locale.parse(locale, sep="-")
        functions: dict[str, Any] = {"PERSON": self._person, "NAME": self._name, "NAMES": self._names}
        functions |= {"LIST": self._list, "TERM": self._term}
        self._bundle = FluentBundle([locale], functions=functions, use_isolating=False)
        for folder in folders:
            for path in sorted((folder / language).glob("*.ftl")):
                self._bundle.add_resource(FluentResource(path.read_text("utf-8")))

    def say(
        self, message: Message, names: Names = (), reader: int | None = None, form: str | None = None
    ) -> str:
        """A message in words.

        Args:
            message: what is to be said.
            names: what the seats are called; without them they go by their numbers.
            reader: the seat that it is said to, as "you"; none for a log that all read.
            form: another text about the same, as the `help` of an option: an attribute in Fluent.

        Raises:
            MissingWords: there are none for it, or they speak of what it does not have.
        """
        before = _reading.set((names, reader))
        try:
            return self._say(message, form)
        finally:
            _reading.reset(before)

    def __contains__(self, key: str) -> bool:
        return bool(self._bundle.has_message(key))

    def _say(self, message: Message, form: str | None = None) -> str:
        arguments = {name: self._value(value) for name, value in message.args.items()}
        return self._format(message.key, form, arguments)

    def _format(self, key: str, form: str | None, arguments: dict[str, Any]) -> str:
        if not self._bundle.has_message(key):
            raise MissingWords(f"there are no words in {self.language!r} for {key!r}")
        entry = self._bundle.get_message(key)
        pattern = entry.value if form is None else entry.attributes.get(form)
        if pattern is None:
            raise MissingWords(f"there are no words in {self.language!r} for {key!r}, form {form!r}")
        text, errors = self._bundle.format_pattern(pattern, arguments)
        if errors:
            raise MissingWords(f"{key!r} in {self.language!r}: {errors[0]}")
        return str(text)

    def _value(self, value: Value) -> Any:
        """An argument as Fluent takes it."""
        if isinstance(value, Message):
            return self._say(value)
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
        if isinstance(value, int | float):
            return _number(value)
        return _listed()([self._value(item) for item in value])

    def _person(self, seat: Any) -> str:
        if isinstance(seat, str) or seat < 0:
            return "nobody"
        return "you" if int(seat) == _reading.get()[1] else "other"

    def _name(self, seat: Any) -> str:
        names = _reading.get()[0]
        if not 0 <= int(seat) < len(names):
            return self._say(NUMBERED(seat=int(seat)))
        name = names[int(seat)]
        return self._say(name) if isinstance(name, Message) else name

    def _names(self, seats: Any, type: str = "and") -> str:
        return self._joined([self._name(seat) for seat in seats.items], type)

    def _list(self, things: Any, type: str = "and", of: str = "", form: str = "") -> str:
        items = getattr(things, "items", [things])
        return self._joined([self._term(item, of, form) if of else str(item) for item in items], type)

    def _term(self, thing: Any, of: str, form: str = "") -> str:
        return self._format(f"{of}-{thing}", str(form) or None, {})

    def _joined(self, items: list[str], type: str) -> str:
        from babel.lists import format_list

        if str(type) in PLAIN:
            return PLAIN[str(type)].join(items)
        return format_list(items, style=STYLES[str(type)], locale=self._locale)


def _number(value: float) -> Any:
    """A number; those of rules, cards and lines are written without signs between their digits."""
    from fluent.runtime.types import fluent_number

    return fluent_number(value, useGrouping=False)


@cache
def _listed() -> type[Any]:
    from fluent.runtime.types import FluentType

    class Listed(FluentType):
        """Several things; Fluent has no lists of its own."""

        def __init__(self, items: Sequence[Any]) -> None:
            self.items = items

        def format(self, locale: Any) -> str:
            return ", ".join(map(str, self.items))

    return Listed


@cache
def house_words(language: str = LANGUAGE) -> Words:
    """What the house can say."""
    return Words(language, [HOUSE])


@cache
def game_words(folder: Path, language: str = LANGUAGE) -> Words:
    """What the house and a game can say; the folder is the game's own."""
    return Words(language, [HOUSE, folder])
