"""The benchmark of the engine: like is set beside like, and it says what is not alike."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from palatine.core.catalog import games
from palatine.core.errors import PalatineError

ROOT = Path(__file__).parent.parent
NO_PEER = "OpenSpiel and PettingZoo are peers that only `python3 dev.py bench` installs"


@pytest.fixture
def bench() -> ModuleType:
    """The benchmark, as `palatine bench` finds it."""
    spec = importlib.util.spec_from_file_location("bench_engine", ROOT / "bench" / "engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, **arguments: Any) -> str:
    console = Console(width=160, highlight=False)
    monkeypatch.setattr(bench, "console", console)
    with console.capture() as capture:
        bench.main(seconds=0.2, **arguments)
    return capture.get()


@pytest.mark.parametrize("way", ["compiled", "kernel", "game", "match"])
@pytest.mark.parametrize("name", games())
def test_every_way_plays_whole_games(bench: ModuleType, name: str, way: str) -> None:
    played, decisions = bench.WAYS[way](name, games()[name].players[0])(0.0)
    assert played >= 1
    assert decisions > 20 * played


@pytest.mark.parametrize("way, count", [("compiled", 3), ("python", 2)])
def test_peers_play_whole_games(bench: ModuleType, way: str, count: int) -> None:
    pytest.importorskip("pyspiel", reason=NO_PEER)
    pytest.importorskip("pettingzoo", reason=NO_PEER)
    assert len(bench.PEERS[way]) == count
    for title, contender in bench.PEERS[way].items():
        played, decisions = contender()(0.0)
        assert (52 if "hearts" in title else 7) <= decisions / played <= (64 if "hearts" in title else 42)


def test_each_peer_is_compared_with_what_is_run_in_the_same_way(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds = {"compiled": 900.0, "kernel": 80.0, "game": 20.0, "match": 5.0}
    monkeypatch.setattr(bench, "ours", lambda way, name, players, seconds: (1.0, speeds[way]))
    monkeypatch.setattr(bench, "compile_all", lambda: None)
    monkeypatch.setattr(bench, "stretches", lambda play, seconds: (1.0, play()))

    def missing() -> None:
        raise ImportError

    peers = {"compiled": {"In C++": lambda: lambda: 300.0}, "python": {"By hand": lambda: lambda: 40.0}}
    monkeypatch.setattr(bench, "PEERS", {**peers, "python": {**peers["python"], "Nobody": missing}})
    lines = [line.split() for line in told(bench, monkeypatch).splitlines()]
    assert ["In", "C++", "1", "300", "3.0", "×"] in lines
    assert ["By", "hand", "1", "40", "2.0", "×", "0.5", "×"] in lines
    text = " ".join(word for line in lines for word in line)
    assert text.count("Not alike:") == 2
    assert "Not installed: Nobody." in text


def test_another_revision_is_measured_in_turns(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def ours(way: str, name: str, players: int, seconds: float, tree: Path) -> tuple[float, float]:
        asked.append(tree.name)
        return 1.0, 200.0 if tree.name == "before" else 190.0

    @contextmanager
    def sources(revision: str) -> Iterator[Path]:
        yield Path("before")

    monkeypatch.setattr(bench, "ours", ours)
    monkeypatch.setattr(bench, "sources_at", sources)
    text = told(bench, monkeypatch, baseline="v1")
    assert asked == ["before", ROOT.name] * (len(asked) // 2)
    assert len(asked) == 2 * len(games()) * (1 + bench.ROUNDS)
    assert text.count("0.950") == len(games())
    assert "v1, decisions/s" in text


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")
def test_the_sources_of_a_revision_are_unpacked_for_a_while(bench: ModuleType) -> None:
    with bench.sources_at("HEAD") as tree:
        assert (tree / "src" / "palatine" / "core" / "kernel.py").is_file()
        assert (tree / "bench" / "engine.py").is_file(), "it is measured by its own names"
    assert not tree.exists()
    with pytest.raises(PalatineError, match="there is no revision 'nowhere'"), bench.sources_at("nowhere"):
        pass
