"""Redis goes away and comes back: it is told once, games go on, and nothing stays unread."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from palatine.server.live import redis_channel
from palatine.server.live import server as server_module
from palatine.server.live.redis_channel import RedisChannel
from palatine.server.timing import Time

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, Page, RunningServer, running
from .databases import RedisServer

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def two_at_a_table(
    folder: Path, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[tuple[RunningServer, RunningServer], Page, Page]]:
    """Two processes, as it were, which read nothing unless Redis tells them to; a page at each."""
    monkeypatch.setattr(server_module, "REPORTED_EVERY", float("inf"))
    database = str(folder / "palatine.db")
    async with (
        running(database, redis=redis.address) as one,
        running(database, redis=redis.address) as other,
        Browser(one.address) as anna,
        Browser(other.address) as bert,
    ):
        await until(lambda: one.game_server.channel.connected and other.game_server.channel.connected)
        await anna.come("Anna")
        await bert.come("Bert")
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        page = await anna.at(table)
        await bert.join(table)
        twin = await bert.at(table)
        await page.until(lambda page: page.owes)
        yield (one, other), page, twin


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


def told(caplog: pytest.LogCaptureFixture, words: str) -> int:
    return sum(words in record.getMessage() for record in caplog.records)


async def test_a_lost_redis_is_found_again_and_what_was_missed_is_read(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_at_a_table(tmp_path, redis_server, monkeypatch) as (servers, page, twin):
        redis_server.kill()
        await until(lambda: not any(server.game_server.channel.connected for server in servers))
        answer = await twin.play(twin.moves[0])
        assert answer["type"] == "ack", "games go on without it"
        assert await page.ping() < answer["number"]
        redis_server.start()
        await page.upto(answer["number"])
        answer = await page.play(page.moves[0])
        await twin.upto(answer["number"])


async def test_a_redis_that_was_lost_is_told_once_and_once_when_it_is_found(
    tmp_path: Path, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(str(tmp_path / "x.db"), redis=redis_server.address) as server:
        channel = server.game_server.channel
        for losses in (1, 2):
            await until(lambda: channel.connected)
            redis_server.kill()
            await until(lambda: not channel.connected and channel._wait >= 1.0)  # type: ignore[attr-defined]
            assert (told(caplog, "Redis is lost"), told(caplog, "found again")) == (losses, losses - 1)
            redis_server.start()
            await until(lambda: channel.connected)
            assert (told(caplog, "Redis is lost"), told(caplog, "found again")) == (losses, losses)
        assert channel.losses == 2
        assert not told(caplog, "Traceback")


async def test_a_lost_redis_is_seen(tmp_path: Path, redis_server: RedisServer) -> None:
    async def seen(path: str) -> tuple[int, Any]:
        place = server.metrics if path == "/metrics" else server.address
        async with httpx.AsyncClient(base_url=place, trust_env=False) as http:
            answer = await http.get(path)
            return answer.status_code, answer.text if path == "/metrics" else answer.json()["redis"]

    async with running(str(tmp_path / "x.db"), redis=redis_server.address) as server:
        channel = server.game_server.channel
        await until(lambda: channel.connected and server.game_server.rules_loaded)
        assert await seen("/ready") == (200, "ok")
        assert 'palatine_ok{part="redis"} 1.0' in (await seen("/metrics"))[1]
        redis_server.kill()
        await until(lambda: not channel.connected)
        assert await seen("/ready") == (503, "lost")
        assert await seen("/health") == (200, "lost")
        numbers = (await seen("/metrics"))[1]
        assert 'palatine_ok{part="redis"} 0.0' in numbers
        assert "palatine_redis_losses_total 1.0" in numbers
        redis_server.start()
        await until(lambda: channel.connected)
        assert await seen("/ready") == (200, "ok")


async def test_a_redis_that_only_says_nothing_is_lost_too(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_channel, "SILENCE", 0.05)
    async with running(str(tmp_path / "x.db"), redis=redis_server.address) as server:
        channel = server.game_server.channel
        await until(lambda: channel.connected)
        redis_server.freeze()
        await until(lambda: not channel.connected)
        redis_server.thaw()
        await until(lambda: channel.connected)


async def test_what_one_process_has_to_tell_is_told_when_redis_is_back(redis_server: RedisServer) -> None:
    """Its own connection alone may have been lost: the others have missed nothing then, and read nothing."""
    heard: list[str | None] = []

    async def hear(table: str | None) -> None:
        heard.append(table)

    async def nothing() -> None:
        pass

    speaker, listener = (RedisChannel(redis_server.address, Time()) for _ in range(2))
    for table in ("a", "b", "a", None):
        speaker.publish(table)
    listening = asyncio.create_task(listener.run(hear, nothing))
    await until(lambda: listener.connected)
    speaking = asyncio.create_task(speaker.run(hear, nothing))
    await until(lambda: len(heard) == 3)
    assert heard == ["a", "b", None]
    for task in (listening, speaking):
        task.cancel()
    await asyncio.gather(listening, speaking, return_exceptions=True)
