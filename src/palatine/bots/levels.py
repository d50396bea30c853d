"""The programs as people are offered them, from the weakest to the strongest.

That each is stronger than the one before is measured (`palatine bench players`), not meant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from palatine.bots.budget import Budget
from palatine.bots.greedy import GreedyPlayer
from palatine.bots.heuristic import HeuristicPlayer
from palatine.bots.search import SearchPlayer
from palatine.core.game import Action, Game, Seat, State


class Player(Protocol):
    """Whatever decides for a seat."""

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        """One of `game.legal(view, seat)`."""


class Level(msgspec.Struct, frozen=True):
    """A program as people are offered it, at a table that they open.

    It is called by the words of `level-NAME`; what it does is their form `help`.
    """

    name: str
    seconds: float  # about how long it thinks about a decision
    make: Callable[[bytes], Player]


CLUB = Budget(iterations=40)
BEST = Budget(seconds=1.0)

LEVELS = (
    Level("beginner", 0.0, lambda seed: HeuristicPlayer(seed, practice=0.2)),
    Level("casual", 0.0, lambda seed: HeuristicPlayer(seed, practice=2.0)),
    Level("greedy", 0.0, GreedyPlayer),
    Level("club", 0.005, lambda seed: SearchPlayer(seed, CLUB)),
    Level("best", 1.0, lambda seed: SearchPlayer(seed, BEST)),
)
