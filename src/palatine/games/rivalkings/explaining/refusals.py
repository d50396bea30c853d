"""Why a decision is not allowed, in words and with its rule."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Any

from palatine.games.rivalkings.rules.decisions import (
    DO,
    DO_BUILD,
    DO_GIVE,
    DO_RECRUIT,
    DO_TAKE,
    END,
    SKIP,
    STEAL,
    USE,
    USE_BISHOP,
    USE_BLACKSMITH,
    USE_CARPENTER,
    USE_COURT_LADY,
    USE_FARMER,
    USE_HERBALIST,
    USE_INNKEEPER,
    USE_MARKET_WOMAN,
    USE_MINER,
    USE_SAILOR,
    USE_TROUBADOUR,
    USE_VINTNER,
)
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    BUILD,
    BUILDING,
    CARD_TITLES,
    CHARACTERS,
    GIVE,
    KINDS,
    MONEY,
    RECRUIT,
    SETTLE,
    SUBJECT,
    TRADES,
)
from palatine.games.rivalkings.rules.components import (
    ACT,
    ACTIONS_OF,
    ASK_GARDENER,
    ASK_WATCHMAN,
    CHOOSE,
    DUE_NOTHING,
    DUE_STEAL,
    NOBODY,
    PILES,
    PLAYERS,
    PRICE,
)
from palatine.games.rivalkings.notation import TEXTS
from palatine.games.rivalkings.positions import due

# With the names of the seats a reason is said to the seat itself, as "you have 1"; without, about it.
Names = Sequence[str] | None

ASKED = {
    CHOOSE: "a character is due: play and one of the hand, like play Queen (rule 5)",
    ASK_GARDENER: "the Gardener is asked: swap and a rival's seat, or pass (rule 6)",
    ASK_WATCHMAN: "the Watchman is asked: guard or pass (rule 9)",
}


def why_not(s: Any, seat: int, action: int, names: Names = None) -> str:
    """Which rule forbids a decision of the seat that has to decide."""
    phase = int(s["phase"])
    if phase == CHOOSE and action < len(CHARACTERS):
        return f"the {CHARACTERS[action].title} is not in {'your' if names else 'this'} hand (rule 5)"
    if phase == ASK_GARDENER and TEXTS[action].startswith("swap"):
        return "characters are swapped with a rival at the table (rule 6)"
    if phase != ACT:
        return ASKED[phase]
    if action >= USE:
        return not_usable(s, seat, TEXTS[action].split(" ")[1], names) or _use(s, seat, action, names)
    if STEAL <= action < DO:
        return _theft(s, action, names)
    if s["due"] == DUE_STEAL:
        return f"a theft is due first: steal {int(s['due_what'])} and an action (rule 11)"
    if DO <= action < SKIP:
        return _action(s, seat, action - DO, names)
    if action == SKIP:
        return "nothing is due: end ends the turn (rule 11)"
    if action == END:
        return f"an action is due: {_due_words(s)}, or skip (rule 11)"
    return "it is the turn for actions now (rule 11)"


def _called(seat: int, names: Names) -> str:
    return names[seat] if names else f"seat {seat}"


def _due_words(s: Any) -> str:
    asked = due(s) or {"do": []}
    return " or ".join(asked.get("do", [])) or "nothing"


def _theft(s: Any, action: int, names: Names) -> str:
    victim, kind = divmod(action - STEAL, len(ACTION_NAMES))
    if s["due"] != DUE_STEAL:
        return "no theft is due (rule 11)"
    if victim != s["due_what"]:
        return f"the one to be robbed now is {_called(int(s['due_what']), names)} (rule 11)"
    character = CHARACTERS[int(s["character"][victim])]
    if not int(ACTIONS_OF[int(s["character"][victim])]) >> kind & 1:
        return f"the {character.title} has no action {ACTION_NAMES[kind]} (rule 11)"
    return f"the action {ACTION_NAMES[kind]} of {_called(victim, names)} is covered already (rule 11)"


def _action(s: Any, seat: int, doing: int, names: Names) -> str:
    """Why the action that is due cannot be done so, or is not the one that is due."""
    kind = _kind(doing)
    if s["due"] == DUE_NOTHING:
        return "no action is due any more (rule 11)"
    if not int(s["due_what"]) >> kind & 1:
        thief = int(s["covered"][seat, kind])
        if thief != NOBODY:
            by = f" by {names[thief]}" if names else ""
            return f"the action {ACTION_NAMES[kind]} was stolen{by} (rule 11)"
        return f"what is due is {_due_words(s)}, not {ACTION_NAMES[kind]} (rule 11)"
    return _doing(s, seat, doing, names)


def _kind(doing: int) -> int:
    """Which of the five actions it is."""
    return bisect((DO_GIVE, DO_TAKE, DO_RECRUIT, DO_BUILD), doing)


def _doing(s: Any, seat: int, doing: int, names: Names, discount: int = 0) -> str:
    """Why an action cannot be carried out so."""
    kind = _kind(doing)
    if kind in (SETTLE, GIVE):
        if s["burden"][seat] == 0:
            return _no_marker(names)
        return "a marker is given to a rival at the table (rule 11)"
    pile = (doing - DO_TAKE) % PILES
    if kind == MONEY:
        return f"no money lies at pile {pile + 1} (rule 3)"
    return _purchase(s, seat, pile, kind - RECRUIT, names, discount)


def _no_marker(names: Names) -> str:
    return f"{'you have' if names else 'there is'} no conflict marker to lay down (rule 11)"


def nothing_to_do(s: Any, seat: int, kind: int, names: Names = None) -> str:
    """Why one of the five actions cannot be carried out at all."""
    if kind in (SETTLE, GIVE):
        return _no_marker(names)
    if kind == MONEY:
        return "no money lies at any pile (rule 3)"
    purse = f"{'you have' if names else 'the purse holds'} {_coins(int(s['purse'][seat]))}"
    return f"no {KINDS[kind - RECRUIT]} on top of a pile can be paid: {purse} (rule 11)"


def _coins(number: int) -> str:
    return "1 coin" if number == 1 else f"{number} coins"


def _purchase(s: Any, seat: int, pile: int, kind: int, names: Names, discount: int) -> str:
    height = int(s["height"][pile])
    if height == 0:
        return f"pile {pile + 1} is empty (rule 14)"
    card = int(s["pile"][pile, height - 1])
    if card // TRADES != kind:
        return f"the {CARD_TITLES[card]} on pile {pile + 1} is no {KINDS[kind]} (rule 13)"
    return _too_dear(s, seat, card, names, discount)


def _too_dear(s: Any, seat: int, card: int, names: Names, discount: int = 0) -> str:
    cost, purse = int(PRICE[card // TRADES, card % TRADES]) - discount, int(s["purse"][seat])
    has = "you have" if names else "the purse holds"
    return f"the {CARD_TITLES[card]} costs {cost}, and {has} {purse} (rule 2)"


def not_usable(s: Any, seat: int, name: str, names: Names = None) -> str | None:
    """Why a subject cannot be used at all; None where it is active and no ability was used yet."""
    length = int(s["length"][seat, SUBJECT])
    active = CARD_TITLES[int(s["row"][seat, SUBJECT, length - 1])] if length else None
    if s["spent"][seat]:
        used = "you have used an ability" if names else "an ability was used"
        return f"{used} in this cycle already (rule 12)"
    if active is None:
        return "there is no subject to use (rule 12)"
    if active.replace(" ", "") != name:
        who = "only your newest subject can be used:" if names else "the active subject is"
        return f"{who} the {active} (rule 12)"
    return None


def _use(s: Any, seat: int, action: int, names: Names) -> str:
    """Why the active subject cannot do what is asked of it."""
    if action < USE_HERBALIST:
        return "this would bring no coin (rule 13)"
    if action < USE_MARKET_WOMAN:
        return _doing(s, seat, DO_GIVE, names)
    if action < USE_FARMER:
        discount = int(action >= USE_BLACKSMITH)
        if discount and not may_build(s):
            return "the Blacksmith helps with a build action that is due, and none is (rule 13)"
        first = (USE_MARKET_WOMAN, USE_INNKEEPER, USE_CARPENTER, USE_BLACKSMITH)[
            (action - USE_MARKET_WOMAN) // PILES
        ]
        doing = action - first + {USE_MARKET_WOMAN: DO_TAKE, USE_INNKEEPER: DO_RECRUIT}.get(first, DO_BUILD)
        return _doing(s, seat, doing, names, discount)
    if action < USE_VINTNER:
        return _again(s, seat, action, names)
    if action < USE_COURT_LADY:
        return _pick(s, seat, action, names)
    return _exchange(s, seat, action, names)


def may_build(s: Any) -> bool:
    """Whether a build action is due, or among those that may be chosen."""
    return bool(s["due"] > DUE_STEAL and int(s["due_what"]) >> BUILD & 1)


def _again(s: Any, seat: int, action: int, names: Names) -> str:
    """Farmer and Sailor."""
    doing = action - (USE_FARMER if action < USE_SAILOR else USE_SAILOR)
    kind = _kind(doing)
    if action < USE_SAILOR and s["covered"][seat, kind] == NOBODY:
        return f"the action {ACTION_NAMES[kind]} was not stolen in this cycle (rule 13)"
    if action >= USE_SAILOR and s["chosen"] != kind:
        return "the Sailor repeats the one action chosen in a conflict of equals (rule 13)"
    return _doing(s, seat, doing, names)


def _pick(s: Any, seat: int, action: int, names: Names) -> str:
    """Vintner and Miner."""
    kind = SUBJECT if action < USE_MINER else BUILDING
    pile, trade = divmod(action - (USE_VINTNER, USE_MINER)[kind], TRADES)
    card = kind * TRADES + trade
    if card not in s["pile"][pile][: s["height"][pile]]:
        return f"there is no {CARD_TITLES[card]} in pile {pile + 1} (rule 13)"
    return _too_dear(s, seat, card, names)


def _exchange(s: Any, seat: int, action: int, names: Names) -> str:
    """Court Lady, Bishop and Troubadour."""
    own = "your" if names else "one's own"
    if action >= USE_TROUBADOUR:
        card, pile = divmod(action - USE_TROUBADOUR, PILES)
        if not _has(s, seat, card):
            return f"there is no {CARD_TITLES[card]} in {own} rows (rule 13)"
        return f"pile {pile + 1} is empty (rule 13)"
    kind = BUILDING if action < USE_BISHOP else SUBJECT
    what = action - (USE_BISHOP, USE_COURT_LADY)[kind]
    mine, rival, theirs = what // TRADES // PLAYERS, what // TRADES % PLAYERS, what % TRADES
    if not _has(s, seat, kind * TRADES + mine):
        return f"there is no {CARD_TITLES[kind * TRADES + mine]} in {own} row (rule 13)"
    if rival == seat or rival >= s["players"]:
        return "cards are exchanged with a rival at the table (rule 13)"
    card = kind * TRADES + theirs
    if not _has(s, rival, card):
        return f"{_called(rival, names)} has no {CARD_TITLES[card]} (rule 13)"
    return f"the {CARD_TITLES[card]} of {_called(rival, names)} belongs to a perfect pair (rule 13)"


def _has(s: Any, seat: int, card: int) -> bool:
    kind, trade = divmod(card, TRADES)
    return trade in s["row"][seat, kind][: s["length"][seat, kind]]
