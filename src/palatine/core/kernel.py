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

MOST_SEATS = 8  # that any game has
POINTS_OF_CHANCE = 20.0  # that a win for certain is worth, where chances are told in points


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

    def sensible(self) -> Any:
        i64 = compiled.i64()
        return i64(self._t(), self._s(), i64, i64, compiled.number_array(), i64)

    def random_games(self) -> Any:
        i64 = compiled.i64()
        luck = compiled.record_array(CHANCE)
        key = compiled.number_array(1, "uint32")
        return i64(self._t(), self._s(), key, luck, compiled.number_array(), i64)

    def one_step(self) -> Any:
        i64 = compiled.i64()
        luck = compiled.record_array(CHANCE)
        return i64(self._t(), self._s(), i64, luck, self._s(), compiled.number_array(2))

    def at_a_glance(self) -> Any:
        i64, f64 = compiled.i64(), compiled.f64()
        luck = compiled.record_array(CHANCE)
        return i64(self._t(), self._s(), i64, luck, self._s(), compiled.number_array(2), f64)


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
    sensible: Entry  # leaves only the choices that are worth a thought; how many
    random_games: Entry  # so many random games, one after the other; how many decisions
    one_step: Entry  # the choice that looks best at once
    at_a_glance: Entry  # a choice by first impressions
    rules: dict[str, Callable[..., Any]]  # for compiled code that is built on them, as a search is

    def entries(self) -> list[Entry]:
        return [getattr(self, field.name) for field in fields(self) if field.name != "rules"]

    @staticmethod
    def of(shapes: Shapes, **rules: Callable[..., Any]) -> Kernel:
        """Compile each rule for its shape when it is first used.

        Rules without a shape of their own are for players that think: `expect` (the points that every seat
        may expect), `spread` (how many points make a difference), `quiet` (whether a position can be judged
        as it stands: no move is half done), `alike` (what half-done moves have in common), `plain` (what is
        mostly decided, where that needs no thought), `reopen` (secret choices of others are open again), and
        `urges` (a quick guess of what choices bring) unless the one below will do.
        """
        inner = {name: compiled.rule(function) for name, function in rules.items()}
        for helper in (win_chances, worth, urges):
            if helper.__name__ not in inner:
                inner[helper.__name__] = compiled.rule(compiled.specialise(helper, inner))
        shaped: dict[str, Callable[..., Any]] = {n: f for n, f in rules.items() if hasattr(shapes, n)}
        for general in (random_games, one_step, at_a_glance):
            shaped[general.__name__] = compiled.specialise(general, inner)
        entries = {name: entry(getattr(shapes, name))(function) for name, function in shaped.items()}
        return Kernel(**entries, rules=inner)


# Names that `specialise` fills in for each game.
set_up: Callable[[Array, Array, int, Array], None]
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]
imagine: Callable[[Array, Array, int, int, Array, Array, int], None]
expect: Callable[[Array, Array, int, Array], None]
spread: Callable[[Array, Array, int], float]
quiet: Callable[[Array, Array, int], int]
sensible: Callable[[Array, Array, int, int, Array, int], int]
alike: Callable[[Array, Array, int, int], int]
reopen: Callable[[Array, Array, int, int], None]


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


def win_chances(tables: Array, states: Array, i: int, blur: float, out: Array) -> None:
    """How likely each seat wins, by the points that it may expect; once the game is over, who has won.

    With a blur of some points the winner's lead counts: a win by far is surer than a narrow one.
    """
    expect(tables, states, i, out)
    players = int(states[i].players)
    most, total = -np.inf, 0.0
    for p in range(players):
        most = max(most, out[p])
    over = acting(tables, states, i) == 0
    scale = max(blur, 1e-3) if over else spread(tables, states, i)
    for p in range(players):
        out[p] = np.exp((out[p] - most) / scale)
        total += out[p]
    for p in range(players):
        out[p] /= total


def worth(tables: Array, scratch: Array, i: int, seat: int, action: int, choices: Array, out: Array) -> float:
    """A seat's win chance after a decision in scratch[i]; the best it can make of it, where it is half done.

    scratch[i + 1] and scratch[i + 2], choices and out are used up.
    """
    deaf = np.zeros((0, WIDTH), np.int32)
    scratch[i + 1] = scratch[i]
    apply(tables, scratch, i + 1, seat, action, deaf)
    if quiet(tables, scratch, i + 1):
        win_chances(tables, scratch, i + 1, 0.0, out)
        return float(out[seat])
    best = 0.0
    for j in range(legal(tables, scratch, i + 1, seat, choices)):
        scratch[i + 2] = scratch[i + 1]
        apply(tables, scratch, i + 2, seat, int(choices[j]), deaf)
        win_chances(tables, scratch, i + 2, 0.0, out)
        best = max(best, float(out[seat]))
    return best


def urges(
    tables: Array, scratch: Array, i: int, seat: int, choices: Array, n: int, more: Array, out: Array
) -> None:
    """What each of n choices in scratch[i] brings, in points, at a glance.

    more is room for choices, and behind the n places of out there is room for all seats.
    """
    for k in range(n):
        out[k] = POINTS_OF_CHANCE * worth(tables, scratch, i, seat, int(choices[k]), more, out[n:])


def one_step(tables: Array, views: Array, seat: int, chance: Array, scratch: Array, choices: Array) -> int:
    """The choice after which the seat stands best, ties broken by chance; half-done moves are finished.

    It sees a view: what is hidden is imagined once, into scratch[0], and every choice is tried on that.
    scratch has three records, choices two rows.
    """
    c = chance[0]
    chances = np.empty(MOST_SEATS)
    imagine(tables, views, 0, seat, chance, scratch, 0)
    reopen(tables, scratch, 0, seat)
    best, most, ties = -1, -np.inf, 0
    kind, here = -1, 0.0
    for k in range(legal(tables, scratch, 0, seat, choices[0])):
        action = int(choices[0, k])
        if alike(tables, scratch, 0, action) != kind:
            kind = alike(tables, scratch, 0, action)
            here = worth(tables, scratch, 0, seat, action, choices[1], chances)
        if here > most:
            best, most, ties = action, here, 1
        elif here == most:
            ties += 1
            if below(c, ties) == 0:
                best = action
    return best


def at_a_glance(
    tables: Array, views: Array, seat: int, chance: Array, scratch: Array, choices: Array, wrong: float
) -> int:
    """The choice that seems to bring the most, where every impression may be wrong by some points."""
    c = chance[0]
    imagine(tables, views, 0, seat, chance, scratch, 0)
    reopen(tables, scratch, 0, seat)
    n = legal(tables, scratch, 0, seat, choices[0])
    n = sensible(tables, scratch, 0, seat, choices[0], n)
    impressions = np.empty(n + MOST_SEATS)
    urges(tables, scratch, 0, seat, choices[0], n, choices[1], impressions)
    best, most = -1, -np.inf
    for k in range(n):
        here = impressions[k] + wrong * word(c) / 0x100000000
        if here > most:
            best, most = int(choices[0, k]), here
    return best
