"""Decisions without a search, in compiled code: what looks best at once, and what seems to at first sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from palatine.core import compiled
from palatine.core.compiled import Array, Entry, entry
from palatine.core.evaluating import thinking_rules
from palatine.core.game import Game
from palatine.core.kernel import MOST_SEATS
from palatine.core.rng import RNG, below, word

# Names that are filled in for each game.
legal: Callable[[Array, Array, int, int, Array], int]
imagine: Callable[[Array, Array, int, int, Array, Array, int], None]
worth_considering: Callable[[Array, Array, int, int, Array, int], int]
same_group: Callable[[Array, Array, int, int], int]
reopen_secrets: Callable[[Array, Array, int, int], None]
action_priors: Callable[[Array, Array, int, int, Array, int, Array, Array], None]
worth: Callable[[Array, Array, int, int, int, Array, Array], float]


def greedy_action(
    constants: Array, views: Array, seat: int, rng: Array, scratch: Array, choices: Array
) -> int:
    """The choice after which the seat stands best, ties broken by chance; half-done moves are finished.

    It sees a view: what is hidden is imagined once, into scratch[0], and every choice is tried on that.
    scratch has three records, choices two rows.
    """
    generator = rng[0]
    chances = np.empty(MOST_SEATS)
    imagine(constants, views, 0, seat, rng, scratch, 0)
    reopen_secrets(constants, scratch, 0, seat)
    best, most, ties = -1, -np.inf, 0
    group, here = -1, 0.0
    for k in range(legal(constants, scratch, 0, seat, choices[0])):
        action = int(choices[0, k])
        if same_group(constants, scratch, 0, action) != group:
            group = same_group(constants, scratch, 0, action)
            here = worth(constants, scratch, 0, seat, action, choices[1], chances)
        if here > most:
            best, most, ties = action, here, 1
        elif here == most:
            ties += 1
            if below(generator, ties) == 0:
                best = action
    return best


def heuristic_action(
    constants: Array, views: Array, seat: int, rng: Array, scratch: Array, choices: Array, error: float
) -> int:
    """The choice that seems to bring the most, where every impression may be wrong by some points."""
    generator = rng[0]
    imagine(constants, views, 0, seat, rng, scratch, 0)
    reopen_secrets(constants, scratch, 0, seat)
    n = legal(constants, scratch, 0, seat, choices[0])
    n = worth_considering(constants, scratch, 0, seat, choices[0], n)
    impressions = np.empty(n + MOST_SEATS)
    action_priors(constants, scratch, 0, seat, choices[0], n, choices[1], impressions)
    best, most = -1, -np.inf
    for k in range(n):
        here = impressions[k] + error * word(generator) / 0x100000000
        if here > most:
            best, most = int(choices[0, k]), here
    return best


def considered(constants: Array, views: Array, seat: int, choices: Array, n: int) -> int:
    """The choices that are worth a thought, moved to the front; how many they are."""
    return worth_considering(constants, views, 0, seat, choices, n)


class Heuristics:
    """These decisions, compiled for one kind of game."""

    def __init__(self, kind: Any) -> None:
        rules, shapes = thinking_rules(kind), kind.kernel.shapes

        def build(function: Callable[..., Any], signature: Callable[[], Any]) -> Entry:
            return entry(signature)(compiled.specialise(function, rules, kind.__module__))

        def seen() -> tuple[Any, ...]:
            """What all are given first: constants, a view and a seat."""
            return compiled.record_array(shapes.constants), shapes.states(), compiled.i64()

        def trying() -> tuple[Any, ...]:
            return *seen(), compiled.record_array(RNG), shapes.states(), compiled.number_array(2)

        i64, f64, row = compiled.i64, compiled.f64, compiled.number_array
        self.greedy_action = build(greedy_action, lambda: i64()(*trying()))
        self.heuristic_action = build(heuristic_action, lambda: i64()(*trying(), f64()))
        self.considered = build(considered, lambda: i64()(*seen(), row(), i64()))

    def entries(self) -> list[Entry]:
        return [self.greedy_action, self.heuristic_action, self.considered]


@cache
def _heuristics(kind: Any) -> Heuristics:
    return Heuristics(kind)


def heuristics_of(game: Game) -> Heuristics:
    """The decisions without a search for a game, compiled once for its kind."""
    kind: Any = type(game)  # mypy would ask for the hash of an instance
    return _heuristics(kind)
