"""Decisions as text: `play Queen`, `steal 2 money`, `recruit 4`, `use Miner 1 Forge`.

See docs/rivalkings-notation.md.
"""

from __future__ import annotations

from palatine.games.rivalkings.rules.decisions import (
    ACTIONS,
    DO,
    DO_BUILD,
    DO_GIVE,
    DO_RECRUIT,
    DO_SETTLE,
    DO_TAKE,
    END,
    GUARD,
    PASS,
    PLAY,
    SKIP,
    STEAL,
    SWAP,
    USE_BISHOP,
    USE_BLACKSMITH,
    USE_CARPENTER,
    USE_COURT_LADY,
    USE_FARMER,
    USE_HERBALIST,
    USE_INNKEEPER,
    USE_JAILER,
    USE_MARKET_WOMAN,
    USE_MINER,
    USE_SAILOR,
    USE_SCHOLAR,
    USE_TROUBADOUR,
    USE_VINTNER,
)
from palatine.games.rivalkings.rules.cards import (
    ACTION_KINDS,
    ACTION_NAMES,
    CARD_NAMES,
    CHARACTERS,
    TRADES,
)
from palatine.games.rivalkings.rules.components import PILES, PLAYERS

CHARACTER_NAMES = tuple(character.name for character in CHARACTERS)
SUBJECTS, BUILDINGS = CARD_NAMES[:TRADES], CARD_NAMES[TRADES:]
SEATS = tuple(str(seat) for seat in range(PLAYERS))
PILE_NAMES = tuple(str(pile + 1) for pile in range(PILES))


def _doings() -> list[str]:
    """The seventeen ways to do an action."""
    texts = [""] * (DO_BUILD + PILES)
    texts[DO_SETTLE] = "settle"
    for first, verb, names in (
        (DO_GIVE, "give", SEATS),
        (DO_TAKE, "take", PILE_NAMES),
        (DO_RECRUIT, "recruit", PILE_NAMES),
        (DO_BUILD, "build", PILE_NAMES),
    ):
        texts[first : first + len(names)] = [f"{verb} {name}" for name in names]
    return texts


def _all_texts() -> list[str]:
    """The text of every decision, in the order of their numbers."""
    texts = [""] * ACTIONS

    def block(first: int, names: list[str]) -> None:
        texts[first : first + len(names)] = names

    doings = _doings()
    block(PLAY, [f"play {name}" for name in CHARACTER_NAMES])
    block(SWAP, [f"swap {seat}" for seat in SEATS])
    block(PASS, ["pass"])
    block(GUARD, ["guard"])
    block(STEAL, [f"steal {seat} {action}" for seat in SEATS for action in ACTION_NAMES[:ACTION_KINDS]])
    block(DO, doings)
    block(SKIP, ["skip"])
    block(END, ["end"])
    block(USE_JAILER, ["use Jailer"])
    block(USE_SCHOLAR, ["use Scholar"])
    block(USE_HERBALIST, [f"use Herbalist {seat}" for seat in SEATS])
    for first, name in (
        (USE_MARKET_WOMAN, "MarketWoman"),
        (USE_INNKEEPER, "Innkeeper"),
        (USE_CARPENTER, "Carpenter"),
        (USE_BLACKSMITH, "Blacksmith"),
    ):
        block(first, [f"use {name} {pile}" for pile in PILE_NAMES])
    block(USE_FARMER, [f"use Farmer {doing}" for doing in doings])
    block(USE_SAILOR, [f"use Sailor {doing}" for doing in doings])
    block(USE_VINTNER, [f"use Vintner {pile} {card}" for pile in PILE_NAMES for card in SUBJECTS])
    block(USE_MINER, [f"use Miner {pile} {card}" for pile in PILE_NAMES for card in BUILDINGS])
    block(USE_COURT_LADY, [f"use CourtLady {a} {p} {b}" for a in BUILDINGS for p in SEATS for b in BUILDINGS])
    block(USE_BISHOP, [f"use Bishop {a} {p} {b}" for a in SUBJECTS for p in SEATS for b in SUBJECTS])
    block(USE_TROUBADOUR, [f"use Troubadour {card} {pile}" for card in CARD_NAMES for pile in PILE_NAMES])
    return texts


TEXTS = _all_texts()
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
VERBS = (
    "play",
    "swap",
    "pass",
    "guard",
    "steal",
    "settle",
    "give",
    "take",
    "recruit",
    "build",
    "skip",
    "use",
    "end",
)


def action_text(action: int) -> str:
    """A decision in our notation."""
    return TEXTS[action] if 0 <= action < ACTIONS else f"decision {action}"


def parse_action(text: str, players: int) -> int:
    """The decision that a text means; ValueError with the reason where it means none."""
    number = NUMBERS.get(text)
    if number is not None:
        return number
    verb, *rest = text.split(" ")
    if verb not in VERBS:
        raise ValueError(f"this is no move; a move begins with {', '.join(VERBS[:-1])} or {VERBS[-1]}")
    raise ValueError(_what_is_wrong(verb, rest, players))


def _what_is_wrong(verb: str, rest: list[str], players: int) -> str:
    """What a move of this kind looks like, and which word of it is unknown."""
    shape = {
        "play": "play and a character, like play Queen",
        "swap": "swap and a seat, like swap 2",
        "steal": "steal, a seat and an action, like steal 2 money",
        "give": "give and a seat, like give 2",
        "take": "take and a pile from 1 to 4, like take 3",
        "recruit": "recruit and a pile from 1 to 4, like recruit 4",
        "build": "build and a pile from 1 to 4, like build 1",
        "use": "use, a subject and what for, like use Miner 1 Forge or use Jailer",
    }.get(verb, f"{verb} alone")
    names = {*CHARACTER_NAMES, *CARD_NAMES, *ACTION_NAMES, *VERBS, *SEATS, *PILE_NAMES}
    unknown = [word for word in rest if word not in names]
    if unknown:
        return f"there is no {unknown[0]!r} here; it is written {shape}; seats are 0 to {players - 1}"
    return f"it is written {shape}"
