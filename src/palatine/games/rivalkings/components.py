"""What is in the box, and how a game's state holds it."""

from __future__ import annotations

import numpy as np

from palatine.core.rng import RNG_FIELDS
from palatine.games.rivalkings.cards import ACTION_KINDS, CHARACTERS, HITS, TRADE

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

STATE = np.dtype(
    [
        ("players", "i2"),
        ("open_piles", "i2"),
        # where we are
        ("decisions", "i4"),
        ("phase", "i2"),
        ("deals", "i2"),
        ("cycle", "i2"),
        ("turn", "i2"),  # who is asked, except while all choose
        ("asked", "i2"),  # seats that a Gardener or Watchman was asked of, as bits
        ("acted", "i2"),  # seats that have had their turn in this cycle, as bits
        # the middle of the table
        ("pile", "i1", (PILES, PILE)),  # the top last
        ("height", "i2", PILES),
        ("money", "i2", PILES),
        ("last_paid", "i2", PILES),  # what was paid there last; -1 since money was taken
        ("coins", "i2"),  # the supplies
        ("markers", "i2"),
        # the players
        ("purse", "i2", PLAYERS),
        ("burden", "i2", PLAYERS),  # conflict markers
        ("row", "i1", (PLAYERS, 2, ROW)),  # trades of subjects, of buildings; the newest last
        ("length", "i2", (PLAYERS, 2)),
        ("spent", "i2", PLAYERS),  # whether an ability was used in this cycle
        # the characters
        ("ready", "i2"),  # seats that have chosen, as bits
        ("hand", "i2", PLAYERS),  # as bits
        ("character", "i1", PLAYERS),
        ("revealed", "i1", PLAYERS),  # as they were turned over, before Gardeners
        ("seen", "i2"),  # characters turned over since the deal, as bits
        ("aside", "i2"),  # characters that nobody got, as bits
        ("neutral", "i1", NEUTRAL),  # two players: the face-down pile, the top last
        ("left", "i2"),
        ("shown", "i2"),  # its card of this cycle
        # conflicts and the turn
        ("equals", "i2"),  # seats in a conflict of equal ranks, as bits
        ("guarded", "i2"),  # seats whose Watchman is used, as bits
        ("covered", "i1", (PLAYERS, ACTION_KINDS)),  # who stole that action
        ("due", "i2"),
        ("due_what", "i2"),  # the victim, or the action
        ("robbed", "i2"),  # victims robbed in this turn, as bits
        ("done", "i2"),  # own actions done or left in this turn, as bits
        ("chosen", "i2"),  # the one action of a conflict of equals
        *RNG_FIELDS,
    ]
)

CONSTANTS = np.dtype([("unused", "i8")])  # the cards are the same in every game
