"""What is old is removed where the host wants it so, and nothing that somebody still needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from palatine.server.app import Settings
from palatine.server.host import retention
from palatine.server.host.retention import A_DAY, Retention
from palatine.server.protocol.host import HostKeeping
from palatine.server.storage import Storage, database_url
from palatine.server.storage.host import Tidied
from palatine.server.storage.schema import analyses, log, records, tables, users

from ..command import palatine
from . import browsers
from .browsers import ME, OPEN_SEAT, RunningServer, play_on, program, running
from .times import ManualTime

pytestmark = pytest.mark.anyio
on_both = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)

WEEK = HostKeeping(7, 7, 7)


async def counted(storage: Storage) -> dict[str, int]:
    """How many rows there are."""
    async with storage.database.read() as connection:
        return {
            table.name: int(await connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0)
            for table in (tables, log, records, analyses, users)
        }


async def live_a_little(server: RunningServer) -> dict[str, str]:
    """A game that is over with an analysis, one that goes on, a table that waits, and a record."""
    async with server.browsers("Anna", "Bert") as (anna, _):
        over = await anna.open("rivalkings", ME, program())
        await play_on([await anna.at(over)], Random(1))
        record = (await anna.http.get(f"/api/tables/{over}/record")).text
        uploaded = (await anna.http.post("/api/replays", json={"record": record})).json()["id"]
        begun = await anna.http.post(f"/api/replays/{over}/analysis", json={})
        assert begun.status_code in (200, 201), begun.text
        going_on = await anna.open("rivalkings", ME, program())
        await play_on([await anna.at(going_on)], Random(1), most=2)
        waiting = await anna.open("rivalkings", ME, OPEN_SEAT)
    async with asyncio.timeout(60):
        while not await server.game_server.storage.old.finished(float("inf"), "", 1):
            await asyncio.sleep(0.01)  # that the game is over is noted beside
    return {"over": over, "going_on": going_on, "waiting": waiting, "uploaded": uploaded}


@on_both
async def test_what_is_old_goes_and_what_goes_on_stays(address: str) -> None:
    time = ManualTime()
    async with running(address, time=time) as server:
        ids = await live_a_little(server)
    storage = Storage(database_url(address), time)
    await storage.open()
    week = Retention(storage, WEEK, time)
    before = await counted(storage)
    assert (before["tables"], before["records"], before["analyses"], before["players"]) == (3, 1, 1, 2)
    time.leap(6 * A_DAY)
    assert await week.tidy() == Tidied()
    time.leap(2 * A_DAY)
    would = await week.tidy(dry_run=True)
    assert await counted(storage) == before
    removed = await week.tidy()
    assert (would.tables, would.records, would.people) == (removed.tables, removed.records, removed.people)
    assert (removed.tables, removed.records, removed.people) == (2, 1, 1)  # Anna sits where a game goes on
    after = await counted(storage)
    assert (after["tables"], after["records"], after["analyses"], after["players"]) == (1, 0, 0, 1)
    assert await storage.tables.header(ids["going_on"]) is not None
    assert len(await storage.tables.entries(ids["going_on"])) == after["log"]
    assert await storage.host.last_tidied() == (time.now(), removed)
    assert await week.tidy() == Tidied()
    await storage.close()


async def test_what_a_running_game_came_from_and_what_somebody_looks_at_is_kept(tmp_path: Path) -> None:
    time = ManualTime()
    async with running(str(tmp_path / "palatine.db"), time=time) as server:
        ids = await live_a_little(server)
        async with server.browsers("Carl") as (carl,):
            branch = {"replay": ids["uploaded"], "at": 3, "hidden": "kept"}
            wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT], "branch": branch}
            assert (await carl.http.post("/api/tables", json=wanted)).status_code == 201
            time.leap(30 * A_DAY)
            keeping = HostKeeping(7, 7, 60)
            storage = server.game_server.storage
            removed = await Retention(storage, keeping, time).tidy({ids["over"]})
            assert (removed.tables, removed.records) == (0, 0)
            assert (await carl.http.get(f"/api/replays/{ids['uploaded']}")).status_code == 200


async def test_a_server_tidies_by_itself_and_forgets_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = ManualTime()
    monkeypatch.setattr(retention, "EVERY", 20.0)
    monkeypatch.setattr(retention, "FIRST", 10.0)
    monkeypatch.setattr(browsers, "Settings", partial(Settings, keeping=HostKeeping(finished=1)))
    async with running(str(tmp_path / "palatine.db"), time=time) as server:
        ids = await live_a_little(server)
        async with server.browsers("Anna") as (anna,):
            path = f"/api/replays/{ids['over']}"
            assert (await anna.http.get(path)).status_code == 200
            await time.advance(11)
            assert (await anna.http.get(path)).status_code == 200
            time.leap(A_DAY)
            await time.advance(22)
            assert (await anna.http.get(path)).status_code == 404
            for kept in ("waiting", "going_on"):
                assert (await anna.http.get(f"/api/tables/{ids[kept]}")).status_code == 200


async def test_games_of_before_it_was_noted_that_they_are_over_are_found(tmp_path: Path) -> None:
    time = ManualTime()
    database = str(tmp_path / "palatine.db")
    async with running(database, time=time) as server:
        await live_a_little(server)
        storage = server.game_server.storage
        async with storage.database.write() as connection:
            await connection.execute(tables.update().values(ended=None))
        time.leap(8 * A_DAY)
        assert (await Retention(storage, HostKeeping(finished=7), time).tidy()).tables == 1


# -- Commands ----------------------------------------------------------------------------------------


def told(*words: str | Path) -> Any:
    done = palatine("host", *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


async def test_the_commands_work_without_a_server(tmp_path: Path) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server:
        ids = await live_a_little(server)

    def work(tell: Callable[..., Any]) -> None:
        on = ("--database", database)
        view = tell("show", *on)
        assert {table["id"] for table in view["tables"]} == {ids["going_on"], ids["waiting"]}
        assert view["live"] is False
        assert view["limits"] is None
        sign = next(person["person"] for person in view["people"] if person["name"] == "Anna")
        assert tell("close", ids["waiting"], "--because", "Enough.", *on) == {"changed": True}
        by_address = f"http://127.0.0.1:8000/t/{ids['waiting']}"
        assert tell("close", by_address, *on) == {"changed": False}
        assert tell("remove", ids["going_on"], sign, *on) == {"changed": True}
        assert tell("ban", sign, "--hours", "5", *on) == {"changed": True}
        assert tell("ban", "203.0.113.0/24", *on) == {"changed": True}
        bans = tell("show", "bans", *on)["bans"]
        assert [(ban["target"], ban["name"]) for ban in bans] == [(sign, "Anna"), ("203.0.113.0/24", "")]
        assert tell("lift", str(bans[1]["number"]), *on) == {"changed": True}
        assert tell("lift", str(bans[1]["number"]), *on) == {"changed": False}
        assert "/host#" in tell("link", "--at", "https://games.example.org/", *on)["address"]
        assert tell("lock", *on) == {"changed": True}
        would = tell("tidy", "--keep-finished", "0.01", "--dry-run", *on)
        assert (would["dry_run"], would["tables"]) == (True, 0)
        shown = palatine("host", "show", *on)
        assert shown.returncode == 0
        for word in ("Tables", "Anna", sign, "Rival Kings", "Nothing has been removed", "Not known."):
            assert word in shown.stdout
        assert "No server was asked" in shown.stderr

    await asyncio.to_thread(work, told)


def test_commands_say_what_is_wrong_and_what_would_be_right(tmp_path: Path) -> None:
    missing = palatine("host", "show", "--database", tmp_path / "none.db")
    assert missing.returncode == 2
    assert "No such file" in missing.stderr
    with_dash = palatine("host", "close", "-2KHHG_D7RYp", "--database", tmp_path / "none.db")
    assert "No such file" in with_dash.stderr
    for target, right in (("0.0.0.0/0", "force"), ("127.0.0.1", "force"), ("10.1.2.3/8", "10.0.0.0/8")):
        refused = palatine("host", "ban", target, "--database", tmp_path / "none.db")
        assert refused.returncode == 2
        assert right in refused.stderr
    assert "--keep-finished" in palatine("host", "tidy", "--database", tmp_path / "none.db").stderr


async def test_a_command_asks_the_server_that_runs(tmp_path: Path) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server, server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program())
        await anna.at(table)
        view = await asyncio.to_thread(told, "show", "--database", database, "--at", server.address)
        assert view["live"] is True
        assert view["tables"][0]["seats"][0]["online"] is True
        elsewhere = ("show", "--database", database, "--at", "http://127.0.0.1:9/")
        refused = await asyncio.to_thread(palatine, "host", *elsewhere)
        assert refused.returncode == 2
        assert "does not answer" in refused.stderr
