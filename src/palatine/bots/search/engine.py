"""The search compiled for one game, and the memory that one thread of it works in."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from palatine.bots.search import tree
from palatine.core import compiled
from palatine.core.compiled import Array, Entry, entry, new_records
from palatine.core.evaluating import thinking_rules
from palatine.core.game import Action, Game, Seat, State
from palatine.core.kernel import MOST_SEATS
from palatine.core.rng import RNG, new_rng

HELPERS = (
    tree.edge_key,
    tree.find,
    tree.add_edge,
    tree.follow,
    tree.fingerprint,
    tree.expand,
    tree.select,
    tree.rollout_action,
    tree.rollout,
    tree.considered_choices,
    tree.iterate,
)
EDGES_EACH = 32  # that an iteration may need, so that the tree seldom gets full
MOST_EDGES = 1 << 21


class Engine:
    """The compiled search of one kind of game."""

    def __init__(self, kind: Any) -> None:
        names, where = dict(thinking_rules(kind)), kind.__module__
        for helper in HELPERS:
            names[helper.__name__] = compiled.rule(compiled.specialise(helper, names, where))
        shapes = kind.kernel.shapes
        state = shapes.states

        def build(function: Any, signature: Any) -> Entry:
            return entry(signature)(compiled.specialise(function, names, where))

        def constant() -> Any:
            return compiled.record_array(shapes.constants)

        def memory() -> tuple[Any, Any]:
            return compiled.record_array(tree.HEAD), compiled.record_array(tree.NODE)

        def searching() -> Any:
            i64, edges = compiled.i64(), compiled.record_array(tree.EDGE)
            raw, choices = compiled.number_array(2, "uint8"), compiled.number_array(2)
            rng, roots = compiled.record_array(RNG), compiled.number_array(1)
            tally = compiled.number_array(2, "float64")
            given = (
                constant(),
                state(),
                i64,
                *memory(),
                edges,
                state(),
                raw,
                rng,
                choices,
                roots,
                tally,
                i64,
            )
            return i64(*given)

        def finding() -> Any:
            raw = compiled.number_array(2, "uint8")
            return compiled.i64()(constant(), state(), *memory(), state(), raw)

        def counting() -> Any:
            head, edges = compiled.record_array(tree.HEAD), compiled.record_array(tree.EDGE)
            return compiled.void()(head, edges, compiled.number_array(1), compiled.number_array(1))

        self.search = build(tree.search, searching)
        self.find_root = build(tree.find_root, finding)
        self.count_visits = build(tree.count_visits, counting)

    def entries(self) -> list[Entry]:
        return [self.search, self.find_root, self.count_visits]


@cache
def _engine(kind: Any) -> Engine:
    return Engine(kind)


def engine_of(game: Game) -> Engine:
    """The search for a game, compiled once for its kind."""
    kind: Any = type(game)  # mypy would ask for the hash of an instance
    return _engine(kind)


class Worker:
    """One thread of a search: its tree, its luck and its scratch paper."""

    def __init__(self, game: Game, seed: bytes, iterations: int) -> None:
        self.game, self.engine = game, engine_of(game)
        self.rng = new_rng(seed)
        self.scratch = new_records(game.dtype, tree.SCRATCH)
        self.raw = np.asarray(self.scratch).view(np.uint8).reshape(tree.SCRATCH, game.dtype.itemsize)
        self.choices = np.empty((2, game.most_choices), np.int32)
        self.iterations, self.open_state = iterations, False
        self._plant()

    def _plant(self) -> None:
        """An empty tree, large enough for so many iterations."""
        size = min(1 << max(12, (self.iterations * EDGES_EACH - 1).bit_length()), MOST_EDGES)
        self.edges = new_records(tree.EDGE, size)
        self.nodes = new_records(tree.NODE, size // 2 + 4 * tree.DEPTH)  # an edge leads to each
        self.heads = new_records(tree.HEAD)
        for name, _ in tree.SETTINGS:
            self.heads[name] = getattr(self.game.evaluating.settings, name)
        self.heads["nodes"] = 1

    def begin(self, view: State, seat: Seat, roots: list[Action], open_state: bool) -> None:
        """Go on from where the tree has this very position, else from an empty tree."""
        full = 4 * self.heads["edges"][0] > len(self.edges)
        other = self.heads["seat"][0] != seat or self.open_state != open_state
        seen = (self.game.constants, view, self.heads, self.nodes, self.scratch, self.raw)
        if full or other or self.engine.find_root(*seen) < 0:
            self._plant()
        self.heads["seat"], self.open_state = seat, open_state
        self.view, self.roots = view, np.array(roots, np.int32)
        self.tally = np.zeros((len(roots), MOST_SEATS + 1))

    def search(self, iterations: int) -> int:
        """Some iterations more; how many there were before the tree was full."""
        memory = (self.heads, self.nodes, self.edges, self.scratch, self.raw, self.rng)
        search = self.engine.search
        done = search(
            self.game.constants,
            self.view,
            int(self.open_state),
            *memory,
            self.choices,
            self.roots,
            self.tally,
            iterations,
        )
        return int(done)

    def visits(self) -> Array:
        """How often each choice was tried, what was known before included."""
        visits = np.zeros(len(self.roots), np.int32)
        self.engine.count_visits(self.heads, self.edges, self.roots, visits)
        return visits
