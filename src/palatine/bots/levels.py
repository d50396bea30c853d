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
    """A program as people are offered it, at a table that they open."""

    name: str
    title: str
    help: str
    seconds: float  # about how long it thinks about a decision
    make: Callable[[bytes], Player]


CLUB = Budget(iterations=40)
BEST = Budget(seconds=1.0)

LEVELS = (
    Level(
        "beginner", "Beginner", "Goes by first impressions, and they are often wrong.", 0.0, HeuristicPlayer
    ),
    Level(
        "casual",
        "Casual",
        "Goes by first impressions, with some practice.",
        0.0,
        lambda seed: HeuristicPlayer(seed, practice=2.0),
    ),
    Level("greedy", "Quick", "Takes what looks best at once, and looks no further.", 0.0, GreedyPlayer),
    Level(
        "club",
        "Club player",
        "Imagines for a moment how the game may go on.",
        0.005,
        lambda seed: SearchPlayer(seed, CLUB),
    ),
    Level(
        "best",
        "Best",
        "Takes a second for every decision: the strongest there is here.",
        1.0,
        lambda seed: SearchPlayer(seed, BEST),
    ),
)
