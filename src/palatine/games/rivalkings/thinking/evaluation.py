"""How well a seat stands, in points: what the greedy player and the search look at.

It looks at nothing that the seat does not know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, rule
from palatine.core.evaluating import Evaluating, SearchSettings, look_ahead
from palatine.games.rivalkings.rules.acting import open_actions
from palatine.games.rivalkings.rules.cards import (
    BUILD,
    BUILDING,
    GIVE,
    MONEY,
    RECRUIT,
    SETTLE,
    SUBJECT,
    TRADES,
)
from palatine.games.rivalkings.rules.components import CHOOSE, DUE_STOLEN, NOTHING, OVER, PILES, PRICE, RANK
from palatine.games.rivalkings.rules.conditions import FINE
from palatine.games.rivalkings.rules.market import bars_purchase, top_of
from palatine.games.rivalkings.rules.scoring import (
    MARKER_POINTS,
    TRADES_OF_COLOUR,
    colour_pairs,
    final_score,
    held_by,
    left_over,
    perfect_pairs,
)

# What is worth how much was found by trial: by many quick games of greedy players.
SCALE = 7.0  # how many points make a difference
A_MARKER_LESS = 0.01  # points, so that of equals who has fewer markers is first (rule 15)
COIN = 0.6
# What a single card may still become: part of its own value, more with its colour at hand.
HOPE = 0.2
# What a card is good for besides its points: a subject has an ability, and both find partners later.
USE = np.array([1.9, 0.7])
RECRUITING = 1.2  # what a subject to come is good for
SETTLING = 1.0  # what getting rid of a marker is good for
# How likely it is to lose an action and to get a marker, by rank: higher ranks are safer.  And what is lost
# then, as a part of what the actions would bring and in points.
RISK = np.array([0.10, 0.15, 0.30, 0.35, 0.45, 0.65])
LOST, HURT = 0.55, 0.6


@rule
def hopes(held: Array) -> float:
    """What the cards outside pairs may still become."""
    hope = 0.0
    for trade in range(TRADES):
        for kind in range(2):
            hope += HOPE * (int(PRICE[kind, trade]) - 1) * left_over(held, kind, trade)
    return hope


@rule
def standing(s: Any, seat: int, held: Array) -> float:
    """The points that a player may expect."""
    colours, singles = colour_pairs(held)
    points = float(perfect_pairs(held) + colours + singles - MARKER_POINTS * s.burden[seat])
    points += USE[SUBJECT] * s.length[seat, SUBJECT] + USE[BUILDING] * s.length[seat, BUILDING]
    return points + COIN * s.purse[seat] + hopes(held)


@rule
def worth_of_card(held: Array, card: int) -> float:
    """What a card would bring a player: more with its partner or its colour in the row."""
    kind, trade = card // TRADES, card % TRADES
    value = float(PRICE[kind, trade])
    cost = COIN * value
    if held[1 - kind, trade] > held[kind, trade]:
        return value + float(PRICE[1 - kind, trade]) - 1.0 - cost
    colour = trade // TRADES_OF_COLOUR
    other, same = 0, 0
    for near in range(colour * TRADES_OF_COLOUR, (colour + 1) * TRADES_OF_COLOUR):
        other += left_over(held, 1 - kind, near)
        same += left_over(held, kind, near)
    if other > same:
        return max(value - 1.0, 1.0) - cost
    return 1.0 + HOPE * (value - 1.0) - cost


@rule
def best_buy(s: Any, seat: int, kind: int, held: Array) -> float:
    """The most that recruiting or building would bring now."""
    best = 0.0
    for pile in range(PILES):
        if bars_purchase(s, seat, pile, kind, 0) == FINE:
            best = max(best, worth_of_card(held, top_of(s, pile)))
    return best


@rule
def actions_to_come(s: Any, seat: int) -> int:
    """The actions that a seat may still do in this cycle, as bits."""
    if s.phase == OVER or s.character[seat] == NOTHING or s.acted >> seat & 1:
        return 0
    actions = open_actions(s, seat)
    return actions & ~int(s.done) if s.turn == seat else actions


@rule
def promise(s: Any, seat: int, held: Array) -> float:
    """What the actions to come would bring; of a secret choice, less what its rank risks."""
    actions = actions_to_come(s, seat)
    points = 0.0
    if s.burden[seat] > 0 and actions & (1 << SETTLE | 1 << GIVE):
        points += SETTLING
    if actions >> MONEY & 1:
        most = 0
        for pile in range(PILES):
            most = max(most, int(s.money[pile]))
        points += COIN * max(most, 2)
    if actions >> RECRUIT & 1:
        points += RECRUITING + best_buy(s, seat, SUBJECT, held)
    if actions >> BUILD & 1:
        points += best_buy(s, seat, BUILDING, held)
    if s.equals >> seat & 1:
        points *= 0.6
    if s.phase == CHOOSE and actions:
        risk = RISK[RANK[s.character[seat]]]
        points = points * (1.0 - LOST * risk) - HURT * risk
    return points


def evaluate(constants: Array, states: Array, i: int, out: Array) -> None:
    """The points that every player may expect; once the game is over, those that he has."""
    s: Any = states[i]
    for p in range(s.players):
        if s.phase == OVER:
            out[p] = final_score(s, p) - A_MARKER_LESS * s.burden[p]
        else:
            held = held_by(s, p)
            out[p] = standing(s, p, held) + promise(s, p, held)


def evaluation_scale(constants: Array, states: Array, i: int) -> float:
    return SCALE


def is_settled(constants: Array, states: Array, i: int) -> int:
    """A theft wants the stolen action to be done before anything can be said."""
    s: Any = states[i]
    return 0 if s.due == DUE_STOLEN else 1


def reopen_secrets(constants: Array, states: Array, i: int, seat: int) -> None:
    """What others have chosen in secret is back in their hands: it may have been anything."""
    s: Any = states[i]
    if s.phase != CHOOSE:
        return
    for p in range(s.players):
        if p != seat and s.ready >> p & 1:
            s.hand[p] |= 1 << int(s.character[p])
            s.character[p] = NOTHING
            s.ready &= ~(1 << p)


EVALUATING = Evaluating(
    SearchSettings(rollout_noise=1.0, rollout_decisions=12, beginner_error=5.0),
    evaluate=evaluate,
    evaluation_scale=evaluation_scale,
    is_settled=is_settled,
    reopen_secrets=reopen_secrets,
    action_priors=look_ahead,
)
