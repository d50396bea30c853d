"""Ratings from games of two or more: the Plackett–Luce model, fitted by maximum likelihood.

Every entrant has a strength, and the places of a game are drawn one after the other: whoever is still
without a place gets the next one with a chance in proportion to its strength.  A game then counts through
two things only: how often each entrant was drawn, and from which companies.

Shared places count as all orders that fit them, in equal parts.  One more thing is put into the scales,
a virtual drawn game: as if every entrant had shared one with the others.  It keeps the rating of somebody
who always wins finite, and is soon outweighed.

Intervals come from the Bayesian bootstrap over blocks: each block, and the virtual game, is weighed by
chance, the ratings are fitted again, and the middle 95 % of them is the interval.  Games of one block
share a deal and are not independent of each other; blocks are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb, log

import msgspec
import numpy as np

from palatine.core.compiled import Array

ELO = 400 / log(10)  # points for a factor of e in strength
RESAMPLES = 400
MIDDLE = (2.5, 97.5)  # percentiles
RIDGE = 1e-3  # for resamples in which the virtual game weighs next to nothing
LONGEST_STEP = 2.0
CLOSE_ENOUGH = 1e-7
MOST_STEPS = 100
CHUNK = 4_000_000  # numbers in memory at once

Places = tuple[tuple[int, ...], ...]  # entrants by place, the best first; who shares a place stands together
Parts = defaultdict[int, float]
Company = tuple[int, ...]  # entrants, ascending; an entrant with several seats stands there several times


class Estimate(msgspec.Struct, frozen=True):
    """A number and the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@lru_cache(maxsize=65536)
def companies(places: Places) -> tuple[tuple[Company, float], ...]:
    """From which companies a game's places were drawn, and how often: parts, where places are shared."""
    drawn: defaultdict[Company, float] = defaultdict(float)
    below: list[int] = []
    for sharing in reversed(places):
        for size in range(1, len(sharing) + 1):
            for waiting in combinations(sharing, size):
                drawn[tuple(sorted([*waiting, *below]))] += 1 / comb(len(sharing), size)
        below += sharing
    return tuple(drawn.items())


class Draws:
    """Blocks of games as the model sees them."""

    def __init__(self, entrants: int) -> None:
        self.entrants = entrants
        self.number: dict[Company, int] = {}
        self.blocks: list[tuple[Parts, Parts]] = []  # draws by entrant, and by company

    def add(self, games: Iterable[Places]) -> None:
        """One more block."""
        self.blocks.append((defaultdict(float), defaultdict(float)))
        for places in games:
            self.extend(len(self.blocks) - 1, places)

    def extend(self, block: int, places: Places) -> None:
        """One more game of a block."""
        entrants, drawn_from = self.blocks[block]
        for entrant in chain.from_iterable(places):
            entrants[entrant] += 1
        for company, parts in companies(places):
            drawn_from[self.number.setdefault(company, len(self.number))] += parts

    def arrays(self) -> tuple[Array, Array, Array]:
        """How often each entrant is in each company; and by block, draws of entrants and from companies.

        The last block is the virtual game.
        """
        pairs = list(combinations(range(self.entrants), 2))
        numbers = dict(self.number)
        for pair in pairs:
            numbers.setdefault(pair, len(numbers))
        members = np.zeros((len(numbers), self.entrants))
        for company, k in numbers.items():
            for entrant in company:
                members[k, entrant] += 1
        wins = np.zeros((len(self.blocks) + 1, self.entrants))
        drawn = np.zeros((len(self.blocks) + 1, len(numbers)))
        for block, (entrants, drawn_from) in enumerate(self.blocks):
            wins[block, list(entrants.keys())] = list(entrants.values())
            drawn[block, list(drawn_from.keys())] = list(drawn_from.values())
        if pairs:
            wins[-1] = 0.5
            drawn[-1, [numbers[pair] for pair in pairs]] = 1 / (self.entrants - 1)
        return members, wins, drawn


def fit(members: Array, wins: Array, drawn: Array) -> Array:
    """The likeliest strengths, as logarithms with mean 0, for each row of wins and draws.

    Newton's method on a concave function, with steps kept short.
    """
    rows, entrants = wins.shape
    theta = np.zeros((rows, entrants))
    for _ in range(MOST_STEPS):
        weight = np.exp(theta)[:, None, :] * members
        chance = weight / weight.sum(axis=2, keepdims=True)
        slope = wins - (drawn[:, None, :] @ chance)[:, 0] - RIDGE * theta
        expected = drawn[:, :, None] * chance
        bend = -np.swapaxes(chance, 1, 2) @ expected
        bend[:, range(entrants), range(entrants)] += expected.sum(axis=1) + RIDGE
        bend += 1 / entrants  # strengths are relative: this direction has no slope
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        theta += step * np.minimum(1, LONGEST_STEP / np.maximum(longest, 1e-300))
        if longest.max() < CLOSE_ENOUGH:
            break
    return np.asarray(theta - theta.mean(axis=1, keepdims=True))


def ratings(draws: Draws, anchor: int | None = None, resamples: int = RESAMPLES) -> list[Estimate]:
    """The rating of every entrant on the scale of Elo; the anchor, or else the mean, is 0."""
    members, wins, drawn = draws.arrays()
    weights = np.random.default_rng(len(draws.blocks)).exponential(size=(resamples, len(wins)))
    weights[0] = 1  # the fit itself
    each = max(1, CHUNK // members.size)
    parts = [weights[n : n + each] for n in range(0, resamples, each)]
    theta = ELO * np.concatenate([fit(members, part @ wins, part @ drawn) for part in parts])
    if anchor is not None:
        theta -= theta[:, anchor : anchor + 1]
    low, high = np.percentile(theta[1:], MIDDLE, axis=0)
    return [Estimate(*map(float, each)) for each in zip(theta[0], low, high, strict=True)]


def mean(parts: Sequence[float] | Array, wholes: Sequence[float] | Array) -> Estimate:
    """The sum of the parts over the sum of the wholes, with blocks (or games) as what varies.

    Each number belongs to one block.  The interval is that of a ratio of means.
    """
    a, b = np.asarray(parts, float), np.asarray(wholes, float)
    blocks = int((b > 0).sum())
    if not blocks:
        return Estimate(0.0, 0.0, 0.0)
    value = float(a.sum() / b.sum())
    if blocks == 1:
        return Estimate(value, value, value)
    margin = t_quantile(blocks - 1) * _error(a, b, value, blocks)
    return Estimate(value, value - margin, value + margin)


def _error(a: Array, b: Array, value: float, blocks: int) -> float:
    """The standard error of a ratio."""
    return float(np.sqrt(blocks / (blocks - 1) * ((a - value * b) ** 2).sum()) / b.sum())


def share(parts: Sequence[float] | Array, wholes: Sequence[float] | Array) -> Estimate:
    """A mean that lies between 0 and 1, with the interval of Wilson, which stays there and is never empty.

    It is that for as many independent games as would be known so exactly; for a share of 0 or 1, where
    the spread tells nothing, for as many as there are blocks.  Where every block has the same share in
    between, as where all copies of a player are counted, there is nothing to guess.
    """
    a, b = np.asarray(parts, float), np.asarray(wholes, float)
    blocks = int((b > 0).sum())
    if not blocks:
        return Estimate(0.0, 0.0, 1.0)
    p = float(a.sum() / b.sum())
    error = _error(a, b, p, blocks) if blocks > 1 else 0.0
    if blocks > 1 and error < 1e-9 and 0 < p < 1:
        return Estimate(p, p, p)
    n = p * (1 - p) / error**2 if error > 1e-9 else float(blocks)
    z = t_quantile(max(1, blocks - 1))
    middle, whole = p + z * z / (2 * n), 1 + z * z / n
    spread = z * float(np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)))
    return Estimate(p, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


def t_quantile(freedom: int) -> float:
    """What 1.96 becomes where the spread is guessed from few: Student's 97.5 % point, by its expansion."""
    z = 1.959964
    if freedom < 3:
        return {1: 12.706, 2: 4.303}[freedom]
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
