"""A game's rules as compiled functions of one shape, for everything that has to be fast.

Each takes the game's constants (what it needs to know of its board or cards), an array of states and an
index; loops over many games or many decisions belong inside compiled code.  They trust their callers:
a decision must be legal.  `Match` and `Game.apply` are the checked way in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from palatine.core import compiled
from palatine.core.compiled import Array, Entry, entry, lowest_bit
from palatine.core.events import WIDTH
from palatine.core.rng import RNG, below, word

MOST_SEATS = 8  # that any game has
POINTS_OF_CHANCE = 20.0  # that a win for certain is worth, where chances are told in points


@dataclass(frozen=True)
class Shapes:
    """The signatures that the rules of a game have, given its records."""

    state: np.dtype[Any]
    constants: np.dtype[Any]

    def _states(self) -> Any:
        return compiled.record_array(self.state)

    def _constants(self) -> Any:
        return compiled.record_array(self.constants)

    def set_up(self) -> Any:
        return compiled.void()(
            self._constants(), self._states(), compiled.i64(), compiled.number_array(1, "uint32")
        )

    def acting(self) -> Any:
        return compiled.i64()(self._constants(), self._states(), compiled.i64())

    def legal(self) -> Any:
        i64 = compiled.i64()
        return i64(self._constants(), self._states(), i64, i64, compiled.number_array())

    def apply(self) -> Any:
        i64 = compiled.i64()
        return compiled.void()(self._constants(), self._states(), i64, i64, i64, compiled.number_array(2))

    def scores(self) -> Any:
        return compiled.void()(self._constants(), self._states(), compiled.i64(), compiled.number_array())

    def view(self) -> Any:
        i64 = compiled.i64()
        return compiled.void()(self._constants(), self._states(), i64, i64, self._states(), i64)

    def imagine(self) -> Any:
        i64 = compiled.i64()
        rng = compiled.record_array(RNG)
        return compiled.void()(self._constants(), self._states(), i64, i64, rng, self._states(), i64)

    def worth_considering(self) -> Any:
        i64 = compiled.i64()
        return i64(self._constants(), self._states(), i64, i64, compiled.number_array(), i64)

    def random_games(self) -> Any:
        i64 = compiled.i64()
        rng = compiled.record_array(RNG)
        key = compiled.number_array(1, "uint32")
        return i64(self._constants(), self._states(), key, rng, compiled.number_array(), i64)

    def greedy_action(self) -> Any:
        i64 = compiled.i64()
        rng = compiled.record_array(RNG)
        return i64(self._constants(), self._states(), i64, rng, self._states(), compiled.number_array(2))

    def heuristic_action(self) -> Any:
        i64, f64 = compiled.i64(), compiled.f64()
        rng = compiled.record_array(RNG)
        return i64(self._constants(), self._states(), i64, rng, self._states(), compiled.number_array(2), f64)


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
    worth_considering: Entry  # leaves only the choices that are worth a thought; how many
    random_games: Entry  # so many random games, one after the other; how many decisions
    greedy_action: Entry  # the choice that looks best at once
    heuristic_action: Entry  # a choice by first impressions
    rules: dict[str, Callable[..., Any]]  # for compiled code that is built on them, as a search is

    def entries(self) -> list[Entry]:
        return [getattr(self, field.name) for field in fields(self) if field.name != "rules"]

    @staticmethod
    def of(shapes: Shapes, **rules: Callable[..., Any]) -> Kernel:
        """Compile each rule for its shape when it is first used.

        Rules without a shape of their own are for players that think: `evaluate` (the points that every seat
        may expect), `evaluation_scale` (how many points make a difference), `can_evaluate` (whether a
        position can be judged as it stands: no move is half done), `action_group` (what half-done moves have
        in common), `default_action` (what is mostly decided, where that needs no thought), `reopen_secrets`
        (secret choices of others are open again), and `action_priors` (a quick guess of what choices bring)
        unless the one below will do.
        """
        inner = {name: compiled.rule(function) for name, function in rules.items()}
        for helper in (win_chances, chance_after, action_priors):
            if helper.__name__ not in inner:
                inner[helper.__name__] = compiled.rule(compiled.specialise(helper, inner))
        shaped: dict[str, Callable[..., Any]] = {n: f for n, f in rules.items() if hasattr(shapes, n)}
        for general in (random_games, greedy_action, heuristic_action):
            shaped[general.__name__] = compiled.specialise(general, inner)
        entries = {name: entry(getattr(shapes, name))(function) for name, function in shaped.items()}
        return Kernel(**entries, rules=inner)


# Names that `specialise` fills in for each game.
set_up: Callable[[Array, Array, int, Array], None]
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]
imagine: Callable[[Array, Array, int, int, Array, Array, int], None]
evaluate: Callable[[Array, Array, int, Array], None]
evaluation_scale: Callable[[Array, Array, int], float]
can_evaluate: Callable[[Array, Array, int], int]
worth_considering: Callable[[Array, Array, int, int, Array, int], int]
action_group: Callable[[Array, Array, int, int], int]
reopen_secrets: Callable[[Array, Array, int, int], None]


def random_games(constants: Array, states: Array, key: Array, rng: Array, choices: Array, games: int) -> int:
    """Random games from set-up to end, in states[0]; each is dealt from another key.  How many decisions."""
    generator = rng[0]
    deaf = np.zeros((0, WIDTH), np.int32)
    decisions = 0
    for _ in range(games):
        for i in range(8):
            key[i] = np.uint32(word(generator))
        set_up(constants, states, 0, key)
        seats = acting(constants, states, 0)
        while seats:
            seat = lowest_bit(seats)
            action = choices[below(generator, legal(constants, states, 0, seat, choices))]
            apply(constants, states, 0, seat, int(action), deaf)
            decisions += 1
            seats = acting(constants, states, 0)
    return decisions


def win_chances(constants: Array, states: Array, i: int, win_margin: float, out: Array) -> None:
    """How likely each seat wins, by the points that it may expect; once the game is over, who has won.

    With a margin of some points the winner's lead counts: a win by far is surer than a narrow one.
    """
    evaluate(constants, states, i, out)
    players = int(states[i].players)
    most, total = -np.inf, 0.0
    for p in range(players):
        most = max(most, out[p])
    over = acting(constants, states, i) == 0
    scale = max(win_margin, 1e-3) if over else evaluation_scale(constants, states, i)
    for p in range(players):
        out[p] = np.exp((out[p] - most) / scale)
        total += out[p]
    for p in range(players):
        out[p] /= total


def chance_after(
    constants: Array, scratch: Array, i: int, seat: int, action: int, choices: Array, out: Array
) -> float:
    """A seat's win chance after a decision in scratch[i]; the best it can make of it, where it is half done.

    scratch[i + 1] and scratch[i + 2], choices and out are used up.
    """
    deaf = np.zeros((0, WIDTH), np.int32)
    scratch[i + 1] = scratch[i]
    apply(constants, scratch, i + 1, seat, action, deaf)
    if can_evaluate(constants, scratch, i + 1):
        win_chances(constants, scratch, i + 1, 0.0, out)
        return float(out[seat])
    best = 0.0
    for j in range(legal(constants, scratch, i + 1, seat, choices)):
        scratch[i + 2] = scratch[i + 1]
        apply(constants, scratch, i + 2, seat, int(choices[j]), deaf)
        win_chances(constants, scratch, i + 2, 0.0, out)
        best = max(best, float(out[seat]))
    return best


def action_priors(
    constants: Array, scratch: Array, i: int, seat: int, choices: Array, n: int, more: Array, out: Array
) -> None:
    """What each of n choices in scratch[i] brings, in points, at a glance.

    more is room for choices, and behind the n places of out there is room for all seats.
    """
    for k in range(n):
        out[k] = POINTS_OF_CHANCE * chance_after(constants, scratch, i, seat, int(choices[k]), more, out[n:])


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
    kind, here = -1, 0.0
    for k in range(legal(constants, scratch, 0, seat, choices[0])):
        action = int(choices[0, k])
        if action_group(constants, scratch, 0, action) != kind:
            kind = action_group(constants, scratch, 0, action)
            here = chance_after(constants, scratch, 0, seat, action, choices[1], chances)
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
