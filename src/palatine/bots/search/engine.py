"""The search compiled for one game, and the memory that one thread of it works in."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np

from palatine.bots.search import tree
from palatine.core import compiled
from palatine.core.chance import CHANCE, new_chance
from palatine.core.compiled import Array, Entry, entry, new_records
from palatine.core.game import Action, Game, Seat, State
from palatine.core.kernel import MOST_SEATS

HELPERS = (
    tree.edge_key,
    tree.find,
    tree.add_edge,
    tree.follow,
    tree.fingerprint,
    tree.look,
    tree.select,
    tree.guided,
    tree.play_on,
    tree.options,
    tree.walk,
)
EDGES_EACH = 32  # that an iteration may need, so that the tree seldom gets full
MOST_EDGES = 1 << 21


class Engine:
    """The compiled search of one kind of game."""

    def __init__(self, kind: type[Game], tables: np.dtype[Any]) -> None:
        names = dict(kind.kernel.rules)
        for helper in HELPERS:
            names[helper.__name__] = compiled.rule(compiled.specialise(helper, names))

        def build(function: Any, signature: Any) -> Entry:
            return entry(signature)(compiled.specialise(function, names))

        def state() -> Any:
            return compiled.record_array(kind.dtype)

        def table() -> Any:
            return compiled.record_array(tables)

        def memory() -> tuple[Any, Any]:
            return compiled.record_array(tree.HEAD), compiled.record_array(tree.NODE)

        def searching() -> Any:
            i64, edges = compiled.i64(), compiled.record_array(tree.EDGE)
            raw, choices = compiled.number_array(2, "uint8"), compiled.number_array(2)
            luck, roots = compiled.record_array(CHANCE), compiled.number_array(1)
            tally = compiled.number_array(2, "float64")
            given = (table(), state(), i64, *memory(), edges, state(), raw, luck, choices, roots, tally, i64)
            return i64(*given)

        def recalling() -> Any:
            raw = compiled.number_array(2, "uint8")
            return compiled.i64()(table(), state(), *memory(), state(), raw)

        def surveying() -> Any:
            head, edges = compiled.record_array(tree.HEAD), compiled.record_array(tree.EDGE)
            return compiled.void()(head, edges, compiled.number_array(1), compiled.number_array(1))

        self.search = build(tree.search, searching)
        self.recall = build(tree.recall, recalling)
        self.survey = build(tree.survey, surveying)

    def entries(self) -> list[Entry]:
        return [self.search, self.recall, self.survey]


@cache
def _engine(kind: type[Game], tables: np.dtype[Any]) -> Engine:
    return Engine(kind, tables)


def engine_of(game: Game) -> Engine:
    """The search for a game, compiled once for its kind."""
    return _engine(type(game), game.tables.dtype)


class Worker:
    """One thread of a search: its tree, its luck and its scratch paper."""

    def __init__(self, game: Game, seed: bytes, iterations: int) -> None:
        self.game, self.engine = game, engine_of(game)
        self.chance = new_chance(seed)
        self.scratch = new_records(game.dtype, tree.SCRATCH)
        self.raw = np.asarray(self.scratch).view(np.uint8).reshape(tree.SCRATCH, game.dtype.itemsize)
        self.choices = np.empty((2, game.most_choices), np.int32)
        self.iterations, self.known = iterations, False
        self._plant()

    def _plant(self) -> None:
        """An empty tree, large enough for so many iterations."""
        size = min(1 << max(12, (self.iterations * EDGES_EACH - 1).bit_length()), MOST_EDGES)
        self.edges = new_records(tree.EDGE, size)
        self.nodes = new_records(tree.NODE, size // 2 + 4 * tree.DEPTH)  # an edge leads to each
        self.heads = new_records(tree.HEAD)
        for name, value in msgspec.structs.asdict(self.game.guidance).items():
            if name in (tree.HEAD.names or ()):
                self.heads[name] = value
        self.heads["nodes"] = 1

    def begin(self, view: State, seat: Seat, roots: list[Action], known: bool) -> None:
        """Go on from where the tree has this very position, else from an empty tree."""
        full = 4 * self.heads["edges"][0] > len(self.edges)
        other = self.heads["seat"][0] != seat or self.known != known
        seen = (self.game.tables, view, self.heads, self.nodes, self.scratch, self.raw)
        if full or other or self.engine.recall(*seen) < 0:
            self._plant()
        self.heads["seat"], self.known = seat, known
        self.view, self.roots = view, np.array(roots, np.int32)
        self.tally = np.zeros((len(roots), MOST_SEATS + 1))

    def search(self, iterations: int) -> int:
        """Some iterations more; how many there were before the tree was full."""
        memory = (self.heads, self.nodes, self.edges, self.scratch, self.raw, self.chance)
        search = self.engine.search
        done = search(
            self.game.tables,
            self.view,
            int(self.known),
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
        self.engine.survey(self.heads, self.edges, self.roots, visits)
        return visits
