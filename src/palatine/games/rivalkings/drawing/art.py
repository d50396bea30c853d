"""What a screen needs to show the cards: their pictures, and what is printed on them."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from palatine.core.words import Words
from palatine.games.rivalkings.presenting import Card, card
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    CARD_NAMES,
    CHARACTERS,
    HITS,
    NO_RANK,
    RANKS,
    TRADES,
)

from .characters import action_places
from .faces import ACTION, CARD, CHARACTER, draw_faces
from .palette import DAY, NIGHT
from .pen import Pen, pen

SVG, JSON = "image/svg+xml", "application/json"
FILES = ("cards.svg", "cards.json")
THEMES = {"day": DAY, "night": NIGHT}

Size = tuple[float, float]


class CardInfo(msgspec.Struct, frozen=True):
    """What is printed on a subject or a building."""

    name: str
    title: str
    type: Literal["subject", "building"]
    colour: Literal["yellow", "red", "blue", "green"]
    trade: str  # its subject: a card and its partner have the same
    price: int
    price_from: Literal["rulebook", "palatine"]
    copies: int
    ability: str | None
    pair: str  # its partner


class CharacterInfo(msgspec.Struct, frozen=True):
    """What is printed on a character."""

    name: str
    title: str
    rank: str
    symbol: bool  # whether it has the star that goes first among equals
    actions: list[str]  # in printed order
    robs: str | None  # the rank it robs
    places: dict[str, Size]  # where on the card each action stands


class Sizes(msgspec.Struct, frozen=True):
    """Of the cards, and half that of an action."""

    card: Size
    character: Size
    action: float


class BookData(msgspec.Struct, frozen=True):
    """What is printed on every card, and where the screen may lay something on it."""

    cards: list[CardInfo]
    characters: list[CharacterInfo]
    sizes: Sizes


def art(name: str, theme: str, words: Words) -> tuple[str, str] | None:
    """A file by its name, and its media type; None if there is none of that name or theme."""
    return _art(name, theme, words) if name in FILES and theme in THEMES else None


@cache
def _art(name: str, theme: str, words: Words) -> tuple[str, str]:
    writing = pen(THEMES[theme], words)
    if name == "cards.svg":
        return draw_faces(writing), SVG
    return msgspec.json.encode(_printed(writing)).decode(), JSON


def _printed(pen: Pen) -> BookData:
    return BookData(
        cards=[_card(card(number), pen) for number in range(len(CARD_NAMES))],
        characters=[_character(person, pen) for person in range(len(CHARACTERS))],
        sizes=Sizes(CARD, CHARACTER, ACTION),
    )


def _card(card: Card, pen: Pen) -> CardInfo:
    ability = pen.say(card.ability) if card.ability else None
    printed = {"title": pen.say(card.title), "ability": ability, "pair": _partner(card.name)}
    return msgspec.convert(msgspec.structs.asdict(card) | printed, CardInfo)


def _partner(name: str) -> str:
    """The subject of a building, the building of a subject."""
    return CARD_NAMES[(CARD_NAMES.index(name) + TRADES) % len(CARD_NAMES)]


def _character(person: int, pen: Pen) -> CharacterInfo:
    rank = person // 2
    return CharacterInfo(
        name=CHARACTERS[person].name,
        title=pen.character_title(CHARACTERS[person].name),
        rank=RANKS[rank],
        symbol=person % 2 == 0,
        actions=[ACTION_NAMES[kind] for kind in CHARACTERS[person].actions],
        robs=None if HITS[rank] == NO_RANK else RANKS[HITS[rank]],
        places=action_places(person),
    )
