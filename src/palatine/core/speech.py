"""Telling somebody what happens: by names, and in the second person where it is about the listener."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class _You(str):
    """The listener among the names; told apart by what it is, since anybody may be called "You"."""


YOU = _You("You")

_IRREGULAR = {"has": "have", "does": "do"}


def addressing(names: Sequence[str], seat: int | None) -> list[str]:
    """The names as one of those seats is told them."""
    return [YOU if seat == number else name for number, name in enumerate(names)]


class Words(dict[str, Any]):
    """The words for a template.  Beside those given there are `who`, `whom` and `whose` for the one it is
    about, `other` and `others` for somebody else's part in it; and every verb in braces, as `{plays}`,
    agrees with `who`.
    """

    def __init__(self, given: dict[str, Any], who: str, other: str | None = None) -> None:
        super().__init__(given)
        self._you = isinstance(who, _You)
        self.update(who=who, whom="you" if self._you else who, whose="Your" if self._you else f"{who}'s")
        if other is not None:
            you = isinstance(other, _You)
            self.update(other="you" if you else other, others="your" if you else f"{other}'s")

    def __missing__(self, verb: str) -> str:
        if not verb.endswith("s"):
            raise KeyError(verb)
        return _IRREGULAR.get(verb, verb[:-1]) if self._you else verb


def told(template: str, words: Words) -> str:
    """A sentence."""
    text = template.format_map(words)
    return text[:1].upper() + text[1:] if template.startswith("{others}") else text
