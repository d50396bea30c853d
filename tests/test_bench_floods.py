"""The benchmarks of floods and of updates let people play meanwhile, and say what they have measured."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from palatine.core.errors import PalatineError

BENCH = Path(__file__).parent.parent / "bench"


def module(name: str) -> ModuleType:
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    return importlib.import_module(name)


@pytest.fixture(scope="module")
def floods() -> ModuleType:
    return module("floods")


@pytest.fixture(scope="module")
def update() -> ModuleType:
    return module("update")


def told(bench: ModuleType, monkeypatch: pytest.MonkeyPatch, **arguments: Any) -> str:
    console = Console(width=200)
    monkeypatch.setattr(bench, "console", console)
    monkeypatch.setattr(bench, "prepare_rules", lambda: None)
    with console.capture() as capture:
        bench.main(**{"tables": 1, "players": 2, "game": None, "think": 0.0, **arguments})
    return " ".join(capture.get().split())


# -- Floods ----------------------------------------------------------------------------------------------


KINDS = list(module("visitor").FLOODS)
REFUSED = {  # what is refused or closed at once, however slow the machine is
    "joining and leaving",
    "playing and taking back",
    "requests without waiting",
    "answers, unread",
    "nonsense on sockets",
    "nonsense over HTTP",
}
CLICKS = 1000  # that are enough to tell how long 99 of 100 take


@pytest.fixture(scope="module")
def house(floods: ModuleType) -> Iterator[tuple[int, str]]:
    """A server with its usual limits, for one flood after the other: its process, and its address."""
    floods.prepare_rules()
    with floods.served(limits=True) as (server, address):
        yield server.pid, address


@pytest.mark.parametrize("kind", KINDS)
def test_people_play_on_while_a_visitor_floods(floods, house, monkeypatch, kind, long):
    """Every visitor has another address, so that none suffers for the one before."""
    process, address = house
    seconds, tables, found = (20.0, 4, []) if long else (1.0, 1, [])

    def measured(kind: str, names: list[str], *_: Any) -> Any:
        plan = floods.Plan(address, process, names, tables, 2, seconds, 0.0)
        found.append(floods.flooded(kind, plan, f"127.0.201.{1 + KINDS.index(kind)}"))
        return found[0]

    monkeypatch.setattr(floods, "measured", measured)
    text = told(floods, monkeypatch, game="rivalkings", seconds=seconds, only=[kind])
    heard, done = found[0].heard, found[0].done
    assert done.tried > 0
    assert done.sent > 0
    assert done.refused or kind not in REFUSED
    assert heard.flooded, "nobody has decided anything during the flood"
    assert not heard.refused, "people who only played were refused something"
    assert "99 of 100 clicks of all others within 100 ms: " in text
    if long:
        assert len(heard.flooded) > CLICKS
        assert floods.percentile(heard.flooded, 0.99) <= floods.AT_MOST


def measured(floods: ModuleType, milliseconds: float) -> Any:
    clicks = [milliseconds / 1000] * 98 + [milliseconds / 100] * 2
    heard = floods.Heard([0.004] * 10, clicks, {}, 0.5)
    return floods.Measured(heard, floods.Done(7, {"429": 3}, 0.25, 1000))


@pytest.mark.parametrize(
    "milliseconds, verdict", [(9.0, "whatever the visitor did"), (11.0, "not during: pages")]
)
def test_it_says_whether_others_were_served_in_time(floods, monkeypatch, milliseconds, verdict):
    monkeypatch.setattr(floods, "measured", lambda *_: measured(floods, milliseconds))
    text = told(floods, monkeypatch, seconds=3.0, only=["pages"])
    times = f"4 / 4 {milliseconds:.0f} / {10 * milliseconds:.0f} {10 * milliseconds:.0f}"
    assert f"pages 7 3 × 429 100 {times}" in text
    assert f"99 of 100 clicks of all others within 100 ms: {verdict}." in text


def test_an_unknown_flood_is_named_with_all_that_there_are(floods, monkeypatch):
    with pytest.raises(PalatineError, match=r"no such flood: rain.*records"):
        told(floods, monkeypatch, seconds=3.0, only=["rain"])


# -- Updates ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="redis-server is not installed")
def test_people_come_back_when_processes_are_replaced_and_nothing_is_lost(update, monkeypatch):
    update.prepare_rules()
    monkeypatch.setattr(update, "CALM", 0.5)
    found, log = update.measured(["rivalkings"], tables=2, players=2, think=0.1)
    assert found.away
    assert found.acks
    assert {tuple(ack) for ack in found.acks} <= set(log)
    assert set(log.values()) == {1}


@pytest.mark.parametrize("longest, verdict", [(0.9, "at most"), (1.1, "more than")])
def test_it_says_how_long_sockets_were_away_and_what_was_lost(update, monkeypatch, longest, verdict):
    acks = [("table", 0, "1"), ("table", 0, "2")]
    found = update.Travels([0.5, longest], [0.004, 0.7], acks, {})
    monkeypatch.setattr(update, "measured", lambda *_: (found, Counter(acks[:1] * 2)))
    text = told(update, monkeypatch)
    assert f"{longest:.2f} s (longest), {verdict} the 1 s" in text
    assert "2 decisions were acknowledged, the slowest after 0.70 s; 1 were lost and 1 counted twice." in text


def test_they_wait_as_long_as_the_client_does(update):
    waits = update.waits()
    assert waits == sorted(waits)
    assert 0 < waits[0] < update.AT_MOST
