"""Requests that do not arrive: a connection is not held for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from palatine.server.http.arrival import PunctualProtocol

from .browsers import ME, PATIENCE, RunningServer, program, running

pytestmark = pytest.mark.anyio

HEAD = b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
WHOLE = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = {
    "nothing": b"",
    "blank lines": b"\r\n\r\n",
    "half a line": b"GET /api/m",
    "half a head": HEAD,
    "no body": HEAD + b"Content-Length: 15\r\n\r\n",
    "half a body": HEAD + b'Content-Length: 15\r\n\r\n{"name": ',
    "half a chunk": HEAD + b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"n',
    "a body that nobody reads": HEAD.replace(b"PUT /api/me", b"GET /api/me") + b"Content-Length: 9\r\n\r\n{",
}


class Hasty(PunctualProtocol):
    seconds = 0.05
    latest: Hasty
    fired = 0  # how often somebody was late

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        Hasty.latest = self

    def _is_late(self) -> None:
        self.fired += 1
        super()._is_late()


class Patient(PunctualProtocol):
    seconds = 1e6
    head_bytes = 2000


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with running(str(tmp_path / "palatine.db"), http=Hasty) as server:
        yield server


async def dial(server: RunningServer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(server.address.rpartition(":")[2]))


async def sent(server: RunningServer, data: bytes) -> bytes:
    """All that is answered until the server closes."""
    reader, writer = await dial(server)
    writer.write(data)
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize("half", HALF.values(), ids=HALF)
async def test_a_connection_is_closed_where_the_rest_does_not_come(hasty: RunningServer, half: bytes) -> None:
    answer = await sent(hasty, half)
    assert answer.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 200 ") if half.strip() else b"") or not answer


async def test_so_is_one_that_was_of_use_before(hasty: RunningServer) -> None:
    answer = await sent(hasty, WHOLE + HALF["half a head"])
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in answer


async def test_nobody_is_late_while_it_is_for_us_to_answer(
    hasty: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = asyncio.Event(), asyncio.Event()

    async def slow(_: str) -> str:
        asked.set()
        await answered.wait()
        return "Anna"

    monkeypatch.setattr(hasty.game_server.storage.users, "name", slow)
    reader, writer = await dial(hasty)
    writer.write(WHOLE)
    await asyncio.wait_for(asked.wait(), PATIENCE)
    assert Hasty.latest._waiting is None
    writer.write(HALF["no body"])  # behind it: not read any further before the first is answered
    async with asyncio.timeout(PATIENCE):
        while not Hasty.latest.fired:
            await asyncio.sleep(0.001)
    assert not Hasty.latest.transport.is_closing()
    answered.set()
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    writer.close()


async def test_a_socket_is_never_late(hasty: RunningServer) -> None:
    async with hasty.browsers("Anna") as (anna,):
        await anna.at(await anna.open("rivalkings", ME, program()))
        assert Hasty.latest.scope["headers"], "the one that became a socket"
        assert Hasty.latest._waiting is None


async def test_a_head_without_an_end_is_not_kept(tmp_path: Path) -> None:
    async with running(str(tmp_path / "palatine.db"), http=Patient) as server:
        endless = HEAD + b"X-Long: " + b"x" * 3000
        assert (await sent(server, endless)).startswith(b"HTTP/1.1 431 ")
        fine = HEAD + b"Connection: close\r\nContent-Length: 5000\r\n\r\n" + b" " * 5000
        assert (await sent(server, fine)).startswith(b"HTTP/1.1 400 "), "a body may be longer"
