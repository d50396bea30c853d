"""Requests that do not arrive and answers that nobody takes: a connection is not held for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from palatine.cli.serve import allow_all_files
from palatine.server.http.arrival import Line, PunctualProtocol
from palatine.server.limits import AT_ONE_ADDRESS, BUDGETS, Asker, Budget
from palatine.server.live.connection import BACKLOG

from .browsers import ME, OPEN_SEAT, PATIENCE, RunningServer, program, running

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


# -- Answers that nobody takes -------------------------------------------------------------------------

LITTLE = 4096  # bytes that the system holds for a connection, or a bit more
LONG = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = "GET /api/tables/%s/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
UPGRADE += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s==\r\n\r\n"
SYNC = Frame(Opcode.TEXT, b'{"type":"sync"}').serialize(mask=True)


class Watchful(PunctualProtocol):
    look_every = 0.02
    latest: Watchful
    made = 0  # connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
        super().connection_made(transport)
        Watchful.latest, Watchful.made = self, Watchful.made + 1


@pytest.fixture
async def watchful(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with running(str(tmp_path / "palatine.db"), http=Watchful) as server:
        yield server


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.001)


def deaf(server: RunningServer, data: bytes) -> socket.socket:
    """Somebody who sends something, and reads nothing."""
    caller = socket.socket()
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    caller.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
    caller.sendall(data)
    return caller


@pytest.mark.parametrize(
    "asked",
    [(LONG + b"\r\n") * 5, LONG + b"Connection: close\r\n\r\n"],
    ids=["one after the other", "to be closed"],
)
async def test_a_connection_is_given_up_where_nobody_takes_the_answers(
    watchful: RunningServer, asked: bytes
) -> None:
    before = Watchful.made
    with deaf(watchful, asked):
        await until(lambda: Watchful.made > before)
        await until(lambda: not Watchful.latest.connections)


async def test_so_is_a_socket(watchful: RunningServer) -> None:
    async with watchful.browsers("Anna") as (anna,):
        id = await anna.open("rivalkings", ME, OPEN_SEAT)
        table = watchful.table(id)
        with deaf(watchful, (UPGRADE % (id, "A" * 22)).encode()) as caller:
            await until(lambda: table.connections)
            caller.sendall(SYNC * 100)
            await until(lambda: not table.connections)


async def test_who_takes_a_little_is_not_given_up() -> None:
    class Slow(asyncio.Transport):
        left, aborted, closing = 100, False, False

        def get_write_buffer_size(self) -> int:
            return self.left

        def is_closing(self) -> bool:
            return self.closing

        def abort(self) -> None:
            self.aborted = True

    def look(left: int) -> bool:
        """Whether it is given up when so much is left."""
        slow.left = left
        line._look()
        line._looking.cancel()
        return slow.aborted

    slow = Slow()
    line = Line(asyncio.Protocol(), slow, 1e6, lambda: None)
    line._looking.cancel()
    assert not any(look(100) for _ in range(3)), "more is written all the time"
    line.pause_writing()
    assert not any(look(left) for left in (100, 99, 50))
    line.resume_writing()
    line.pause_writing()
    assert not look(100), "what is written now"
    slow.closing = True
    assert not any(look(left) for left in (80, 1))
    assert look(1)


def test_all_that_waits_for_the_sockets_of_one_address_is_bounded() -> None:
    assert BUDGETS["sockets"].burst * AT_ONE_ADDRESS * BACKLOG <= 50_000_000


# -- Those who are gone --------------------------------------------------------------------------------


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What is logged, by uvicorn too, once a server is open."""

    def lines() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]

    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
    return lines


@pytest.mark.parametrize("anyio_backend", [("asyncio", {"use_uvloop": True})], ids=["uvloop"])
@pytest.mark.skipif(sys.platform == "win32", reason="there is no uvloop, which alone minds")
async def test_answering_somebody_who_is_gone_ends_without_a_word(
    watchful: RunningServer, monkeypatch: pytest.MonkeyPatch, logged: Callable[[], list[str]]
) -> None:
    asked, answered = asyncio.Semaphore(0), asyncio.Semaphore(0)

    async def slow(_: str) -> str:
        asked.release()
        await answered.acquire()
        return "Anna"

    monkeypatch.setattr(watchful.game_server.storage.users, "name", slow)
    caller = deaf(watchful, WHOLE * 3)
    await asyncio.wait_for(asked.acquire(), PATIENCE)
    answered.release()
    await asyncio.wait_for(asked.acquire(), PATIENCE)  # the second, and a third waits
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    caller.close()
    await until(lambda: not Watchful.latest.connections)
    answered.release()
    await until(lambda: not Watchful.latest.tasks)
    assert logged() == []


async def test_a_socket_is_not_opened_before_all_is_answered(server: RunningServer) -> None:
    """Else the answers would come on the socket."""
    async with server.browsers("Anna") as (anna,):
        id = await anna.open("rivalkings", ME, OPEN_SEAT)
    upgrade = (UPGRADE % (id, "A" * 22)).encode()
    assert b"HTTP/1.1 101 " not in await sent(server, WHOLE + upgrade)


# -- Too many connections ------------------------------------------------------------------------------


async def heard(caller: socket.socket) -> bytes:
    """The beginning of what somebody is answered, or nothing where the connection is closed."""
    caller.settimeout(PATIENCE)
    with contextlib.suppress(ConnectionError):
        return await asyncio.to_thread(caller.recv, 13)
    return b""


async def test_of_one_address_so_many_connections_and_then_others_have_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.9")  # nobody here is a proxy
    few = {**BUDGETS, "connections": Budget(0, 1)}
    async with running(str(tmp_path / "palatine.db"), http=Patient, limits=few) as server:
        limits = server.game_server.limits
        taken = limits.connections._taken

        async def until_taken(places: int) -> None:
            await until(lambda: taken.get("address 127.0.0.1", 0) == places)

        with contextlib.ExitStack() as stack:
            async with server.browsers("Anna") as (anna,):
                page = await anna.at(await anna.open("rivalkings", ME, OPEN_SEAT))
                await anna.http.aclose()
                await until_taken(1)  # a socket is a connection too
                for _ in range(AT_ONE_ADDRESS - 1):
                    stack.enter_context(deaf(server, HALF["half a line"]))
                await until_taken(AT_ONE_ADDRESS)
                with deaf(server, WHOLE) as one_too_many:
                    assert await heard(one_too_many) == b""
                assert [(hit.budget, hit.asker) for hit in limits.hits] == [
                    ("connections", Asker("", "127.0.0.1"))
                ]
                assert limits.connections.enter("", "192.0.2.1"), "others have their own"
                limits.connections.leave("", "192.0.2.1")
                await page.close()
                await until_taken(AT_ONE_ADDRESS - 1)
            with deaf(server, WHOLE) as another:
                assert await heard(another) == b"HTTP/1.1 200 "
        await until_taken(0)


async def test_the_connections_of_a_proxy_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.0.0/24")
    few = {**BUDGETS, "connections": Budget(0, 1)}
    async with running(str(tmp_path / "palatine.db"), limits=few) as server:
        with contextlib.ExitStack() as stack:
            people = [stack.enter_context(deaf(server, WHOLE)) for _ in range(2 * AT_ONE_ADDRESS)]
            assert [await heard(person) for person in people] == [b"HTTP/1.1 200 "] * len(people)


@pytest.mark.skipif(
    sys.platform != "linux", reason="others have no such limit, or promise more than they give"
)
def test_a_server_has_as_many_files_open_as_the_system_allows() -> None:
    import resource

    before = soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 200), most))
    try:
        allow_all_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, most)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
