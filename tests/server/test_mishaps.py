"""What goes wrong in a server: full disks, logs that nobody can read, foreign pages, moments too short."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError
from websockets.exceptions import ConnectionClosed

from palatine.core.errors import PalatineError
from palatine.server.errors import Conflict, Refusal
from palatine.server.identity import COOKIE
from palatine.server.live import connection as connection_module
from palatine.server.live import registry
from palatine.server.live.connection import Connection
from palatine.server.live.table import Absence
from palatine.server.protocol.messages import Pong
from palatine.server.storage import Storage, database_url
from palatine.server.storage.entries import Joined, Left, StoodIn
from palatine.server.storage.schema import tables
from palatine.server.tables import commands
from palatine.server.tables.state import TableState

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, program
from .tables import full, header
from .times import ManualTime
from .wording import problem

pytestmark = pytest.mark.anyio
OUR_FAULT_CLOSES = 4500  # by Litestar; docs/protocol.md has it


async def two_at(server: RunningServer, anna: Browser, bert: Browser) -> tuple[str, Page, Page]:
    table = await anna.open("rivalkings", ME, OPEN_SEAT)
    await bert.join(table)
    return table, await anna.at(table), await bert.at(table)


# -- Writing and reading -------------------------------------------------------------------------------


async def test_what_cannot_be_written_is_not_done_and_the_table_goes_on(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def disk_full(*_: Any) -> float:
        raise OperationalError("insert", {}, Exception("the disk is full"))

    async with server.browsers("Anna", "Bert") as (anna, bert):
        table, page, _ = await two_at(server, anna, bert)
        with monkeypatch.context() as patched:
            patched.setattr(server.game_server.storage.tables, "append", disk_full)
            answer = await page.play(page.moves[0], id="once")
            assert (answer["type"], answer["code"]) == ("refused", "our_fault")
            assert "disk" not in problem(answer)
            assert await page.ping() == page.number
        assert (await page.play(page.moves[0], id="once"))["type"] == "ack"
        assert len(await server.game_server.storage.tables.entries(table)) == 3


async def test_a_log_that_takes_nothing_is_not_tried_for_ever(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def conflict(table: str, *_: Any) -> float:
        raise Conflict(table)

    async with server.browsers("Anna", "Bert") as (anna, bert):
        _, page, _ = await two_at(server, anna, bert)
        monkeypatch.setattr(server.game_server.storage.tables, "append", conflict)
        assert (await page.play(page.moves[0]))["code"] == "our_fault"


async def test_a_table_that_cannot_be_read_takes_no_other_with_it(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        good = await anna.open("rivalkings", ME, OPEN_SEAT)
        bad = header("rivalkings", [None, None])
        entry = Joined(0, server.table(good).state.seats[0].user or "", "Anna")
        old = {"ruleset": 99, "listed": True, "opened": 4e9}
        await server.game_server.storage.tables.open(type(bad)(**{**_fields(bad), **old}), [entry])
        lobby = (await anna.http.get("/api/tables")).json()
        assert [table["id"] for table in lobby["mine"]] == [good]
        answer = await anna.http.get(f"/api/tables/{bad.id}")
        assert (answer.status_code, answer.json()["code"]) == (500, "unreadable_table")
        socket = await anna.dial(bad.id)
        assert '"code":"unreadable_table"' in str(await socket.recv())


def _fields(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


async def test_errors_of_the_database_do_not_tell_what_was_to_be_written(tmp_path: Path) -> None:
    storage = Storage(database_url(str(tmp_path / "x.db")))
    await storage.open()
    new = header("rivalkings", [None, None])
    await storage.tables.open(new, [Joined(0, "secret-user", "Anna")])
    with pytest.raises(DBAPIError) as raised:
        await storage.tables.open(new, [])
    assert new.seed not in str(raised.value)
    await storage.close()


# -- Migrations ----------------------------------------------------------------------------------------


async def test_a_migration_that_is_interrupted_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "x.db")
    for stop in count(1):
        statements = count(1)

        def interrupt(*_: Any, statements: Iterator[int] = statements, stop: int = stop) -> None:
            if next(statements) == stop:
                raise OSError("a power cut")

        sa.event.listen(sa.Engine, "before_cursor_execute", interrupt)
        storage = Storage(database_url(path))
        try:
            await storage.open()
            break
        except PalatineError as error:
            assert "a power cut" in str(error)
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", interrupt)
    assert stop > 10
    assert await storage.users.secret() == await storage.users.secret()
    await storage.close()


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    url = database_url(str(tmp_path / "x.db"))
    storage = Storage(url)
    await storage.open()
    async with storage.database.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await storage.close()
    with pytest.raises(PalatineError, match="newer version of Palatine"):
        await Storage(url).open()


# -- Tables in memory ----------------------------------------------------------------------------------


async def test_a_table_that_somebody_holds_is_the_only_one_of_its_id(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is about to act at a table acts at the one where the connections are."""
    monkeypatch.setattr(registry, "KEPT", 1)
    async with server.browsers("Anna") as (anna,):
        ids = [await anna.open("rivalkings", ME, OPEN_SEAT) for _ in range(4)]
        held = await server.game_server.tables.find(ids[0])
        for other in ids[1:]:
            await server.game_server.tables.find(other)
        assert await server.game_server.tables.find(ids[0]) is held
        del held
        again = await asyncio.gather(*(server.game_server.tables.find(ids[1]) for _ in range(5)))
        assert len({id(table) for table in again}) == 1


async def test_an_unknown_table_is_not_remembered(server: RunningServer) -> None:
    for n in range(20):
        with pytest.raises(Refusal):
            await server.game_server.tables.find(f"nowhere{n}")
    assert len(server.game_server.tables._loading) == 0


async def test_who_does_not_listen_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "BACKLOG", 100)
    connection, sent = Connection("somebody"), asyncio.Queue[str]()
    delivering = asyncio.create_task(connection.deliver(sent.put))
    connection.send(Pong(1))
    assert await sent.get() == '{"type":"pong","number":1}'
    for number in range(10):
        connection.send(Pong(number))
    await delivering
    assert sent.empty()


# -- Seats that change hands, owners that come back ----------------------------------------------------


async def test_a_message_counts_for_the_seat_that_its_sender_has_by_then(server: RunningServer) -> None:
    """Anna's decision waits while she gets up and somebody else sits down: it must not be his."""
    async with server.browsers("Anna", "Bert") as (anna, bert):
        id = await anna.open("rivalkings", ME, OPEN_SEAT)
        page = await anna.at(id)
        await bert.join(id)
        await page.upto(2)
        table = server.table(id)
        move, question = page.moves[0], 2
        async with table.lock:
            await page.say("play", id="late", question=question, moves=[move])
            while not table.lock._waiters:
                await asyncio.sleep(0.001)
            table.state.seats[0].user = "somebody else"
        while (answer := await page.hear())["type"] not in ("ack", "refused"):
            pass
        assert (answer["type"], answer["code"]) == ("refused", "watching")


async def test_nobody_stands_in_for_an_owner_who_has_just_come_back(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        id, page, gone = await two_at(server, anna, bert)
        await gone.close()
        await page.until(lambda page: page.online == [True, False])
        table, act = server.table(id), server.game_server.act
        back = Connection(table.state.seats[1].user)

        async def meanwhile(*words: Any) -> int:
            table.add(back)
            return await act(*words)

        monkeypatch.setattr(server.game_server.absence, "_act", meanwhile)
        table.away = {1: Absence(float("-inf"), float("-inf"), 0)}
        await server.game_server.absence.check(table)
        table.remove(back)
        monkeypatch.undo()
        assert table.state.seats[1].stand_in is None
        table.away = {1: Absence(float("-inf"), float("-inf"), 0)}
        await server.game_server.absence.check(table)
        assert table.state.seats[1].stand_in is not None


def test_whoever_sits_down_again_plays_on_whatever_the_reason_was() -> None:
    table = full("rivalkings", 2)
    table.add([StoodIn(1, "greedy")])
    table.add(commands.join(table.state, "user-1", "Person 1", None, table.now))
    assert table.state.seats[1].stand_in is None
    table.add([Left(1)])
    assert list(commands.come_back(table.state, "user-1")) == []
    table.add(commands.join(table.state, "user-1", "Person 1", None, table.now))
    assert (table.state.seats[1].left, table.state.seats[1].stand_in) == (False, None)


async def test_one_table_that_fails_is_not_the_end_of_minding(
    timed: RunningServer, time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        broken, _, _ = await two_at(timed, anna, bert)
        _, page, gone = await two_at(timed, anna, bert)
        grant_undo = commands.grant_undo

        def fails(state: TableState) -> Any:
            if state.header.id == broken:
                raise ValueError("a bug")
            return grant_undo(state)

        monkeypatch.setattr(commands, "grant_undo", fails)
        await gone.close()
        await page.until(lambda page: page.online == [True, False])
        await time.advance(62)
        await page.until(lambda page: page.table["seats"][1]["stand_in"])


async def test_an_error_of_ours_closes_the_socket_with_a_code_of_its_own(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("a bug")

    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        monkeypatch.setattr(server.game_server, "connect", broken)
        socket = await anna.dial(table)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == OUR_FAULT_CLOSES


# -- Pages of other sites, and caches ------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://["])
async def test_a_page_of_another_site_changes_nothing_and_takes_nobodys_cookie(
    server: RunningServer, origin: str
) -> None:
    """Such a form comes without the cookie; were one given, it would take the place of the real one."""
    wanted = '{"game": "rivalkings", "seats": [{"kind": "me"}, {"kind": "open"}]}'
    async with server.browsers("Anna") as (anna,):
        for cookies in ({"cookie": f"{COOKIE}={anna.cookie}"}, {"cookie": ""}):
            headers = {"origin": origin, "content-type": "text/plain", **cookies}
            for method, path in (("POST", "/api/tables"), ("PUT", "/api/me")):
                answer = await anna.http.request(method, path, content=wanted, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
                assert "set-cookie" not in answer.headers
        own = {"origin": server.address, "content-type": "application/json"}
        assert (await anna.http.post("/api/tables", content=wanted, headers=own)).status_code == 201
        async with server.game_server.storage.database.engine.connect() as connection:
            assert await connection.scalar(sa.select(sa.func.count()).select_from(tables)) == 1


async def test_what_is_personal_is_kept_by_no_cache(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,), Browser(server.address) as stranger:
        table = await anna.open("rivalkings", ME, program())
        for path in ("/api/me", "/api/tables", f"/api/tables/{table}", "/api/tables/nowhere"):
            assert (await anna.http.get(path)).headers["cache-control"] == "no-store"
        answer = await stranger.http.get("/")
        assert "set-cookie" in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        art = await anna.http.get("/api/art/rheinlander/pieces.svg")
        assert art.headers.get_list("cache-control") == ["no-cache"]
