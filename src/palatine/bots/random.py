"""The player that plays anything."""

from __future__ import annotations

from random import Random

from palatine.core.game import Action, Game, Seat, State


class RandomPlayer:
    """Every legal choice is as good as any other."""

    def __init__(self, seed: bytes) -> None:
        self.rng = Random(seed)

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        return self.rng.choice(game.legal(view, seat))
