"""Ratings: what the model must give for games whose truth is known."""

from __future__ import annotations

from itertools import combinations
from math import log10

import numpy as np
import pytest

from palatine.arena.ratings import ELO, Draws, companies, mean, ratings, share, t_quantile


def places(*order: int) -> tuple[tuple[int, ...], ...]:
    """Places that nobody shares."""
    return tuple((entrant,) for entrant in order)


def simulated(strengths: list[float], seats: int, blocks: int, seed: int) -> Draws:
    """Games whose places are drawn as the model says, three to a block."""
    luck = np.random.default_rng(seed)
    draws = Draws(len(strengths))
    tables = list(combinations(range(len(strengths)), seats))
    for block in range(blocks):
        here = tables[block % len(tables)]
        draws.add(
            places(*sorted(here, key=lambda n: -strengths[n] - noise[n]))
            for noise in luck.gumbel(size=(3, len(strengths)))
        )
    return draws


def test_places_are_drawn_from_those_who_have_none_yet() -> None:
    assert dict(companies(places(2, 0, 1))) == {(1,): 1, (0, 1): 1, (0, 1, 2): 1}


def test_shared_places_count_as_all_orders_that_fit_in_equal_parts() -> None:
    shared, first, second = (dict(companies(p)) for p in (((0, 1), (2,)), places(0, 1, 2), places(1, 0, 2)))
    for company in {*shared, *first, *second}:
        assert shared.get(company, 0) == (first.get(company, 0) + second.get(company, 0)) / 2


def test_an_entrant_with_two_seats_is_drawn_twice() -> None:
    drawn = dict(companies(places(0, 1, 0)))
    assert drawn == {(0,): 1, (0, 1): 1, (0, 0, 1): 1}


def test_three_wins_of_four_are_worth_what_elo_says() -> None:
    draws = Draws(2)
    for n in range(2000):
        draws.add([places(1, 0) if n % 4 == 0 else places(0, 1)])
    a, b = ratings(draws)
    assert a.value - b.value == pytest.approx(400 * log10(3), abs=1)
    assert a.value == pytest.approx(-b.value)


def test_those_who_always_share_are_equal() -> None:
    draws = Draws(3)
    for _ in range(20):
        draws.add([((0, 1, 2),)])
    assert [round(rating.value, 6) for rating in ratings(draws)] == [0, 0, 0]


def test_who_always_wins_has_a_rating_that_nobody_is_sure_of() -> None:
    draws = Draws(2)
    for _ in range(50):
        draws.add([places(0, 1), places(0, 1)])
    best = ratings(draws)[0]
    assert 200 < best.value < 1000
    assert best.margin > 100
    assert best.low < best.value < best.high


def test_ratings_find_the_strengths_that_games_were_drawn_from() -> None:
    strengths = [0.0, 0.3, 1.0, 2.0, 2.2]
    found = ratings(simulated(strengths, 3, 4000, seed=1))
    for strength, rating in zip(strengths, found, strict=True):
        assert rating.value == pytest.approx(ELO * (strength - np.mean(strengths)), abs=12)
        assert rating.margin < 15


@pytest.mark.parametrize("seats, blocks", [(2, 30), (3, 40), (4, 60)])
def test_about_95_of_100_intervals_hold_the_truth(seats: int, blocks: int) -> None:
    strengths = [0.0, 0.4, 0.9, 1.5]
    true = ELO * (np.array(strengths) - np.mean(strengths))
    hits = [
        rating.low <= truth <= rating.high
        for seed in range(60)
        for rating, truth in zip(ratings(simulated(strengths, seats, blocks, seed)), true, strict=True)
    ]
    assert 0.88 <= np.mean(hits) <= 0.995


def test_blocks_of_equal_games_count_once() -> None:
    """Ten copies of a game are no more evidence than one."""
    luck = np.random.default_rng(5)
    won = luck.random(60) < 0.6
    alone, copied = Draws(2), Draws(2)
    for win in won:
        game = places(0, 1) if win else places(1, 0)
        alone.add([game])
        copied.add([game] * 10)
    assert ratings(copied)[0].margin == pytest.approx(ratings(alone)[0].margin, rel=0.1)


def test_an_anchor_has_nothing() -> None:
    draws = simulated([0.0, 1.0, 2.0], 3, 60, seed=3)
    free, anchored = ratings(draws), ratings(draws, anchor=1)
    assert (anchored[1].value, anchored[1].margin) == (0, 0)
    assert anchored[2].value - anchored[0].value == pytest.approx(free[2].value - free[0].value)


def test_the_same_games_give_the_same_intervals() -> None:
    draws = simulated([0.0, 1.0], 2, 20, seed=4)
    assert ratings(draws) == ratings(draws)


def test_a_mean_is_known_from_its_blocks() -> None:
    estimate = mean([10.0, 14.0, 12.0, 12.0], [2, 2, 2, 2])
    assert estimate.value == 6
    assert estimate.margin == pytest.approx(t_quantile(3) * np.std([5, 7, 6, 6], ddof=1) / 2)
    assert mean([3.0], [2]).margin == 0
    assert mean([], []).value == 0


def test_a_share_stays_between_0_and_1_and_is_never_certain() -> None:
    never = share([0.0] * 20, [3] * 20)
    assert (never.value, never.low) == (0, 0)
    assert 0.1 < never.high < 0.2
    always = share([3.0] * 20, [3] * 20)
    assert (always.value, always.high) == (1, 1)
    assert always.low == pytest.approx(1 - never.high)
    assert share([], []).margin == 0.5


def test_a_share_that_the_design_fixes_is_certain() -> None:
    assert share([1.0] * 20, [3] * 20).margin == 0


def test_a_share_of_independent_games_is_known_as_statistics_say() -> None:
    wins = np.random.default_rng(1).random(1000) < 0.3
    estimate = share(wins, np.ones(1000))
    assert estimate.margin == pytest.approx(1.96 * np.sqrt(0.3 * 0.7 / 1000), rel=0.1)


@pytest.mark.parametrize("freedom, true", [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)])
def test_few_blocks_make_wide_intervals(freedom: int, true: float) -> None:
    assert t_quantile(freedom) == pytest.approx(true, rel=0.01)
