"""What is in the box, how a game's state holds it, and what the rules need to know of the board."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from palatine.core.compiled import Array, new_records
from palatine.core.fields import Fields, hidden, private, public
from palatine.games.rheinlander.rules.board import AREAS, NEIGHBOURS, SITES, Board

PLAYERS = 5  # at most
KNIGHTS = {3: 25, 4: 20, 5: 17}  # rule 2
BASTIONS = 3
HAND = 5
CARDS = AREAS  # number cards; card n is the number n + 1
RESHUFFLE = CARDS  # the one card more
DECK = CARDS + 1

# Spaces: land first, then the river space of every area.
LAND = 2 * AREAS
SPACES = LAND + AREAS
WORD = AREAS  # a set of land spaces is two words of 54 bits, a set of cards is one

FREE = -1
BASTION = 7  # on a space; knights are their player's seat

# Landmarks, and what each is worth.
CASTLE, CHURCH, CITY2, CITY3, CITY4 = range(5)
LANDMARK_NAMES = ("castle", "church", "city2", "city3", "city4")
WORTH = np.array([1, 1, 2, 3, 4])
LANDMARKS = (CASTLE,) * 7 + (CHURCH,) * 7 + (CITY2,) * 4 + (CITY3,) * 4 + (CITY4,) * 4  # rule 1

# A group of connected knights gets a number when its first knight is placed.
GROUPS = 88  # more than there are knights

PLAY, REINFORCE, ASK_BASTION, OVER = range(4)
PHASE_NAMES = ("play", "reinforce", "bastion", "over")
NO_END, BY_KNIGHTS, BLOCKED = range(3)
REASONS = ("", "knights", "blocked")

NOBODY = -1

STATE = Fields(
    # what was agreed before the game
    players=public("i2"),
    river_needs_knights=public("i2"),
    convert_on_river=public("i2"),
    open_coins=public("i2"),
    # the turn
    decisions=public("i4"),
    turn=public("i2"),
    phase=public("i2"),
    reason=public("i2"),
    stuck=public("i2"),  # players in a row who could place nothing
    # the board
    landmark=public("i1", SITES),
    castles=public("i4"),  # sites, as bits
    churches=public("i4"),
    occupant=public("i1", SPACES),  # FREE, BASTION or a seat
    holder=public("i1", SITES),  # whose knight stands on the castle
    free=public("i8", 2),  # free land spaces, as bits
    near=public("i8", PLAYERS, 2),  # land spaces next to a player's knights, as bits
    # groups of knights; those of two and more are duchies
    groups=public("i2"),
    group=public("i1", SPACES),
    count=public("i1", GROUPS, PLAYERS),  # knights, those on castles included
    owner=public("i1", GROUPS),
    sites=public("i4", GROUPS),  # as bits
    # the players; everybody hears each payment, so programs may know the coins (rule 22)
    knights=public("i2", PLAYERS),
    bastions=public("i2", PLAYERS),
    coins=public("i2", PLAYERS),
    bishops=public("i2", PLAYERS),
    archbishop=public("i2"),
    # the cards
    hand=private("i8", PLAYERS),  # cards, as bits
    held=public("i2", PLAYERS),
    may=public("i8", PLAYERS, HAND),  # which cards each card of a hand may be, as all know; oldest first
    pile=hidden("i1", DECK),  # the top last
    left=public("i2"),
    discard=public("i1", CARDS),  # oldest first
    discarded=public("i2"),
)

CONSTANTS = np.dtype(
    [
        ("areas", "i8"),
        ("sites", "i8"),
        ("area", "i2", (AREAS, 3)),  # two land spaces, the river space
        ("degree", "i2", SPACES),
        ("adjacent", "i2", (SPACES, NEIGHBOURS)),
        ("beside", "i8", (SPACES, 2)),  # adjacent land spaces, as bits
        ("touch", "i8", SPACES),  # sites, as bits
        ("land", "i8", 2),  # all land spaces, as bits
    ],
)


class Layout:
    """A board as the rules see it: spaces by number."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names: dict[int, str] = {}
        for i, space in enumerate(board.land):
            self.names[i] = space.name
        for i, space in enumerate(board.water):
            self.names[LAND + i] = space.name
        self.index = {name: i for i, name in self.names.items()}
        self.constants = self._constants()

    def _constants(self) -> Array:
        constants = new_records(CONSTANTS)
        t: Any = constants[0]
        t["areas"] = len(self.board.water)
        t["sites"] = len(self.board.sites)
        for number, spaces in enumerate(self.board.area):
            t["area"][number] = [self.index[name] for name in spaces]
        for name, others in self.board.neighbours.items():
            here = self.index[name]
            t["degree"][here] = len(others)
            for k, there in enumerate(sorted(self.index[other] for other in others)):
                t["adjacent"][here, k] = there
                if there < LAND:
                    t["beside"][here, there // WORD] |= 1 << there % WORD
        for number, site in enumerate(self.board.sites):
            for name in site.spaces:
                t["touch"][self.index[name]] |= 1 << number
        for here in range(len(self.board.land)):
            t["land"][here // WORD] |= 1 << here % WORD
        return constants


@lru_cache(maxsize=32)
def layout_of(board: Board) -> Layout:
    return Layout(board)
