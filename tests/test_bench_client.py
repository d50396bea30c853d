"""The benchmark of the browser client says what it has measured; it runs in a browser in tests/browser."""

from __future__ import annotations

import importlib
import importlib.util
import json
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


@pytest.fixture(scope="module")
def browsing() -> ModuleType:
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    return importlib.import_module("browsing")


@pytest.fixture(scope="module")
def bench(browsing: ModuleType) -> ModuleType:
    """The benchmark, as `palatine bench` finds it."""
    spec = importlib.util.spec_from_file_location("bench_client", BENCH / "client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def seen(browsing: ModuleType, useful: float, *frames: float, jump: float = 0.0) -> Any:
    shifts = [browsing.Shift(100.0, jump, ["panel"])] if jump else []
    return browsing.Seen(useful / 2, None, useful, shifts, [60.0], list(frames), 2048, 3)


def told(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, report: Any, **arguments: Any) -> str:
    console = Console(width=110, highlight=False)
    monkeypatch.setattr(bench, "console", console)
    monkeypatch.setattr(bench, "prepare_rules", lambda: None)
    monkeypatch.setattr(bench, "measured", lambda names, quick: report)
    with console.capture() as capture:
        bench.main(**arguments)
    return " ".join(capture.get().split())


def report(bench: ModuleType, browsing: ModuleType, useful: float, jump: float, load: float = 1.0) -> Any:
    floor = [seen(browsing, 400.0)]
    lobby = [seen(browsing, useful - 100), seen(browsing, useful, jump=jump), seen(browsing, useful + 700)]
    moved = seen(browsing, 400.0, 16.7, 24.9, 33.4, 50.0)
    return bench.Report(
        False,
        "150.0",
        browsing.SLOW,
        2,
        [load, load],
        [bench.loading(bench.THE_FLOOR, "cold", floor), bench.loading(bench.LOBBY, "cold", lobby)],
        [bench.motion("Rheinländer, table", "phone", moved)],
    )


# -- Figures -----------------------------------------------------------------------------------------


def test_what_jumps_is_added_up_in_bursts_and_the_worst_burst_counts(browsing):
    def shift(*jumps: tuple[float, float]) -> float:
        return float(browsing.shift([browsing.Shift(at, by) for at, by in jumps]))

    assert shift() == 0
    assert shift((100, 0.1), (900, 0.2)) == pytest.approx(0.3)
    assert shift((900, 0.2), (100, 0.1)) == pytest.approx(0.3)
    assert shift((100, 0.1), (1200, 0.2), (1300, 0.05)) == pytest.approx(0.25)  # after a pause
    assert shift(*((900.0 * n, 0.1) for n in range(8))) == pytest.approx(0.6)  # not longer than 5 s


def test_of_several_visits_the_median_time_counts_and_the_worst_jump(bench, browsing):
    visits = [seen(browsing, 900.0), seen(browsing, 1000.0, jump=0.1), seen(browsing, 5000.0)]
    found = bench.loading("lobby", "cold", visits)
    assert (found.useful, found.first, found.largest) == (1000.0, 500.0, None)
    assert (found.shift, found.jumps) == (0.1, ["0.1000: panel"])
    assert (found.visits, found.bytes, found.requests) == (3, 2048, 3)


def test_a_frame_is_in_time_if_it_lets_no_other_out(bench, browsing):
    found = bench.motion("a table", "phone", seen(browsing, 400.0, 16.7, 24.9, 33.4, 50.0))
    assert (found.frames, found.in_time, found.longest, found.long_tasks) == (4, 2, 50.0, 1)


# -- What is printed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("useful, verdict", [(1200.0, "under"), (2100.0, "over")])
def test_it_says_how_soon_the_lobby_is_of_use_beside_the_floor(bench, browsing, monkeypatch, useful, verdict):
    text = told(bench, monkeypatch, report(bench, browsing, useful, 0.0))
    ratio = f"{useful / 200:.1f} × the floor's 0.20 s."
    assert f"{useful / 1000:.2f} s, {verdict} the 2 s that it may take; {ratio}" in text
    assert "Rheinländer, table phone 4 50.0 % 50 ms 1 0.000" in text


@pytest.mark.parametrize("jump, verdict", [(0.02, "within"), (0.3, "beyond")])
def test_it_says_what_jumps_most(bench, browsing, monkeypatch, jump, verdict):
    text = told(bench, monkeypatch, report(bench, browsing, 1200.0, jump))
    assert f"What jumps most is lobby, by {jump:.3f}: {verdict} the 0.02 that may be." in text


def test_it_states_the_phone_and_the_load(bench, browsing, monkeypatch):
    text = told(bench, monkeypatch, report(bench, browsing, 1200.0, 0.0))
    assert "390 × 844 pixels, a processor 4 times slower than this one, 1.6 Mbit/s down" in text
    assert "load 1.0 before and 1.0 after on 2 cores." in text
    assert "busy" not in text
    assert "This machine was busy" in told(bench, monkeypatch, report(bench, browsing, 1200.0, 0.0, 9.0))


def test_all_is_written_as_data(bench, browsing, monkeypatch, tmp_path):
    told(bench, monkeypatch, report(bench, browsing, 1200.0, 0.0), json=tmp_path / "client.json")
    data = json.loads((tmp_path / "client.json").read_text("utf-8"))
    assert [one["page"] for one in data["loading"]] == [bench.THE_FLOOR, bench.LOBBY]
    assert data["motion"][0]["frames"] == 4
    assert data["slow"]["latency"] == 150


# -- Errors ------------------------------------------------------------------------------------------


def test_an_unknown_game_is_an_error_before_anything_is_started(bench, monkeypatch):
    with pytest.raises(PalatineError, match="chess"):
        told(bench, monkeypatch, None, game="chess")


def test_without_playwright_it_says_what_brings_it(browsing, monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(PalatineError, match=r"python3 dev\.py bench client"), browsing.browser():
        pass


def test_a_browser_that_is_named_and_is_not_there_is_an_error(browsing, monkeypatch, tmp_path):
    monkeypatch.setenv("PALATINE_CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(PalatineError, match="there is no such file"), browsing.browser():
        pass


def test_its_help_says_what_is_needed():
    result = CliRunner().invoke(app, ["bench", "client", "--help"])
    assert result.exit_code == 0
    assert "Chromium" in result.output
