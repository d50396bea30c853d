"""The benchmark of the players: fair schedules, honest intervals, a peer that sees what it may see."""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from palatine.arena import pool
from palatine.bots import LEVELS, make_player
from palatine.cli.app import app
from palatine.core.catalog import about
from palatine.core.catalog import game as load_game
from palatine.core.catalog import games as all_games
from palatine.core.errors import BadOptions, UnknownPlayer
from palatine.core.rng import new_rng

BENCH = Path(__file__).parent.parent / "bench"
NO_PEER = "OpenSpiel is a peer that only `python3 dev.py bench` installs"


@pytest.fixture(scope="module")
def bench() -> SimpleNamespace:
    """The modules of the benchmark, as `palatine bench` finds them."""
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    names = ("players", "strength.matches", "strength.outcomes", "strength.speed")
    return SimpleNamespace(**{name.rpartition(".")[2]: importlib.import_module(name) for name in names})


@pytest.fixture(scope="module")
def peer(bench: SimpleNamespace) -> ModuleType:
    pytest.importorskip("pyspiel", reason=NO_PEER)
    return importlib.import_module("peers.openspiel")


def told(bench: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, **arguments: object) -> str:
    console = Console(width=120, highlight=False)
    monkeypatch.setattr(bench.outcomes, "console", console)
    with console.capture() as capture:
        bench.players.main(**{"jobs": 1, "peers": False, **arguments})
    return capture.get()


# -- Targets, schedules, intervals -------------------------------------------------------------------


def test_every_line_names_a_game_seats_players_and_a_target_that_make_sense(bench):
    lines = [*bench.players.STRENGTH, *bench.players.OPENSPIEL]
    assert {line.game for line in lines} == set(all_games())
    for line in lines:
        fewest, most = about(line.game).players
        assert fewest <= line.seats <= most
        assert 0 < line.target < 1
        even = 1 / line.seats
        assert line.target < even if line.at_most else line.target > even
        assert line.games >= 4 * line.seats
        for player in (line.one, line.rest):
            assert (
                player in bench.players.QUICK
                or player.startswith((bench.matches.PEER, bench.matches.LENT))
                or bench.matches.make(player, bytes(32))
            )
    for line in bench.players.OPENSPIEL:
        times = {player.partition(":")[2] for player in (line.one, line.rest)}
        assert len(times) == 1, "both have the same time"


def test_every_deal_is_played_once_from_every_seat(bench):
    drawn = list(bench.matches.one_against_the_rest("rheinlander", 3, "greedy", "random", 7))
    assert len(drawn) == 9
    assert [match.pairing.number for match in drawn] == list(range(1, 10))
    for block in (1, 2, 3):
        of_it = [match.pairing for match in drawn if match.pairing.block == block]
        assert {pairing.seats for pairing in of_it} == {(0, 1, 1), (1, 0, 1), (1, 1, 0)}
        assert len({pairing.deal for pairing in of_it}) == 1
    assert len({match.pairing.deal for match in drawn}) == 3
    assert drawn == list(bench.matches.one_against_the_rest("rheinlander", 3, "greedy", "random", 7))


def test_levels_meet_their_neighbours_in_all_seats(bench):
    ladder = ["a", "b", "c"]
    drawn = [match.pairing for match in bench.matches.neighbours("rheinlander", 3, ladder, [6, 2])]
    assert [tuple(sorted(pairing.seats)) for pairing in drawn] == [(0, 0, 1)] * 6 + [(1, 1, 2)] * 3
    assert [pairing.block for pairing in drawn] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    for block in (1, 2, 3):
        seats = np.array([pairing.seats for pairing in drawn if pairing.block == block])
        assert all(sorted(column) == sorted(seats[0]) for column in seats.T)


def test_the_interval_is_honest_where_everything_is_won(bench):
    all_won, none_won = bench.matches.interval(10, 10), bench.matches.interval(0, 10)
    assert (all_won.value, all_won.low) == (1.0, pytest.approx(0.7225, abs=1e-4))
    assert all_won.high == pytest.approx(1.0)
    assert (none_won.low, none_won.high) == (0.0, pytest.approx(0.2775, abs=1e-4))
    assert not any(
        bench.matches.interval(0, n).low < 0 or bench.matches.interval(n, n).high > 1 for n in range(99)
    )
    half = bench.matches.interval(50, 100)
    assert (half.low, half.high) == (pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))
    assert bench.matches.interval(0, 0).margin == 0.5


@pytest.mark.parametrize(
    "won, at_most, words",
    [
        (95, False, "reached"),
        (78, False, "reached, in doubt"),
        (72, False, "missed, in doubt"),
        (40, False, "missed"),
        (40, True, "reached"),
        (95, True, "missed"),
    ],
)
def test_a_verdict_says_whether_the_interval_leaves_a_doubt(bench, won, at_most, words):
    line = bench.outcomes.Line("rheinlander", 3, "greedy", "random", 0.75, 100, at_most)
    assert bench.outcomes.judged(line, bench.matches.interval(won, 100)) == words


def test_only_real_choices_are_timed(bench):
    match = next(bench.matches.one_against_the_rest("rheinlander", 3, "greedy", "random", 1))
    result = bench.matches.play(match)
    assert result.seats == [0, 1, 1]
    assert all(0 < choices < 60 for choices in result.decisions)
    assert all(seconds > 0 for seconds in result.seconds)


# -- The peer at our tables --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, players", [("rheinlander", 3), ("rheinlander", 5), ("rivalkings", 2), ("rivalkings", 4)]
)
def test_pyspiel_plays_our_games_by_its_own_contract(peer, name, players, capfd):
    import pyspiel

    board = pyspiel.load_game(f"palatine_{name}(players={players},seed=7)")
    assert (board.num_players(), board.get_type().short_name) == (players, f"palatine_{name}")
    pyspiel.random_sim_test(board, 2, False, False)
    capfd.readouterr()


@pytest.mark.parametrize("name, players", [("rheinlander", 3), ("rivalkings", 2), ("rivalkings", 3)])
def test_the_adapter_plays_as_the_rules_do(peer, name, players):
    import pyspiel

    game = load_game(name, {"players": players})
    board = pyspiel.load_game(f"palatine_{name}(players={players},seed=9)")
    position, state = board.new_initial_state(), game.new((9).to_bytes(32, "big"))
    random = make_player("random", bytes(32))
    while acting := game.acting(state):
        seat = acting[0]
        assert position.current_player() == seat
        assert position.legal_actions() == game.legal(state, seat) == position.legal_actions(seat)
        assert position.information_state_string() == position.information_state_string(seat)
        copy = position.clone()
        action = random.choose(game, game.view(state, seat), seat)
        position.apply_action(action)
        assert copy.legal_actions() == game.legal(state, seat), "a copy stays where it was"
        game.apply(state, seat, action)
    outcome = game.outcome(state)
    assert outcome is not None
    winners = outcome.winners
    assert position.is_terminal()
    assert position.legal_actions() == []
    assert position.returns() == [1 / len(winners) if seat in winners else 0 for seat in range(players)]
    assert sum(position.returns()) == pytest.approx(1)


def test_an_information_state_holds_what_the_seat_sees_and_nothing_else(peer):
    board = peer.board_of("rheinlander", 3)
    game, position = board.table.game, board.new_initial_state()
    seat = position.current_player()
    other = game.imagine(game.view(position.record, seat), seat, new_rng(bytes(32)))
    imagined = peer.Position(board, board.table, other)
    assert imagined.record.tobytes() != position.record.tobytes()
    assert imagined.information_state_string() == position.information_state_string()
    rival = (seat + 1) % 3
    assert imagined.information_state_string(rival) != position.information_state_string(rival)


def test_who_chooses_later_does_not_see_what_was_chosen(peer):
    position = peer.board_of("rivalkings", 2).new_initial_state()
    seen = set()
    for action in position.legal_actions():
        copy = position.clone()
        copy.apply_action(action)
        assert copy.current_player() == 1
        seen.add(copy.information_state_string())
    assert len(seen) == 1


@pytest.mark.parametrize("lent", [False, True])
@pytest.mark.parametrize("name, players", [("rheinlander", 3), ("rivalkings", 2)])
def test_the_peer_chooses_legal_moves_and_counts_its_simulations(peer, name, players, lent):
    game = load_game(name, {"players": players})
    player, state = peer.OpenSpielPlayer(bytes(32), 0.001, lent), game.new(bytes(32))
    for _ in range(8):
        seat = game.acting(state)[0]
        before, view = player.simulations, game.view(state, seat)
        action = player.choose(game, view, seat)
        assert action in game.legal(view, seat)
        thought = player.simulations - before
        assert thought >= peer.FEWEST if len(game.legal(view, seat)) > 1 else thought == 0
        game.apply(state, seat, action)


def test_the_peer_needs_a_time(bench, peer):
    assert bench.matches.make("openspiel:20ms", bytes(32)).seconds == 0.02
    assert bench.matches.make("openspiel:20ms", bytes(32)).evaluator.n_rollouts == 1, "as it comes"
    assert isinstance(bench.matches.make("openspiel+:1s", bytes(32)).evaluator, peer.Rollout)
    for name in ("openspiel", "openspiel+"):
        with pytest.raises(UnknownPlayer, match=re.escape(f"is missing, like {name}:100ms")):
            bench.matches.make(f"{name}:500", bytes(32))


# -- Runs --------------------------------------------------------------------------------------------


def test_a_smoke_run_prints_every_line(bench, peer, monkeypatch, tmp_path):
    text = told(bench, monkeypatch, quick=True, json=tmp_path / "out" / "players.json")
    for line in [*bench.players.STRENGTH, *bench.players.OPENSPIEL]:
        line = bench.players.smoke(line)
        rest = line.rest if line.seats == 2 else f"{line.seats - 1} × {line.rest}"
        assert f"{line.one} against {rest}" in text
    for level in LEVELS[: bench.players.QUICK_LEVELS]:
        assert level.name in text
    for title in ("our search, Rheinländer", "our search, Rival Kings", "OpenSpiel's ISMCTS, its gin rummy"):
        assert title in text
    assert "openspiel+: its random games are played in our compiled rules." in text
    assert "Catanatron was not measured: it was not asked for." in text
    data = json.loads((tmp_path / "out" / "players.json").read_text("utf-8"))
    assert data["quick"] is True
    assert len(data["strength"]) == len(bench.players.STRENGTH)
    assert all(row["a_second"] > 0 for row in data["speed"])


def test_a_part_of_a_game_with_as_many_games_as_asked_for(bench, monkeypatch):
    lines = (bench.outcomes.Line("rheinlander", 3, "greedy", "random", 0.75, 600),)
    monkeypatch.setattr(bench.players, "STRENGTH", lines)
    text = told(bench, monkeypatch, only="strength", game="rheinlander", games=4)
    assert text.startswith("About ")
    assert " on 1 core;" in text
    assert "greedy against 2 × random  6 " in text
    assert "levels" not in text
    assert "against" not in told(bench, monkeypatch, only="strength", game="rivalkings")


def test_without_openspiel_it_says_so(bench, monkeypatch):
    monkeypatch.setattr(bench.players, "has_openspiel", lambda: False)
    text = told(bench, monkeypatch, only="openspiel", quick=True)
    assert "OpenSpiel was not met: python3 dev.py bench players installs it." in text


def test_what_cannot_be_fetched_is_named_with_the_reason(bench, monkeypatch):
    def missing(*_: object) -> float:
        raise bench.speed.NoPeerError("pip could not fetch it: no network")

    for name in ("ours", "openspiel_on_ours", "openspiel_rummy"):
        monkeypatch.setattr(bench.speed, name, lambda *_, **__: 1000.0)
    monkeypatch.setattr(bench.speed, "catanatron", missing)
    text = told(bench, monkeypatch, only="speed", quick=True, peers=True)
    assert "Catanatron's Catan, played out was not measured: pip could not fetch it: no network." in text
    assert "1.0 ×" in text


def test_ctrl_c_prints_what_there_is(bench, monkeypatch):
    def interrupted(work, tasks, jobs):
        tasks = list(tasks)
        yield work(tasks[0])
        raise pool.Stopped([work(tasks[2])])

    monkeypatch.setattr(bench.players, "STRENGTH", bench.players.STRENGTH[:1])
    monkeypatch.setattr(bench.players.pool, "in_order", interrupted)
    text = told(bench, monkeypatch, quick=True)
    assert "greedy against 2 × random  2 " in text
    assert "Interrupted" in text
    assert "levels" not in text


def test_bad_wishes_are_refused(bench):
    with pytest.raises(BadOptions, match="there is strength, levels, openspiel, speed"):
        bench.players.main(only="beauty")
    refused = CliRunner().invoke(app, ["bench", "players", "--games", "0"])
    assert refused.exit_code == 2
