"""The player that goes by first impressions."""

from __future__ import annotations

import numpy as np

from palatine.core.chance import new_chance
from palatine.core.compiled import new_records
from palatine.core.game import Action, Game, Seat, State

WRONG = 10.0  # points by which an impression may be wrong


class GlancePlayer:
    """Sees about what every choice brings, misjudges it as people do who are new to a game, and decides."""

    def __init__(self, seed: bytes) -> None:
        self.chance = new_chance(seed)

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        scratch = new_records(game.dtype, 3)
        choices = np.empty((2, game.most_choices), np.int32)
        return int(game.kernel.at_a_glance(game.tables, view, seat, self.chance, scratch, choices, WRONG))
