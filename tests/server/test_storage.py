"""What is kept, and where: the same in a file and in PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

from palatine.core.errors import PalatineError
from palatine.core.match import replayed
from palatine.core.record import parse_record
from palatine.server.errors import Conflict
from palatine.server.storage import Storage, database_url, migrations
from palatine.server.storage import entries as log
from palatine.server.storage import tables as tables_module
from palatine.server.storage.latest import AnalysisStore, RecordStore
from palatine.server.storage.schema import analyses, metadata, records, tables
from palatine.server.timing import Time
from tests.forked import Forked

from .browsers import ME, OPEN_SEAT, Browser, play_on, program, running, settle
from .processes import PATIENCE, Process
from .tables import header
from .times import ManualTime

pytestmark = pytest.mark.anyio
on_both = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)

ENTRIES: list[log.Entry] = [
    log.Joined(1, "user", "Zoë ☃"),
    log.Filled([0, 2], "greedy"),
    log.Left(1),
    log.StoodIn(1, "greedy"),
    log.Returned(1),
    log.Decided(0, "23>L23", "id\u0000\n"),
    log.TookBack(0, None),
    log.TookBack(0, 3, "x"),
    log.AskedUndo(2, 4, "y"),
    log.Answered(1, 9, True, "z"),
    log.Rematched(0, "other", "w"),
]


@contextlib.asynccontextmanager
async def storages(address: str, count: int = 1, time: Time | None = None) -> AsyncIterator[list[Storage]]:
    """As many processes, as it were."""
    found = [Storage(database_url(address), time) for _ in range(count)]
    try:
        for storage in found:
            await storage.open()
        yield found
    finally:
        for storage in found:
            await storage.close()


# -- The shape -----------------------------------------------------------------------------------------


@on_both
async def test_migrations_make_what_the_code_expects(address: str) -> None:
    def differences(connection: sa.Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    async with storages(address) as (storage,), storage.database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        version = await connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        assert version == migrations.HEAD


def test_the_newest_migration_is_the_one_that_is_named() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert scripts.get_heads() == [migrations.HEAD]


@on_both
async def test_a_database_is_opened_again_as_it_was(address: str) -> None:
    async with storages(address) as (storage,):
        await storage.tables.open(header("rivalkings", [None, None]), ENTRIES[:1])
        secret = await storage.users.secret()
    async with storages(address) as (storage,):
        assert await storage.users.secret() == secret
        assert len(await storage.tables.entries("table")) == 1


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_processes_that_start_at_once_migrate_once(address: str) -> None:
    found = [Storage(database_url(address)) for _ in range(4)]
    await asyncio.gather(*(storage.open() for storage in found))
    assert len({await storage.users.secret() for storage in found}) == 1
    for storage in found:
        await storage.close()


async def test_a_file_is_careful_and_lets_readers_in(tmp_path: Path) -> None:
    path = str(tmp_path / "new" / "folder" / "x.db")
    async with storages(path) as (storage,), storage.database.engine.connect() as connection:
        assert await connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert await connection.scalar(sa.text("PRAGMA synchronous")) == 2
        assert await connection.scalar(sa.text("PRAGMA foreign_keys")) == 1


# -- Logs ----------------------------------------------------------------------------------------------


@on_both
async def test_a_log_is_kept_as_it_was_written(address: str) -> None:
    head = header("rheinlander", [None, "greedy", None], open_coins=True)
    async with storages(address, 2) as (storage, other):
        assert await storage.tables.header("table") is None
        assert await storage.tables.entries("table") == []
        await storage.tables.open(head, ENTRIES[:2])
        at = await storage.tables.append("table", 2, ENTRIES[2:])
        assert await other.tables.header("table") == head
        rows = await other.tables.entries("table")
        assert [number for number, _, _ in rows] == list(range(1, 12))
        assert [entry for _, _, entry in rows] == ENTRIES
        assert rows[-1][1] == at
        assert rows[0][1] == head.opened
        assert await other.tables.entries("table", 9) == rows[9:]


OLD_HEADER = (
    '{"id":"old","game":"rivalkings","ruleset":1,"options":{"players":2},"seed":"00","plan":[null,"greedy"],'
    '"host":"anna","listed":false,"opened":1700000000.0,"clock":{"move":30,"reserve":60},'
    '"start":{"replay":"r0","hidden":"kept","moves":[[0,"play Count"]],"redeals":[]}}'
)
OLD_ENTRIES = {
    '{"type":"joined","seat":0,"player":"anna","name":"Anna"}': log.Joined(0, "anna", "Anna"),
    '{"type":"filled","seats":[1],"level":"greedy"}': log.Filled([1], "greedy"),
    '{"type":"left","seat":0}': log.Left(0),
    '{"type":"stood_in","seat":0,"level":"greedy"}': log.StoodIn(0, "greedy"),
    '{"type":"returned","seat":0}': log.Returned(0),
    '{"type":"ran_out","seat":0}': log.RanOut(0),
    '{"type":"resumed","since":1700000000.5}': log.Resumed(1700000000.5),
    '{"type":"waited","seat":0,"away":1,"id":"x"}': log.Waited(0, 1, "x"),
    '{"type":"agreed","seat":0,"away":1,"id":"x"}': log.Agreed(0, 1, "x"),
    '{"type":"decided","seat":0,"move":"end","id":"a"}': log.Decided(0, "end", "a"),
    '{"type":"took_back","seat":0,"keep":3,"id":""}': log.TookBack(0, 3),
    '{"type":"asked_undo","seat":0,"keep":3,"id":"b"}': log.AskedUndo(0, 3, "b"),
    '{"type":"answered","seat":1,"number":9,"yes":true,"id":"c"}': log.Answered(1, 9, True, "c"),
    '{"type":"lapsed","number":9}': log.Lapsed(9),
    '{"type":"rematched","seat":0,"table":"new","id":"d"}': log.Rematched(0, "new", "d"),
}


@on_both
async def test_what_was_written_long_ago_is_still_read_and_is_written_so_today(address: str) -> None:
    """Whatever our own names are: these are the bytes that databases hold."""
    async with storages(address) as (storage,):
        async with storage.database.engine.begin() as connection:
            row = {"id": "old", "opened": 1.7e9, "header": OLD_HEADER}
            words = "INSERT INTO tables (id, opened, listed, header) VALUES (:id, :opened, false, :header)"
            await connection.execute(sa.text(words), row)
            words = (
                "INSERT INTO log (table_id, number, at, player, entry) VALUES ('old', :n, :n, 'anna', :text)"
            )
            rows = [{"n": n, "text": text} for n, text in enumerate(OLD_ENTRIES, start=1)]
            await connection.execute(sa.text(words), rows)
        header = await storage.tables.header("old")
        assert header is not None
        assert header.clock == log.TimeControl(30, 60)
        assert msgspec.json.encode(header).decode() == OLD_HEADER
        entries = [entry for _, _, entry in await storage.tables.entries("old")]
        assert entries == list(OLD_ENTRIES.values())
        assert [log.encode(entry).decode() for entry in entries] == list(OLD_ENTRIES)
        assert await storage.tables.of_user("anna", 10) == ["old"]


@on_both
async def test_of_two_who_write_the_next_entry_one_gets_a_conflict(address: str) -> None:
    async with storages(address, 2) as both:
        await both[0].tables.open(header("rivalkings", [None, None]), [])
        for after in range(5):
            wanted = [[log.Decided(seat, "end", f"{after}")] for seat in (0, 1)]
            done = await asyncio.gather(
                *(storage.tables.append("table", after, w) for storage, w in zip(both, wanted, strict=True)),
                return_exceptions=True,
            )
            assert [type(each) for each in done if not isinstance(each, float)] == [Conflict], done
        assert len(await both[0].tables.entries("table")) == 5


@on_both
async def test_what_is_written_together_is_written_whole_or_not(address: str) -> None:
    async with storages(address) as (storage,):
        await storage.tables.open(header("rivalkings", [None, None]), ENTRIES[:3])
        with pytest.raises(Conflict):
            await storage.tables.append("table", 2, ENTRIES[:4])
        with pytest.raises(Conflict):
            await storage.tables.append("no such table", 0, ENTRIES[:1])
        assert len(await storage.tables.entries("table")) == 3


async def listed(storage: Storage, *words: Any) -> list[str]:
    return [id for id, _ in await storage.tables.listed(*words)]


@on_both
async def test_ones_tables_are_found_again_the_latest_first(address: str) -> None:
    async with storages(address) as (storage,):
        for n in range(5):
            head = header("rivalkings", [None, None])
            head = msgspec.structs.replace(head, id=f"t{n}", opened=1000.0 + n, listed=n % 2 == 0)
            await storage.tables.open(head, [log.Joined(0, "anna", "Anna")] if n != 3 else [])
        await storage.tables.append("t0", 1, [log.Joined(1, "bert", "Bert")])
        assert await storage.tables.of_user("anna", 10) == ["t4", "t2", "t1", "t0"]
        assert await storage.tables.of_user("anna", 2) == ["t4", "t2"]
        assert await storage.tables.of_user("bert", 10) == ["t0"]
        assert await storage.tables.of_user("", 10) == []
        assert await listed(storage, 0, 10, 10) == ["t4", "t2", "t0"]
        assert await listed(storage, 0, 2, 10) == ["t4", "t2"]
        assert await listed(storage, 1002.0, 10, 10) == ["t4"]
        await storage.tables.take_off(["t2", "t0"])
        assert await listed(storage, 0, 10, 10) == ["t4"]


@on_both
async def test_hosts_are_listed_in_turn(address: str) -> None:
    async with storages(address) as (storage,):
        for n, host in enumerate(("bert", *["anna"] * 40, "clara", *["anna"] * 40)):
            head = header("rivalkings", [None, None])
            changed = {"id": f"{host}{n}", "host": host, "opened": 1000.0 + n, "listed": True}
            await storage.tables.open(msgspec.structs.replace(head, **changed), [])
        assert await listed(storage, 0, 3, 30) == ["anna81", "clara41", "bert0", "anna80", "anna79"]
        assert await storage.tables.listed(0, 3, 2) == [("anna81", "anna"), ("clara41", "clara")]


# -- What is kept for a while --------------------------------------------------------------------------


async def kept(store: RecordStore | AnalysisStore, *ids: str) -> list[str]:
    return [id for id in ids if await store.find(id) is not None]


@on_both
async def test_whoever_brings_very_many_records_loses_their_own(address: str) -> None:
    time = ManualTime()
    async with storages(address, time=time) as (storage,):
        storage.records.each = 3
        await storage.records.keep("bert's", "bert", record="x")
        for n in range(10):
            await time.advance(1)
            await storage.records.keep(f"a{n}", "anna", record="x")
        assert await kept(storage.records, "bert's", *(f"a{n}" for n in range(10))) == [
            "bert's",
            *("a7", "a8", "a9"),
        ]
        await time.advance(1)
        await storage.records.keep("a7", "bert", record="x")
        await storage.records.keep("a10", "anna", record="x")
        assert await kept(storage.records, "a7", "a8", "a9", "a10") == ["a7", "a9", "a10"], (
            "a7 was given again"
        )
        await time.advance(1)
        for n in range(3):
            await storage.records.keep(f"b{n}", "bert", record="x")
            await time.advance(1)
        assert await kept(storage.records, "a7", "bert's") == ["a7"], "it stays of the one who gave it first"


@on_both
async def test_of_very_much_text_the_latest_is_kept(address: str) -> None:
    time = ManualTime()
    async with storages(address, time=time) as (storage,):
        storage.records.letters = storage.analyses.letters = 100
        for n in range(8):
            await time.advance(1)
            await storage.records.keep(f"r{n}", f"user {n}", record="x" * 30)
            await storage.analyses.keep(f"r{n}", f"user {n}", record="x" * 20, analysis="x" * 20)
        ids = [f"r{n}" for n in range(8)]
        assert await kept(storage.records, *ids) == ["r5", "r6", "r7"]
        assert await kept(storage.analyses, *ids) == ["r6", "r7"]
        await time.advance(1)
        await storage.analyses.keep("r7", "user 7", record="x" * 20, analysis="x" * 70)
        assert await kept(storage.analyses, *ids) == ["r7"], "what grows counts too"


@on_both
async def test_a_database_of_old_learns_whose_everything_is(address: str) -> None:
    """Sizes and hosts are reckoned from what is there."""

    def begin(connection: sa.Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        head = msgspec.json.encode(msgspec.structs.replace(header("rivalkings", [None, None]), listed=True))
        for words in (
            "INSERT INTO tables (id, opened, listed, header) VALUES ('old', 1000.0, true, :header)",
            "INSERT INTO tables (id, opened, listed, header) VALUES ('hid', 1000.0, false, :header)",
        ):
            connection.execute(sa.text(words), {"header": head.decode()})
        connection.execute(sa.text("INSERT INTO records (id, at, record) VALUES ('r', 1.0, 'Zoë ☃')"))
        connection.execute(
            sa.text("INSERT INTO analyses (id, at, record, analysis) VALUES ('a', 1.0, 'xx', 'yyy')")
        )

    url = database_url(address)
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(begin)
    await engine.dispose()
    async with storages(address) as (storage,), storage.database.engine.connect() as connection:
        rows = await connection.execute(sa.select(tables.c.id, tables.c.host).order_by(tables.c.id))
        assert [tuple(row) for row in rows] == [("hid", None), ("old", "user-0")]
        sizes = [await connection.scalar(sa.select(table.c.size)) for table in (records, analyses)]
        assert sizes == [5, 5]
        assert await listed(storage, 0, 3, 30) == ["old"]
        assert (await storage.records.find("r")) is not None


# -- People --------------------------------------------------------------------------------------------


@on_both
async def test_names_and_the_secret_are_the_same_for_all_processes(address: str) -> None:
    async with storages(address, 3) as found:
        assert len({*await asyncio.gather(*(storage.users.secret() for storage in found))}) == 1
        assert await found[0].users.name("anna") is None
        await asyncio.gather(*(storage.users.rename("anna", "Anna") for storage in found for _ in range(3)))
        assert await found[1].users.name("anna") == "Anna"
        await found[1].users.rename("anna", "Zoë ☃")
        assert await found[2].users.name("anna") == "Zoë ☃"


@on_both
async def test_that_many_were_here_is_noted_in_one_statement(address: str) -> None:
    async with storages(address) as (storage,):
        await storage.users.rename("anna", "Anna")
        statements: list[str] = []
        engine = storage.database.engine.sync_engine
        sa.event.listen(engine, "before_cursor_execute", lambda *words: statements.append(words[2]))
        await storage.users.saw({"anna": 7.0, **{f"user {n}": float(n) for n in range(50)}})
        assert len(statements) == 1
        latest = await storage.users.latest(100)
        assert len(latest) == 51
        assert {one.id: (one.name, one.seen) for one in latest}["anna"] == ("Anna", 7.0)
        assert (latest[0].name, latest[0].seen) == ("", 49.0)


@on_both
async def test_how_far_logs_have_grown_is_read_of_many_at_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "AT_ONCE", 2)
    async with storages(address) as (storage,):
        for n, id in enumerate(("a", "b", "c")):
            one = msgspec.structs.replace(header("rivalkings", [None, None]), id=id)
            await storage.tables.open(one, [log.Left(0)] * n)
        assert await storage.tables.numbers(["a", "b", "c", "none"]) == {"b": 1, "c": 2}


@on_both
async def test_presence_of_some_tables_is_told_anew_and_all_of_it_renewed(address: str) -> None:
    turned = ManualTime()
    async with storages(address, time=turned) as (storage,):
        presence = storage.presence
        await presence.report("one", {("t", 0): 1, ("u", 0): 1})
        await presence.report("one", {("t", 1): 2}, ["t"])
        assert await presence.elsewhere("other", 0.0) == {("t", 1): 2, ("u", 0): 1}
        turned.leap(100.0)
        assert await presence.elsewhere("other", turned.now() - 1) == {}
        await presence.renew("one")
        assert await presence.elsewhere("other", turned.now() - 1) == {("t", 1): 2, ("u", 0): 1}


@on_both
async def test_presence_is_of_other_processes_and_grows_old(address: str) -> None:
    async with storages(address, 2) as (one, other):
        now = time.time()
        await one.presence.report("one", {("t", 0): 1, ("t", -1): 3})
        await other.presence.report("other", {("t", 0): 2, ("u", 1): 1})
        assert await one.presence.elsewhere("one", now - 10) == {("t", 0): 2, ("u", 1): 1}
        assert await other.presence.elsewhere("third", now - 10) == {("t", 0): 3, ("t", -1): 3, ("u", 1): 1}
        assert await one.presence.elsewhere("one", time.time() + 10) == {}
        await other.presence.report("other", {})
        assert await one.presence.elsewhere("one", now - 10) == {}


# -- Addresses -----------------------------------------------------------------------------------------


def test_a_database_is_a_path_or_an_address() -> None:
    assert database_url("games.db").render_as_string() == "sqlite+aiosqlite:///games.db"
    assert database_url("/var/x y.db").database == "/var/x y.db"
    assert database_url("~/x.db").database == str(Path.home() / "x.db")
    assert database_url("sqlite:///x.db").drivername == "sqlite+aiosqlite"
    for name in ("postgres", "postgresql", "postgresql+psycopg", "postgresql+asyncpg"):
        url = database_url(f"{name}://anna:pass%40word@host:5433/games")
        assert url.drivername == "postgresql+psycopg"
        assert (url.username, url.password, url.host, url.port, url.database) == (
            *("anna", "pass@word", "host"),
            *(5433, "games"),
        )


@pytest.mark.parametrize("wrong", ["mysql://x/y", "http://example.org", "://", "sqlite+x:y://"])
def test_an_address_that_is_none_says_what_one_is(wrong: str) -> None:
    with pytest.raises(PalatineError, match=r"give a file, or postgresql://"):
        database_url(wrong)


WRONG = {
    "text.db": "file is not a database",
    "folder": "unable to open database file",
    "file/x.db": "",
    "postgresql://anna:geheim@127.0.0.1:1/games": "Connection refused|connection failed",
}


@pytest.mark.parametrize("database", WRONG)
def test_a_server_whose_database_cannot_be_opened_says_why_in_a_line(tmp_path: Path, database: str) -> None:
    (tmp_path / "text.db").write_text("this is no database, " * 100)
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    said = tmp_path / "said"
    process = Forked(["serve", "--database", database], said, functools.partial(os.chdir, tmp_path))
    assert process.wait(PATIENCE) == 2
    (line,) = said.read_text("utf-8").strip().splitlines()
    assert line.startswith("Error: ")
    assert re.search(WRONG[database], line)
    assert "geheim" not in line


# -- With PostgreSQL and Redis -------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_a_whole_game_over_postgresql(address: str) -> None:
    async with running(address) as server, server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, program())
        await bert.join(table)
        pages = [await anna.at(table), await bert.at(table)]
        await play_on(pages, Random(1))
        record = await anna.http.get(f"/api/tables/{table}/record")
        assert replayed(parse_record(record.content)).outcome is not None
        for unknown in ("nowhere", "%00", "%ED%A0%80", "x" * 5000):
            assert (await anna.http.get(f"/api/tables/{unknown}")).status_code == 404, unknown


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_many_arrive_at_once_in_a_process_that_is_not_alone(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(address) as server, server.browsers("Anna") as (anna,):
        server.game_server.channel.shared = True
        presence = server.game_server.storage.presence
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await asyncio.gather(*(anna.at(table) for _ in range(12)))
        async with asyncio.timeout(PATIENCE):
            while await presence.elsewhere("another", time.time() - 60) != {(table, 0): 12}:
                await asyncio.sleep(0.01)
        assert not caplog.records


@contextlib.asynccontextmanager
async def two_processes(folder: Path, database: str, redis: str) -> AsyncIterator[tuple[Process, Process]]:
    both = [Process(folder, "--redis", redis, database=database) for _ in range(2)]
    try:
        await asyncio.gather(*(process.start() for process in both))
        yield both[0], both[1]
    finally:
        for process in both:
            process.stop()
    for process in both:
        assert "Traceback" not in process.said(), process.said()


@on_both
async def test_people_of_different_processes_play_at_one_table(
    address: str, redis: str, tmp_path: Path
) -> None:
    async with (
        two_processes(tmp_path, address, redis) as (one, other),
        Browser(one.address) as anna,
        Browser(other.address) as bert,
    ):
        await anna.come("Anna")
        await bert.come("Bert")
        table = await anna.open("rivalkings", ME, OPEN_SEAT, program())
        page = await anna.at(table)
        await bert.join(table)
        await page.until(lambda page: page.table["status"] == "playing")
        twin = await bert.at(table)
        await page.until(lambda page: page.online == [True, True, False])
        await twin.until(lambda page: page.online == [True, True, False])
        await play_on([page, twin], Random(2))
        assert page.over
        assert page.table["scores"] == twin.table["scores"]
        assert page.shown["players"] == [  # type: ignore[index]
            {**player, "hand": page.shown["players"][n]["hand"]}  # type: ignore[index]
            for n, player in enumerate(twin.shown["players"])  # type: ignore[index]
        ]
        records = [(await browser.http.get(f"/api/tables/{table}/record")).text for browser in (anna, bert)]
        assert records[0] == records[1]
        await twin.rematch()
        await page.until(lambda page: page.table["rematch"])
        await settle(page, twin)
        assert page.table["rematch"] == twin.table["rematch"]
        await twin.close()
        await page.until(lambda page: page.online == [True, False, False])
