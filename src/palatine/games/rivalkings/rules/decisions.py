"""What can be decided: blocks of numbers, how they are written, and what is pointed at for them."""

from __future__ import annotations

import numpy as np

from palatine.core.decisions import Block, Decisions, Thing
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    BUILDINGS,
    CARD_NAMES,
    CHARACTER_NAMES,
    SUBJECTS,
    TRADES,
)
from palatine.games.rivalkings.rules.components import PILES, PLAYERS

SEAT = Thing("seat", range(PLAYERS))
PILE = Thing("pile", range(1, PILES + 1))
CHARACTER = Thing("character", CHARACTER_NAMES)
ACTION = Thing("action", ACTION_NAMES)
A_SUBJECT, A_BUILDING, CARD = Thing("card", SUBJECTS), Thing("card", BUILDINGS), Thing("card", CARD_NAMES)

# The blocks that do one of the five actions, each with the action that it does.
DOES = dict(zip(("settle", "give", "take", "recruit", "build"), ACTION_NAMES, strict=True))


def doings(user: str = "") -> dict[str, Block]:
    """The ways to do an action, as one's own or by a subject that does one."""
    name, write, point = (f"{user.lower()}_", f"use {user} ", [f"use:{user}"]) if user else ("", "", [])
    return {
        f"{name}settle": Block(f"{write}settle", [*point, "do:settle"]),
        f"{name}give": Block(f"{write}give {{seat}}", [*point, "do:give", "seat:{seat}"], seat=SEAT),
        f"{name}take": Block(f"{write}take {{pile}}", [*point, "do:money", "pile:{pile}"], pile=PILE),
        f"{name}recruit": Block(f"{write}recruit {{pile}}", [*point, "do:recruit", "pile:{pile}"], pile=PILE),
        f"{name}build": Block(f"{write}build {{pile}}", [*point, "do:build", "pile:{pile}"], pile=PILE),
    }


def use(subject: str, written: str = "", *points: str, **arguments: Thing) -> Block:
    """The use of a subject."""
    return Block(f"use {subject} {written}".rstrip(), [f"use:{subject}", *points], **arguments)


def exchange(subject: str, card: Thing) -> Block:
    """An own card for a rival's."""
    points = "mine:{mine}", "theirs:{seat}:{theirs}"
    return use(subject, "{mine} {seat} {theirs}", *points, mine=card, seat=SEAT, theirs=card)


def pick(subject: str, card: Thing) -> Block:
    """A card out of a pile."""
    return use(subject, "{pile} {card}", "pile:{pile}", "pick:{pile}:{card}", pile=PILE, card=card)


DECISIONS = Decisions(
    play=Block("play {character}", character=CHARACTER),
    swap=Block("swap {seat}", seat=SEAT),
    **{"pass": Block("pass")},
    guard=Block("guard"),
    steal=Block("steal {seat} {action}", ["action:{seat}:{action}"], seat=SEAT, action=ACTION),
    **doings(),
    skip=Block("skip"),
    end=Block("end"),
    jailer=use("Jailer"),
    scholar=use("Scholar"),
    herbalist=use("Herbalist", "{seat}", "seat:{seat}", seat=SEAT),
    marketwoman=use("MarketWoman", "{pile}", "pile:{pile}", pile=PILE),
    innkeeper=use("Innkeeper", "{pile}", "pile:{pile}", pile=PILE),
    carpenter=use("Carpenter", "{pile}", "pile:{pile}", pile=PILE),
    blacksmith=use("Blacksmith", "{pile}", "pile:{pile}", pile=PILE),
    **doings("Farmer"),
    **doings("Sailor"),
    vintner=pick("Vintner", A_SUBJECT),
    miner=pick("Miner", A_BUILDING),
    courtlady=exchange("CourtLady", A_BUILDING),
    bishop=exchange("Bishop", A_SUBJECT),
    troubadour=use("Troubadour", "{mine} {pile}", "mine:{mine}", "pile:{pile}", mine=CARD, pile=PILE),
)
ACTIONS = DECISIONS.count

PLAY, SWAP, PASS, GUARD, STEAL = map(DECISIONS.first, ("play", "swap", "pass", "guard", "steal"))
DO, SKIP, END = map(DECISIONS.first, ("settle", "skip", "end"))
USE_JAILER = USE = DECISIONS.first("jailer")  # from here on all are abilities
USE_SCHOLAR = DECISIONS.first("scholar")
USE_HERBALIST = DECISIONS.first("herbalist")
USE_MARKET_WOMAN = DECISIONS.first("marketwoman")
USE_INNKEEPER = DECISIONS.first("innkeeper")
USE_CARPENTER = DECISIONS.first("carpenter")
USE_BLACKSMITH = DECISIONS.first("blacksmith")
USE_FARMER = DECISIONS.first("farmer_settle")
USE_SAILOR = DECISIONS.first("sailor_settle")
USE_VINTNER = DECISIONS.first("vintner")
USE_MINER = DECISIONS.first("miner")
USE_COURT_LADY = DECISIONS.first("courtlady")
USE_BISHOP = DECISIONS.first("bishop")
USE_TROUBADOUR = DECISIONS.first("troubadour")

# A doing is one of the ways to do an action, counted from the first; where those of each action begin.
FIRST_DOING = np.array([*(DECISIONS.first(block) - DO for block in DOES), SKIP - DO])
DO_SETTLE, DO_GIVE, DO_TAKE, DO_RECRUIT, DO_BUILD, DOINGS = FIRST_DOING.tolist()

# The subject that each decision from USE on uses.
_LOWER = [name.lower() for name in SUBJECTS]
USER = np.array([_LOWER.index(block.split("_")[0]) for block, _ in list(DECISIONS)[USE:]])

# Sixteen own kinds for at most sixteen of each rival, and the action that is due.
MOST_CHOICES = TRADES * TRADES * (PLAYERS - 1) + DOINGS + 2
