"""Somebody who plays for the first time: takes, turn by turn, whatever brings the most points at once."""

from __future__ import annotations

from palatine.core.game import Action, Game, Seat, State
from palatine.core.rng import below, new_rng

NAME = "newcomer"
STEPS = 2  # decisions of one turn that are put together: a card, and where it leads


class Newcomer:
    """Sees the points on the table and nothing beyond: of what comes later, or of what others do, no thought.

    What is hidden is imagined once, as it might be; what brings equally much is chosen among by luck.
    """

    def __init__(self, seed: bytes) -> None:
        self.rng = new_rng(seed)

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        table = game.imagine(view, seat, self.rng)
        gains = [self._gain(game, table, seat, action, STEPS) for action in legal]
        best = [action for action, gain in zip(legal, gains, strict=True) if gain == max(gains)]
        return best[below(self.rng[0], len(best))]

    def _gain(self, game: Game, table: State, seat: Seat, action: Action, steps: int) -> int:
        """The points that the seat has after a decision, and after the best of what its turn still allows."""
        after = table.copy()
        game.apply(after, seat, action)
        now = game.points(after)[seat]
        if steps == 1 or game.acting(after) != (seat,):
            return now
        return max(self._gain(game, after, seat, next, steps - 1) for next in game.legal(after, seat))
