"""What must be true of every state: broken invariants, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from palatine.games.rivalkings.presenting.positions import held
from palatine.games.rivalkings.rules.cards import COPIES, TRADES
from palatine.games.rivalkings.rules.components import (
    ACT,
    CHARACTER_CARDS,
    CHOOSE,
    COINS,
    DUE_NOTHING,
    MARKERS,
    NOBODY,
    OVER,
    PILE,
    PILES,
    PLAYERS,
)


def problems(s: Any) -> Iterator[str]:
    yield from _money_and_markers(s)
    yield from _cards(s)
    yield from _characters(s)
    yield from _turn(s)


def _money_and_markers(s: Any) -> Iterator[str]:
    if int(s["coins"]) + int(s["money"].sum()) + int(s["purse"].sum()) != COINS:
        yield "the coins are not conserved"
    if int(s["markers"]) + int(s["burden"].sum()) != MARKERS:
        yield "the conflict markers are not conserved"
    for name in ("money", "purse", "burden"):
        if (s[name] < 0).any():
            yield f"{name} is below zero"
    if s["coins"] < 0 or s["markers"] < 0:
        yield "a supply is below zero"


def _cards(s: Any) -> Iterator[str]:
    seen = Counter[int]()
    for pile in range(PILES):
        height = int(s["height"][pile])
        if not 0 <= height <= PILE or (s["pile"][pile][height:] != -1).any():
            yield f"pile {pile + 1} has cards above its height"
        seen.update(int(card) for card in s["pile"][pile][:height])
        below = [int(card) // TRADES for card in s["pile"][pile][: max(0, height - 1)]]
        if any(kind != (pile < 2) for kind in below):
            yield f"below the top of pile {pile + 1} lies a card of the other type"
    for seat in range(PLAYERS):
        for kind in range(2):
            length = int(s["length"][seat, kind])
            seen.update(kind * TRADES + int(trade) for trade in s["row"][seat, kind][:length])
            if (s["row"][seat, kind][length:] != -1).any():
                yield f"a row of seat {seat} has cards beyond its end"
    if -1 in seen:
        yield "a card is missing in a pile or a row"
    if any(count > COPIES for count in seen.values()):
        yield "a card is there more often than it exists"
    if sum(seen.values()) != PILES * PILE:
        yield "the cards are not conserved"


def _characters(s: Any) -> Iterator[str]:
    players = int(s["players"])
    hands = [[c for c in range(CHARACTER_CARDS) if int(s["hand"][p]) >> c & 1] for p in range(players)]
    for p, cards in enumerate(hands):
        if len(cards) != held(s, p):
            yield f"seat {p} holds {len(cards)} characters"
    hidden = [card for cards in hands for card in cards]
    hidden += [int(card) for card in s["neutral"][: s["left"]]]
    hidden += [card for card in range(CHARACTER_CARDS) if int(s["aside"]) >> card & 1]
    if s["phase"] == CHOOSE:
        hidden += [int(s["character"][p]) for p in range(players) if int(s["ready"]) >> p & 1]
    seen = [card for card in range(CHARACTER_CARDS) if int(s["seen"]) >> card & 1]
    if sorted(hidden + seen) != list(range(CHARACTER_CARDS)):
        yield "the characters are not conserved"
    for p in range(players):
        has = s["character"][p] >= 0
        if has != (s["phase"] != CHOOSE or bool(int(s["ready"]) >> p & 1)):
            yield f"seat {p} has chosen, but has no character, or the other way round"


def _turn(s: Any) -> Iterator[str]:
    players = int(s["players"])
    equal = [
        p
        for p in range(players)
        for q in range(players)
        if p != q and s["phase"] == ACT and s["character"][p] // 2 == s["character"][q] // 2
    ]
    if s["phase"] == ACT and int(s["equals"]) != sum(1 << p for p in set(equal)):
        yield "the conflicts of equals are wrong"
    if s["phase"] == OVER and (s["height"] > 0).all():
        yield "the game is over, but no pile is empty"
    if s["phase"] == CHOOSE and (s["height"] == 0).any():
        yield "a pile is empty, but another cycle has begun"
    if (s["turn"] == NOBODY) != (s["phase"] in (CHOOSE, OVER)):
        yield "somebody has the turn who should not, or nobody who should"
    if s["phase"] != ACT and s["phase"] != OVER and s["due"] != DUE_NOTHING:
        yield "something is due outside a turn"
    if (s["covered"][:players] == [[p] for p in range(players)]).any():
        yield "a player has robbed himself"
