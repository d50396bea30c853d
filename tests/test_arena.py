"""Tournaments: who meets whom, what is counted, what is written, and what the command says."""

from __future__ import annotations

import contextlib
import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from palatine.arena import pool, simulation
from palatine.arena.page import arena_page
from palatine.arena.results import GameResult, Results, read_results
from palatine.arena.schedule import Entrant, entrants_of, line_ups, pairings, whole_blocks
from palatine.arena.standings import duels, places_of, tally, wins_by_seat
from palatine.arena.tournament import Plan, faults_of, play, play_pairing, tasks
from palatine.bots import make_player
from palatine.bots.child import LATE
from palatine.core.catalog import game, words_of
from palatine.core.errors import BadFile, BadOptions, PalatineError, UnknownPlayer
from palatine.core.match import replayed
from palatine.core.record import read_record

from .command import PALATINE, palatine

DOCS = Path(__file__).parent.parent / "docs"


def plan(*players: str, games: int = 12, name: str = "rivalkings", seats: int = 2, **more: Any) -> Plan:
    options = game(name, {"players": seats}).options
    return Plan(name, options, entrants_of(players), "7", games, **more)


def result(seats: list[int], scores: list[int], winners: list[int], block: int = 1) -> GameResult:
    nothing = [0] * len(seats)
    return GameResult(1, block, "00", seats, scores, winners, "end", nothing, [0.0] * len(seats), [])


def without_times(results: Results) -> list[GameResult]:
    return [msgspec.structs.replace(one, seconds=[]) for one in results.games]


@pytest.fixture(scope="module")
def played() -> Results:
    """A small tournament of three at tables of three."""
    return play(plan("greedy", "<i>b</i>=random", "random", games=30, name="rheinlander", seats=3), jobs=1)


# who meets whom


@pytest.mark.parametrize(
    "entrants, seats, expected",
    [
        (2, 2, [(0, 1)]),
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
        (2, 3, [(0, 0, 1), (0, 1, 1)]),
        (2, 4, [(0, 0, 1, 1)]),
        (3, 4, [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]),
        (1, 3, [(0, 0, 0)]),
    ],
)
def test_line_ups_are_even(entrants: int, seats: int, expected: list[tuple[int, ...]]) -> None:
    assert line_ups(entrants, seats) == expected


@pytest.mark.parametrize("entrants, seats", [(2, 3), (3, 3), (5, 3), (2, 5), (4, 2)])
def test_everybody_has_every_seat_equally_often(entrants: int, seats: int) -> None:
    a_round = seats * len(line_ups(entrants, seats))
    games = list(islice(pairings(entrants, seats, "1"), 2 * a_round))
    sat = Counter((entrant, seat) for one in games for seat, entrant in enumerate(one.seats))
    assert set(sat.values()) == {2 * a_round // entrants}
    met = Counter(tuple(sorted(one.seats)) for one in games)
    assert set(met.values()) == {2 * seats}


def test_a_block_is_one_deal_in_all_rotations() -> None:
    games = list(islice(pairings(4, 3, "1"), 12))
    for block in range(1, 5):
        first, second, third = (one for one in games if one.block == block)
        assert first.deal == second.deal == third.deal
        assert second.seats == (*first.seats[1:], first.seats[0])
        assert third.seats == (*second.seats[1:], second.seats[0])
    assert len({one.deal for one in games}) == 4
    assert len({luck for one in games for luck in one.lucks}) == 36


def test_the_schedule_follows_from_the_seed() -> None:
    first, again, other = (list(islice(pairings(3, 3, seed), 9)) for seed in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.parametrize("games, blocks", [(1, 1), (3, 1), (4, 2), (30, 10), (31, 20)])
def test_games_are_rounded_up_to_whole_rounds_unless_there_are_too_few(games: int, blocks: int) -> None:
    assert whole_blocks(games, entrants=5, seats=3) == blocks  # ten line-ups


def test_entrants_have_names() -> None:
    typed = ["greedy", "mine=random", "run:a --b=c", "x = run:a --b=c"]
    assert entrants_of(typed) == [
        Entrant("greedy", "greedy"),
        Entrant("mine", "random"),
        Entrant("run:a --b=c", "run:a --b=c"),
        Entrant("x", "run:a --b=c"),
    ]
    assert len(entrants_of(["run:" + "x" * 90])[0].name) == 40


@pytest.mark.parametrize(
    "typed, why",
    [
        (["greedy", "greedy"], "two players are called 'greedy'"),
        (["a=greedy", "a=random"], "two players are called 'a'"),
        (["=greedy"], "no name"),
        (["a="], "names no player"),
        ([""], "names no player"),
        (["\a=greedy"], "no name"),
        (["x" * 41 + "=greedy"], "no name"),
    ],
)
def test_entrants_that_cannot_be_are_refused(typed: list[str], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        entrants_of(typed)


# what is counted


def test_winners_come_before_equal_scores_that_lost_by_a_rule() -> None:
    one = result([0, 1, 2, 3], [5, 9, 9, 5], [2])
    assert one.places() == ((2,), (1,), (0, 3))
    assert places_of(one) == {2: 1, 1: 2, 0: 3.5, 3: 3.5}


def test_shared_wins_count_in_parts() -> None:
    two = entrants_of(["a=greedy", "b=random"])
    counted = tally(two, [result([0, 1], [4, 4], [0, 1], block=1), result([1, 0], [1, 3], [1], block=2)])
    best, other = counted.standings()
    assert (best.name, best.win_share.value, best.score.value, best.place.value) == ("a", 0.75, 3.5, 1.25)
    assert (other.win_share.value, other.games) == (0.25, 2)


def test_a_seat_counts_for_each_copy() -> None:
    two = entrants_of(["a=greedy", "b=random"])
    counted = tally(two, [result([0, 1, 0], [9, 5, 1], [0])])
    twice = next(standing for standing in counted.standings() if standing.name == "a")
    assert (twice.games, twice.win_share.value, twice.place.value) == (2, 0.5, 2)


def test_head_to_head_and_seats() -> None:
    games = [result([0, 1, 1], [9, 5, 9], [0, 2], block=1), result([1, 1, 0], [3, 2, 1], [0], block=2)]
    table = duels(2, games)
    assert table[0][0] is None
    assert table[0][1] is not None
    assert table[0][1].value == (1 + 0.5) / 4
    seats = wins_by_seat(2, 3, games)
    assert [share.value for share in seats[1]] == [1, 0, 0.5]


def test_results_do_not_depend_on_how_many_work_on_them() -> None:
    agreed = plan("greedy", "random")
    one, two = play(agreed, jobs=1), play(agreed, jobs=2)
    assert without_times(one) == without_times(two)
    assert [standing.rating for standing in one.standings] == [standing.rating for standing in two.standings]


def test_the_better_player_stands_first(played: Results) -> None:
    assert played.standings[0].name == "greedy"
    assert played.standings[0].win_share.value > 0.8
    assert sum(standing.rating.value for standing in played.standings) == pytest.approx(0, abs=1e-6)
    assert sum(standing.win_share.value for standing in played.standings) == pytest.approx(1)
    assert all(standing.games == 30 and not standing.faults for standing in played.standings)


def test_it_ends_once_every_rating_is_known(played: Results) -> None:
    done = play(plan("greedy", "random", games=1000, precision=250.0), jobs=1)
    assert done.stopped == "precision"
    assert 20 <= len(done.games) < 1000
    assert len(done.games) % 2 == 0
    assert max(standing.rating.margin for standing in done.standings) <= 250
    assert played.stopped == "games"


def test_ctrl_c_keeps_what_was_played() -> None:
    def impatient(counted: Any) -> None:
        if counted.games == 5:
            raise KeyboardInterrupt

    stopped = play(plan("greedy", "random", games=100), 1, impatient)
    assert (stopped.stopped, len(stopped.games)) == ("interrupted", 5)


def nobody_left(group: int) -> bool:
    """Whether all processes of a group are gone; the last ones may be waited for by nobody in a hurry."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def without_end(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A tournament in two processes and a third that leads it; some games are played already."""
    arguments = ["arena", "rivalkings", "--player", "greedy", "--player", "random", "--games", "1000000"]
    running = subprocess.Popen(
        [*PALATINE, *arguments, "--records", "--out", "o", "--jobs", "2"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background of a shell ignores it, and all processes below do too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        env={**os.environ, "COLUMNS": "200"},
    )
    until = time.monotonic() + 120
    while len(list(tmp_path.glob("o/records/*"))) < 4 and time.monotonic() < until:
        time.sleep(0.1)
    yield running
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_nobody_plays_on_when_the_tournament_is_killed(without_end: subprocess.Popen[str]) -> None:
    without_end.kill()
    without_end.communicate()
    assert nobody_left(without_end.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_ends_all_processes_and_writes_everything(
    without_end: subprocess.Popen[str], tmp_path: Path
) -> None:
    os.killpg(without_end.pid, signal.SIGINT)  # as a terminal does
    said, errors = without_end.communicate(timeout=60)
    assert without_end.returncode == 0, errors
    assert "stopped before its end" in said
    assert "Traceback" not in errors
    results = read_results(tmp_path / "o" / "arena.json")
    assert results.stopped == "interrupted"
    assert results.games
    assert nobody_left(without_end.pid)


@pytest.mark.parametrize(
    "players, more, error",
    [
        (["greedy"], {}, BadOptions),
        (["greedy", "nobody"], {}, UnknownPlayer),
        (["greedy", "random"], {"anchor": "nobody"}, BadOptions),
        (["greedy", "random"], {"limit": -1.0}, BadOptions),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: list[str], more: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        play(plan(*players, **more), jobs=1)


# players that are not ours


class Clumsy:
    """Notes a fault, and that it was closed."""

    closed = 0

    def __init__(self) -> None:
        self.faults = [SimpleNamespace(decision=3, kind="slow", message=LATE(seconds=10))]

    def choose(self, game: Any, view: Any, seat: int) -> int:
        return int(game.legal(view, seat)[0])

    def close(self) -> None:
        Clumsy.closed += 1


def test_faults_are_counted_and_players_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lambda spec, *rest: Clumsy() if spec == "greedy" else make_player(spec, *rest)  # noqa: E731
    monkeypatch.setattr(simulation, "make_player", made)
    done = play(plan("greedy", "random", games=4), jobs=1)
    by_name = {standing.name: standing for standing in done.standings}
    assert (by_name["greedy"].faults, by_name["random"].faults) == (4, 0)
    assert Clumsy.closed == 4
    assert not pool.playing
    fault = done.games[0].faults[0]
    assert (done.games[0].seats[fault.seat], fault.decision, fault.kind) == (0, 3, "slow")
    page = arena_page(done, game("rivalkings", {"players": 2}), words_of("rivalkings"))
    assert "no answer within 10 seconds" in page
    assert faults_of(object(), 0) == []


class Cheat:
    """Plays honestly for a while."""

    decisions = 0

    def choose(self, game: Any, view: Any, seat: int) -> int:
        Cheat.decisions += 1
        return -1 if Cheat.decisions > 200 else int(game.legal(view, seat)[0])


def test_what_was_played_before_a_failure_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "make_player", lambda *_: Cheat())
    done = play(plan("greedy", "random", games=1000), jobs=1)
    assert done.stopped == "failed"
    assert "there is no such decision" in (done.failure or "")
    assert 0 < len(done.games) < 200
    with pytest.raises(PalatineError, match="no such decision"):
        play(plan("greedy", "random", games=1000), jobs=1)  # nothing was played


def test_errors_come_back_from_other_processes_as_text() -> None:
    with pytest.raises(PalatineError, match=r"nowhere\.jsonl: cannot be read"):
        list(pool.in_order(read_record, ["nowhere.jsonl"] * 3, 2))


# what is written


def test_all_numbers_can_be_computed_again_from_the_file(played: Results, tmp_path: Path) -> None:
    again = read_results(played.write(tmp_path))
    assert again == played
    assert tally(again.entrants, again.games, again.anchor).standings() == played.standings


@pytest.mark.parametrize(
    "text, why",
    [("{", "not the file of a tournament"), ("{}", "missing"), (None, "cannot be read"), ("\xff", "not the")],
)
def test_files_of_something_else_are_refused(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "arena.json"
    if text is not None:
        path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadFile, match=why):
        read_results(path)


def test_a_later_version_is_refused(played: Results, tmp_path: Path) -> None:
    path = msgspec.structs.replace(played, version=2).write(tmp_path)
    with pytest.raises(BadFile, match="version 2"):
        read_results(path)


def test_records_replay_to_what_was_counted(tmp_path: Path) -> None:
    for task in tasks(plan("greedy", "random", games=4, records=tmp_path)):
        done = play_pairing(task)
        assert done.record is not None
        record = read_record(tmp_path / done.record)
        assert record.header.seed == done.deal
        assert record.header.seats == [f"bot:{('greedy', 'random')[n]}" for n in done.seats]
        outcome = replayed(record).outcome
        assert outcome is not None
        assert (outcome.scores, outcome.winners) == (done.scores, done.winners)
        assert sum(done.decisions) == len(record.moves)


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.links += [value for name, value in attrs if name in ("src", "href")]


def test_the_page_stands_alone(played: Results) -> None:
    page = arena_page(played, game("rheinlander", {"players": 3}), words_of("rheinlander"))
    reader = Reader()
    reader.feed(page)
    assert reader.tags["svg"] == 3
    assert not reader.links
    assert not reader.tags["script"]
    assert not reader.tags["i"], "names are text"
    assert "url(" not in page
    assert "prefers-color-scheme:dark" in page
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(svg)


# the command


def test_a_tournament_on_the_command_line(tmp_path: Path) -> None:
    arguments = ["--player", "greedy", "--player", "other=random", "-p", "2", "--games", "8", "--seed", "1"]
    done = palatine("arena", "rivalkings", *arguments, "--out", "o", "--records", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^greedy +\+\d+ ± \d+ .*^other +−\d+ ± \d+", done.stdout, re.M | re.S)
    assert {path.name for path in (tmp_path / "o").iterdir()} == {"arena.json", "arena.html", "records"}
    assert len(list((tmp_path / "o" / "records").iterdir())) == 8
    again = palatine("arena", "rivalkings", *arguments, "--out", "o", folder=tmp_path)
    assert again.returncode == 2
    assert "holds a tournament already" in again.stderr
    counted = palatine("arena", "stats", "rivalkings", "o", "--json", folder=tmp_path)
    assert json.loads(counted.stdout)["games"] == 8
    named = palatine("arena", "run", "rivalkings", *arguments, "--out", "p", "--jobs", "1", folder=tmp_path)
    assert named.returncode == 0, named.stderr
    one, two = (read_results(tmp_path / name / "arena.json") for name in "op")
    assert [each.scores for each in one.games] == [each.scores for each in two.games]


def test_the_game_may_be_left_out(tmp_path: Path) -> None:
    done = palatine("arena", "--player", "greedy", "--player", "random", "--games", "3", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Rheinländer, 3 players" in done.stdout
    assert [path.name.startswith("arena-rheinlander-2") for path in tmp_path.iterdir()] == [True]


def test_few_games_for_many_players_are_said_to_be_few(tmp_path: Path) -> None:
    five = [word for n in range(5) for word in ("--player", f"p{n}=random")]
    done = palatine("arena", "rivalkings", "-p", "2", *five, "--games", "4", "--jobs", "1", folder=tmp_path)
    assert "Only 2 of 10 line-ups have met" in done.stdout


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["chess", "--player", "greedy", "--player", "random"], "there is no game 'chess'"),
        (["rheinlander", "--player", "greedy"], "two players or more"),
        (["rheinlander", "--player", "greedy", "--player", "x=y"], "there is no program 'y'"),
        (["stats", "rheinlander", "nowhere"], "nowhere: cannot be read"),
        (["stats", "rheinlander", "."], "has no records in it"),
        (["stats", "rheinlander", ".", "--games", "3"], "leave out --player"),
    ],
)
def test_bad_input_is_refused_in_a_line(tmp_path: Path, arguments: list[str], why: str) -> None:
    done = palatine("arena", *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_help_answers_without_loading_the_rules() -> None:
    script = (
        "import sys\nfrom palatine.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    for arguments, word in (
        (["--help"], "stats"),
        (["rheinlander", "--help"], "--precision"),
        (["stats", "--help"], "RECORDS"),
    ):
        command = [sys.executable, "-c", script, "arena", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        assert word in done.stdout
        assert done.stdout.splitlines()[-1] == "False False"


def test_the_example_of_the_page_is_true() -> None:
    failed, tried = doctest.testfile(str(DOCS / "arena.md"), module_relative=False, encoding="utf-8")
    assert (failed, tried) == (0, 5)


def test_every_command_of_the_page_works(tmp_path: Path) -> None:
    text = (DOCS / "arena.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) >= 5
    for command in commands:
        words = shlex.split(command)
        assert words[0] == "palatine"
        done = palatine(*words[1:], folder=tmp_path)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
