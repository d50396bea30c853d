"""A server that runs in this process, and browsers with a cookie each, and pages at tables.

Everything goes over real sockets.  A page keeps what it is told as the browser client does, and insists
on numbers without a gap.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import reduce
from random import Random
from typing import Any, Self
from zlib import crc32

import httpx
import uvicorn
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect

from palatine.server.app import Settings, build_app
from palatine.server.http.arrival import PunctualProtocol
from palatine.server.identity import COOKIE
from palatine.server.limits import Budget
from palatine.server.live.server import GameServer
from palatine.server.live.table import LiveTable
from palatine.server.running import PoliteServer
from palatine.server.timing import Time
from palatine.server.transport import SocketProtocol

PATIENCE = 60.0  # seconds; machines that run tests are busy
# What a progress means that does not say otherwise.
UNSAID = {"winners": None, "scores": None, "undo": None, "can_undo": None, "can_hint": False, "clock": None}
ME, OPEN_SEAT = {"kind": "me"}, {"kind": "open"}
Message = dict[str, Any]


def me(name: str) -> dict[str, str]:
    """One of several people at one device."""
    return {"kind": "me", "name": name}


def program(level: str = "random") -> dict[str, str]:
    return {"kind": "program", "level": level}


class RunningServer:
    """A server that is open."""

    def __init__(self, app: Litestar, port: int, metrics_port: int) -> None:
        self.app = app
        self.address, self.metrics = (f"http://127.0.0.1:{number}" for number in (port, metrics_port))
        self.game_server: GameServer = app.state.server

    def table(self, id: str) -> LiveTable:
        """A table as the server holds it in memory."""
        table = self.game_server.tables.get(id)
        assert table is not None
        return table

    async def until_decided(self) -> None:
        """Wait until no program is deciding any more."""
        async with asyncio.timeout(PATIENCE):
            while self.game_server.programs.deciding:
                await asyncio.sleep(0.001)

    @contextlib.asynccontextmanager
    async def browsers(self, *names: str) -> AsyncIterator[list[Browser]]:
        """Several people, who have told their names."""
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Browser(self.address)) for _ in names]
            for browser, name in zip(people, names, strict=True):
                await browser.come(name)
            yield people


class _Server(PoliteServer):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # they are pytest's


@contextlib.asynccontextmanager
async def running(
    database: str,
    *,
    grace: float = 60.0,
    redis: str | None = None,
    time: Time | None = None,
    host: str = "127.0.0.1",
    allowed_hosts: tuple[str, ...] = (),
    http: type[PunctualProtocol] = PunctualProtocol,
    limits: Mapping[str, Budget] | None = None,
    patience: int = 3,
) -> AsyncIterator[RunningServer]:
    """A server, as long as it is needed; whatever it says of its host, only this machine reaches it.

    It has no limits unless said.  When it ends, it waits some seconds for what is not answered yet.
    """
    listening, counting = (socket.socket(proto=socket.IPPROTO_TCP) for _ in range(2))  # else asyncio delays
    with listening, counting:
        for each in (listening, counting):
            each.bind(("127.0.0.1", 0))
        metrics_port = counting.getsockname()[1]
        app = build_app(Settings(database, redis, grace, host, allowed_hosts, metrics_port, limits), time)
        config = uvicorn.Config(
            app,
            http=http,
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=patience,
            ws=SocketProtocol,
            ws_max_size=65_536,
        )
        server = _Server(config, app)
        serving = asyncio.create_task(server.serve([listening, counting]))
        while not server.started:
            await asyncio.sleep(0.01)
            if serving.done():
                serving.result()
                raise RuntimeError("the server did not open")
        try:
            yield RunningServer(app, listening.getsockname()[1], metrics_port)
        finally:
            server.should_exit = True
            await serving


class Browser:
    """A browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE, trust_env=False)
        self.pages: list[Page] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for page in self.pages:
            await page.close()
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return self.http.cookies.get(COOKIE) or ""

    async def come(self, name: str) -> None:
        """Get a cookie, and tell a name."""
        (await self.http.get("/api/me")).raise_for_status()
        (await self.http.put("/api/me", json={"name": name})).raise_for_status()

    async def open(
        self,
        game: str,
        *seats: Message,
        listed: bool = False,
        clock: Message | None = None,
        adds: bool = False,
        grace: int | str | None = None,
        **options: Any,
    ) -> str:
        """RunningServer a table; the answer is its id."""
        wanted = {"game": game, "seats": seats, "listed": listed, "clock": clock, "options": options}
        wanted["adds"], wanted["grace"] = adds, grace
        answer = await self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def join(self, table: str, seat: int | None = None, adds: bool = False) -> Message:
        answer = await self.http.post(f"/api/tables/{table}/join", json={"seat": seat, "adds": adds})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def at(self, table: str, **headers: str) -> Page:
        """RunningServer a table's page; it has heard the whole."""
        page = Page(await self.dial(table, **headers))
        self.pages.append(page)
        await page.until(lambda page: page.number >= 0)
        return page

    async def dial(self, table: str, **headers: str) -> ClientConnection:
        """A bare socket to a table."""
        cookie = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        return await connect(
            address, additional_headers={**cookie, **headers}, proxy=None, max_queue=None, max_size=None
        )


class Page:
    """A table as a browser shows it: what was told last, and every frame that came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []
        self.number = -1
        self.table: Message = {}
        self.lines: list[Message] = []
        self.shown: Message | None = None
        self.ask: Message | None = None
        self.online: list[bool] = []
        self.watchers = 0
        self.away: list[Message] = []

    @property
    def me(self) -> int:
        return int(self.table["you"])

    @property
    def owes(self) -> bool:
        """Whether a decision is asked that is not made yet."""
        return self.ask is not None and self.ask["chosen"] is None

    @property
    def over(self) -> bool:
        return bool(self.table["status"] == "over")

    @property
    def moves(self) -> list[str]:
        """What may be chosen."""
        assert self.ask is not None
        return [choice["move"] for choice in self.ask["choices"]]

    async def hear(self) -> Message:
        """The next message."""
        frame = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: Message = json.loads(frame)
        self._note(message)
        return message

    def _note(self, message: Message) -> None:
        if message["type"] == "snapshot":
            self.lines = []
            self.watchers, self.away = message["watchers"], message["away"]
            self.online = [seat["online"] for seat in message["table"]["seats"]]
        elif message["type"] == "presence":
            self.online, self.watchers = message["online"], message["watchers"]
            self.away = message["away"]
        if message["type"] == "snapshot":
            self.table, self.shown, self.ask = message["table"], message["shown"], message["ask"]
        elif message["type"] == "update":
            assert message["number"] == self.number + 1, "a gap in the numbers"
            self.table = {**message.get("table", self.table), **UNSAID, **message["progress"]}
            self.shown, self.ask = changed(self.shown, message), message.get("ask", self.ask)
        if message["type"] in ("snapshot", "update"):
            self.number = message["number"]
            self.lines += message["lines"]
            assert message["checksum"] == (None if self.shown is None else checksum(self.shown))

    async def until(self, wanted: Callable[[Page], object]) -> Page:
        """Listen until something is the case."""
        while not wanted(self):
            await self.hear()
        return self

    async def upto(self, number: int) -> Page:
        """Listen until the log has reached a number."""
        return await self.until(lambda page: page.number >= number)

    async def say(self, type: str, **words: Any) -> None:
        await self.connection.send(json.dumps({"type": type, **words}))

    async def reply(self, type: str, *kinds: str, **words: Any) -> Message:
        """Say something and wait for an answer of one of these kinds, or a refusal."""
        await self.say(type, **words)
        while True:
            message = await self.hear()
            if message["type"] in (*kinds, "refused") and message.get("id", "") in ("", words.get("id", "")):
                return message

    async def play(self, *moves: str, question: int | None = None, id: str | None = None) -> Message:
        """Decide; the answer is an acknowledgement or a refusal."""
        if question is None:
            assert self.ask is not None
            question = int(self.ask["question"])
        return await self.reply("play", "ack", id=id or new_id(), question=question, moves=moves)

    async def undo(self, id: str | None = None) -> Message:
        return await self.reply("undo", "ack", id=id or new_id())

    async def consent(self, yes: bool, number: int | None = None) -> Message:
        if number is None:
            number = int(self.table["undo"]["number"])
        return await self.reply("consent", "ack", id=new_id(), number=number, yes=yes)

    async def wait(self, seat: int) -> Message:
        """Give somebody who is away more time."""
        return await self.reply("wait", "ack", id=new_id(), seat=seat)

    async def hand_over(self, seat: int) -> Message:
        """Let a program play on for somebody who is away."""
        return await self.reply("hand_over", "ack", id=new_id(), seat=seat)

    async def rematch(self, id: str | None = None) -> Message:
        return await self.reply("rematch", "ack", id=id or new_id())

    async def promise(self, promise: str) -> Message:
        """Promise what is added to the deal."""
        return await self.reply("promise", "ack", id=new_id(), promise=promise)

    async def reveal(self, added: str) -> Message:
        """And tell it."""
        return await self.reply("reveal", "ack", id=new_id(), added=added)

    async def ping(self) -> int:
        """What the server's latest number is; everything said before has arrived."""
        return int((await self.reply("ping", "pong"))["number"])

    async def select(self, seat: int | None) -> Message:
        """Look and decide from one of the seats of this browser, or from none."""
        return await self.reply("select_seat", "snapshot", seat=seat)

    async def sync(self) -> Message:
        return await self.reply("sync", "snapshot")

    async def close(self) -> None:
        await self.connection.close()


def changed(shown: Message | None, update: Message) -> Message | None:
    """What is shown after an update, given what was shown before; that stays as it was."""
    whole: Message = {"shown": copy.deepcopy(shown)}
    for path in update["gone"]:
        del place_of(whole, path[:-1])[path[-1]]
    for path, value in update["changed"]:
        place, last = place_of(whole, path[:-1]) if path else whole, path[-1] if path else "shown"
        if isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    result: Message | None = whole["shown"]
    return result


def place_of(whole: Message, path: Sequence[str | int]) -> Any:
    """What stands at a path of what is shown."""
    return reduce(lambda place, key: place[key], path, whole["shown"])


def checksum(shown: Message) -> int:
    """As docs/protocol.md has it."""
    in_order = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
    return sum(crc32(f"{name}:{in_order(value)}".encode()) for name, value in shown.items()) % 2**32


def new_id() -> str:
    return secrets.token_hex(8)


async def play_on(pages: Sequence[Page], luck: Random, most: int = 10_000) -> int:
    """Let people decide at random, as many times or until the game is over; how many times they did."""
    count = 0
    while count < most:
        await settle(*pages)
        if pages[0].over:
            break
        asked = [page for page in pages if page.owes]
        if not asked:  # a program's turn
            await pages[0].hear()
            continue
        page = luck.choice(asked)
        answer = await page.play(luck.choice(page.moves))
        assert answer["type"] == "ack", answer
        count += 1
    await settle(*pages)
    return count


async def settle(*pages: Page) -> None:
    """Let all pages hear what one of them has heard."""
    number = max(page.number for page in pages)
    for page in pages:
        await page.upto(number)
