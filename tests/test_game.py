"""A game's checked methods: whatever they are given, what is wrong is said, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.errors import UnknownSeat
from palatine.core.game import SPECTATOR, Game, State
from palatine.core.match import Match
from palatine.core.rng import new_rng


@pytest.fixture(params=games())
def match(request: pytest.FixtureRequest) -> Match:
    return Match.new(request.param, players=3, seed=1)


Asked = Callable[[Game, State], object]
ASKED: dict[str, Asked] = {
    "acting": lambda game, state: game.acting(state),
    "legal": lambda game, state: game.legal(state, 0),
    "check": lambda game, state: game.check(state, 0, 0),
    "apply": lambda game, state: game.apply(state, 0, 0),
    "decide": lambda game, state: game.decide(state, 0, 0, 1),
    "points": lambda game, state: game.points(state),
    "outcome": lambda game, state: game.outcome(state),
    "view": lambda game, state: game.view(state, 0),
    "imagine": lambda game, state: game.imagine(state, 0, new_rng(bytes(32))),
    "decided": lambda game, state: game.decided(state),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_what_is_no_state_of_the_game_is_refused(match: Match, asked: Asked) -> None:
    game = match.game
    other = next(name for name in games() if name != game.name)
    many = load_game(game.name, {"players": game.about.players[1]})
    foreign = load_game(other, {"players": 3}).new(bytes(32))
    wrong: list[tuple[Any, str]] = [
        (None, "not NoneType"),
        (bytes(match.state), "not bytes"),
        (match.state[0], "an array of one record, not"),
        (np.zeros(1, np.int64), "of other fields"),
        (foreign, "of other fields"),
        (np.repeat(match.state, 2), r"of shape \(2,\)"),
        (match.state[:0], r"of shape \(0,\)"),
    ]
    if many.players != game.players:
        wrong.append((many.new(bytes(32)), f"for {many.players} players, and the table is for 3"))
    for state, words in wrong:
        before = None if state is None else bytes(state)
        with pytest.raises(TypeError, match=words):
            asked(game, state)
        assert state is None or bytes(state) == before


def test_nothing_is_decided_on_a_view(match: Match) -> None:
    game, seat = match.game, match.to_act[0]
    action = game.legal(match.state, seat)[0]
    for eyes in (seat, SPECTATOR):
        view = game.view(match.state, eyes)
        before = view.tobytes()
        with pytest.raises(TypeError, match="nothing can be decided on a view"):
            game.apply(view, seat, action)
        with pytest.raises(TypeError, match="nothing can be decided on a view"):
            game.decide(view, seat, action, 1)
        assert view.tobytes() == before
    imagined = game.imagine(game.view(match.state, seat), seat, new_rng(bytes(32)))
    game.apply(imagined, seat, action)


@pytest.mark.parametrize("wrong", ["0", 0.0, None, (0,), np.float64(0)])
def test_seats_and_decisions_are_numbers(match: Match, wrong: Any) -> None:
    game, seat = match.game, match.to_act[0]
    before = match.state.tobytes()
    for ask in (
        lambda: game.legal(match.state, wrong),
        lambda: game.view(match.state, wrong),
        lambda: game.imagine(game.view(match.state, seat), wrong, new_rng(bytes(32))),
        lambda: game.apply(match.state, wrong, game.legal(match.state, seat)[0]),
        lambda: match.decide(wrong, game.legal(match.state, seat)[0]),
    ):
        with pytest.raises(TypeError, match="a seat is a whole number, not"):
            ask()
    for decide in (lambda: game.apply(match.state, seat, wrong), lambda: match.decide(seat, wrong)):
        with pytest.raises(TypeError, match="a decision is a whole number, not"):
            decide()
    assert match.state.tobytes() == before
    assert (match.decisions, match.events) == ([], [])


def test_numbers_of_numpy_are_numbers(match: Match) -> None:
    game, seat = match.game, match.to_act[0]
    action = np.int32(game.legal(match.state, np.int8(seat))[0])  # type: ignore[arg-type]
    game.apply(match.state, np.int64(seat), action)  # type: ignore[arg-type]
    assert game.decided(match.state) == 1


def test_there_is_no_such_seat(match: Match) -> None:
    assert match.game.legal(match.state, 7) == []
    for seat in (3, 99, -2):
        with pytest.raises(UnknownSeat, match=f"there is no seat {seat}: seats are 0 to 2"):
            match.game.view(match.state, seat)
