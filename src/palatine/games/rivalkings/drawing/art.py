"""What a screen needs to show the cards: their pictures, and what is printed on them."""

from __future__ import annotations

from functools import cache
from typing import Any

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


def art(name: str, theme: str, words: Words) -> tuple[str, str] | None:
    """A file by its name, and its media type; None if there is none of that name or theme."""
    return _art(name, theme, words) if name in FILES and theme in THEMES else None


@cache
def _art(name: str, theme: str, words: Words) -> tuple[str, str]:
    writing = pen(THEMES[theme], words)
    if name == "cards.svg":
        return draw_faces(writing), SVG
    return msgspec.json.encode(_printed(writing)).decode(), JSON


def _printed(pen: Pen) -> dict[str, Any]:
    """What is printed on every card, and where the screen may lay something on it."""
    return {
        "cards": [_card(card(number), pen) for number in range(len(CARD_NAMES))],
        "characters": [_character(person, pen) for person in range(len(CHARACTERS))],
        "sizes": {"card": CARD, "character": CHARACTER, "action": ACTION},
    }


def _card(card: Card, pen: Pen) -> dict[str, Any]:
    ability = pen.say(card.ability) if card.ability else None
    printed = {"title": pen.say(card.title), "ability": ability, "pair": _partner(card.name)}
    return msgspec.structs.asdict(card) | printed


def _partner(name: str) -> str:
    """The subject of a building, the building of a subject."""
    return CARD_NAMES[(CARD_NAMES.index(name) + TRADES) % len(CARD_NAMES)]


def _character(person: int, pen: Pen) -> dict[str, Any]:
    rank = person // 2
    return {
        "name": CHARACTERS[person].name,
        "title": pen.character_title(CHARACTERS[person].name),
        "rank": RANKS[rank],
        "symbol": person % 2 == 0,
        "actions": [ACTION_NAMES[kind] for kind in CHARACTERS[person].actions],
        "robs": None if HITS[rank] == NO_RANK else RANKS[HITS[rank]],
        "places": action_places(person),
    }
