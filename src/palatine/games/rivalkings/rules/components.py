"""What is in the box, and how a game's state holds it."""

from __future__ import annotations

import numpy as np

from palatine.core.fields import Fields, hidden, private, public
from palatine.games.rivalkings.rules.cards import ACTION_KINDS, CHARACTERS, HITS, TRADE

PLAYERS = 4  # at most
CHARACTER_CARDS = len(CHARACTERS)
HAND = 3
PILES = 4  # the first two start as buildings, the others as subjects
PILE = 8
ROW = 32  # more cards than a row can get
COINS = 48  # the backs of the 32 cards left over (rule 3)
MARKERS = 30
PURSE = 5
PILE_MONEY = 2  # at the start, and in a refill
NEUTRAL = 6

NOBODY = -1
NOTHING = -1

CHOOSE, ASK_GARDENER, ASK_WATCHMAN, ACT, OVER = range(5)
PHASE_NAMES = ("choose", "gardener", "watchman", "act", "over")

# What the acting seat is asked for.
DUE_NOTHING, DUE_STEAL, DUE_STOLEN, DUE_OWN, DUE_CHOICE = range(5)


def hand_size(cycle: int, chosen: bool) -> int:
    """How many characters a hand has: three are dealt, and one is played in each of the two cycles."""
    return HAND - cycle + (0 if chosen else 1)


RANK = np.array([number // 2 for number in range(CHARACTER_CARDS)])
HIT_RANK = np.array(HITS)
ACTIONS_OF = np.array([sum(1 << kind for kind in character.actions) for character in CHARACTERS])
PRICE = np.array([[trade.prices[kind] for trade in TRADE] for kind in (0, 1)])

STATE = Fields(
    players=public("i2"),
    open_piles=public("i2"),
    # where we are
    decisions=public("i4"),
    phase=public("i2"),
    deals=public("i2"),
    cycle=public("i2"),
    turn=public("i2"),  # who is asked, except while all choose
    asked=public("i2"),  # seats that a Gardener or Watchman was asked of, as bits
    acted=public("i2"),  # seats that have had their turn in this cycle, as bits
    # the middle of the table
    pile=hidden("i1", PILES, PILE),  # the top last
    height=public("i2", PILES),
    money=public("i2", PILES),
    last_paid=public("i2", PILES),  # what was paid there last; -1 since money was taken
    coins=public("i2"),  # the supplies
    markers=public("i2"),
    # the players
    purse=public("i2", PLAYERS),
    burden=public("i2", PLAYERS),  # conflict markers
    row=public("i1", PLAYERS, 2, ROW),  # trades of subjects, of buildings; the newest last
    length=public("i2", PLAYERS, 2),
    spent=public("i2", PLAYERS),  # whether an ability was used in this cycle
    # the characters
    ready=public("i2"),  # seats that have chosen, as bits
    hand=private("i2", PLAYERS),  # as bits
    character=private("i1", PLAYERS),
    revealed=public("i1", PLAYERS),  # as they were turned over, before Gardeners
    seen=public("i2"),  # characters turned over since the deal, as bits
    aside=hidden("i2"),  # characters that nobody got, as bits
    neutral=hidden("i1", NEUTRAL),  # two players: the face-down pile, the top last
    left=public("i2"),
    shown=public("i2"),  # its card of this cycle
    # conflicts and the turn
    equals=public("i2"),  # seats in a conflict of equal ranks, as bits
    guarded=public("i2"),  # seats whose Watchman is used, as bits
    covered=public("i1", PLAYERS, ACTION_KINDS),  # who stole that action
    due=public("i2"),
    due_what=public("i2"),  # the victim, or actions as bits
    robbed=public("i2"),  # victims robbed in this turn, as bits
    done=public("i2"),  # own actions done or left in this turn, as bits
    chosen=public("i2"),  # the one action of a conflict of equals
)
