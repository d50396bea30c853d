"""The player that goes by first impressions."""

from __future__ import annotations

import numpy as np

from palatine.core.chance import new_chance
from palatine.core.compiled import new_records
from palatine.core.game import Action, Game, Seat, State


class GlancePlayer:
    """Sees about what every choice brings, misjudges it as people do who are new to a game, and decides.

    With more practice it misjudges less.
    """

    def __init__(self, seed: bytes, practice: float = 1.0) -> None:
        self.chance, self.practice = new_chance(seed), practice

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        scratch = new_records(game.dtype, 3)
        choices = np.empty((2, game.most_choices), np.int32)
        wrong, glance = game.guidance.wrong / self.practice, game.kernel.at_a_glance
        return int(glance(game.tables, view, seat, self.chance, scratch, choices, wrong))
