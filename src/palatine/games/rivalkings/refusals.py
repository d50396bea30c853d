"""Why a decision is not allowed, in words and with its rule."""

from __future__ import annotations

from typing import Any

from palatine.games.rivalkings.actions import (
    DO,
    DO_GIVE,
    DO_RECRUIT,
    DO_TAKE,
    END,
    SKIP,
    STEAL,
    USE,
)
from palatine.games.rivalkings.cards import ACTION_NAMES, CARD_TITLES, CHARACTERS, SUBJECT, TRADES
from palatine.games.rivalkings.components import (
    ACT,
    ACTIONS_OF,
    ASK_GARDENER,
    ASK_WATCHMAN,
    CHOOSE,
    DUE_NOTHING,
    DUE_STEAL,
    NOBODY,
    PRICE,
)
from palatine.games.rivalkings.notation import TEXTS
from palatine.games.rivalkings.positions import due

ASKED = {
    CHOOSE: "a character is due: play and one of the hand, like play Queen (rule 5)",
    ASK_GARDENER: "the Gardener is asked: swap and a rival's seat, or pass (rule 6)",
    ASK_WATCHMAN: "the Watchman is asked: guard or pass (rule 9)",
}


def why_not(s: Any, seat: int, action: int) -> str:
    """Which rule forbids a decision of the seat that has to decide."""
    phase = int(s["phase"])
    if phase == CHOOSE and action < len(CHARACTERS):
        return f"the {CHARACTERS[action].title} is not in this hand (rule 5)"
    if phase == ASK_GARDENER and TEXTS[action].startswith("swap"):
        return "characters are swapped with a rival at the table (rule 6)"
    if phase != ACT:
        return ASKED[phase]
    if action >= USE:
        return _ability(s, seat, action)
    if STEAL <= action < DO:
        return _theft(s, action)
    if s["due"] == DUE_STEAL:
        return f"a theft is due first: steal {int(s['due_what'])} and an action (rule 11)"
    if DO <= action < SKIP:
        return _action(s, seat, action - DO)
    if action == SKIP:
        return "nothing is due: end ends the turn (rule 11)"
    if action == END:
        return f"an action is due: {_due_words(s)}, or skip (rule 11)"
    return "it is the turn for actions now (rule 11)"


def _due_words(s: Any) -> str:
    asked = due(s) or {"do": []}
    return " or ".join(asked.get("do", [])) or "nothing"


def _theft(s: Any, action: int) -> str:
    victim, kind = divmod(action - STEAL, len(ACTION_NAMES))
    if s["due"] != DUE_STEAL:
        return "no theft is due (rule 11)"
    if victim != s["due_what"]:
        return f"the one to be robbed now is seat {int(s['due_what'])} (rule 11)"
    character = CHARACTERS[int(s["character"][victim])]
    if not int(ACTIONS_OF[int(s["character"][victim])]) >> kind & 1:
        return f"the {character.title} has no action {ACTION_NAMES[kind]} (rule 11)"
    return f"the action {ACTION_NAMES[kind]} of seat {victim} is covered already (rule 11)"


def _action(s: Any, seat: int, doing: int) -> str:
    kind = (
        0
        if doing < DO_GIVE
        else 1
        if doing < DO_TAKE
        else 2
        if doing < DO_RECRUIT
        else 3 + (doing >= DO_RECRUIT + 4)
    )
    if s["due"] == DUE_NOTHING:
        return "no action is due any more (rule 11)"
    if not int(s["due_what"]) >> kind & 1:
        if s["covered"][seat, kind] != NOBODY:
            return f"the action {ACTION_NAMES[kind]} was stolen (rule 11)"
        return f"what is due is {_due_words(s)}, not {ACTION_NAMES[kind]} (rule 11)"
    if kind < 2:
        if s["burden"][seat] == 0:
            return "there is no conflict marker to lay down (rule 11)"
        return "a marker is given to a rival at the table (rule 11)"
    pile = (doing - DO_TAKE) % 4
    if kind == 2:
        return f"no money lies at pile {pile + 1} (rule 3)"
    return _purchase(s, seat, pile, kind - 3)


def _purchase(s: Any, seat: int, pile: int, kind: int) -> str:
    height = int(s["height"][pile])
    if height == 0:
        return f"pile {pile + 1} is empty (rule 14)"
    card = int(s["pile"][pile, height - 1])
    if card // TRADES != kind:
        what = "subject" if kind == SUBJECT else "building"
        return f"the {CARD_TITLES[card]} on pile {pile + 1} is no {what} (rule 13)"
    cost = int(PRICE[card // TRADES, card % TRADES])
    return f"the {CARD_TITLES[card]} costs {cost}, and the purse holds {int(s['purse'][seat])} (rule 2)"


def _ability(s: Any, seat: int, action: int) -> str:
    name = TEXTS[action].split(" ")[1]
    length = int(s["length"][seat, SUBJECT])
    active = CARD_TITLES[int(s["row"][seat, SUBJECT, length - 1])] if length else None
    if s["spent"][seat]:
        return "an ability was used in this cycle already (rule 12)"
    if active is None:
        return "there is no subject to use (rule 12)"
    if active.replace(" ", "") != name:
        return f"the active subject is the {active} (rule 12)"
    return f"the {active} cannot do that now (rule 13)"
