"""What those who run a server see of it: alive, ready, numbers and logs, and nothing about anybody."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from palatine.bots import analysis as judging
from palatine.core.record import read_record
from palatine.server.limits import AT_ONE_ADDRESS, BUDGETS, Budget
from palatine.server.live import programs
from palatine.server.live import server as server_module
from palatine.server.logs import JsonLines
from palatine.server.replays import analyses, library

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, RunningServer, play_on, program, running
from .processes import Process, free_port
from .times import ManualTime

pytestmark = pytest.mark.anyio

GAME = read_record(Path(__file__).parent.parent / "golden" / "rivalkings" / "3-greedy.jsonl")
RECORD = msgspec.structs.replace(GAME, moves=GAME.moves[:4], result=None)


async def asked(address: str, path: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=PATIENCE) as http:
        return await http.get(path)


async def numbers(server: RunningServer) -> dict[str, float]:
    """All metrics, by their names with labels."""
    text = (await asked(server.metrics, "/metrics")).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


# -- Alive and ready -----------------------------------------------------------------------------------


async def test_a_server_is_ready_once_its_rules_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(server_module.GameServer, "_load_rules", lambda self: never())
        async with running(str(tmp_path / "x.db")) as server:
            answer = await asked(server.address, "/ready")
            assert answer.status_code == 503
            assert answer.json() == {"ready": False, "database": "ok", "rules": "loading", "redis": None}
            assert (await asked(server.address, "/health")).status_code == 200
    async with running(str(tmp_path / "x.db")) as server:
        await until(lambda: server.game_server.rules_loaded)
        answer = await asked(server.address, "/ready")
        assert answer.status_code == 200
        assert answer.json() == {"ready": True, "database": "ok", "rules": "ok", "redis": None}


async def test_who_looks_gets_no_cookie_and_no_page(server: RunningServer) -> None:
    for path in ("/health", "/ready"):
        answer = await asked(server.address, path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answer.headers


async def test_however_often_somebody_asks_it_is_written_once_a_second(
    timed: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, write = 0, timed.game_server.storage.try_writing

    async def counted() -> None:
        nonlocal tries
        tries += 1
        await write()

    monkeypatch.setattr(timed.game_server.storage, "try_writing", counted)
    await asyncio.gather(*(asked(timed.address, "/ready") for _ in range(20)))
    assert tries == 1


# -- Numbers -------------------------------------------------------------------------------------------


async def test_numbers_are_given_out_at_a_port_of_their_own_alone(server: RunningServer) -> None:
    assert (await asked(server.address, "/metrics")).status_code == 404
    answer = await asked(server.metrics, "/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert "set-cookie" not in answer.headers


async def test_at_the_port_of_numbers_there_is_nothing_else_whatever_it_is_called(
    server: RunningServer,
) -> None:
    async with httpx.AsyncClient(base_url=server.metrics, trust_env=False) as http:
        for host in ("localhost", "metrics.example.org:9464"):
            assert (await http.get("/metrics", headers={"host": host})).status_code == 200
            for path in ("/", "/api/tables", "/api/me", "/health", "/nothing"):
                answer = await http.get(path, headers={"host": host})
                assert answer.status_code == 404
                assert "set-cookie" not in answer.headers
    with pytest.raises(InvalidStatus):
        await connect(server.metrics.replace("http", "ws", 1) + "/api/tables/x/socket", proxy=None)


async def test_what_happens_is_counted(server: RunningServer) -> None:
    before = await numbers(server)
    assert before["palatine_tables"] == before["palatine_decision_seconds_count"] == 0
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        pages = [await anna.at(table), await bert.at(table)]
        played = await play_on(pages, Random(3), 6)
        asked_now = next(page for page in pages if page.owes)
        assert (await asked_now.play("nonsense", question=0))["code"] == "stale"
        assert (await anna.http.get("/api/tables/nowhere")).status_code == 404
        assert (await anna.http.post("/api/tables", json={})).status_code == 400
        after = await numbers(server)
    assert after["palatine_tables"] == 1
    assert after["palatine_connections"] == 2
    assert after["palatine_decision_seconds_count"] == played
    assert after['palatine_decision_seconds_bucket{le="+Inf"}'] == played
    assert after['palatine_refusals_total{code="stale"}'] == 1
    assert after['palatine_refusals_total{code="unknown_table"}'] == 1
    assert after['palatine_refusals_total{code="bad_request"}'] == 1
    assert after["palatine_log_entries_total"] == server.table(table).state.number - 1  # one came with it
    assert after["palatine_storage_errors_total"] == 0
    assert after['palatine_request_seconds_count{route="/api/tables/{table}",status="4xx"}'] == 1
    assert after['palatine_request_seconds_count{route="/api/tables",status="2xx"}'] == 1
    assert after['palatine_request_seconds_count{route="/api/tables",status="4xx"}'] == 1
    for budget in ("requests", "messages"):
        assert after[f'palatine_slowed_total{{budget="{budget}"}}'] == 0
    for queue in ("writer", "programs", "analyses", "advice", "replays"):
        assert after[f'palatine_waiting{{queue="{queue}"}}'] == 0
    assert {part: after[f'palatine_ok{{part="{part}"}}'] for part in ("database", "rules")}
    if Path("/proc/self/statm").exists():
        assert after["process_resident_memory_bytes"] > 1_000_000


async def shows(server: RunningServer, name: str, value: float) -> None:
    """Wait until a number is what it has to be."""
    async with asyncio.timeout(PATIENCE):
        while (await numbers(server)).get(name) != value:
            await asyncio.sleep(0.01)


class Held:
    """Work in a thread that does not go on before it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
        self.go_on, self._work = threading.Event(), getattr(module, name)
        monkeypatch.setattr(module, name, self.work)

    def work(self, *words: Any, **named: Any) -> Any:
        assert self.go_on.wait(PATIENCE)
        return self._work(*words, **named)


@pytest.mark.parametrize(
    "queue, module, name",
    [
        ("programs", programs, "_choose"),
        ("advice", analyses, "_advise"),
        ("analyses", judging, "replay"),
        ("replays", library, "_read"),
    ],
)
async def test_what_waits_is_counted(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, queue: str, module: object, name: str
) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program())
        replay = (await anna.http.post("/api/replays", json={"record": RECORD.text()})).json()["id"]
        held = Held(monkeypatch, module, name)
        asking: asyncio.Task[Any] = asyncio.create_task(
            {
                "programs": lambda: anna.at(table),
                "advice": lambda: anna.http.post(f"/api/replays/{replay}/advice", json={}),
                "analyses": lambda: anna.http.post(f"/api/replays/{replay}/analysis", json={}),
                "replays": lambda: anna.http.post("/api/replays", json={"record": RECORD.text()}),
            }[queue]()
        )
        try:
            await shows(server, f'palatine_waiting{{queue="{queue}"}}', 1)
        finally:
            held.go_on.set()
        await asking
        await shows(server, f'palatine_waiting{{queue="{queue}"}}', 0)


async def test_logs_that_wait_for_the_disk_are_counted(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        async with server.game_server.storage.database.writing:
            joining = asyncio.create_task(bert.join(table))
            await shows(server, 'palatine_waiting{queue="writer"}', 1)
        await joining
        await shows(server, 'palatine_waiting{queue="writer"}', 0)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be taken away there")
async def test_a_database_that_fails_is_counted(server: RunningServer, tmp_path: Path) -> None:
    async with server.browsers("Anna") as (anna,):
        (tmp_path / "palatine.db").unlink()
        wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT]}
        assert (await anna.http.post("/api/tables", json=wanted)).status_code == 503
        after = await numbers(server)
    assert after["palatine_storage_errors_total"] > 0
    assert after['palatine_refusals_total{code="storage"}'] == 1
    assert after['palatine_request_seconds_count{route="/api/tables",status="5xx"}'] == 1
    assert after['palatine_ok{part="database"}'] == 0


class Passing(ManualTime):
    """Time that passes only for who waits for it."""

    async def sleep(self, seconds: float) -> None:
        self._passed += seconds
        await asyncio.sleep(0)


async def test_what_is_only_slowed_down_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {**BUDGETS, "messages": Budget(60, 2), "requests": Budget(60, 4)}
    async with (
        running(str(tmp_path / "palatine.db"), limits=few) as server,
        server.browsers("Anna") as (anna,),
    ):
        limits = server.game_server.limits
        for budget in (limits.messages, limits.requests):
            monkeypatch.setattr(budget, "_time", Passing())
        page = await anna.at(await anna.open("rivalkings", ME, OPEN_SEAT))
        for _ in range(5):
            await page.say("ping")
        for _ in range(5):
            while (await page.hear())["type"] != "pong":
                pass
        for _ in range(4 * AT_ONE_ADDRESS + 1):
            assert (await anna.http.get("/api/me")).status_code == 200
        after = await numbers(server)
    assert after['palatine_slowed_total{budget="messages"}'] == 3
    assert after['palatine_slowed_total{budget="requests"}'] >= 1
    assert not any("too_much" in name for name in after), "nothing was refused"


async def test_numbers_tell_nothing_of_games_hands_or_persons(server: RunningServer) -> None:
    async with server.browsers("Anna Livia", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, program())
        await bert.join(table)
        await play_on([await anna.at(table), await bert.at(table)], Random(4), 8)
        text = (await asked(server.metrics, "/metrics")).text
        state = server.table(table).state
    secrets = [table, state.header.seed, anna.cookie, "Anna", "rivalkings", "Rival"]
    secrets += [str(seat.user) for seat in state.seats if seat.user]
    assert not [secret for secret in secrets if secret in text]
    labels = set(re.findall(r"(\w+)=\"", text))
    assert labels <= {"version", "queue", "part", "code", "le", "route", "status", "budget"}


# -- Logs ----------------------------------------------------------------------------------------------


def test_a_line_of_json_has_all_that_is_logged() -> None:
    try:
        raise ValueError("why")
    except ValueError as error:
        words = ("palatine", logging.ERROR, "x.py", 1, "table %s\nfailed", ("t1",))
        record = logging.LogRecord(*words, (type(error), error, error.__traceback__))
    line = JsonLines().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"]) == ("error", "palatine", "table t1\nfailed")
    assert found["exception"].endswith("ValueError: why")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]{12}\+00:00", found["time"])


async def visit(process: Process) -> tuple[str, str]:
    """A table is opened, looked at and played at; its id, and the cookie of who did."""
    async with Browser(process.address) as anna:
        await anna.come("Anna Livia")
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await (await anna.at(table)).ping()
        await anna.http.get(f"/table/{table}?secret=1")
        assert (await anna.http.get(f"/api/tables/{table}/record")).status_code == 409
        return table, anna.cookie


async def test_requests_are_logged_where_that_is_wanted_and_without_secrets(tmp_path: Path) -> None:
    process = Process(tmp_path, "--access-log", "--log-format", "json", "--metrics-port", str(free_port()))
    await process.start()
    try:
        table, cookie = await visit(process)
    finally:
        process.stop()
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in process.said().splitlines() if line.startswith("{")
    ]
    told = {(line["method"], line["path"], line["status"]) for line in lines}
    assert ("POST", "/api/tables", 201) in told
    assert ("GET", "/api/tables/{table}/record", 409) in told
    assert all(line["ms"] >= 0 and line["logger"] == "palatine.access" for line in lines)
    for secret in (table, cookie, cookie.rpartition(".")[0], "Livia", "secret=1"):
        assert secret not in process.said()


async def test_what_visitors_send_wrong_does_not_fill_the_log(tmp_path: Path) -> None:
    process = Process(tmp_path)
    await process.start()
    try:
        async with Browser(process.address) as anna:
            wire = await anna.dial(await anna.open("rivalkings", ME, OPEN_SEAT))
            await wire.send(b"\xff", text=True)
            await asyncio.wait_for(wire.wait_closed(), PATIENCE)
            assert wire.close_code == 1007
            answer = await anna.http.get("/", headers={"Connection": "Upgrade", "Upgrade": "h2c"})
            assert answer.is_success
        reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
        writer.write(b"NONSENSE\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 400 ")
        writer.close()
    finally:
        process.stop()
    assert [line for line in process.said().splitlines() if "WARNING" in line or "ERROR" in line] == []


async def test_what_fails_is_logged_without_the_address_of_a_table(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: str) -> None:
        raise ValueError("why")

    monkeypatch.setattr(server.game_server.tables, "find", fail)
    answer = await asked(server.address, "/api/tables/sEcReT")
    assert answer.status_code == 500
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        "GET /api/tables/{table} failed"
    ]
    assert "sEcReT" not in caplog.text


async def test_requests_are_not_logged_unless_that_is_wanted(tmp_path: Path) -> None:
    process = Process(tmp_path)
    await process.start()
    try:
        await visit(process)
    finally:
        process.stop()
    assert "/api/" not in process.said()
