"""Turns: much that one address sends at once does not stand before what others send."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from palatine.server.http import arrival, turns
from palatine.server.limits import AT_ONE_ADDRESS, BUDGETS, Budget
from palatine.server.transport import MOST_CONTROLS

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, RunningServer, running
from .test_arrival import WHOLE, dial
from .times import ManualTime

pytestmark = pytest.mark.anyio

HERE, ELSEWHERE = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}


@pytest.fixture
async def limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningServer]:
    """A server with its usual limits, where nobody's turn ends by itself."""
    monkeypatch.setattr(turns, "LONGEST", 1e6)
    async with running(str(tmp_path / "palatine.db"), limits=BUDGETS) as server:
        yield server


class Slow:
    """Names are told when the test says so."""

    def __init__(self, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.most, self.now = 0, 0, 0
        self.go_on = asyncio.Event()
        monkeypatch.setattr(server.game_server.storage.users, "name", self._name)

    async def _name(self, _: str) -> str:
        self.asked += 1
        self.now += 1
        self.most = max(self.most, self.now)
        await self.go_on.wait()
        self.now -= 1
        return "Anna"

    async def until_asked(self, times: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.asked < times:
                await asyncio.sleep(0.001)


def ask(browser: Browser, headers: dict[str, str]) -> asyncio.Task[Any]:
    return asyncio.create_task(browser.http.get("/api/me", headers=headers))


async def test_of_many_requests_of_one_address_two_are_worked_on_and_others_come_in_between(
    limited: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(limited, monkeypatch)
    async with Browser(limited.address) as flooding, Browser(limited.address) as other:
        many = [ask(flooding, HERE) for _ in range(20)]
        await slow.until_asked(turns.AT_ONCE)
        one = ask(other, ELSEWHERE)
        await slow.until_asked(turns.AT_ONCE + 1)
        assert slow.now == turns.AT_ONCE + 1
        slow.go_on.set()
        answers = await asyncio.wait_for(asyncio.gather(one, *many), PATIENCE)
        assert all(answer.is_success for answer in answers)
    assert slow.most == turns.AT_ONCE + 1


async def test_what_takes_long_does_not_keep_the_turn(
    limited: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Advice takes seconds: meanwhile a household loads its pages."""
    monkeypatch.setattr(turns, "LONGEST", 0.0)
    slow = Slow(limited, monkeypatch)
    async with Browser(limited.address) as anna:
        many = [ask(anna, HERE) for _ in range(10)]
        await slow.until_asked(10)
        slow.go_on.set()
        assert all(answer.is_success for answer in await asyncio.gather(*many))


async def test_of_a_socket_only_the_opening_is_a_turn(limited: RunningServer) -> None:
    async with limited.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        for _ in range(3 * turns.AT_ONCE):
            await anna.at(table, **{"X-Forwarded-For": "192.0.2.1"})


async def test_very_many_that_wait_are_refused(
    limited: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST", 4)
    slow = Slow(limited, monkeypatch)
    async with Browser(limited.address) as anna:
        many = [ask(anna, HERE) for _ in range(4)]
        await slow.until_asked(turns.AT_ONCE)
        async with asyncio.timeout(PATIENCE):
            while (answer := await anna.http.get("/api/games", headers=HERE)).status_code != 429:
                pass
        assert answer.json()["code"] == "too_much"
        assert (await anna.http.get("/api/games", headers=ELSEWHERE)).is_success
        slow.go_on.set()
        assert all(answer.is_success for answer in await asyncio.gather(*many))
        assert (await anna.http.get("/api/games", headers=HERE)).is_success


async def test_who_asks_faster_than_the_budget_allows_waits(tmp_path: Path, time: ManualTime) -> None:
    limits = {**BUDGETS, "requests": Budget(60, 2)}
    async with (
        running(str(tmp_path / "palatine.db"), time=time, limits=limits) as server,
        Browser(server.address) as anna,
    ):
        for _ in range(2 * AT_ONE_ADDRESS):
            assert (await anna.http.get("/api/games", headers=HERE)).is_success
        late = asyncio.create_task(anna.http.get("/api/games", headers=HERE))
        assert (await anna.http.get("/api/games", headers=ELSEWHERE)).is_success
        assert not late.done()
        async with asyncio.timeout(PATIENCE):
            while not late.done():
                await time.advance(1)
        assert late.result().is_success


async def test_a_little_is_read_at_a_time(tmp_path: Path) -> None:
    sips = list[int]()

    class Noting(arrival.PunctualProtocol):
        def data_received(self, data: bytes) -> None:
            sips.append(len(data))
            super().data_received(data)

    async with running(str(tmp_path / "palatine.db"), http=Noting) as server:
        reader, writer = await dial(server)
        body = b'{"name": "' + b"x" * 40_000 + b'"}'
        head = b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        writer.write(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert (await asyncio.wait_for(reader.readline(), PATIENCE)).startswith(b"HTTP/1.1 400 ")
        writer.close()
    assert sum(sips) > 40_000
    assert max(sips) <= arrival.SIP


async def test_who_sends_requests_without_waiting_for_answers_is_closed(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = await dial(server)
    writer.write(WHOLE * 3)
    for _ in range(3):
        assert (await asyncio.wait_for(reader.readline(), PATIENCE)).startswith(b"HTTP/1.1 200 ")
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
    slow = Slow(server, monkeypatch)
    writer.write(WHOLE * 5000)
    with contextlib.suppress(ConnectionResetError):
        while await asyncio.wait_for(reader.read(65536), PATIENCE):
            pass
    assert slow.asked == 1, "what waited was not begun"
    slow.go_on.set()
    writer.close()


async def test_pings_and_parts_of_messages_without_end_close_the_socket(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        for flood in ("pings", "parts"):
            wire = await anna.dial(table)
            with contextlib.suppress(ConnectionClosed):
                if flood == "pings":
                    for _ in range(MOST_CONTROLS + 1):
                        await wire.ping()
                else:
                    await wire.send("" for _ in range(2 * MOST_CONTROLS))
            await asyncio.wait_for(wire.wait_closed(), PATIENCE)


async def test_drawings_words_and_rules_are_compressed_once(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = list[int]()
    compress = gzip.compress

    def note(data: bytes, *words: Any, **options: Any) -> bytes:
        packed.append(len(data))
        return compress(data, *words, **options)

    monkeypatch.setattr(gzip, "compress", note)
    async with Browser(server.address) as anna:
        for path in (
            "art/rivalkings/cards.svg?theme=night",
            "games/rivalkings/words/en",
            "games/rivalkings/rules",
        ):
            first = await anna.http.get(f"/api/{path}")
            again = await anna.http.get(f"/api/{path}")
            assert first.text == again.text
            assert first.headers["content-encoding"] == "gzip"
    assert len(packed) <= 3
