"""Why a text means no decision."""

from __future__ import annotations

import re

from palatine.core.messages import Message, Phrase
from palatine.games.rheinlander.rules.components import Layout

NONSENSE = Phrase("move-nonsense")
NO_CARD = Phrase("move-no-card", card=str, last=int)
NO_SPACE = Phrase("move-no-space", space=str, board=str)
OTHER_AREA = Phrase("move-other-area", space=str, area=str, spaces=list)
BASTION_ON_RIVER = Phrase("move-bastion-on-river", space=str)
REINFORCEMENT_ON_RIVER = Phrase("move-reinforcement-on-river", space=str)

NUMBER = "[1-9][0-9]{0,3}"
CARD_AND_SPACE = re.compile(f"({NUMBER})[>x]([A-Z]{NUMBER})")
CARD = re.compile(f"({NUMBER})[+-]")
LAND_SPACE = re.compile(f"(#?)([A-Z]{NUMBER})")


def no_move(layout: Layout, text: str) -> Message:
    """What is wrong with a text that is none of the decisions on a board."""
    if found := CARD_AND_SPACE.fullmatch(text):
        card, space = found.groups()
        return _no_card(layout, card) or _no_space(layout, space) or _other_area(layout, card, space)
    if found := CARD.fullmatch(text):
        return _no_card(layout, found[1]) or NONSENSE()
    if found := LAND_SPACE.fullmatch(text):
        on_river = BASTION_ON_RIVER if found[1] else REINFORCEMENT_ON_RIVER
        return _no_space(layout, found[2]) or on_river(space=found[2])
    return NONSENSE()


def _no_card(layout: Layout, card: str) -> Message | None:
    last = len(layout.board.area)
    return NO_CARD(card=card, last=last) if int(card) > last else None


def _no_space(layout: Layout, space: str) -> Message | None:
    return None if space in layout.index else NO_SPACE(space=space, board=layout.board.name)


def _other_area(layout: Layout, card: str, space: str) -> Message:
    return OTHER_AREA(space=space, area=card, spaces=list(layout.board.area[int(card) - 1]))
