"""Games in packages of their own: once installed they are on the table, and a broken one harms nobody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from palatine.core import catalog

from .command import process
from .elsewhere import EXAMPLES

PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
ABOUT = "from palatine.core.catalog import About\nABOUT = About({!r}, {!r}, (2, 4), (5, 10), {!r})\n"
GOOD = {"code": ABOUT.format("whist", "Whist", "cards_whist.game"), "game": "GAME = object\n"}

Package = Callable[..., Path]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Installs packages, as files and what their metadata say."""

    def install(name: str, code: str, *, words: str | None = "summary = A game.\n", **more: str) -> Path:
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[palatine.games]\nwhist = {name}:ABOUT\n")
        folder = tmp_path / name
        (folder / "words" / "en").mkdir(parents=True)
        for file, text in {"__init__": code, **more}.items():
            (folder / f"{file}.py").write_text(text)
        if words is not None:
            (folder / "words" / "en" / "about.ftl").write_text(words)
        catalog.games.cache_clear()
        return folder

    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    yield install
    catalog.games.cache_clear()
    for name in set(sys.modules) - known:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in str(sys.modules[name].__file__):
            del sys.modules[name]


def test_an_installed_game_is_on_the_table(tmp_path: Path) -> None:
    """Installed for real, though into a folder of its own and without a network."""
    pytest.importorskip("pip")
    subprocess.run([*PIP, "--target", tmp_path, EXAMPLES / "goofspiel"], check=True, timeout=120)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    for words, told in {
        "games": "Bid your cards in secret",
        "rules goofspiel": "Rule 3 · Who takes the prize",
        "simulate goofspiel --games 2 --seed 1 --bots random": "2 games of Goofspiel",
        "play goofspiel --seed 7 --bots random": "Red bids 5.",
    }.items():  # compiling what is played twice would take longer than playing it without
        env = {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
        done = process(*words.split(), stdin="bid 5\n", folder=tmp_path, **env)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout, words


def test_a_game_that_works_is_found(package: Package, caplog: pytest.LogCaptureFixture) -> None:
    package("cards_whist", **GOOD)
    assert catalog.about("Whist").module == "cards_whist.game"
    assert not caplog.records


BROKEN: dict[str, tuple[dict[str, str | None], str]] = {
    "needs what is not there": ({"code": "import no_such_module"}, "No module named 'no_such_module'"),
    "has nothing of that name": ({"code": ""}, "AttributeError: .* no attribute 'ABOUT'"),
    "raises": ({"code": "raise RuntimeError('a long\\nstory')"}, "RuntimeError: a long$"),
    "is no Python": ({"code": "def"}, "SyntaxError: "),
    "is no About": ({"code": "ABOUT = 'whist'"}, "TypeError: cards_whist:ABOUT is no About"),
    "has no rules": (
        {"code": ABOUT.format("whist", "Whist", "cards_whist.rules")},
        "No module named 'cards_whist.rules'",
    ),
    "has rules for an older Palatine": (
        {"game": "from palatine.core.game import Gone\n"},
        "ImportError: cannot import name 'Gone'",
    ),
    "has no words": ({"words": None}, "MissingWords: .*'summary'"),
    "has the name of another": (
        {"code": ABOUT.format("rivalkings", "Whist", "cards_whist.game")},
        "ValueError: there is already a game rivalkings",
    ),
    "has the title of another": (
        {"code": ABOUT.format("whist", "Rival Kings", "cards_whist.game")},
        "ValueError: there is already a game Rival Kings",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_game_is_left_out_with_a_word(
    package: Package, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    changed, reason = BROKEN[case]
    house = dict(catalog.games())
    package("cards_whist", **{**GOOD, **changed})
    assert catalog.games() == house
    assert catalog.games() == house
    (warning,) = caplog.messages
    assert "\n" not in warning
    assert warning.startswith("The game whist of the package cards_whist is left out: ")
    assert re.search(reason, warning), warning


def test_of_two_games_of_one_name_the_first_stays(package: Package, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("cards_whist", "more_whist"):
        package(name, ABOUT.format("whist", "Whist", f"{name}.game"), game="GAME = object\n")
    assert catalog.about("whist").module in ("cards_whist.game", "more_whist.game")
    (warning,) = caplog.messages
    assert warning.endswith("ValueError: there is already a game whist")


def test_the_command_says_it_in_a_line_and_goes_on(package: Package, tmp_path: Path) -> None:
    package("cards_whist", "import no_such_module")
    done = process("games", PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    assert "Rival Kings" in done.stdout
    said = "The game whist of the package cards_whist is left out: "
    assert done.stderr == f"{said}ModuleNotFoundError: No module named 'no_such_module'\n"
