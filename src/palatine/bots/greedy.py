"""The player that takes what looks best at once."""

from __future__ import annotations

import numpy as np

from palatine.bots.heuristics import heuristics_of
from palatine.core.compiled import new_records
from palatine.core.game import Action, Game, Seat, State
from palatine.core.rng import new_rng


class GreedyPlayer:
    """Tries every choice on a state that fits what it knows, and takes the one that stands best."""

    def __init__(self, seed: bytes) -> None:
        self.rng = new_rng(seed)

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        scratch = new_records(game.dtype, 3)
        choices = np.empty((2, game.most_choices), np.int32)
        decide = heuristics_of(game).greedy_action
        return int(decide(game.constants, view, seat, self.rng, scratch, choices))
