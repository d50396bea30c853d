"""Budgets: what one person, and one address, may ask for, and what they are told."""

from __future__ import annotations

import asyncio
import doctest
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.bots.budget import Budget as Thinking
from palatine.core.errors import PalatineError
from palatine.core.record import read_record
from palatine.server import limits as module
from palatine.server import places
from palatine.server.limits import (
    AT_ONE_ADDRESS,
    BUDGETS,
    Allowance,
    Asker,
    Budget,
    Limits,
    Places,
    address_of,
    read_limits,
)
from palatine.server.replays import analyses
from palatine.server.socket import TOO_MANY

from .browsers import ME, OPEN_SEAT, Browser, RunningServer, play_on, program, running
from .test_http import problem
from .times import ManualTime
from .wording import problem as worded
from .wording import said

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parent.parent.parent
ANNA, BERT = ("anna", "192.0.2.1"), ("bert", "192.0.2.2")
FEW = dict.fromkeys(BUDGETS, Budget(6, 2)) | {"sockets": Budget(0, 2), "names": Budget(6, 4)}
FEW |= {name: BUDGETS[name] for name in ("requests", "connections")}


# -- Buckets ---------------------------------------------------------------------------------------------


def test_examples() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(places).failed == 0


async def test_so_much_at_once_and_then_as_it_comes_back(time: ManualTime) -> None:
    tables = Allowance("tables", Budget(rate=6, burst=3), time)
    assert [tables.take(*ANNA) for _ in range(3)] == [0, 0, 0]
    assert tables.take(*ANNA) == pytest.approx(10)
    assert tables.take(*BERT) == 0, "others have their own"
    await time.advance(9)
    assert tables.take(*ANNA) == pytest.approx(1)
    await time.advance(1)
    assert tables.take(*ANNA) == 0
    assert tables.take(*ANNA, 2) == pytest.approx(20), "what costs more takes longer"
    await time.advance(3600)
    assert [tables.take(*ANNA) for _ in range(4)] == [0, 0, 0, pytest.approx(10)], "not more than at once"


async def test_what_costs_more_than_there_can_be_waits_for_all_of_it(time: ManualTime) -> None:
    uploads = Allowance("uploads", Budget(rate=6, burst=3), time)
    assert uploads.take(*ANNA, 5) == 0
    assert uploads.take(*ANNA) == pytest.approx(30)


async def test_what_was_used_counts_though_it_was_not_there(time: ManualTime) -> None:
    thinking = Allowance("thinking", Budget(rate=60, burst=10), time)
    thinking.charge(*ANNA, 100)
    assert thinking.wait(*ANNA) == pytest.approx(91)
    await time.advance(91)
    assert thinking.wait(*ANNA) == 0


def test_many_people_at_one_address_share_what_is_for_a_few(time: ManualTime) -> None:
    tables = Allowance("tables", Budget(rate=1, burst=2), time)
    opened = sum(tables.take(f"cookie {n}", "192.0.2.7") == 0 for n in range(100))
    assert opened == 2 * AT_ONE_ADDRESS
    assert tables.take("anna", "192.0.2.8") == 0
    assert tables.take("bert", "") == 0, "where the address is not known, the person counts"
    assert tables.take("", "192.0.2.8") == 0


def test_a_refused_one_costs_nothing(time: ManualTime) -> None:
    tables = Allowance("tables", Budget(rate=6, burst=1), time)
    assert [tables.take(*ANNA) for _ in range(5)] == [0, *[pytest.approx(10)] * 4]


async def test_full_buckets_are_forgotten_and_of_very_many_the_fullest(
    time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 100)
    messages = Allowance("messages", Budget(rate=60, burst=10), time)
    for n in range(2000):
        messages.take(f"person {n}", "")
        await time.advance(1)
    assert len(messages) <= module.TIDY + 1
    messages.charge("greedy", "", 1000)
    for n in range(2000):
        messages.take(f"another {n}", f"address {n}")
    assert len(messages) <= 100 * 3 + module.TIDY
    assert messages.wait("greedy", "") > 900, "who has used most is remembered longest"


def test_without_a_budget_there_is_no_end(time: ManualTime) -> None:
    limits = Limits(None, time)
    assert [limits.tables.take(*ANNA) for _ in range(1000)] == [0] * 1000
    assert all(limits.sockets.enter(*ANNA) for _ in range(1000))
    assert len(limits.tables) == 0


def test_places_are_taken_and_given_back() -> None:
    sockets = Places(3)
    assert [sockets.enter(*ANNA) for _ in range(4)] == [True, True, True, False]
    assert sockets.enter(*BERT)
    sockets.leave(*ANNA)
    assert [sockets.enter(*ANNA) for _ in range(2)] == [True, False]
    for _ in range(3):
        sockets.leave(*ANNA)
    sockets.leave(*BERT)
    assert len(sockets) == 0
    crowd = [sockets.enter(f"cookie {n}", "192.0.2.7") for n in range(100)]
    assert sum(crowd) == 3 * AT_ONE_ADDRESS


def test_where_somebody_asked_from_last(time: ManualTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    limits = Limits(None, time)
    for asker in (
        Asker("anna", "1"),
        Asker("bert", "2"),
        Asker("", "3"),
        Asker("anna", "4"),
        Asker("dora", "5"),
    ):
        assert limits.note(asker) == asker
    assert [limits.find(person).address for person in ("anna", "bert", "dora")] == ["4", "", "5"]


@pytest.mark.parametrize(
    "host, counted",
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_of_ipv6_the_network_counts(host: str | None, counted: str) -> None:
    assert address_of(host) == counted


# -- What a host says ------------------------------------------------------------------------------------


def test_a_host_changes_some_and_leaves_the_others() -> None:
    changed = read_limits(["tables=5/200", "analyses=0.25/3", "sockets=100", "connections=40"])
    assert changed == {
        **BUDGETS,
        "tables": Budget(5, 200),
        "analyses": Budget(0.25, 3),
        "sockets": Budget(0, 100),
        "connections": Budget(0, 40),
    }
    assert read_limits([]) == BUDGETS


@pytest.mark.parametrize(
    "wrong",
    [
        "tables",
        "tables=5",
        "tables=0/5",
        "tables=5/0",
        "sockets=1/5",
        "connections=1/5",
        "chairs=1/5",
        "tables=-1/5",
        "",
    ],
)
def test_a_limit_that_is_none_says_what_one_is(wrong: str) -> None:
    with pytest.raises(PalatineError, match=r"NAME=RATE/BURST.*tables"):
        read_limits([wrong])


def test_the_page_for_hosts_has_all_budgets_as_they_are() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|\s*([\d.]*) \| ([\d.]+) \|", page, re.M)
    told = {name: Budget(float(rate or 0), float(burst)) for name, rate, burst in rows}
    assert told == BUDGETS


def test_what_one_is_told_names_the_matter_and_the_time(time: ManualTime) -> None:
    told = [said(Allowance("tables", None, time).refusal(wait).message) for wait in (0.2, 12.5, 61, 600)]
    assert told[0] == (
        "You have opened many tables in a short time. Others want their share too: go on in a second."
    )
    assert [text.partition("go on in ")[2] for text in told] == [
        "a second.",
        "13 seconds.",
        "2 minutes.",
        "10 minutes.",
    ]
    assert len({said(Allowance(name, None, time).refusal(5).message) for name in BUDGETS}) == 10


# -- Over HTTP -------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking is short here."""
    monkeypatch.setattr(analyses, "ADVICE", Thinking(iterations=20))
    monkeypatch.setattr(analyses, "ITERATIONS", 20)


@pytest.fixture
async def strict(tmp_path: Path, time: ManualTime) -> AsyncIterator[RunningServer]:
    """A server where everybody may do everything twice."""
    async with running(str(tmp_path / "palatine.db"), time=time, limits=FEW) as server:
        yield server


RECORD = read_record(ROOT / "tests" / "golden" / "rivalkings" / "3-greedy.jsonl")
SHORT = msgspec.structs.replace(RECORD, moves=RECORD.moves[:4], result=None)


async def ask(browser: Browser, what: str, table: str, replay: str, **headers: str) -> Any:
    wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT]}
    method, path, body = {
        "tables": ("POST", "tables", wanted),
        "joins": ("POST", f"tables/{table}/join", {}),
        "names": ("PUT", "me", {"name": "Zoë"}),
        "uploads": ("POST", "replays", {"record": SHORT.text()}),
        "replays": ("GET", f"replays/{replay}", None),
        "advice": ("POST", f"replays/{replay}/advice", {"at": 1}),
        "analyses": ("POST", f"replays/{replay}/analysis", {}),
    }[what]
    return await browser.http.request(method, f"/api/{path}", json=body, headers=headers)


@pytest.mark.parametrize("what", ["tables", "joins", "names", "uploads", "replays", "advice", "analyses"])
async def test_who_asks_too_often_is_told_when_to_come_again(
    strict: RunningServer, time: ManualTime, what: str
) -> None:
    async with strict.browsers("Anna", "Bert") as (anna, bert):
        table = await bert.open("rivalkings", ME, OPEN_SEAT)
        replay = (await ask(bert, "uploads", "", "")).json()["id"]
        await time.advance(60)
        most = int(FEW[what].burst)
        for _ in range(most):
            assert (await ask(anna, what, table, replay)).is_success
        answer = await ask(anna, what, table, replay)
        code, text = problem(answer, 429)
        assert code == "too_much"
        assert "10 seconds" in text
        assert answer.headers["retry-after"] == "10"
        assert answer.json()["message"]["args"] == {"what": what, "seconds": 10, "minutes": 1}
        assert (await ask(bert, what, table, replay)).is_success, "others have their own"
        await time.advance(10)
        assert (await ask(anna, what, table, replay)).is_success


async def test_hints_are_advice(strict: RunningServer) -> None:
    async with strict.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program("greedy"))
        await anna.at(table)
        hints = [await anna.http.post(f"/api/tables/{table}/hint", json={"seat": 0}) for _ in range(3)]
        assert [hint.status_code for hint in hints] == [200, 200, 429]


async def test_new_cookies_are_no_way_around(strict: RunningServer) -> None:
    """The address counts too, as the proxy that is trusted tells it; here that is this machine."""
    opened = []
    async with strict.browsers("Anna") as (anna,):
        for _ in range(2 * AT_ONE_ADDRESS + 3):
            anna.http.cookies.clear()
            answer = await ask(anna, "tables", "", "", **{"x-forwarded-for": "192.0.2.7"})
            opened.append(answer.status_code)
        assert opened == [201] * 2 * AT_ONE_ADDRESS + [429] * 3
        anna.http.cookies.clear()
        elsewhere = await ask(anna, "tables", "", "", **{"x-forwarded-for": "2001:db8::1"})
        assert elsewhere.status_code == 201


async def test_long_records_count_as_several(strict: RunningServer) -> None:
    long = "x" * 30_000
    async with strict.browsers("Anna") as (anna,):
        answers = [await anna.http.post("/api/replays", json={"record": text}) for text in (long, long)]
        assert [answer.status_code for answer in answers] == [400, 429]


async def test_when_programs_have_thought_enough_none_that_takes_its_time_sits_down(
    strict: RunningServer, time: ManualTime
) -> None:
    async with strict.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        host = strict.table(table).state.header.host
        limits: Limits = strict.app.dependencies["limits"].dependency()  # type: ignore[union-attr]
        limits.thinking.charge(*limits.find(host), 5)
        wanted = {"game": "rivalkings", "seats": [ME, program("best")]}
        filling = f"/api/tables/{table}/fill"
        for answer in (
            await anna.http.post("/api/tables", json=wanted),
            await anna.http.post(filling, json={"level": "best"}),
        ):
            assert problem(answer, 429)[0] == "too_much"
            assert answer.json()["message"]["args"]["what"] == "thinking"
        assert (await bert.http.post("/api/tables", json=wanted)).status_code == 201
        quick = await anna.http.post(filling, json={"level": "greedy"})
        assert quick.status_code == 200, "who takes no time may come"


async def test_a_rematch_is_a_table_like_any_other(tmp_path: Path, time: ManualTime) -> None:
    few = {**BUDGETS, "tables": Budget(6, 1), "thinking": Budget(60, 10)}
    async with (
        running(str(tmp_path / "palatine.db"), time=time, limits=few) as server,
        server.browsers("Anna") as (anna,),
    ):
        page = await anna.at(await anna.open("rivalkings", ME, program("random")))
        await play_on([page], Random(4))
        table, limits = server.table(page.table["id"]), server.game_server.limits
        refused = await page.rematch()
        assert refused["code"] == "too_much"
        assert refused["message"]["args"] == {"what": "tables", "seconds": 10, "minutes": 1}
        await time.advance(10)
        limits.thinking.charge(*limits.find(table.state.header.host), 20)
        table.state.seats[1].level = "best"
        assert (await page.rematch())["message"]["args"]["what"] == "thinking"
        table.state.seats[1].level = "random"
        assert [(await page.rematch())["type"] for _ in range(2)] == ["ack"] * 2, "it costs once"
        assert (await ask(anna, "tables", "", "")).status_code == 429, "it was counted"
        await time.advance(10)
        assert (await ask(anna, "tables", "", "")).status_code == 201


async def test_a_family_never_meets_them(tmp_path: Path, time: ManualTime) -> None:
    """Five people behind one address, an evening at once: what each does is far within the budgets."""
    async with (
        running(str(tmp_path / "palatine.db"), time=time, limits=BUDGETS) as server,
        server.browsers("Anna", "Bert", "Clara", "Dora", "Emil") as people,
    ):
        for browser in people:
            replay = (await ask(browser, "uploads", "", "")).json()["id"]
            for _ in range(8):
                table = await browser.open("rivalkings", ME, OPEN_SEAT)
                for what in ("names", "uploads", "replays", "advice"):
                    assert (await ask(browser, what, table, replay)).is_success
            assert (await ask(browser, "analyses", table, replay)).is_success


# -- Sockets -----------------------------------------------------------------------------------------


async def test_who_sends_very_much_is_heard_more_slowly_and_answered_all_the_same(
    tmp_path: Path, time: ManualTime
) -> None:
    limits = {**BUDGETS, "messages": Budget(600, 2)}
    async with (
        running(str(tmp_path / "palatine.db"), limits=limits, time=time) as server,
        server.browsers("Anna") as (anna,),
    ):
        page, messages = (
            await anna.at(await anna.open("rivalkings", ME, OPEN_SEAT)),
            server.game_server.limits.messages,
        )
        for _ in range(6):
            await page.say("ping")
        for n in range(5):
            if n >= 2:
                while messages.slowed < n - 1:  # until it is heard, and has to wait
                    await asyncio.sleep(0.001)
                await time.advance(0.11)  # one a tenth of a second comes back
            while (await page.hear())["type"] != "pong":
                pass
        assert messages.slowed == 4, "the last waits still"


async def test_what_is_much_work_counts_as_many_messages(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.browsers("Anna") as (anna,):
        page = await anna.at(await anna.open("rivalkings", ME, program()))
        assert page.ask is not None
        costs: list[float] = []
        monkeypatch.setattr(server.game_server.limits.messages, "charge", lambda *_: costs.append(_[-1]))
        explain = {"question": page.ask["question"], "moves": [], "things": ["pile:1"]}
        for kind, words in {"ping": {}, "sync": {}, "explain": explain, "select_seat": {"seat": 0}}.items():
            await page.say(kind, **words)
        await page.say("ping")
        pongs = 0
        while pongs < 2:
            pongs += (await page.hear())["type"] == "pong"
        assert [sum(costs[n : n + 2]) for n in range(0, 8, 2)] == [1, 10, 5, 10]


async def test_sockets_beyond_the_limit_are_closed_with_a_word_and_leave_room_again(tmp_path: Path) -> None:
    limits = {**BUDGETS, "sockets": Budget(0, 2)}
    async with (
        running(str(tmp_path / "palatine.db"), limits=limits) as server,
        server.browsers("Anna") as (anna,),
    ):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        first, _ = await anna.at(table), await anna.at(table)
        third = await anna.dial(table)
        bye = json.loads(await third.recv())
        assert bye["code"] == "too_much"
        told = "2 pages are enough for one person, and 10 for all at one address. Close one, then try again."
        assert told in worded(bye)
        await third.wait_closed()
        assert third.close_code == TOO_MANY
        await first.close()
        live = server.table(table)
        while len(live.connections) > 1:
            await asyncio.sleep(0.001)
        await anna.at(table)
