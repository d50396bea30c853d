"""What holds in every game, found by playing many."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palatine.arena.simulation import series_of, simulate
from palatine.core.catalog import game as load_game
from palatine.core.conformance import ways
from palatine.core.errors import BadRecord
from palatine.core.game import Game, Outcome, State
from palatine.core.match import Match, replayed
from palatine.core.record import parse_record
from palatine.core.rng import derive_seed
from palatine.games.rivalkings.rules.components import STATE
from palatine.games.rivalkings.rules.decisions import ACTIONS

SEEDS = st.integers(0, 2**64).map(lambda number: derive_seed("property", number))


def make_scarce(game: Game, state: State, coins: int, markers: int) -> None:
    """Leave little in the supplies; the rest is with the players, so that all is conserved."""
    s = state[0]
    for name, owned, left in (("coins", "purse", coins), ("markers", "burden", markers)):
        for n in range(int(s[name]) - left):
            s[owned][n % game.players] += 1
        s[name] = left


@settings(max_examples=40)
@given(
    players=st.integers(2, 4),
    open_piles=st.booleans(),
    seed=SEEDS,
    scarce=st.none() | st.tuples(st.integers(0, 3), st.integers(0, 3)),
)
def test_random_games_break_no_invariant(
    players: int, open_piles: bool, seed: bytes, scarce: tuple[int, int] | None
) -> None:
    """Coins, markers, cards and characters are conserved, also where the supplies run out."""
    game = load_game("rivalkings", {"players": players, "open_piles": open_piles})
    luck, state = Random(seed), game.new(seed)
    if scarce:
        make_scarce(game, state, *scarce)
    while seats := game.acting(state):
        assert list(game.explaining.problems(state)) == []
        seat = luck.choice(seats)
        game.apply(state, seat, luck.choice(game.legal(state, seat)))
    assert list(game.explaining.problems(state)) == []


def test_supplies_do_run_out() -> None:
    """Random play from short supplies meets what happens then."""
    kinds = Counter[str]()
    for number in range(20):
        match = Match.new("rivalkings", players=4, seed=derive_seed("scarce", number))
        make_scarce(match.game, match.state, 1, 1)
        luck = Random(number)
        while match.to_act:
            match.play(luck.choice(match.legal()))
        kinds.update(event.kind for event in match.events)
    assert kinds["no_marker"] > 5
    assert kinds["refilled"] > 5


@settings(max_examples=15)
@given(players=st.integers(2, 4), seed=SEEDS)
def test_choosing_in_any_order_is_recorded_in_seat_order(players: int, seed: bytes) -> None:
    """Choices are simultaneous: whoever is quicker, state and record are the same."""
    luck = Random(seed)
    match = Match.new("rivalkings", players=players, seed=seed)
    while match.to_act:
        seat = luck.choice(match.to_act)
        match.play(luck.choice(match.legal(seat)), seat)
    record = match.record()
    assert replayed(parse_record(record.text().encode())).state.tobytes() == match.state.tobytes()
    first = [move.seat for move in record.moves[:players]]
    assert first == list(range(players))


def test_a_record_with_choices_out_of_order_is_refused() -> None:
    match = Match.new("rivalkings", players=2, seed=bytes(32))
    for seat in (0, 1):
        match.play(match.legal(seat)[0], seat)
    lines = match.record().text().splitlines()
    lines[1], lines[2] = lines[2], lines[1]
    with pytest.raises(BadRecord, match="line 3: what is decided at the same time is recorded in seat order"):
        replayed(parse_record("\n".join(lines).encode()))


def test_every_decision_has_its_own_text() -> None:
    game = load_game("rivalkings", {"players": 4})
    texts = [game.action_text(action) for action in range(ACTIONS)]
    assert all(texts)
    assert [game.parse_action(text) for text in texts] == list(range(ACTIONS))


def test_a_state_is_small() -> None:
    assert STATE.dtype.itemsize <= 2048


# Players, decisions made before, then how many ways there are to go on 2, 4, 6 decisions.
MOVE_COUNTS = [
    (2, 0, [9, 155, 985]),
    (2, 25, [2, 8, 79]),
    (2, 50, [21, 300, 2198]),
    (2, 75, [6, 67, 1550]),
    (2, 90, [9, 36, 263]),
    (3, 0, [9, 76, 865]),
    (3, 25, [6, 60, 609]),
    (3, 50, [6, 24, 144]),
    (3, 75, [4, 68, 1218]),
    (3, 90, [38, 445, 4533]),
    (4, 0, [9, 81, 1091]),
    (4, 25, [8, 78, 1014]),
    (4, 50, [4, 47, 624]),
    (4, 75, [4, 29, 543]),
    (4, 90, [9, 81, 1074]),
]


def moment(players: int, before: int) -> tuple[Game, State]:
    game = load_game("rivalkings", {"players": players})
    state = game.new(derive_seed("move counts", players))
    for n in range(before):
        seat = game.acting(state)[0]
        legal = game.legal(state, seat)
        game.apply(state, seat, legal[n * 7919 % len(legal)])
    return game, state


@pytest.mark.parametrize("players, before, counts", MOVE_COUNTS)
def test_move_counts(players: int, before: int, counts: list[int]) -> None:
    """A guard: whatever changes the choices anywhere in these trees changes a number here."""
    game, state = moment(players, before)
    assert [ways(game, state, depth) for depth in (2, 4, 6)] == counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players: int) -> None:
    game = load_game("rivalkings", {"players": players})
    wins = 0.0
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "greedy"
        for played in simulate(game, bots, 60 // players, f"greedy {seat}"):
            wins += (seat in played.outcome.winners) / len(played.outcome.winners)
    assert wins / (60 // players * players) >= 0.75


def test_a_match_adds_up_points() -> None:
    outcomes = [Outcome("pile", scores, [0]) for scores in ([10, 5], [3, 9], [1, 1], [8, 8], [4, 2])]
    by_games = series_of(outcomes, 2, None)
    assert [(match.points, match.winners, match.over) for match in by_games] == [
        ([13, 14], [1], True),
        ([9, 9], [0, 1], True),
        ([4, 2], [0], False),
    ]
    by_points = series_of(outcomes, None, 13)
    assert [(match.games, match.points, match.over) for match in by_points] == [
        (2, [13, 14], True),
        (3, [13, 11], True),
    ]
