"""The command line, as its users meet it: what it says, and what it says when something is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .command import PALATINE, palatine, process


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    done = palatine("simulate", "rheinlander", "--games", "3", "--seed", "7", "--records", folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def record(records: Path) -> Path:
    return records / "rheinlander-000001.jsonl"


def test_help_answers_without_loading_the_rules() -> None:
    """Nobody waits for a compiler to read a help text."""
    script = (
        "import sys\nfrom palatine.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    for arguments in (["--help"], ["simulate", "--help"], ["games"]):
        done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True)
        assert done.stdout.splitlines()[-1] == "False False", done.stdout


def test_help_names_every_command() -> None:
    text = palatine("--help").stdout
    for command in ("games", "rules", "board", "simulate", "replay", "play", "bench"):
        assert command in text


def test_games_lists_the_house() -> None:
    listed = json.loads(palatine("games", "--json").stdout)
    assert [game["name"] for game in listed] == ["rheinlander", "rivalkings"]
    assert "Rheinländer" in palatine("games").stdout


@pytest.mark.parametrize("game, last", [("rheinlander", "Rule 22"), ("rivalkings", "Rule 16")])
def test_rules_can_be_read(game: str, last: str) -> None:
    assert last in palatine("rules", game).stdout


def test_simulating_twice_with_one_seed_writes_the_same_files(records: Path, tmp_path: Path) -> None:
    done = palatine("simulate", "rheinlander", "--games", "3", "--seed", "7", "--records", tmp_path)
    assert done.returncode == 0
    first, second = (sorted(folder.glob("*.jsonl")) for folder in (records, tmp_path))
    assert [path.name for path in first] == [path.name for path in second]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert len({path.read_bytes() for path in first}) == 3


def test_a_simulation_says_who_won(tmp_path: Path) -> None:
    done = palatine(
        "simulate",
        "rheinlander",
        "-p",
        "4",
        "-n",
        "2",
        "--bots",
        "random,greedy,random,random",
        "--seed",
        "1",
    )
    assert done.returncode == 0, done.stderr
    assert "2 games of Rheinländer" in done.stdout
    assert done.stdout.count("random") == 3


def test_replay_tells_the_whole_game(record: Path) -> None:
    text = palatine("replay", record).stdout
    assert "plays card" in text
    assert "wins with" in text
    assert len(text.splitlines()) > 200


def test_states_has_one_line_for_every_state(record: Path) -> None:
    lines = palatine("replay", record, "--states", "--legal").stdout.splitlines()
    states = [json.loads(line) for line in lines]
    moves = [json.loads(line) for line in record.read_text().splitlines()[1:-1]]
    assert [state["n"] for state in states] == list(range(len(moves) + 1))
    for state, move in zip(states, moves, strict=False):
        assert state["to_act"] == [move["seat"]]
        assert move["move"] in state["legal"]
    assert states[-1]["to_act"] == []
    assert states[-1]["legal"] == []
    assert states[-1]["scores"] == json.loads(record.read_text().splitlines()[-1])["result"]["scores"]
    one = palatine("replay", record, "--states", "--at", "30").stdout
    assert json.loads(one) == {key: value for key, value in states[30].items() if key != "legal"}


def test_a_record_can_be_verified(record: Path) -> None:
    done = palatine("replay", record, "--verify")
    assert done.returncode == 0
    assert "Verified" in done.stdout


def test_a_moment_can_be_looked_at(record: Path, tmp_path: Path) -> None:
    assert "After 30 decisions" in palatine("replay", record, "--at", "30").stdout
    png, svg = tmp_path / "moment.png", tmp_path / "moment.svg"
    done = palatine("replay", record, "--at", "30", "--png", png, "--svg", svg, "--width", "400")
    assert done.returncode == 0, done.stderr
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "data-space" in svg.read_text(encoding="utf-8")


def test_the_board_as_data_and_as_a_picture(tmp_path: Path) -> None:
    data = json.loads(palatine("board", "rheinlander", "--json").stdout)
    assert len(data["spaces"]) == 157
    assert len(data["sites"]) == 26
    assert "157 spaces" in palatine("board", "rheinlander").stdout
    png = tmp_path / "board.png"
    assert palatine("board", "rheinlander", "--png", png, "--width", "300").returncode == 0
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_a_whole_game_in_the_terminal(tmp_path: Path, game: str) -> None:
    """A person who only ever takes the last choice offered, typed move by move, gets to the end."""
    path = tmp_path / "mine.jsonl"
    script = (
        "import builtins, sys\n"
        "from rich.console import Console\n"
        "from palatine.cli import play\n"
        "tables = []\n"
        "run = play.Table.run\n"
        "def remember(table):\n    tables.append(table)\n    run(table)\n"
        "play.Table.run = remember\n"
        "Console.input = lambda self, prompt='': tables[-1].match.legal(tables[-1].seat)[-1]\n"
        "from palatine.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "play", game, "--seed", "4", "--record", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout
    assert "You have" in done.stdout
    assert palatine("replay", path, "--verify").returncode == 0


def test_the_terminal_answers_what_is_typed(tmp_path: Path) -> None:
    typed = ["help", "moves", "log", "board", "undo", "nonsense", "99>L99", "quit"]
    done = process("play", "--seed", "3", "--record", tmp_path / "r.jsonl", stdin="\n".join(typed) + "\n")
    assert done.returncode == 0, done.stderr
    assert "What you can type" in done.stdout
    assert "this is no move" in done.stdout
    assert "there is no card 99" in done.stdout
    assert "nothing of yours to take back" in done.stdout
    assert "The game stops here" in done.stdout
    assert palatine("replay", tmp_path / "r.jsonl", "--verify").returncode == 0


def test_a_preview_changes_nothing_and_undo_takes_back(tmp_path: Path) -> None:
    """Seed 3: Violet starts; then seat 0 holds card 5."""
    typed = ["5>R5?", "5>R5", "undo", "13>L13", "quit"]
    done = process("play", "--seed", "3", "--record", tmp_path / "r.jsonl", stdin="\n".join(typed) + "\n")
    assert done.returncode == 0, done.stderr
    moves = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()[1:]]
    assert moves[-1] == {"seat": 0, "move": "13>L13"}
    assert {"seat": 0, "move": "5>R5"} not in moves


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["simulate", "chess"], "there is no game 'chess'; there is rheinlander or rivalkings"),
        (["simulate", "rivalkings", "--players", "5"], "Rival Kings is for 2 to 4 players, not 5"),
        (["simulate", "rivalkings", "-o", "board=rhine"], "there is no option 'board'"),
        (["simulate", "rivalkings", "--match", "0"], "--match"),
        (["board", "rivalkings"], "Rival Kings has no board"),
        (["cards", "rheinlander"], "Rheinländer has no table of cards"),
        (["simulate", "rheinlander", "--players", "6"], "for 3 to 5 players, not 6"),
        (["simulate", "rheinlander", "--seed", "xyz"], "'xyz' is no seed"),
        (["simulate", "rheinlander", "--bots", "clever"], "there is no program 'clever'"),
        (["simulate", "rheinlander", "--bots", "greedy,random"], "one for each of 3 seats, not 2"),
        (["simulate", "rheinlander", "--games", "0"], "--games"),
        (["simulate", "rheinlander", "-o", "colour=red"], "there is no option 'colour'"),
        (["simulate", "rheinlander", "-o", "board=danube"], "there is no board 'danube'; there is rhine"),
        (["simulate", "rheinlander", "-o", "open_coins=maybe"], "open_coins"),
        (["simulate", "rheinlander", "-o", "players=3"], "--players"),
        (["simulate", "rheinlander", "-o", "=3"], "is no option"),
        (
            ["simulate", "rheinlander", "--seed", "1", "-n", "1", "--records", "/dev/null/x"],
            "cannot be written",
        ),
        (["board", "chess"], "there is no game 'chess'"),
        (["board", "rheinlander", "--file", "missing.jsonl"], "missing.jsonl: cannot be read"),
        (
            ["board", "rheinlander", "--file", "README.md"],
            "README.md: cannot be read: a board is a file named",
        ),
        (["replay", "x.jsonl", "--verify", "--states"], "ask for one of them"),
        (["replay", "x.jsonl", "--legal"], "--legal goes with --states"),
        (["play", "rheinlander", "--name", "a\nb"], "one line of printable text"),
        (["simulate", "rheinlander", "-o", "open_coins=" + "9" * 5000], "open_coins"),
        (["board", "rheinlander", "--png", "/dev/null/all.png"], "cannot be written"),
        (["replay", "missing.jsonl"], "missing.jsonl: cannot be read: No such file"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["play", "rheinlander", "--seat", "3"], "your seat is one of 0 to 2, not 3"),
        (["play", "chess"], "there is no game 'chess'"),
        (["dance"], "No such command"),
    ],
)
def test_bad_input_gets_a_clear_word_and_exit_code_2(arguments: list[str], message: str) -> None:
    done = palatine(*arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def _move(lines: list[str], move: str) -> str:
    """The first move line, with another move by the same seat."""
    return json.dumps({**json.loads(lines[1]), "move": move})


def _header(lines: list[str], **changes: object) -> str:
    return json.dumps({**json.loads(lines[0]), **changes})


# What is done to the lines of a good record, and what must be said of it.
DAMAGES = {
    "a line is cut off": (lambda r: [*r[:20], r[20][:9]], "line 21: this line breaks off"),
    "the last line is cut off": (
        lambda r: [*r[:-1], r[-1][:-1]],
        "this line breaks off: the file is not complete",
    ),
    "a line is something else": (lambda r: [*r[:20], "e2e4", *r[20:]], "line 21: this is not a move line\n"),
    "a number has no end": (
        lambda r: [*r[:20], '{"seat":' + "1" * 5000 + "}"],
        "line 21: this is not a move line",
    ),
    "a line is empty": (lambda r: [*r[:20], "", *r[20:]], "line 21: this line is empty"),
    "the result is missing": (lambda r: r[:-1], "its result is missing"),
    "the last move is missing": (lambda r: [*r[:-2], r[-1]], "a result, but the game is not over"),
    "the wrong seat moves": (
        lambda r: [
            r[0],
            json.dumps({**json.loads(r[1]), "seat": (json.loads(r[1])["seat"] + 1) % 3}),
            *r[2:],
        ],
        "line 2: seat",
    ),
    "there is no such seat": (
        lambda r: [r[0], json.dumps({**json.loads(r[1]), "seat": 7}), *r[2:]],
        "there is no such seat: seats are 0 to 2",
    ),
    "there is no such space": (lambda r: [r[0], _move(r, "1>L99"), *r[2:]], "there is no space L99"),
    "the move is illegal": (lambda r: [r[0], _move(r, "#L1"), *r[2:]], "a card is due first"),
    "the move is nonsense": (lambda r: [r[0], _move(r, "e2e4"), *r[2:]], "this is no move"),
    "the result is another": (
        lambda r: [*r[:-1], r[-1].replace('"winners":[', '"winners":[7,')],
        "the moves lead to another result: winner: seat ",
    ),
    "the points are others": (
        lambda r: [*r[:-1], r[-1].replace('"scores":[', '"scores":[9')],
        "the moves lead to another result: points ",
    ),
    "the seed is another": (lambda r: [_header(r, seed="00" * 32), *r[1:]], "line 1: the commitment is not"),
    "the seed is none": (lambda r: [_header(r, seed="00"), *r[1:]], "line 1: '00' is no seed"),
    "the ruleset is another": (
        lambda r: [_header(r, ruleset=9), *r[1:]],
        "line 1: there is no ruleset 9 of Rheinländer",
    ),
    "the version is another": (lambda r: [_header(r, version=2), *r[1:]], "line 1: version 2 of the format"),
    "the game is unknown": (lambda r: [_header(r, game="chess"), *r[1:]], "line 1: there is no game 'chess'"),
    "an option is unknown": (
        lambda r: [_header(r, options={"players": 3, "colour": 1}), *r[1:]],
        "line 1: there is no option 'colour'",
    ),
    "a player is missing": (
        lambda r: [_header(r, seats=["A", "B"]), *r[1:]],
        "line 1: 3 players have as many",
    ),
    "the header is short": (lambda r: ['{"format":"palatine-record"}'], "line 1: this is not a header line"),
    "the header is missing": (lambda r: r[1:], "line 1: this is no record of Palatine"),
    "all is missing": (lambda r: [], "the file is empty"),
    "it is no text": (
        lambda r: ["\udcff\udcfe", *r],
        "line 1: this is no record of Palatine: its first line",
    ),
    "a name is not UTF-8": (lambda r: [r[0][:-1] + ',"\udcff":1}', *r[1:]], "line 1: this is not UTF-8"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_broken_record_is_refused_with_line_and_reason(record: Path, tmp_path: Path, damage: str) -> None:
    change, message = DAMAGES[damage]
    lines = change(record.read_text(encoding="utf-8").splitlines())
    path = tmp_path / "broken.jsonl"
    path.write_bytes("".join(line + "\n" for line in lines).encode(errors="surrogateescape"))
    done = palatine("replay", path, "--verify")
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_moment_after_the_end_is_refused(record: Path) -> None:
    done = palatine("replay", record, "--at", "9999")
    assert done.returncode == 2
    assert "there is no state 9999" in done.stderr


def test_a_board_file_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(
        '{"format":"palatine-board","version":1,"name":"mine","title":"Mine","size":[9,9]}\nnonsense\n'
    )
    done = palatine("board", "rheinlander", "--file", path)
    assert done.returncode == 2
    assert "mine.jsonl, line 2:" in done.stderr


def test_names_are_text_and_never_markup(record: Path, tmp_path: Path) -> None:
    """Whatever people call themselves, it is shown as it is, in words and in pictures."""
    lines = record.read_text(encoding="utf-8").splitlines()
    path = tmp_path / "names.jsonl"
    seats = ["[/] & <b>", "[red]", "Łukasz"]
    path.write_text("\n".join([_header(lines, seats=seats), *lines[1:]]) + "\n", encoding="utf-8")
    for arguments in ([], ["--at", "20"], ["--at", "20", "--png", tmp_path / "names.png"]):
        done = palatine("replay", path, *arguments)
        assert done.returncode == 0, done.stderr
        assert "--png" in arguments or "[/] & <b>" in done.stdout


def test_a_terminal_that_knows_no_umlaut_gets_the_game_all_the_same(record: Path) -> None:
    done = process("replay", record, "--at", "20", LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr


def test_a_narrow_terminal_gets_narrow_bands(record: Path) -> None:
    text = process("replay", record, "--at", "20", COLUMNS="60").stdout
    rows = [line for line in text.splitlines() if line.startswith(("left", "right", "river"))]
    assert len(rows) > 12
    assert max(map(len, rows)) <= 60


def test_the_record_of_a_game_under_way_is_on_disk(tmp_path: Path) -> None:
    """Nothing is lost when the terminal goes away: the record is written after every decision."""
    path = tmp_path / "lost.jsonl"
    running = subprocess.Popen(
        [*PALATINE, "play", "rheinlander", "--seed", "3", "--record", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("5>R5\n")
    running.stdin.flush()
    for line in running.stdout:
        if "stands on R5" in line:
            break
    running.kill()
    running.wait()
    running.stdin.close()
    running.stdout.close()
    moves = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert moves[-1] == {"seat": 0, "move": "5>R5"}


def test_the_cards_of_rival_kings_as_a_table() -> None:
    cards = json.loads(palatine("cards", "rivalkings", "--json").stdout)
    assert len(cards) == 32
    prices = {card["name"]: (card["price"], card["price_from"]) for card in cards}
    assert prices["Garden"] == (4, "rulebook")
    assert prices["Cathedral"] == (4, "palatine")
    assert "Herb Meadow" in palatine("cards", "rivalkings").stdout


def test_a_match_adds_up_points() -> None:
    done = palatine("simulate", "rivalkings", "-p", "2", "-n", "7", "--seed", "1", "--match", "3")
    assert "2 matches with the points added up, 6 games" in done.stdout
    assert "not over after 1 of its games" in done.stdout


def test_rival_kings_from_simulation_to_pictures(tmp_path: Path) -> None:
    done = palatine("simulate", "rivalkings", "-p", "3", "-n", "1", "--seed", "2", "--records", tmp_path)
    assert done.returncode == 0, done.stderr
    path = tmp_path / "rivalkings-000001.jsonl"
    assert palatine("replay", path, "--verify").returncode == 0
    assert "wins with" in palatine("replay", path).stdout
    states = [
        json.loads(line) for line in palatine("replay", path, "--states", "--legal").stdout.splitlines()
    ]
    assert states[0]["legal"].keys() == {"0", "1", "2"}
    assert states[1]["to_act"] == [1, 2]
    assert "Round" in palatine("replay", path, "--at", "20").stdout
    done = palatine("replay", path, "--at", "20", "--png", tmp_path / "court.png", "--width", "600")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "court.png").read_bytes().startswith(b"\x89PNG")


def test_a_preview_does_not_count_hidden_money(tmp_path: Path) -> None:
    """What lies at a pile may not be counted: a preview does not tell it, and undo is no way round."""
    typed = ["play priest?", "play priest", "steal 2 money", "take 4?", "take 4", "undo", "quit"]
    done = process(
        "play",
        "rivalkings",
        "-p",
        "3",
        "--bots",
        "random",
        "--seed",
        "5",
        "--record",
        tmp_path / "r.jsonl",
        stdin="\n".join(typed),
    )
    assert "Red chooses the Priest" in done.stdout
    before, after = done.stdout.split("Nothing that can be told beforehand.")
    assert "from pile 4" not in before
    assert "Red takes 2 coins from pile 4" in after
    assert "that cannot be taken back" in after
