"""Goofspiel: a prize is turned up, all bid a card in secret, and the highest bid takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from goofspiel import ABOUT
from palatine.core.compiled import Array, rule
from palatine.core.decisions import Block, Decisions, Thing
from palatine.core.events import NUMBER, Events, emit
from palatine.core.fields import Fields, hidden, private, public
from palatine.core.game import Game
from palatine.core.kernel import Kernel
from palatine.core.rng import below, imagine_rng, shuffle, start

CARDS, SEATS, NONE = 13, 4, -1
CARD = Thing("card", range(1, CARDS + 1))

STATE = Fields(
    players=public("i2"),
    decisions=public("i4"),
    prize=public("i1"),  # the card that is bid for, 1 to 13
    hand=public("i1", SEATS, CARDS, things=CARD),  # what was bid is open, so is what is left
    won=public("i2", SEATS),
    bidding=public("i1", SEATS),  # who still has to bid
    bid=private("i1", SEATS),  # 0 while there is none
    turned=public("i1", CARDS, things=CARD),  # prizes that were turned up
    deck=hidden("i1", CARDS),  # prizes to come, the next one last
    left=public("i1"),
)

DECISIONS = Decisions(bid=Block("bid {card}", card=CARD))

EVENTS = Events()
TURNED = EVENTS.add("turned", rule=1, reveals=True, unforeseen=True, prize=NUMBER)
BID = EVENTS.add("bid", rule=2, card=NUMBER.told_to_its_seat())
SHOWN = EVENTS.add("shown", rule=2, reveals=True, unforeseen=True, card=NUMBER)
TOOK = EVENTS.add("took", rule=3, unforeseen=True, prize=NUMBER)
TIED = EVENTS.add("tied", rule=3, unforeseen=True, prize=NUMBER)


@rule
def bidders(s: Any) -> int:
    """Who still has to bid, as bits."""
    seats = 0
    for p in range(s.players):
        seats |= int(s.bidding[p]) << p
    return seats


@rule
def held(s: Any, seat: int, k: int) -> int:
    """A card that a seat holds, counted from the lowest."""
    for card in range(CARDS):
        k -= s.hand[seat, card]
        if k < 0:
            return card + 1
    return 0


@rule
def turn_prize(s: Any, events: Array) -> None:
    """The next prize is turned up (rule 1), and all have to bid, unless a card is their last (rule 4)."""
    s.left -= 1
    s.prize = s.deck[s.left]
    s.deck[s.left] = NONE
    s.turned[s.prize - 1] = 1
    emit(events, TURNED, NONE, s.prize, 0, 0, 0)
    for p in range(s.players):
        s.bidding[p] = s.left > 0
        s.bid[p] = 0 if s.left > 0 else held(s, p, 0)


@rule
def award(s: Any, events: Array) -> None:
    """The highest bid takes the prize, unless it was made twice (rule 3)."""
    best, winner = 0, NONE
    for p in range(s.players):
        emit(events, SHOWN, p, s.bid[p], 0, 0, 0)
        s.hand[p, s.bid[p] - 1] = 0
        if s.bid[p] == best:
            winner = NONE
        elif s.bid[p] > best:
            best, winner = int(s.bid[p]), p
    if winner == NONE:
        emit(events, TIED, NONE, s.prize, 0, 0, 0)
    else:
        s.won[winner] += s.prize
        emit(events, TOOK, winner, s.prize, 0, 0, 0)


def set_up(constants: Array, states: Array, i: int, key: Array) -> None:
    s: Any = states[i]
    start(s, key)
    s.decisions, s.left = 0, CARDS
    for card in range(CARDS):
        s.deck[card], s.turned[card] = card + 1, 0
        for p in range(SEATS):
            s.hand[p, card] = p < s.players
    for p in range(SEATS):
        s.won[p], s.bid[p], s.bidding[p] = 0, 0, 0
    shuffle(s, s.deck, CARDS)
    turn_prize(s, np.zeros((0, 8), np.int32))


def acting(constants: Array, states: Array, i: int) -> int:
    return bidders(states[i])


def legal(constants: Array, states: Array, i: int, seat: int, out: Array) -> int:
    s: Any = states[i]
    n = 0
    for card in range(CARDS):
        out[n] = card
        n += int(s.hand[seat, card])
    return n


def apply(constants: Array, states: Array, i: int, seat: int, action: int, events: Array) -> None:
    s: Any = states[i]
    s.decisions += 1
    s.bid[seat], s.bidding[seat] = action + 1, 0
    emit(events, BID, seat, action + 1, 0, 0, 0)
    if not bidders(s):
        award(s, events)
        turn_prize(s, events)
        if s.left == 0:
            award(s, events)


def scores(constants: Array, states: Array, i: int, out: Array) -> None:
    for p in range(states[i].players):
        out[p] = states[i].won[p]


def imagine(constants: Array, views: Array, i: int, seat: int, rng: Array, out: Array, j: int) -> None:
    """Prizes to come are in any order; what others have bid may be any card that they hold."""
    out[j] = views[i]
    s: Any = out[j]
    n = 0
    for card in range(CARDS):
        if not s.turned[card]:
            s.deck[n] = card + 1
            n += 1
    shuffle(rng[0], s.deck, n)
    for p in range(s.players):
        if p != seat:
            s.bid[p] = 0 if s.bidding[p] else held(s, p, below(rng[0], s.left + 1))
    imagine_rng(s, rng[0])


class Goofspiel(Game):
    about, decisions, events = ABOUT, DECISIONS, EVENTS
    kernel = Kernel(
        STATE, set_up=set_up, acting=acting, legal=legal, apply=apply, scores=scores, imagine=imagine
    )


GAME = Goofspiel
