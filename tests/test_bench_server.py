"""The benchmark of the server plays as people do, and says what it has measured."""

from __future__ import annotations

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

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """The benchmark, as `palatine bench` finds it."""
    if str(ROOT / "bench") not in sys.path:
        sys.path.append(str(ROOT / "bench"))
    spec = importlib.util.spec_from_file_location("bench_server", ROOT / "bench" / "server.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_people_play_at_several_tables_and_every_decision_is_confirmed(bench):
    bench.prepare_rules()
    result = bench.ours(["rheinlander", "rivalkings"], tables=2, players=3, seconds=1.0, think=0.0)
    decisions, acks = result.times[bench.DECISION], result.times[bench.ACK]
    assert len(decisions) == len(acks) > 0
    assert not result.refused
    assert result.heard > 0
    assert result.thoughts == 0


def test_programs_think_at_tables_beside(bench):
    bench.prepare_rules()
    result = bench.ours(["rivalkings"], tables=1, players=2, seconds=4.0, think=0.1, thinking=2)
    assert result.times[bench.DECISION]
    assert not result.refused
    assert result.thoughts > 0


def told(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, **arguments: object) -> str:
    console = Console(width=110)
    monkeypatch.setattr(bench, "console", console)
    monkeypatch.setattr(bench, "prepare_rules", lambda: None)
    wanted = {"tables": 2, "players": 4, "game": None, "seconds": 2.0, "think": 1.0, "flat_out": False}
    wanted |= {"thinking": False}
    with console.capture() as capture:
        bench.main(**{**wanted, "peers": True, **arguments})
    return capture.get()


def result(bench: ModuleType, milliseconds: float) -> Any:
    times = [milliseconds / 1000] * 99 + [milliseconds / 100]
    return bench.Result(2.0, dict.fromkeys((bench.DECISION, bench.ACK), times), cores=0.25)


def test_it_prints_decisions_a_second_percentiles_and_the_ratio_to_the_peer(bench, monkeypatch):
    monkeypatch.setattr(bench, "ours", lambda *_: result(bench, 4.0))
    monkeypatch.setattr(bench, "peer", lambda *_: result(bench, 2.0))
    text = told(bench, monkeypatch)
    assert "4.0 ms  4.0 ms  40.0 ms  40.0 ms" in text
    assert "Palatine: 50.0 decisions a second; 25 % of a core; 5,000 µs of processor time a decision" in text
    text = " ".join(text.split())
    ours_takes = "Ours takes 2.00 × its time (50th percentile), 2.00 × (99th)"
    assert f"{ours_takes}, and makes 1.00 × its decisions a second." in text
    assert text.count("boardgame.io, hands") == 2


@pytest.mark.parametrize("milliseconds, verdict", [(4.0, "at most"), (6.0, "more than")])
def test_it_says_whether_thinking_keeps_people_waiting(bench, monkeypatch, milliseconds, verdict):
    def measured(*load: object) -> object:
        found = result(bench, milliseconds if len(load) > 5 else 2.0)
        found.thoughts = 7 if len(load) > 5 else 0
        return found

    monkeypatch.setattr(bench, "ours", measured)
    text = " ".join(told(bench, monkeypatch, peers=False, thinking=True).split())
    ratio = f"{milliseconds / 2:.2f} ×"
    assert f"made 7 decisions, a click took {ratio} the time (50th percentile), {ratio} (99th)." in text
    assert f"up to {10 * milliseconds:.1f} ms, {verdict} the 50 ms" in text


def test_without_the_peer_it_says_why(bench, monkeypatch):
    def missing(*_: object) -> None:
        raise bench.NoPeerError("npm could not install it: no network")

    monkeypatch.setattr(bench, "ours", lambda *_: result(bench, 4.0))
    monkeypatch.setattr(bench, "peer", missing)
    text = told(bench, monkeypatch)
    assert "boardgame.io was not measured: npm could not install it: no network." in text


def test_only_games_for_so_many_are_played(bench, monkeypatch):
    asked: list[object] = []

    def ours(names: object, *_: object) -> object:
        asked.append(names)
        return result(bench, 4.0)

    monkeypatch.setattr(bench, "ours", ours)
    told(bench, monkeypatch, peers=False, players=2)
    told(bench, monkeypatch, peers=False, players=4)
    assert asked == [["rivalkings"], ["rheinlander", "rivalkings"]]
    with pytest.raises(PalatineError, match="played by 5"):
        told(bench, monkeypatch, game="rivalkings", players=5)


@pytest.mark.parametrize("wrong", [["--tables", "0"], ["--seconds", "100000"], ["--think", "-1"]])
def test_it_is_bounded(wrong):
    assert CliRunner().invoke(app, ["bench", "server", *wrong]).exit_code == 2


def test_the_peer_is_pinned():
    wanted = json.loads((ROOT / "bench" / "peers" / "package.json").read_text("utf-8"))
    for version in [*wanted["dependencies"].values(), *wanted["overrides"].values()]:
        assert version.replace(".", "").isdigit()
