"""A game's rules as compiled functions of one shape, for everything that has to be fast.

Each takes the game's tables (what it needs to know of its board or cards), an array of states and an
index; loops over many games or many decisions belong inside compiled code.  They trust their callers:
a decision must be legal.  `Match` and `Game.apply` are the checked way in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from palatine.core import compiled
from palatine.core.chance import CHANCE, below, word
from palatine.core.compiled import Array, Entry, entry, lowest_bit
from palatine.core.events import WIDTH


@dataclass(frozen=True)
class Shapes:
    """The signatures that the rules of a game have, given its records."""

    state: np.dtype[Any]
    tables: np.dtype[Any]

    def _s(self) -> Any:
        return compiled.record_array(self.state)

    def _t(self) -> Any:
        return compiled.record_array(self.tables)

    def set_up(self) -> Any:
        return compiled.void()(self._t(), self._s(), compiled.i64(), compiled.number_array(1, "uint32"))

    def acting(self) -> Any:
        return compiled.i64()(self._t(), self._s(), compiled.i64())

    def legal(self) -> Any:
        i64 = compiled.i64()
        return i64(self._t(), self._s(), i64, i64, compiled.number_array())

    def apply(self) -> Any:
        i64 = compiled.i64()
        return compiled.void()(self._t(), self._s(), i64, i64, i64, compiled.number_array(2))

    def scores(self) -> Any:
        return compiled.void()(self._t(), self._s(), compiled.i64(), compiled.number_array())

    def view(self) -> Any:
        i64 = compiled.i64()
        return compiled.void()(self._t(), self._s(), i64, i64, self._s(), i64)

    def imagine(self) -> Any:
        i64 = compiled.i64()
        luck = compiled.record_array(CHANCE)
        return compiled.void()(self._t(), self._s(), i64, i64, luck, self._s(), i64)

    def random_games(self) -> Any:
        i64 = compiled.i64()
        luck = compiled.record_array(CHANCE)
        key = compiled.number_array(1, "uint32")
        return i64(self._t(), self._s(), key, luck, compiled.number_array(), i64)

    def one_step(self) -> Any:
        i64 = compiled.i64()
        luck = compiled.record_array(CHANCE)
        return i64(self._t(), self._s(), i64, luck, self._s(), compiled.number_array(2))


@dataclass(frozen=True)
class Kernel:
    """The compiled rules of one game.  Seat -1 is a spectator in `view` and `imagine`."""

    set_up: Entry  # the options are in the state already
    acting: Entry  # a bit for each seat that owes a decision; 0 when the game is over
    legal: Entry  # fills out with the seat's choices, ascending; how many
    apply: Entry  # takes a decision
    scores: Entry  # the final scores
    view: Entry  # what a seat may know, into another record
    imagine: Entry  # a full state that fits a view, into another record
    random_games: Entry  # so many random games, one after the other; how many decisions
    one_step: Entry  # the choice that looks best at once

    def entries(self) -> list[Entry]:
        return [getattr(self, field.name) for field in fields(self)]

    @staticmethod
    def of(shapes: Shapes, **rules: Callable[..., Any]) -> Kernel:
        """Compile each rule for its shape when it is first used.

        `evaluate` (how well a seat stands, in points) and `quiet` (whether a position can be judged as it
        stands: no move is half done) serve the general functions below.
        """
        inner = {name: compiled.rule(function) for name, function in rules.items()}
        entries = {
            name: entry(getattr(shapes, name))(function)
            for name, function in rules.items()
            if name not in ("evaluate", "quiet")
        }
        for general in (random_games, one_step):
            entries[general.__name__] = entry(getattr(shapes, general.__name__))(
                compiled.specialise(general, inner)
            )
        return Kernel(**entries)


# Names that `specialise` fills in for each game.
set_up: Callable[[Array, Array, int, Array], None]
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]
imagine: Callable[[Array, Array, int, int, Array, Array, int], None]
evaluate: Callable[[Array, Array, int, int], float]
quiet: Callable[[Array, Array, int], int]


def random_games(tables: Array, states: Array, key: Array, chance: Array, choices: Array, games: int) -> int:
    """Random games from set-up to end, in states[0]; each is dealt from another key.  How many decisions."""
    c = chance[0]
    deaf = np.zeros((0, WIDTH), np.int32)
    decisions = 0
    for _ in range(games):
        for i in range(8):
            key[i] = np.uint32(word(c))
        set_up(tables, states, 0, key)
        seats = acting(tables, states, 0)
        while seats:
            seat = lowest_bit(seats)
            action = choices[below(c, legal(tables, states, 0, seat, choices))]
            apply(tables, states, 0, seat, int(action), deaf)
            decisions += 1
            seats = acting(tables, states, 0)
    return decisions


def one_step(tables: Array, views: Array, seat: int, chance: Array, scratch: Array, choices: Array) -> int:
    """The choice after which the seat stands best, ties broken by chance; half-done moves are finished.

    It sees a view: what is hidden is imagined once, into scratch[0], and every choice is tried on that.
    scratch has three records, choices two rows.
    """
    c = chance[0]
    deaf = np.zeros((0, WIDTH), np.int32)
    imagine(tables, views, 0, seat, chance, scratch, 0)
    best, most, ties = -1, -np.inf, 0
    for k in range(legal(tables, scratch, 0, seat, choices[0])):
        scratch[1] = scratch[0]
        apply(tables, scratch, 1, seat, int(choices[0, k]), deaf)
        if quiet(tables, scratch, 1):
            worth = evaluate(tables, scratch, 1, seat)
        else:
            worth = -np.inf
            for j in range(legal(tables, scratch, 1, seat, choices[1])):
                scratch[2] = scratch[1]
                apply(tables, scratch, 2, seat, int(choices[1, j]), deaf)
                worth = max(worth, evaluate(tables, scratch, 2, seat))
        if worth > most:
            best, most, ties = int(choices[0, k]), worth, 1
        elif worth == most:
            ties += 1
            if below(c, ties) == 0:
                best = int(choices[0, k])
    return best
