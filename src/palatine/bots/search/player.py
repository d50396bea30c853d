"""The player that searches."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np

from palatine.bots.budget import Budget
from palatine.bots.heuristics import heuristics_of
from palatine.bots.search.engine import Worker
from palatine.core.compiled import Array
from palatine.core.errors import PalatineError
from palatine.core.game import Action, Game, Seat, State
from palatine.core.messages import Phrase
from palatine.core.rng import derive_seed

SLICE = 0.002  # seconds of iterations between two looks at the clock
A_SECOND = 25_000  # iterations that a tree must have room for
A_WHILE = Budget(seconds=1.0)
NOT_MINE = 0  # in the place of a choice where others decide
AT_ONCE = 8  # iterations before anything is known of their pace

NOTHING_TO_DECIDE = Phrase("error-nothing-to-decide", seat=int)


class Choice(msgspec.Struct, frozen=True):
    """A choice as the search sees it."""

    action: Action
    visits: int
    chances: list[float]  # of every seat to win, once this is chosen


class Thought(msgspec.Struct, frozen=True):
    """What a search has found out about a decision."""

    choices: list[Choice]  # the best first; only those that were looked at
    chances: list[float]  # of every seat to win, as things stand: with the best choice
    iterations: int
    seconds: float


class SearchPlayer:
    """Information-set Monte-Carlo tree search within a budget.

    It goes on with its tree while the same seat decides in the same course of the game.  With an iteration
    budget the same seed and the same views give the same choices; each thread has a tree of its own.
    A choice that nothing can change any more is not thought about to the end of the time.
    """

    def __init__(self, seed: bytes, budget: Budget = A_WHILE) -> None:
        self.seed, self.budget = seed, budget
        self.workers: list[Worker] = []
        self.clock: Callable[[], float] = time.perf_counter  # or a thread's own, on a machine that is shared

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        """The best choice that the budget allows to find."""
        choices = choices_to_consider(game, view, seat)
        if len(choices) == 1:
            return choices[0]
        hasty = self.budget.threads == 1
        return self._think(game, view, seat, choices, open_state=False, hasty=hasty).choices[0].action

    def think(
        self,
        game: Game,
        view: State,
        seat: Seat,
        *,
        open_state: bool = False,
        only: Sequence[Action] | None = None,
    ) -> Thought:
        """All that the search finds out; of some choices alone, or with everything known: view is a state."""
        roots = choices_to_consider(game, view, seat) if only is None else list(only)
        for action in only or ():
            game.check(view, seat, action)
        if not roots:
            raise PalatineError(NOTHING_TO_DECIDE(seat=seat))
        return self._think(game, view, seat, roots, open_state=open_state, hasty=False)

    def watch(self, game: Game, view: State, seat: Seat) -> list[float]:
        """Everybody's chances to win as a seat sees them, whoever decides now."""
        roots = choices_to_consider(game, view, seat) if seat in game.acting(view) else [NOT_MINE]
        self._think(game, view, seat, roots, open_state=False, hasty=False)
        tally = np.sum([worker.tally for worker in self.workers], axis=(0, 1))
        return (tally[: game.players] / tally[-1]).tolist()  # type: ignore[no-any-return]

    def _think(
        self, game: Game, view: State, seat: Seat, roots: list[Action], *, open_state: bool, hasty: bool
    ) -> Thought:
        began, start = time.perf_counter(), self.clock()
        self._summon(game)
        for worker in self.workers:
            worker.begin(view, seat, roots, open_state)
        left = None if self.budget.seconds is None else self.budget.seconds - (self.clock() - start)
        if len(self.workers) == 1:
            done = self._work(self.workers[0], left, hasty)
        else:
            with ThreadPoolExecutor(len(self.workers)) as pool:
                done = sum(pool.map(lambda worker: self._work(worker, left, hasty), self.workers))
        visits = sum(worker.visits() for worker in self.workers)
        tally = sum(worker.tally for worker in self.workers)
        return _thought(game, roots, np.asarray(visits), np.asarray(tally), done, time.perf_counter() - began)

    def _summon(self, game: Game) -> None:
        """The workers that know this game."""
        if self.workers and self.workers[0].game is game:
            return
        room = self.budget.iterations or int(A_SECOND * (self.budget.seconds or 1.0)) + AT_ONCE
        threads = self.budget.threads
        self.workers = [
            Worker(game, derive_seed("search", self.seed.hex(), n), (room + n) // threads)
            for n in range(threads)
        ]

    def _work(self, worker: Worker, seconds: float | None, hasty: bool) -> int:
        """Iterate until the budget is used up; the clock is looked at every few milliseconds."""
        most = worker.iterations if self.budget.iterations else 1 << 60
        if seconds is None:
            return worker.search(most)
        start, done, step = self.clock(), 0, min(AT_ONCE, most)
        while (found := worker.search(step)) == step:  # fewer when the tree is full
            done += found
            spent = self.clock() - start
            left = min(most - done, int(done * (seconds / max(spent, 1e-9) - 1)))  # at this pace
            if left <= 0 or (hasty and lead(worker.visits()) > left):
                return done
            step = max(1, min(left, int(done * SLICE / max(spent, 1e-9))))
        return done + found


def lead(visits: Array) -> int:
    """By how much the choice that was tried most is ahead of the next."""
    second, first = np.partition(visits, -2)[-2:]
    return int(first - second)


def choices_to_consider(game: Game, view: State, seat: Seat) -> list[Action]:
    """The choices that a search looks at."""
    choices = np.array(game.legal(view, seat), np.int32)
    considered = heuristics_of(game).considered
    count = considered(game.constants, view, seat, choices, len(choices))
    return choices[:count].tolist()  # type: ignore[no-any-return]


def _thought(
    game: Game, roots: list[Action], visits: Array, tally: Array, iterations: int, seconds: float
) -> Thought:
    """The findings in order."""
    counts = tally[:, -1]
    visits = np.maximum(visits, counts)  # one choice alone has no edge
    chances = tally[:, : game.players] / np.maximum(counts, 1.0)[:, None]
    order = sorted(range(len(roots)), key=lambda k: (-visits[k], roots[k]))
    choices = [Choice(roots[k], int(visits[k]), chances[k].tolist()) for k in order if counts[k] > 0]
    return Thought(choices, choices[0].chances, iterations, seconds)
