"""A database that is deleted, replaced, full or away: nothing is acknowledged that is not kept."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from palatine.server.errors import Unavailable
from palatine.server.storage import Storage, database_url
from palatine.server.storage.entries import Decided

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, Page, RunningServer, program, running
from .databases import Door
from .processes import Process
from .tables import header
from .times import ManualTime
from .wording import problem

pytestmark = pytest.mark.anyio


async def two_at(anna: Browser, bert: Browser) -> tuple[str, Page]:
    table = await anna.open("rivalkings", ME, OPEN_SEAT)
    await bert.join(table)
    return table, await anna.at(table)


async def seen(server: RunningServer, path: str = "/ready") -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, timeout=PATIENCE) as http:
        answer = await http.get(path)
        return answer.status_code, answer.json()["database"]


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    """By a copy, as whoever restores a backup under a running server does."""
    shutil.copy(path, path.with_name("copy.db"))
    path.with_name("copy.db").replace(path)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def delete_what_was_written_last(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def cut_off_what_was_written_last(path: Path) -> None:
    os.truncate(path.with_name(path.name + "-wal"), 0)


# -- Files ---------------------------------------------------------------------------------------------


LOSSES = [delete, replace, move, delete_what_was_written_last, cut_off_what_was_written_last]


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be taken away there")
@pytest.mark.parametrize("lose", LOSSES)
async def test_nothing_is_acknowledged_that_is_not_in_the_file_that_the_path_names(
    server: RunningServer, tmp_path: Path, lose: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        _, page = await two_at(anna, bert)
        assert (await seen(server))[1] == "ok"
        lose(tmp_path / "palatine.db")
        for _ in range(2):
            answer = await page.play(page.moves[0], id="again")
            assert (answer["type"], answer["code"]) == ("refused", "storage")
            assert "until it is restarted" in problem(answer)
        wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT]}
        refused = await anna.http.post("/api/tables", json=wanted)
        assert (refused.status_code, refused.json()["code"]) == (503, "storage")
        assert await seen(server) == (503, "replaced")
        assert await seen(server, "/health") == (200, "replaced")
    told = [record.getMessage() for record in caplog.records]
    assert len([line for line in told if "deleted or replaced" in line]) == 1, told


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be taken away there")
async def test_a_file_that_is_lost_while_it_is_written_is_noticed(tmp_path: Path) -> None:
    """Between the first look and the disk: what was written then is not in the file that is there."""
    path = tmp_path / "palatine.db"
    storage = Storage(database_url(str(path)))
    await storage.open()
    await storage.tables.open(header("rivalkings", [None, None]), [])
    with pytest.raises(Unavailable), storage.database.watch.writing():
        path.unlink()
    with pytest.raises(Unavailable):
        await storage.tables.append("table", 0, [Decided(0, "a")])
    await storage.close()


async def test_a_server_at_work_loses_no_file_by_its_own_doing(tmp_path: Path) -> None:
    """Checkpoints, commands that look at the file beside it, and connections that come and go."""
    path = tmp_path / "palatine.db"
    storage = Storage(database_url(str(path)))
    await storage.open()
    await storage.tables.open(header("rivalkings", [None, None]), [])
    await storage.database.engine.dispose()
    for number in range(3):
        await storage.tables.append("table", number, [Decided(0, "a")])
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await storage.database.engine.dispose()
    assert len(await storage.tables.entries("table")) == 3
    assert storage.database.watch.trouble is None
    await storage.close()
    assert not path.with_name("palatine.db-wal").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="files cannot be limited from outside here")
async def test_a_full_disk_refuses_with_words_and_it_goes_on_once_there_is_room(tmp_path: Path) -> None:
    """The process may not let a file grow, as on a full disk; then it may again."""
    import resource

    process = Process(tmp_path)
    await process.start()
    try:
        async with Browser(process.address) as anna:
            await anna.come("Anna")
            page = await anna.at(await anna.open("rivalkings", ME, program()))
            await page.until(lambda page: page.owes)
            assert process.running is not None
            pid, limit = process.running.pid, resource.RLIMIT_FSIZE
            before = resource.prlimit(pid, limit)
            resource.prlimit(pid, limit, (os.path.getsize(f"{process.database}-wal"), before[1]))
            answer = await page.play(page.moves[0], id="once")
            assert (answer["type"], answer["code"]) == ("refused", "storage")
            assert "try again in a while" in problem(answer)
            ready = await anna.http.get("/ready")
            assert (ready.status_code, ready.json()["database"]) == (503, "unusable")
            assert (await anna.http.get("/health")).status_code == 200
            number = page.number
            resource.prlimit(pid, limit, before)
            assert (await page.play(page.moves[0], id="once"))["type"] == "ack"
            await page.until(lambda page: page.owes and page.number > number + 1)  # the program has played
            async with asyncio.timeout(PATIENCE):
                while (await anna.http.get("/ready")).status_code != 200:
                    await asyncio.sleep(0.05)
    finally:
        process.stop()
    said = process.said()
    assert said.count("the database cannot be used") == 1, said
    assert said.count("the database can be used again") == 1, said
    assert "Traceback" not in said


async def test_programs_go_on_by_themselves_after_an_outage(
    timed: RunningServer, time: ManualTime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They try once a look at the table, not all the time, and nobody has to wake them."""
    tables, tries = timed.game_server.storage.tables, 0

    async def full(*_: Any) -> bool:
        nonlocal tries
        tries += 1
        with timed.game_server.storage.database.watch.writing():
            raise sqlite3.OperationalError("database or disk is full")

    async with timed.browsers("Anna") as (anna,):
        with monkeypatch.context() as patch:
            patch.setattr(tables.writer, "write", full)
            page = await anna.at(await anna.open("rivalkings", ME, program()))  # both choose at once
            await timed.until_decided()
            before = tries
            for looks in (1, 2):
                await time.advance(1)
                await timed.until_decided()
                assert tries == before + looks
        await time.advance(1)
        await page.upto(2)
    assert [record.getMessage() for record in caplog.records] == [
        "the database cannot be used: database or disk is full",
        "the database can be used again",
    ]


# -- PostgreSQL ----------------------------------------------------------------------------------------


async def test_a_database_that_is_away_refuses_with_words_and_is_found_again(
    postgres: Callable[[str], str], caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        Door(postgres("outage")) as door,
        running(door.address) as server,
        server.browsers("Anna", "Bert") as (anna, bert),
    ):
        _, page = await two_at(anna, bert)
        door.shut()
        answer = await page.play(page.moves[0], id="once")
        assert (answer["type"], answer["code"]) == ("refused", "storage")
        assert (await anna.http.get("/api/tables")).status_code == 503
        assert await seen(server) == (503, "unusable")
        await door.open()
        assert (await page.play(page.moves[0], id="once"))["type"] == "ack"
        async with asyncio.timeout(PATIENCE):
            while await seen(server) != (200, "ok"):
                await asyncio.sleep(0.05)
    told = [record.getMessage() for record in caplog.records if record.name == "palatine"]
    assert [("can be used again" in line) for line in told] == [False, True], told
