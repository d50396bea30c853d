"""Decisions as text: 23>L23, 7xL7, 14+, R22, 14-, #L30 and a full stop.  See docs/rheinlander-notation.md."""

from __future__ import annotations

import re

from palatine.games.rheinlander.rules.decisions import (
    ACTIONS,
    BUILD,
    CONVERT,
    DISCARD,
    DONE,
    PLACE,
    REINFORCEMENT,
    STATION,
)
from palatine.games.rheinlander.rules.components import LAND, Layout

NUMBER = "[1-9][0-9]{0,3}"
CARD_AND_SPACE = re.compile(f"({NUMBER})([>x])([A-Z]{NUMBER})")
CARD = re.compile(f"({NUMBER})([+-])")
BASTION = re.compile(f"#([A-Z]{NUMBER})")
SPACE = re.compile(f"[A-Z]{NUMBER}")


def action_text(layout: Layout, action: int) -> str:
    """A decision in our notation."""
    if not 0 <= action < ACTIONS:
        return f"decision {action}"
    if action < REINFORCEMENT:
        card, k = (action % CONVERT) // 3, action % 3
        if card >= len(layout.board.area):
            return f"decision {action}"
        return f"{card + 1}{'x' if action >= CONVERT else '>'}{layout.board.area[card][k]}"
    if action < STATION:
        return f"{action - DISCARD + 1}-" if action >= DISCARD else f"{action - REINFORCEMENT + 1}+"
    if action == DONE:
        return "."
    name = layout.names.get((action - STATION) % LAND, f"space {(action - STATION) % LAND}")
    return f"#{name}" if action >= BUILD else name


def parse_action(layout: Layout, text: str) -> int:
    """The decision that a text means; ValueError with the reason where it means none."""
    if text == ".":
        return DONE
    if found := CARD_AND_SPACE.fullmatch(text):
        number, sign, space = found.groups()
        return (CONVERT if sign == "x" else PLACE) + 3 * _card(layout, number) + _place(layout, number, space)
    if found := CARD.fullmatch(text):
        number, sign = found.groups()
        return (REINFORCEMENT if sign == "+" else DISCARD) + _card(layout, number)
    if found := BASTION.fullmatch(text):
        return BUILD + _land(layout, found[1], "a bastion stands on a land space (rule 10)")
    if SPACE.fullmatch(text):
        return STATION + _land(layout, text, "reinforcement goes to a land space (rule 7)")
    raise ValueError("this is no move; moves look like 23>L23, 7xL7, 14+, R22, 14-, #L30 or a full stop")


def _card(layout: Layout, number: str) -> int:
    most = len(layout.board.area)
    if int(number) > most:
        raise ValueError(f"there is no card {number}: cards are numbered 1 to {most}")
    return int(number) - 1


def _known(layout: Layout, space: str) -> int:
    if space not in layout.index:
        raise ValueError(f"there is no space {space} on the board {layout.board.name}")
    return layout.index[space]


def _place(layout: Layout, number: str, space: str) -> int:
    _known(layout, space)
    area = layout.board.area[_card(layout, number)]
    if space not in area:
        raise ValueError(
            f"{space} is not in area {number}: that has {area[0]}, {area[1]} and {area[2]} (rule 6)"
        )
    return area.index(space)


def _land(layout: Layout, space: str, otherwise: str) -> int:
    index = _known(layout, space)
    if index >= LAND:
        raise ValueError(f"{space} is a river space: {otherwise}")
    return index
