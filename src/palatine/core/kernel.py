"""A game's rules as compiled functions of one shape, for everything that has to be fast.

Each takes the game's constants (what it needs to know of its board or cards), an array of states and an
index; loops over many games or many decisions belong inside compiled code.  They trust their callers:
a decision must be legal.  `Match` and `Game.apply` are the checked way in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from palatine.core import compiled
from palatine.core.compiled import Array, Entry, entry, lowest_bit
from palatine.core.events import CAPACITY, TOLD_LAST, UNTOLD, WIDTH
from palatine.core.fields import Fields
from palatine.core.rng import RNG, below, word

MOST_SEATS = 8  # that any game has
NO_CONSTANTS = np.dtype([("unused", "i8")])  # for a game that needs to know nothing beside its states


class Shapes:
    """The signatures that the rules of a game have, given its records."""

    def __init__(self, state: np.dtype[Any], constants: np.dtype[Any]) -> None:
        self.state = state
        self.constants = constants

    def _of(self, result: Any, *more: Any) -> Any:
        """A rule about one state: constants, states and an index come first."""
        states, constants = self.states(), compiled.record_array(self.constants)
        return result(constants, states, compiled.i64(), *more)

    def states(self) -> Any:
        return compiled.record_array(self.state)

    def set_up(self) -> Any:
        return self._of(compiled.void(), compiled.number_array(1, "uint32"))

    def acting(self) -> Any:
        return self._of(compiled.i64())

    def legal(self) -> Any:
        return self._of(compiled.i64(), compiled.i64(), compiled.number_array())

    def obstacle(self) -> Any:
        return self._of(compiled.i64(), compiled.i64(), compiled.i64())

    def apply(self) -> Any:
        return self._of(compiled.void(), compiled.i64(), compiled.i64(), compiled.number_array(2))

    def scores(self) -> Any:
        return self._of(compiled.void(), compiled.number_array())

    def parts(self) -> Any:
        return self._of(compiled.void(), compiled.number_array(2))

    def view(self) -> Any:
        return self._of(compiled.void(), compiled.i64(), self.states(), compiled.i64())

    def imagine(self) -> Any:
        luck = compiled.record_array(RNG)
        return self._of(compiled.void(), compiled.i64(), luck, self.states(), compiled.i64())

    def try_each(self) -> Any:
        numbers, table = compiled.number_array(), compiled.number_array(2)
        return self._of(compiled.i64(), compiled.i64(), numbers, numbers, self.states(), table, numbers)

    def random_games(self) -> Any:
        i64, luck = compiled.i64(), compiled.record_array(RNG)
        key, constants = compiled.number_array(1, "uint32"), compiled.record_array(self.constants)
        return i64(constants, self.states(), key, luck, compiled.number_array(), i64)


class Kernel:
    """The rules of a game, compiled for their shapes when first used.

    Args:
        fields: of a state.
        constants: the type of the record that `Game.prepare` makes.
        set_up: `(constants, states, i, key)`: everything before the first decision; the options are in the
            state already.
        acting: `(constants, states, i) -> int`: the seats that owe a decision, as bits.
        legal: `(constants, states, i, seat, out) -> int`: what a seat may decide, ascending, and how many.
        apply: `(constants, states, i, seat, action, events)`: take a legal decision.
        scores: `(constants, states, i, out)`: everybody's points, as if the game ended here.
        imagine: `(constants, views, i, seat, rng, out, j)`: a random full state that fits a view.
        parts: `(constants, states, i, out)`: what these points are made of, a row for each seat; may be left
            out.
        view: `(constants, states, i, seat, out, j)`: what a seat may know; unless given, what its fields say.
        obstacle: `(constants, states, i, seat, action) -> int`: which of the declared conditions forbids a
            decision of a seat that has to decide, 0 where none does; may be left out.
    """

    def __init__(
        self,
        fields: Fields,
        constants: np.dtype[Any] = NO_CONSTANTS,
        *,
        set_up: Callable[..., None],
        acting: Callable[..., int],
        legal: Callable[..., int],
        apply: Callable[..., None],
        scores: Callable[..., None],
        imagine: Callable[..., None],
        parts: Callable[..., None] | None = None,
        view: Callable[..., None] | None = None,
        obstacle: Callable[..., int] | None = None,
    ) -> None:
        self.fields = fields
        self.shapes = Shapes(fields.dtype, constants)
        given: dict[str, Callable[..., Any]] = {"set_up": set_up, "acting": acting, "legal": legal}
        given |= {"apply": apply, "scores": scores, "imagine": imagine}
        if view is None:  # the game's own rule tells whose view it is, for what is kept on disk
            names = {"see": fields.see, "acting": compiled.rule(acting)}
            view = compiled.specialise(declared_view, names, f"{acting.__module__}.{fields.key}")
        given["view"] = view
        given |= {n: f for n, f in (("obstacle", obstacle), ("parts", parts)) if f is not None}
        self.rules: dict[str, Callable[..., Any]] = {n: compiled.rule(f) for n, f in given.items()}
        for general in (try_each, random_games):
            given[general.__name__] = compiled.specialise(general, self.rules, acting.__module__)
        self._entries = {name: entry(getattr(self.shapes, name))(f) for name, f in given.items()}
        self.set_up, self.acting, self.legal = (self._entries[n] for n in ("set_up", "acting", "legal"))
        self.apply, self.scores, self.imagine = (self._entries[n] for n in ("apply", "scores", "imagine"))
        self.view, self.try_each = self._entries["view"], self._entries["try_each"]
        self.random_games = self._entries["random_games"]
        self.obstacle: Entry | None = self._entries.get("obstacle")
        self.parts: Entry | None = self._entries.get("parts")

    def entries(self) -> Iterator[Entry]:
        """All that can be called from Python, for whoever wants them compiled beforehand."""
        yield from self._entries.values()


# Names that `specialise` fills in for each game.
see: Callable[[Any, Any, int], None]
set_up: Callable[[Array, Array, int, Array], None]
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]


def declared_view(constants: Array, states: Array, i: int, seat: int, out: Array, j: int) -> None:
    """What the declaration of the fields lets a seat see."""
    see(states[i], out[j], seat)


def try_each(
    constants: Array,
    states: Array,
    i: int,
    seat: int,
    choices: Array,
    ends: Array,
    out: Array,
    rows: Array,
    counts: Array,
) -> int:
    """Take each of some decisions, legal ones, in a copy of states[i].

    out[k] is the state after the k-th, counts[k] how many events it brought as far as they are to be told:
    ends[kind] says whether that is up to such an event (TOLD_LAST) or before it (UNTOLD).  They follow each
    other in rows.  How many there are in all.
    """
    heard = np.zeros((CAPACITY, WIDTH), np.int32)
    total = 0
    for k in range(len(choices)):
        out[k] = states[i]
        heard[0, 0] = 0
        apply(constants, out, k, seat, int(choices[k]), heard)
        before = total
        for n in range(1, int(heard[0, 0]) + 1):
            end = ends[heard[n, 0]]
            if end == UNTOLD:
                break
            for column in range(WIDTH):
                rows[total, column] = heard[n, column]
            total += 1
            if end == TOLD_LAST:
                break
        counts[k] = total - before
    return total


def random_games(constants: Array, states: Array, key: Array, rng: Array, choices: Array, games: int) -> int:
    """Random games from set-up to end, in states[0]; each is dealt from another key.  How many decisions."""
    c = rng[0]
    deaf = np.zeros((0, WIDTH), np.int32)
    decisions = 0
    for _ in range(games):
        for i in range(8):
            key[i] = np.uint32(word(c))
        set_up(constants, states, 0, key)
        seats = acting(constants, states, 0)
        while seats:
            seat = lowest_bit(seats)
            action = choices[below(c, legal(constants, states, 0, seat, choices))]
            apply(constants, states, 0, seat, int(action), deaf)
            decisions += 1
            seats = acting(constants, states, 0)
    return decisions
