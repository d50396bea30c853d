"""Games, people, and what went wrong."""

from __future__ import annotations

import msgspec

from palatine.core.messages import Message


class OptionInfo(msgspec.Struct, frozen=True):
    """An option that a table may agree on: a switch, or a choice among names."""

    name: str
    choices: list[str] | None = None  # none for a switch


class Level(msgspec.Struct, frozen=True):
    """A program that can take a seat; they come from the weakest to the strongest."""

    name: str
    seconds: float  # about how long it thinks about a decision
    offered: bool = True  # else only tables of old have it


class GameInfo(msgspec.Struct, frozen=True):
    """A game as the lobby offers it."""

    name: str
    title: str
    about: str  # its words for the lobby, as Fluent has them: summary, options
    players: tuple[int, int]
    minutes: tuple[int, int]
    colours: list[str]
    options: list[OptionInfo]
    levels: list[Level]


class Me(msgspec.Struct, frozen=True):
    """Who is asking: only a name; the secret stays in the cookie."""

    name: str
    build: str  # of the client that this server gives out
    grace: float  # seconds until a program plays on for who is away, where a table agrees on nothing else


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, for a program (`code`) and for a person (`message`)."""

    code: str
    message: Message
    game: str | None = None  # whose words it needs, where those of the house do not suffice
