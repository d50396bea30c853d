"""Naming a player: what there is, what a name means, and what is said when it means nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from palatine.arena.simulation import play_game
from palatine.bots import LEVELS, PLAYERS, Limits, check_spec, make_player, seat_name
from palatine.bots.budget import Budget, parse_budget
from palatine.bots.external_player import CommandPlayer
from palatine.cli.common import bots_for
from palatine.core.catalog import game
from palatine.core.errors import BadOptions, UnknownPlayer, is_plain
from palatine.core.rng import derive_seed

from .command import palatine, process

MODULE = """
from pathlib import Path
class First:
    def choose(self, game, view, seat):
        return game.legal(view, seat)[0]
class Seeded(First):
    def __init__(self, seed):
        assert len(seed) == 32
class Mute: pass
number = 3
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with modules of somebody else, from which we are called."""
    for name, text in {
        "theirs": MODULE,
        "broken": "first = 1\nsecond = = 2\n",
        "failing": "first = 1\nfirst / 0\n",
        "leaving": "import sys\nsys.exit(0)\n",
        "wanting": "import nothing_of_that_name\n",
        "waiting": "import time\ntime.sleep(600)\n",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_level_is_a_player() -> None:
    assert {level.name for level in LEVELS} <= set(PLAYERS)


@pytest.mark.parametrize(
    "text, budget",
    [
        ("30ms", Budget(seconds=0.03)),
        ("1s", Budget(seconds=1)),
        ("0.5s", Budget(seconds=0.5)),
        ("500", Budget(iterations=500)),
        ("1s*2", Budget(seconds=1, threads=2)),
        ("500*4", Budget(iterations=500, threads=4)),
    ],
)
def test_a_budget_is_a_time_or_a_number(text: str, budget: Budget) -> None:
    assert parse_budget(text) == budget


@pytest.mark.parametrize(
    "text",
    ["", "s", "0", "0s", "-1s", "1h", "1.5", "1s*", "1s*0", "1s*99", "9999s", "1e9", "1 s", "inf", "٣s"],
)
def test_a_bad_budget_says_what_would_be_right(text: str) -> None:
    with pytest.raises(UnknownPlayer, match=r"there is no program 'search:.*': \w+"):
        check_spec(f"search:{text}")


@pytest.mark.parametrize(
    "spec, words",
    [
        ("clever", "there is no program 'clever'; there is random, beginner, casual"),
        ("", "there is no program ''"),
        ("two\nlines", "one line of printable text"),
        ("run:", "'run:' has no command"),
        ("run:'", "cannot be read as a command"),
        ("run:no-such-program --fast", "the program 'no-such-program' was not found"),
        ("run:./theirs.py", "not executable"),
        ("theirs.py:First", "without .py"),
        ("folder/theirs:First", "names no class"),
        (":First", "names no class"),
        ("theirs:", "names no class"),
        ("nobody:First", "there is no module 'nobody', neither in"),
        ("theirs.inner:First", "there is no module 'theirs.inner'"),
        ("theirs:Second", "module 'theirs' has no class 'Second'; it has First, Seeded"),
        ("theirs:number", "module 'theirs' has no class 'number'"),
        ("theirs:Mute", "has no method choose"),
        ("broken:First", r"SyntaxError: .*broken.py, line 2"),
        ("failing:First", r"ZeroDivisionError: .*failing.py, line 2"),
        ("leaving:First", r"SystemExit: 0 .*leaving.py, line 2"),
        ("wanting:First", r"No module named 'nothing_of_that_name' .*wanting.py, line 1"),
    ],
)
@pytest.mark.usefixtures("here")
def test_what_is_no_player_says_why(spec: str, words: str) -> None:
    with pytest.raises(UnknownPlayer, match=words):
        check_spec(spec)


@pytest.mark.usefixtures("here")
def test_a_module_that_never_loads_is_not_waited_for_long() -> None:
    with pytest.raises(UnknownPlayer, match="cannot be loaded: no answer within"):
        check_spec("waiting:First", Limits(start=0.2))


@pytest.mark.usefixtures("here")
def test_a_class_is_made_with_a_seed_or_without() -> None:
    kings = game("rivalkings", {"players": 2})
    for spec in ("theirs:First", "theirs:Seeded"):
        players = [make_player(spec, bytes(32)), make_player("random", bytes(32))]
        _, outcome = play_game(kings, bytes(32), players)
        assert outcome.reason == "pile"
        assert players[0].faults == []  # type: ignore[attr-defined]
        players[0].close()  # type: ignore[attr-defined]


def test_a_command_is_found_before_it_is_run() -> None:
    player = make_player(f'run:"{sys.executable}" -c "x y"', bytes(32))
    assert isinstance(player, CommandPlayer)
    assert player.command == [sys.executable, "-c", "x y"]


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_limit_is_a_time(seconds: float) -> None:
    with pytest.raises(BadOptions, match="a limit is between"):
        Limits.of(seconds)


def test_a_seat_has_a_name_that_a_record_can_hold() -> None:
    assert seat_name("greedy") == "bot:greedy"
    assert is_plain(seat_name("run:" + "x" * 500))


def test_names_with_commas_stand_in_quotes() -> None:
    assert bots_for("greedy, random", 2) == ["greedy", "random"]
    assert bots_for('"run:bot --weights 1,2",random', 2) == ["run:bot --weights 1,2", "random"]


def test_players_lists_them() -> None:
    listed = json.loads(palatine("players", "--json").stdout)
    assert [entry["name"] for entry in listed][: len(LEVELS)] == [level.name for level in LEVELS]
    assert [entry["seconds"] for entry in listed[: len(LEVELS)]] == [level.seconds for level in LEVELS]
    said = palatine("players").stdout
    assert "run:COMMAND" in said
    assert all(words in said for words in ("not at all", "5 ms", "1 s"))


@pytest.mark.usefixtures("here")
def test_a_trial_says_what_was_wrong() -> None:
    fine = process("players", "check", "theirs:First", "rivalkings", "--seed", "1")
    assert fine.returncode == 0, fine.stderr
    assert "Nothing was wrong." in fine.stdout
    bad = process("players", "check", f"run:{sys.executable} broken.py", "rivalkings", "--seed", "1")
    assert bad.returncode == 1
    assert "crashed" in bad.stdout
    assert "SyntaxError" in bad.stdout
    none = process("players", "check", "nobody:First", "rivalkings")
    assert none.returncode == 2
    assert "there is no module 'nobody'" in none.stderr


def test_simulated_games_say_for_whom_moves_were_made(here: Path) -> None:
    bots = f"theirs:First,run:{sys.executable} broken.py"
    done = process("simulate", "rivalkings", "--games", "2", "--bots", bots, "--records", here / "games")
    assert done.returncode == 0, done.stderr
    assert "random moves made in its stead" in done.stdout
    assert len(list((here / "games").iterdir())) == 2


@pytest.mark.usefixtures("here")
def test_a_game_in_the_terminal_against_somebody_elses_program() -> None:
    rhine = game("rheinlander", {"players": 3})
    (first,) = rhine.acting(rhine.new(derive_seed("deal", "1", 1)))
    second, bots = str((first + 1) % 3), f"run:{sys.executable} broken.py"
    done = process("play", "rheinlander", "--bots", bots, "--seed", "1", "--seat", second, stdin="quit\n")
    assert done.returncode == 0, done.stderr
    assert "A random move is made for" in done.stdout
