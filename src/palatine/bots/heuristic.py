"""The player that goes by first impressions."""

from __future__ import annotations

import numpy as np

from palatine.bots.heuristics import heuristics_of
from palatine.core.compiled import new_records
from palatine.core.game import Action, Game, Seat, State
from palatine.core.rng import new_rng


class HeuristicPlayer:
    """Sees about what every choice brings, misjudges it as people do who are new to a game, and decides.

    With more practice it misjudges less.
    """

    def __init__(self, seed: bytes, practice: float = 1.0) -> None:
        self.rng, self.practice = new_rng(seed), practice

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        scratch = new_records(game.dtype, 3)
        choices = np.empty((2, game.most_choices), np.int32)
        error = game.evaluating.settings.beginner_error / self.practice
        decide = heuristics_of(game).heuristic_action
        return int(decide(game.constants, view, seat, self.rng, scratch, choices, error))
