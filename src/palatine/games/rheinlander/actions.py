"""Decisions as small numbers: what each block of them means."""

from __future__ import annotations

from palatine.games.rheinlander.components import CARDS, LAND

# card * 3 + k: k = 0, 1 for the area's land spaces, 2 for its river space
PLACE = 0
CONVERT = PLACE + 3 * CARDS
# a card
REINFORCEMENT = CONVERT + 3 * CARDS
DISCARD = REINFORCEMENT + CARDS
# a land space
STATION = DISCARD + CARDS
BUILD = STATION + LAND
DONE = BUILD + LAND
ACTIONS = DONE + 1

# The longest list of choices: a bastion on any land space, or none; five cards have fewer uses.
MOST_CHOICES = LAND + 1
