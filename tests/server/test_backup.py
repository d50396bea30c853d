"""Backups, and the drill with them: lose the database, restore it, and play on.  And is a database sound?"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from palatine.server.storage import Storage, database_url
from palatine.server.storage.entries import Decided, Joined

from ..command import palatine
from .browsers import ME, OPEN_SEAT, Browser, Page, play_on, running, settle
from .tables import header

pytestmark = pytest.mark.anyio
on_both = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)


async def command(*words: str | Path) -> str:
    """A command that has to work, beside everything else."""
    done = await asyncio.to_thread(palatine, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def entries_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


def forget(database: str, postgres: Callable[[str], str]) -> None:
    """The database is gone, as after a fire."""
    if "://" in database:
        assert postgres(database_url(database).database or "") == database
        return
    for path in Path(database).parent.glob("palatine.db*"):
        path.unlink()


@on_both
async def test_the_drill(address: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Play, back up while playing goes on, lose the database, restore it, and go on where the backup was."""
    postgres = request.getfixturevalue("postgres") if "://" in address else str
    file, luck = tmp_path / "backups" / "monday.db", Random(5)
    file.parent.mkdir()
    async with Browser("") as anna, Browser("") as bert:
        async with running(address) as server:
            anna.address = bert.address = server.address
            for browser, name in ((anna, "Anna"), (bert, "Bert")):
                browser.http.base_url = server.address
                await browser.come(name)
            table = await anna.open("rivalkings", ME, OPEN_SEAT)
            await bert.join(table)
            pages = [await anna.at(table), await bert.at(table)]
            await play_on(pages, luck, 10)
            before = pages[0].number
            backing = asyncio.create_task(command("backup", "--database", address, file))
            played = 0
            while not backing.done() or not played:
                played += await play_on(pages, luck, 1)
                assert not pages[0].over
            assert await backing == f"Wrote {file}: 1 table, {entries_in(file)} log entries.\n"
            await play_on(pages, luck, 3)
            kept, last = entries_in(file), pages[0].number
        assert before <= kept < last
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        forget(address, postgres)
        said = await command("restore", file, "--database", address)
        assert said == f"Restored 1 table, {kept} log entries. Now start the server.\n"
        assert "1 checked: all is well" in await command("check", "--database", address)
        async with running(address) as server:
            anna.address = bert.address = server.address
            pages = [await anna.at(table), await bert.at(table)]  # by the cookies of before
            assert [page.number for page in pages] == [kept, kept]
            assert [page.me for page in pages] == [0, 1]
            await play_on(pages, luck)
            await settle(*pages)
            assert pages[0].over


@on_both
async def test_a_backup_goes_into_the_other_kind_of_database_and_back(
    address: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """To the byte, whatever is in it; who was there is not in it."""
    other = str(tmp_path / "other.db")
    if "://" not in address:
        new: Callable[[str], str] = request.getfixturevalue("postgres")
        other = new("restored")
    one, two = Storage(database_url(address)), Storage(database_url(other))
    await one.open()
    await one.tables.open(header("rivalkings", [None, None]), [Joined(0, "user", "Zoë ☃")])
    await one.tables.append("table", 1, [Decided(0, "x", "id\u0000\n")])
    await one.users.rename("user", "Zoë ☃")
    await one.analyses.keep("a", "user", record="record", analysis="analysis")
    await one.records.keep("r", "user", record="record")
    await one.presence.report("process", {("table", 0): 1})
    secret = await one.users.secret()
    await command("backup", "--database", address, tmp_path / "x.db")
    await command("restore", tmp_path / "x.db", "--database", other)
    await two.open()
    assert await two.tables.header("table") == await one.tables.header("table")
    assert await two.tables.entries("table") == await one.tables.entries("table")
    assert await two.tables.of_user("user", 9) == ["table"]
    assert await two.users.name("user") == "Zoë ☃"
    assert await two.users.secret() == secret
    assert await two.analyses.find("a") == await one.analyses.find("a")
    assert await two.records.find("r") == await one.records.find("r")
    for storage in (one, two):
        await storage.close()


@on_both
async def test_nothing_is_overwritten_unless_that_is_said(address: str, tmp_path: Path) -> None:
    storage = Storage(database_url(address))
    await storage.open()
    await storage.tables.open(header("rivalkings", [None, None]), [])
    file = tmp_path / "x.db"
    await command("backup", "--database", address, file)
    await storage.tables.append("table", 0, [Decided(0, "x")])
    done = await asyncio.to_thread(palatine, "backup", "--database", address, file)
    assert (done.returncode, entries_in(file)) == (2, 0)
    assert "is there already: choose another name, or add --overwrite" in done.stderr
    done = await asyncio.to_thread(palatine, "restore", file, "--database", address)
    assert done.returncode == 2
    assert "they would be lost: choose another database, or add --overwrite" in done.stderr
    assert len(await storage.tables.entries("table")) == 1
    await storage.close()
    await command("restore", file, "--database", address, "--overwrite")
    await storage.open()
    assert await storage.tables.entries("table") == []
    await storage.close()
    assert not list(tmp_path.glob("*.part"))


async def test_a_database_that_a_server_has_open_is_not_restored(tmp_path: Path) -> None:
    from filelock import FileLock

    storage = Storage(database_url(str(tmp_path / "x.db")))
    await storage.open()
    await storage.close()
    await command("backup", "--database", tmp_path / "x.db", tmp_path / "y.db")
    with FileLock(tmp_path / "x.db.lock"):
        words = ("restore", tmp_path / "y.db", "--database", tmp_path / "x.db", "--overwrite")
        done = await asyncio.to_thread(palatine, *words)
    assert done.returncode == 2
    assert "a server has" in done.stderr


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("backup", "x.db", "--database", "nowhere.db"), "nowhere.db cannot be opened: No such file"),
        (("backup", "no/folder/x.db", "--database", "good.db"), "cannot be written"),
        (("restore", "nowhere.db", "--database", "y.db"), "nowhere.db is no backup"),
        (("restore", "text.db", "--database", "y.db"), "text.db is no backup"),
        (("check", "--database", "nowhere.db"), "nowhere.db cannot be opened: No such file"),
        (("check", "--database", "text.db"), "text.db cannot be opened: file is not a database"),
    ],
)
async def test_what_cannot_be_read_or_written_is_said_in_a_line(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    (tmp_path / "text.db").write_text("this is no database, " * 100)
    storage = Storage(database_url(str(tmp_path / "good.db")))
    await storage.open()
    await storage.close()
    done = palatine(*arguments, folder=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert words in line
    assert not (tmp_path / "y.db").exists()
    assert not list(tmp_path.glob("*.part"))


# -- palatine check ------------------------------------------------------------------------------------


def broken(path: Path, *statements: str) -> str:
    """What `palatine check` says of a database that something was done to."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    done = palatine("check", "--database", path)
    assert done.returncode == 1, done.stderr
    return done.stdout


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database where something was played."""
    path = tmp_path / "palatine.db"
    async with running(str(path)) as server, server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        pages: list[Page] = [await anna.at(table), await bert.at(table)]
        await play_on(pages, Random(6), 8)
    done = await asyncio.to_thread(palatine, "check", "--database", path)
    assert (done.returncode, done.stdout) == (0, "1 checked: all is well.\n")
    return path


async def test_a_gap_in_a_log_is_found(played: Path) -> None:
    assert "entry 4 of the log is missing" in broken(played, "DELETE FROM log WHERE number = 4")


async def test_a_log_without_a_table_is_found(played: Path) -> None:
    said = broken(played, "PRAGMA foreign_keys=OFF", "UPDATE log SET table_id = 'lost'")
    assert "table lost: there is a log, but no table" in said


async def test_a_header_that_cannot_be_read_is_found(played: Path) -> None:
    assert "its header cannot be read" in broken(played, "UPDATE tables SET header = '{'")


async def test_a_header_of_another_table_is_found(played: Path) -> None:
    said = broken(played, "UPDATE tables SET header = json_set(header, '$.id', 'other')")
    assert "its header is that of table other" in said


async def test_what_does_not_replay_is_found(played: Path) -> None:
    with closing(sqlite3.connect(played)) as connection:
        wanted = "SELECT number, entry FROM log WHERE entry LIKE '%decided%' ORDER BY number LIMIT 1"
        number, text = connection.execute(wanted).fetchone()
    entry = json.dumps({**json.loads(text), "move": "nonsense"})
    said = broken(played, f"UPDATE log SET entry = '{entry}' WHERE number = {number}")
    assert "nonsense" in said


async def test_a_damaged_file_is_found(played: Path) -> None:
    data = bytearray(played.read_bytes())
    with closing(sqlite3.connect(played)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'log_player'"
        ).fetchone()
    data[(root - 1) * size + 8 : root * size] = bytes(size - 8)
    played.write_bytes(data)
    done = await asyncio.to_thread(palatine, "check", "--database", played, "--json")
    assert done.returncode == 1
    assert "damaged" in json.loads(done.stdout)["broken"][0]["problem"]
