"""How well a seat stands, in points: what the greedy player and the search look at.

It looks at nothing that the seat does not know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import rule
from palatine.games.rivalkings.acting import open_actions
from palatine.games.rivalkings.cards import BUILD, BUILDING, GIVE, MONEY, RECRUIT, SETTLE, SUBJECT, TRADES
from palatine.games.rivalkings.components import CHOOSE, NOTHING, OVER, PILES, PRICE, RANK
from palatine.games.rivalkings.market import copies, may_buy, top_of
from palatine.games.rivalkings.scoring import (
    TRADES_OF_COLOUR,
    final_score,
    left_over_of_value,
)

COIN = 0.42
# What a single card may still become: part of its own value, more with its colour at hand.
HOPE = 0.25
# How likely it is to lose an action and to get a marker, by rank: higher ranks are safer.
RISK = np.array([0.10, 0.15, 0.30, 0.35, 0.45, 0.65])


@rule
def hopes(s: Any, seat: int) -> float:
    """What the cards outside pairs may still become."""
    hope = 0.0
    for kind in range(2):
        for i in range(s.length[seat, kind]):
            trade = int(s.row[seat, kind, i])
            if copies(s, seat, 1 - kind, trade) < copies(s, seat, kind, trade):
                hope += HOPE * (int(PRICE[kind, trade]) - 1)
    return hope


@rule
def standing(s: Any, seat: int) -> float:
    """The points that a player may expect."""
    if s.phase == OVER:
        return float(final_score(s, seat))
    points = float(final_score(s, seat)) - int(s.purse[seat]) // 3
    return points + COIN * s.purse[seat] + hopes(s, seat)


@rule
def worth_of_card(s: Any, seat: int, card: int) -> float:
    """What a card would bring a player: more with its partner or its colour in the row."""
    kind, trade = card // TRADES, card % TRADES
    value = float(PRICE[kind, trade])
    cost = COIN * value
    if copies(s, seat, 1 - kind, trade) > copies(s, seat, kind, trade):
        return value + float(PRICE[1 - kind, trade]) - 1.0 - cost
    colour = trade // TRADES_OF_COLOUR
    if left_over_of_value(s, seat, colour, 1 - kind, 0) > left_over_of_value(s, seat, colour, kind, 0):
        return max(value - 1.0, 1.0) - cost
    return 1.0 + HOPE * (value - 1.0) - cost


@rule
def best_buy(s: Any, seat: int, kind: int) -> float:
    """The most that recruiting or building would bring now."""
    best = 0.0
    for pile in range(PILES):
        if may_buy(s, seat, pile, kind, 0):
            best = max(best, worth_of_card(s, seat, top_of(s, pile)))
    return best


@rule
def actions_to_come(s: Any, seat: int) -> int:
    """The actions that a seat may still do in this cycle, as bits."""
    if s.phase == OVER or s.character[seat] == NOTHING or s.acted >> seat & 1:
        return 0
    actions = open_actions(s, seat)
    return actions & ~int(s.done) if s.turn == seat else actions


@rule
def promise(s: Any, seat: int) -> float:
    """What the actions to come would bring; of a secret choice, less what its rank risks."""
    actions = actions_to_come(s, seat)
    points = 0.0
    if s.burden[seat] > 0 and actions & (1 << SETTLE | 1 << GIVE):
        points += 2.0
    if actions >> MONEY & 1:
        most = 0
        for pile in range(PILES):
            most = max(most, int(s.money[pile]))
        points += COIN * max(most, 2)
    if actions >> RECRUIT & 1:
        points += best_buy(s, seat, SUBJECT)
    if actions >> BUILD & 1:
        points += best_buy(s, seat, BUILDING)
    if s.equals >> seat & 1:
        points *= 0.6
    if s.phase == CHOOSE and actions:
        risk = RISK[RANK[s.character[seat]]]
        points = points * (1.0 - 0.4 * risk) - 2.0 * risk
    return points


@rule
def evaluate(s: Any, seat: int) -> float:
    """A seat's points and what it may still do, against the best of the others."""
    best = -np.inf
    for p in range(s.players):
        if p != seat:
            best = max(best, standing(s, p))
    return standing(s, seat) + promise(s, seat) - 0.6 * best
