"""A server ends when it is told to, whatever is away, and says so to those who are there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from websockets.exceptions import ConnectionClosed

from palatine.server.live.connection import Connection
from palatine.server.live.server import GameServer

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, Page, running
from .databases import Door, RedisServer
from .processes import Process
from .test_arrival import WHOLE, dial

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def page_at(process: Process) -> AsyncIterator[Page]:
    """Somebody at a table of a server that runs."""
    await process.start()
    try:
        async with Browser(process.address) as anna:
            await anna.come("Anna")
            yield await anna.at(await anna.open("rivalkings", ME, OPEN_SEAT))
    finally:
        process.kill()


async def stopped(process: Process, page: Page) -> None:
    """SIGTERM, and what the page hears until it is over."""
    ending = asyncio.create_task(asyncio.to_thread(process.stop))
    with contextlib.suppress(ConnectionClosed):
        while True:
            await page.hear()
    await ending
    assert '"type":"bye","code":"restarting"' in page.frames[-1]
    assert page.connection.close_code == 1012


async def test_a_server_that_stops_says_good_bye_to_everybody_at_a_table(tmp_path: Path) -> None:
    process = Process(tmp_path)
    async with page_at(process) as page:
        await stopped(process, page)
    assert "ERROR" not in process.said(), process.said()


@pytest.mark.parametrize("shared, told", [(True, [1, 2, 3]), (False, [])])
async def test_where_there_are_other_processes_one_table_after_the_other_goes_there(
    monkeypatch: pytest.MonkeyPatch, shared: bool, told: list[int]
) -> None:
    """So that nobody waits until all have arrived; alone, a server tells all at once."""
    tables = [SimpleNamespace(connections={Connection(f"somebody {n}")}) for n in range(3)]
    house = SimpleNamespace(tables=tables, channel=SimpleNamespace(shared=shared))
    seen: list[int] = []

    async def pause(seconds: float) -> None:
        if len(seen) < 3 and shared:
            seen.append(sum(one.farewell is not None for table in tables for one in table.connections))
        else:
            for table in tables:  # they have heard it
                assert all(one.farewell is not None for one in table.connections)
                table.connections = set()

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", pause)
        await GameServer.say_goodbye(cast(GameServer, house))
    assert seen == told


@pytest.mark.parametrize("redis_is", ["there", "killed", "frozen"])
@pytest.mark.parametrize("postgres_is", ["there", "killed", "frozen"])
async def test_a_server_ends_whatever_is_away(
    postgres: Callable[[str], str],
    redis_server: RedisServer,
    tmp_path: Path,
    redis_is: str,
    postgres_is: str,
) -> None:
    async with Door(postgres("stopping")) as door:
        process = Process(tmp_path, "--redis", redis_server.address, database=door.address)
        async with page_at(process) as page:
            if postgres_is != "there":
                door.shut() if postgres_is == "killed" else door.freeze()
            if redis_is != "there":
                redis_server.kill() if redis_is == "killed" else redis_server.freeze()
            await stopped(process, page)
    assert "Traceback" not in process.said(), process.said()


async def test_what_cannot_be_answered_any_more_is_told_so_and_leaves_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked, never = asyncio.Semaphore(0), asyncio.Event()

    async def hang(*_: object) -> None:
        asked.release()
        await never.wait()

    async with running(str(tmp_path / "palatine.db"), patience=0) as server:
        monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
        async with server.browsers("Anna") as (anna,):
            table = await anna.open("rivalkings", ME, OPEN_SEAT)
            monkeypatch.setattr(server.game_server.storage.users, "name", hang)
            monkeypatch.setattr(server.game_server.tables, "find", hang)
            wire = await anna.dial(table)
            reader, writer = await dial(server)
            writer.write(WHOLE)
            for _ in range(2):
                await asyncio.wait_for(asked.acquire(), PATIENCE)
    assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 503 ")
    writer.close()
    await asyncio.wait_for(wire.wait_closed(), PATIENCE)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
