"""Decisions as small numbers: what each block of them means."""

from __future__ import annotations

from palatine.games.rivalkings.cards import ACTION_KINDS, TRADES
from palatine.games.rivalkings.components import CHARACTER_CARDS, PILES, PLAYERS

# Doing an action: settle, give to a seat, take at a pile, recruit at a pile, build at a pile.
DO_SETTLE = 0
DO_GIVE = 1
DO_TAKE = DO_GIVE + PLAYERS
DO_RECRUIT = DO_TAKE + PILES
DO_BUILD = DO_RECRUIT + PILES
DOINGS = DO_BUILD + PILES

PLAY = 0  # a character
SWAP = PLAY + CHARACTER_CARDS  # a seat
PASS = SWAP + PLAYERS
GUARD = PASS + 1
STEAL = GUARD + 1  # a seat and an action
DO = STEAL + PLAYERS * ACTION_KINDS
SKIP = DO + DOINGS
END = SKIP + 1
USE = END + 1  # from here on all are abilities
USE_JAILER = USE
USE_SCHOLAR = USE_JAILER + 1
USE_HERBALIST = USE_SCHOLAR + 1  # a seat
USE_MARKET_WOMAN = USE_HERBALIST + PLAYERS  # a pile
USE_INNKEEPER = USE_MARKET_WOMAN + PILES
USE_CARPENTER = USE_INNKEEPER + PILES
USE_BLACKSMITH = USE_CARPENTER + PILES
USE_FARMER = USE_BLACKSMITH + PILES  # doing an action
USE_SAILOR = USE_FARMER + DOINGS
USE_VINTNER = USE_SAILOR + DOINGS  # a pile and a trade
USE_MINER = USE_VINTNER + PILES * TRADES
USE_COURT_LADY = USE_MINER + PILES * TRADES  # own trade, a seat, their trade
USE_BISHOP = USE_COURT_LADY + TRADES * PLAYERS * TRADES
USE_TROUBADOUR = USE_BISHOP + TRADES * PLAYERS * TRADES  # own card, a pile
ACTIONS = USE_TROUBADOUR + 2 * TRADES * PILES

# Sixteen own kinds for at most sixteen of each rival, and the action that is due.
MOST_CHOICES = TRADES * TRADES * (PLAYERS - 1) + DOINGS + 2
