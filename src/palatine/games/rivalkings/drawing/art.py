"""What a screen needs to show the cards: their pictures, and what is printed on them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from palatine.games.rivalkings.rules.cards import ACTION_NAMES, CARD_NAMES, CHARACTERS, HITS, NO_RANK, RANKS, TRADES
from ..positions import cards_data
from .characters import TITLES, action_places
from .faces import ACTION, CARD, CHARACTER, draw_faces
from .palette import DAY, NIGHT

SVG, JSON = "image/svg+xml", "application/json"
FILES = ("cards.svg", "cards.json")
THEMES = {"day": DAY, "night": NIGHT}


def art(name: str, theme: str) -> tuple[str, str] | None:
    """A file by its name, and its media type; None if there is none of that name or theme."""
    return _art(name, theme) if name in FILES and theme in THEMES else None


@cache
def _art(name: str, theme: str) -> tuple[str, str]:
    if name == "cards.svg":
        return draw_faces(THEMES[theme]), SVG
    return msgspec.json.encode(_printed()).decode(), JSON


def _printed() -> dict[str, Any]:
    """What is printed on every card, and where the screen may lay something on it."""
    return {
        "cards": [card | {"pair": _partner(card["name"])} for card in cards_data()],
        "characters": [_character(person) for person in range(len(CHARACTERS))],
        "sizes": {"card": CARD, "character": CHARACTER, "action": ACTION},
    }


def _partner(name: str) -> str:
    """The subject of a building, the building of a subject."""
    return CARD_NAMES[(CARD_NAMES.index(name) + TRADES) % len(CARD_NAMES)]


def _character(person: int) -> dict[str, Any]:
    rank = person // 2
    return {
        "name": CHARACTERS[person].name,
        "title": TITLES[person],
        "rank": RANKS[rank],
        "symbol": person % 2 == 0,
        "actions": [ACTION_NAMES[kind] for kind in CHARACTERS[person].actions],
        "robs": None if HITS[rank] == NO_RANK else RANKS[HITS[rank]],
        "places": action_places(person),
    }
