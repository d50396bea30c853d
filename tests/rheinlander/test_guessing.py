"""The quick guess of a choice against what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from palatine.bots.greedy import GreedyPlayer
from palatine.core.catalog import game as load_game
from palatine.core.compiled import Array, entry, i64, number_array, record_array, void
from palatine.core.game import Game, Seat, State
from palatine.core.rng import derive_seed
from palatine.games.rheinlander.rules.components import ASK_BASTION, CONSTANTS, OVER, REINFORCE, STATE
from palatine.games.rheinlander.rules.decisions import CONVERT, DISCARD, REINFORCEMENT, STATION
from palatine.games.rheinlander.rules.scoring import ARCHBISHOP_BONUS
from palatine.games.rheinlander.thinking import evaluation
from palatine.games.rheinlander.thinking.guessing import ROOM, guess


def _guessing() -> Any:
    numbers, points = number_array(), number_array(1, "float64")
    return void()(record_array(CONSTANTS), record_array(STATE.dtype), i64(), numbers, i64(), points)


@entry(_guessing)
def guessed(constants: Array, states: Array, seat: int, choices: Array, n: int, out: Array) -> None:
    guess(constants[0], states[0], seat, choices, n, np.empty(ROOM, np.int64), out)


@entry(lambda: void()(record_array(STATE.dtype), number_array(1, "float64")))
def expected(states: Array, out: Array) -> None:
    evaluation.expected_points(states[0], out)


def prospects(game: Game, state: State) -> Array:
    """What everybody may expect, without the archbishop, who is not guessed."""
    out = np.zeros(game.players)
    expected(state, out)
    if state["archbishop"][0] >= 0:
        out[state["archbishop"][0]] -= evaluation.KEEPS_ARCHBISHOP * ARCHBISHOP_BONUS
    return out


def guesses(game: Game, state: State, seat: Seat) -> dict[int, float]:
    choices = np.array(game.legal(state, seat), np.int32)
    out = np.zeros(len(choices) + game.players)
    guessed(game.constants, state, seat, choices, len(choices), out)
    return dict(zip(choices.tolist(), out[: len(choices)].tolist(), strict=True))


def gained(game: Game, before: Array, after: State, seat: Seat) -> float:
    """One's own gain against what the others gain on average."""
    gain = prospects(game, after) - before
    return float(gain[seat] - (gain.sum() - gain[seat]) / (game.players - 1))


def moments(game: Game) -> Iterator[tuple[State, Seat]]:
    """Every fourth decision of some games, half random, half greedy, that places or converts a knight."""
    for number in range(4):
        luck, greedy = Random(number), GreedyPlayer(derive_seed("guess", number))
        state = game.new(derive_seed("guess", game.players, number))
        while seats := game.acting(state):
            (seat,) = seats
            if state["decisions"][0] % 4 == 0 and state["phase"][0] != ASK_BASTION:
                yield state, seat
            action = luck.choice(game.legal(state, seat))
            if luck.random() < 0.6:
                action = greedy.choose(game, game.view(state, seat), seat)
            game.apply(state, seat, action)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_guess_is_what_the_evaluation_says_after_the_choice(players: int) -> None:
    """New owners, payments, and castles that change hands."""
    game = load_game("rheinlander", {"players": players, "convert_on_river": True})
    compared, castles = Counter[str](), 0
    for state, seat in moments(game):
        before = prospects(game, state)
        for action, points in guesses(game, state, seat).items():
            after = state.copy()
            game.apply(after, seat, action)
            if after["phase"][0] in (REINFORCE, OVER) or DISCARD <= action < STATION:
                continue
            assert gained(game, before, after, seat) == pytest.approx(points), game.action_text(action)
            compared["convert" if CONVERT <= action < REINFORCEMENT else "place"] += 1
            castles += not np.array_equal(after["holder"], state["holder"])
    assert compared["place"] > 500
    assert compared["convert"] > 0
    assert castles > 20


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_reinforcement_is_worth_its_best_space_whichever_card_is_given(players: int) -> None:
    game = load_game("rheinlander", {"players": players})
    compared = 0
    for state, seat in moments(game):
        told = guesses(game, state, seat)
        cards = {action: points for action, points in told.items() if REINFORCEMENT <= action < DISCARD}
        assert len(set(cards.values())) <= 1
        for action, points in cards.items():
            after = state.copy()
            game.apply(after, seat, action)
            assert max(guesses(game, after, seat).values()) == pytest.approx(points)
            compared += 1
    assert compared > 50
