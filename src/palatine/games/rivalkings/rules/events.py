"""What a table would say aloud: the kinds of events that the rules announce, and what their numbers mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from palatine.core.events import NUMBER, SEAT, Events, Reading, one_of
from palatine.games.rivalkings.rules.cards import ACTION_KINDS, ACTION_NAMES, CARD_NAMES, CHARACTER_NAMES

EVENTS = Events()

CHARACTER, CARD, ACTION = one_of(*CHARACTER_NAMES), one_of(*CARD_NAMES), one_of(*ACTION_NAMES)
RIVAL = NUMBER  # a seat, where there always is one
PILE = Reading(lambda _, number: number + 1, int)
ACTIONS = Reading(
    lambda _, bits: [ACTION_NAMES[action] for action in range(ACTION_KINDS) if bits >> action & 1], list[str]
)

# why a marker is given
EQUAL_RANK, HIT, TURNED_BACK = range(3)
WHY = one_of("equal", "hit", "turned_back")

PASSING = {"Gardener": 6, "Watchman": 9}  # who lets an ability pass was asked by its own rule


def rule_of_marker(data: Mapping[str, Any]) -> int:
    """The neutral card has a rule of its own, and so has the Watchman."""
    if data["why"] == "turned_back":
        return 9
    return 8 if data["other"] is None else 7


DEALT = EVENTS.add("dealt", rule=5, reveals=True, unforeseen=True, chance=True, round=NUMBER)
CHOSE = EVENTS.add("chose", rule=5, character=CHARACTER.told_to_its_seat())
REVEALED = EVENTS.add("revealed", rule=5, reveals=True, unforeseen=True, character=CHARACTER)
NEUTRAL_SHOWN = EVENTS.add("neutral", rule=8, reveals=True, unforeseen=True, character=CHARACTER)
SWAPPED = EVENTS.add("swapped", rule=6, other=RIVAL, character=CHARACTER, theirs=CHARACTER)
MARKED = EVENTS.add("marked", rule=rule_of_marker, other=SEAT, character=CHARACTER, why=WHY)
NO_MARKER = EVENTS.add("no_marker", rule=4)
GUARDED = EVENTS.add("guarded", rule=9)
PASSED = EVENTS.add("passed", rule=lambda data: PASSING.get(data["card"]), card=CARD)
CYCLE = EVENTS.add("cycle", rule=5, round=NUMBER)
TURN = EVENTS.add("turn", rule=lambda data: 11 if data["equal"] else 10, character=CHARACTER, equal=NUMBER)
STOLE = EVENTS.add("stole", rule=11, other=RIVAL, action=ACTION)
SKIPPED = EVENTS.add("skipped", rule=11, actions=ACTIONS)
SETTLED = EVENTS.add("settled", rule=11, markers=NUMBER)
GAVE = EVENTS.add("gave", rule=11, other=RIVAL)
REFILLED = EVENTS.add("refilled", rule=3, coins=NUMBER)
TOOK = EVENTS.add("took", rule=3, reveals=True, unforeseen=True, pile=PILE, coins=NUMBER)
BOUGHT = EVENTS.add("bought", rule=2, reveals=True, card=CARD, pile=PILE, coins=NUMBER, left=NUMBER)
USED = EVENTS.add("used", rule=13, trivial=True, card=CARD)
GAINED = EVENTS.add("gained", rule=13, coins=NUMBER)
EXCHANGED = EVENTS.add("exchanged", rule=13, card=CARD, other=RIVAL, theirs=CARD)
TRADED = EVENTS.add("traded", rule=13, card=CARD, pile=PILE, theirs=CARD)
ENDED = EVENTS.add("ended", rule=14, pile=PILE)
SCORED = EVENTS.add(
    "scored",
    rule=15,
    also={"markers": int, "total": int},
    of_state=True,
    reveals=True,
    unforeseen=True,
    scores=True,
    pairs=NUMBER,
    colours=NUMBER,
    singles=NUMBER,
    coins=NUMBER,
)
WON = EVENTS.add("won", rule=15, reveals=True, unforeseen=True, score=NUMBER)
