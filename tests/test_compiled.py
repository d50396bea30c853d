"""Compiled rules are kept, and thrown away when, and only when, rules change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from palatine.core.kept import ROOT, rule_sources, sources_of


def test_every_file_with_rules_counts() -> None:
    """A file with a rule that no kernel led to would leave stale machine code behind."""
    with_rules = {path for path in ROOT.rglob("*.py") if "\n@rule\n" in path.read_text("utf-8")}
    assert len(with_rules) > 15
    assert with_rules <= rule_sources()


def test_words_and_pictures_do_not_count() -> None:
    names = {path.name for path in rule_sources()}
    assert not names & {"positions.py", "terminal.py", "facts.py", "narrating.py", "presenting.py", "game.py"}


# -- Games from elsewhere ------------------------------------------------------------------------------

PRICES = "PRICE = 1\n"
MARKET = """
from palatine.core.compiled import rule
from bazaar.prices import PRICE

@rule
def cost(count):
    return count * PRICE
"""
GENERAL = """
def total(count):
    return cost(count) + 1
"""
GAME = """
from bazaar.market import cost
from bazaar import general
from palatine.core.compiled import entry, i64, specialise

@entry(lambda: i64()(i64()))
def pay(count):
    return cost(count)

total = entry(lambda: i64()(i64()))(specialise(general.total, {"cost": cost}))
"""
# What they say, and whether they were found on the disk.
FOUND = """
from bazaar.game import pay, total
print(pay(7), total(7), *(sum(one.compiled.stats.cache_hits.values()) for one in (pay, total)))
"""


@pytest.fixture
def bazaar(tmp_path: Path) -> Path:
    """A folder with a small game that is no part of this package."""
    (tmp_path / "bazaar").mkdir()
    files = {"__init__": "", "prices": PRICES, "market": MARKET, "general": GENERAL, "game": GAME}
    for name, text in files.items():
        (tmp_path / "bazaar" / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, script: str, **extra: str) -> str:
    environment = {**os.environ, "PALATINE_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder), **extra}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_sources_are_found_by_what_is_imported(bazaar: Path) -> None:
    """Of its own package, absolute or relative, whole modules or names; not what others have written."""
    games = bazaar / "bazaar"
    (games / "game.py").write_text("import numpy\nfrom . import market, X\nimport bazaar.general as g, os\n")
    (bazaar / "alone.py").write_text("from bazaar import prices\nimport beside\n")
    (bazaar / "beside.py").write_text("")
    found = {path.name for path in sources_of([games / "game.py"])}
    assert found == {"game.py", "market.py", "prices.py", "general.py", "__init__.py"}
    assert {path.name for path in sources_of([bazaar / "alone.py"])} == {"alone.py", "beside.py"}


@pytest.mark.parametrize("first", ["", "import numba\n"])
def test_a_change_in_a_helper_of_another_file_is_noticed(bazaar: Path, first: str) -> None:
    """Also where numba was there first, and where size and time of the helper stay as they were."""
    prices = bazaar / "bazaar" / "prices.py"
    assert run(bazaar, first + FOUND) == "7 8 0 0"
    assert run(bazaar, first + FOUND) == "7 8 1 1", "it is compiled once and kept"
    assert not list((bazaar / "bazaar").rglob("*.nb?")), "nothing lies beside the sources"
    times = prices.stat()
    prices.write_text(PRICES.replace("1", "3"), encoding="utf-8")
    os.utime(prices, ns=(times.st_atime_ns, times.st_mtime_ns))
    anew = {"PYTHONPYCACHEPREFIX": str(bazaar / "anew")}  # Python itself goes by size and time
    assert run(bazaar, first + FOUND, **anew) == "21 22 0 0"


def test_two_games_of_one_shape_are_kept_apart(bazaar: Path) -> None:
    """What is general is compiled for each game, though code and signature are the same."""
    souk = bazaar / "souk"
    souk.mkdir()
    for path in (bazaar / "bazaar").glob("*.py"):
        text = path.read_text("utf-8").replace("from bazaar", "from souk").replace("PRICE = 1", "PRICE = 5")
        (souk / path.name).write_text(text.replace("souk import general", "bazaar import general"), "utf-8")
    script = "from bazaar.game import total; from souk.game import total as other; print(total(7), other(7))"
    assert run(bazaar, script) == run(bazaar, script) == "8 36"


def test_functions_of_others_stay_where_they_want_them(bazaar: Path) -> None:
    """Neither the environment nor numba's settings change for anybody else in the process."""
    (bazaar / "own.py").write_text("import numba\n\n@numba.njit(cache=True)\ndef own(n):\n    return n + 1\n")
    theirs = bazaar / "theirs"
    check = "import os, numba; from own import own; own(1)"
    check += "; print(os.environ['NUMBA_CACHE_DIR'], numba.config.CACHE_DIR)"
    said = run(bazaar, f"{FOUND}\n{check}", NUMBA_CACHE_DIR=str(theirs))
    assert said.splitlines() == ["7 8 0 0", f"{theirs} {theirs}"]
    assert [path.name.split("-")[0] for path in theirs.rglob("*.nbi")] == ["own.own"]
    kept = {path.name.split("-")[0] for path in (bazaar / "cache").rglob("*.nbi")}
    assert kept == {"bazaar.game.pay", "bazaar.general.total"}
