"""Thousands of people in one process: sockets as light as they can be, and people who play as in crowd.py.

No task waits at a socket, and of what is said only that is read which they need.  They decide where they are
let, see `Hall`, and nothing that was asked meanwhile is forgotten: a question is told once, so whoever may
not answer it yet keeps it.
"""

import asyncio
import math
import random
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from http.client import HTTPConnection, HTTPException
from typing import cast

import msgspec
from crowd import BEAT, Ack, Ask, Bye, Plan, Pong, Presence, Progress, Seated, State, TableOpener
from msgspec import UNSET, UnsetType

from palatine.core.errors import PalatineError

PACE = 200  # sockets that are opened at once
TICK = 0.1  # seconds; at each some of the people give a sign of life
PATIENCE = 60.0  # seconds that so many may take to arrive
STALLED = 20.0  # seconds without any decision where some are owed
PORTS = 20_000  # that are taken at one address of this machine
SECOND = 1.0  # between two words on how far it is
CLERKS = 2  # connections to each server over which tables are opened
FILES = 200  # open files besides sockets
REFUSALS = 1000  # after so many something is wrong
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # kinds of frames
COMPRESSED, WHOLE = 0x40, 0x80  # in the first byte of a frame


# -- Sockets -------------------------------------------------------------------------------------------


def framed(data: bytes, kind: int = TEXT) -> bytes:
    """A frame as clients send it; its mask, which has to be there, changes nothing."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([WHOLE | kind]) + length + b"\0\0\0\0" + data


def next_frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The first byte of a frame, and where its content begins and ends; none while it is not all there."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size >= 126:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : begin], "big")
    return (data[at], begin, begin + size) if begin + size <= len(data) else None


def inflated(data: bytes) -> bytes:
    """What was compressed, each message by itself, as our server does it."""
    return zlib.decompressobj(-15).decompress(data + b"\x00\x00\xff\xff")


class Line(asyncio.Protocol):
    """A socket: the handshake, frames, and an answer to every ping."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self._request, self._hear, self._lost = request, hear, lost
        self._rest = b""
        self._open = self._closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data, at = self._rest + data, 0
        if not self._open:
            if (at := data.find(b"\r\n\r\n") + 4) < 4:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self._end(f"no socket was opened: {data.splitlines()[0].decode()}")
                return
            self._open = True
        while not self._closed and (frame := next_frame(data, at)):
            self._take(frame[0], data[frame[1] : frame[2]])
            at = frame[2]
        self._rest = data[at:]

    def _take(self, head: int, data: bytes) -> None:
        kind = head & 0x0F
        if kind == PING:
            self._transport.write(framed(data, PONG))
        elif kind == CLOSE:
            self._end(f"the server closed a socket: {int.from_bytes(data[:2], 'big')} {data[2:].decode()}")
        elif kind != TEXT or not head & WHOLE:
            self._end(f"a frame that is not expected of our server: {head:#x}")
        else:
            self._hear(inflated(data) if head & COMPRESSED else data)

    def connection_lost(self, error: Exception | None) -> None:
        self._end(f"a socket was lost: {error or 'the server has closed it'}")

    def _end(self, why: str) -> None:
        if not self._closed:
            self.close()
            self._lost(why)

    def say(self, text: bytes) -> None:
        if not self._closed:
            self._transport.write(framed(text))

    def close(self) -> None:
        """Hang up; nothing more is heard."""
        self._closed = True
        self._transport.abort()


# -- What they need of the protocol --------------------------------------------------------------------


class Snapshot(msgspec.Struct, tag="snapshot"):
    number: int
    table: State
    ask: Ask | None = None

    @property
    def status(self) -> str:
        return self.table.status


class Update(msgspec.Struct, tag="update"):
    number: int
    progress: Progress
    table: State | None = None
    ask: Ask | UnsetType | None = UNSET  # where something else is asked than before

    @property
    def status(self) -> str:
        return self.progress.status


class Refused(msgspec.Struct, tag="refused"):
    id: str
    code: str


decode = msgspec.json.Decoder(Snapshot | Update | Ack | Refused | Presence | Pong | Bye).decode


# -- People --------------------------------------------------------------------------------------------


class Table:
    """A table with its people, and how often they may still decide."""

    def __init__(self, address: str, game: str, id: str) -> None:
        self.address, self.game, self.id = address, game, id
        self.guests: list[Guest] = []
        self.left = 0.0  # decisions that may still be made
        self.unanswered = 0  # clicks that are not acknowledged
        self.over = False
        self.next: Table | None = None  # where it goes on

    @property
    def rests(self) -> bool:
        """Whether nothing more comes from here."""
        return not self.unanswered and (self.over or self.left <= 0)

    def __str__(self) -> str:
        asked = [f"{g.seat}: {g.ask.question if g.ask else '–'}/{g.answered}" for g in self.guests]
        state = "over" if self.over else f"{self.left:g} decisions left, {self.unanswered} unanswered"
        return f"{self.id}, {self.game}, {state}; asked/answered by seat: {', '.join(asked)}"


class Watcher:
    """A page at a table, of somebody who only looks."""

    def __init__(self, hall: "Hall", table: Table, cookie: str = "") -> None:
        self.hall, self.table, self.cookie = hall, table, cookie
        self.line: Line | None = None
        self.source = "127.0.0.1"  # the address that the socket comes from
        self.here = asyncio.Event()  # the first message has come

    async def arrive(self) -> None:
        """Open a socket, and wait until it has said how the table is."""
        host, port = self.table.address.partition("://")[2].split(":")
        line = Line(self._request(host, port), self.hear, self.hall.fail)
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: line, host, int(port), local_addr=(self.source, 0))
        except OSError as error:
            raise PalatineError(f"a socket could not be opened: {error}") from None
        self.line = line
        await self.here.wait()

    def _request(self, host: str, port: str) -> bytes:
        """The handshake of a browser, which can read what is compressed."""
        lines = [
            f"GET /api/tables/{self.table.id}/socket HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        ]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        return "\r\n".join([*lines, "", ""]).encode()

    def hear(self, data: bytes) -> None:
        self.here.set()

    def say(self, text: bytes) -> None:
        if self.line:
            self.line.say(text)

    def leave(self) -> None:
        if self.line:
            self.line.close()


class Guest(Watcher):
    """A page at a table, of somebody who plays."""

    def __init__(self, hall: "Hall", table: Table, cookie: str, seat: int) -> None:
        super().__init__(hall, table, cookie)
        self.seat = seat
        self.ask: Ask | None = None  # what is asked now
        self.answered = -1  # the last question that was answered, or is being thought about
        self.clicks = 0
        self._clicked = 0.0  # when, as long as it is not acknowledged
        self._heard = (-1, 0.0)  # the last entry of the log that was told, and when

    def hear(self, data: bytes) -> None:
        message = decode(data)
        match message:
            case Update() | Snapshot():
                self._follow(message)
            case Ack(id, number) if id == str(self.clicks):
                confirmed = self._heard[1] if self._heard[0] == number else time.perf_counter()
                self.table.unanswered -= 1
                took, self._clicked = confirmed - self._clicked, 0.0
                self.hall.decided(self.table, took)
                self.look()
            case Refused(id, code) if id == str(self.clicks):
                self._refused(code)
            case Refused(id, code):
                self.hall.fail(f"a {id} was refused: {code}")
            case Bye(code):
                self.hall.fail(f"the server said good-bye: {code}")

    def _follow(self, news: Update | Snapshot) -> None:
        """See how the table is, and what is asked; go where it goes on."""
        self._heard = news.number, time.perf_counter()
        self.here.set()
        if news.ask is not UNSET:
            self.ask = news.ask
        if news.table and news.table.rematch:
            self.hall.move(self, news.table.rematch)
            return
        if news.status == "over" and not self.table.over:
            self.hall.ended(self.table)
        self.look()

    def sit_at(self, table: Table) -> None:
        """Go on at another table, where nothing was asked yet."""
        self.table, self.ask, self.answered, self._clicked = table, None, -1, 0.0

    def look(self) -> None:
        """Answer what is asked, if that is let now; what was answered already, or is chosen, stays so.

        The next question comes before the last answer is acknowledged: that is waited for.
        """
        ask = self.ask
        if ask is None or ask.chosen is not None or ask.question == self.answered:
            return
        if self._clicked or self.table.left <= 0:
            return
        self.answered = ask.question
        if pause := self.hall.pause():
            asyncio.get_running_loop().call_later(pause, self._click, ask)
        else:
            self._click(ask)

    def _click(self, ask: Ask) -> None:
        if self.ask is not ask or self.table.left <= 0:
            self.answered = -1  # not now
            return
        self.table.left -= 1
        self.table.unanswered += 1
        self.clicks += 1
        move = msgspec.json.encode(self.hall.luck.choice(ask.choices).move)
        self._clicked = time.perf_counter()
        play = b'{"type":"play","id":"%d","question":%d,"moves":[%s]}'
        self.say(play % (self.clicks, ask.question, move))

    def _refused(self, code: str) -> None:
        """Look again, whatever was wrong; a refusal is no decision."""
        self.hall.refused[code] += 1
        if self.hall.refused.total() > REFUSALS:
            self.hall.fail(f"more than {REFUSALS} refusals: {dict(self.hall.refused)}")
        self.table.unanswered -= 1
        self.table.left += 1
        self._clicked, self.answered = 0.0, -1
        self.say(b'{"type":"sync"}')


class Hall:
    """Everybody, and the clock: people decide only where and as often as they are let."""

    def __init__(self) -> None:
        self.luck = random.Random(1)
        self.think = 0.0  # seconds, on average
        self.rematches = False  # or a game that is over stays so
        self.people: list[Watcher] = []
        self.decisions = self.finished = 0
        self.refused: Counter[str] = Counter()
        self.times: list[float] | None = None  # from click to confirmed, while they are wanted
        self.lags: list[float] = []  # how late this process itself was, at each tick
        self._busy: set[Table] = set()  # tables that are waited for
        self._rested = asyncio.Event()
        self._trouble: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._tasks: set[asyncio.Task[None]] = set()
        self._start(self._beat())

    # What people tell

    def pause(self) -> float:
        return self.luck.expovariate(1 / self.think) if self.think else 0.0

    def decided(self, table: Table, seconds: float) -> None:
        self.decisions += 1
        if self.times is not None:
            self.times.append(seconds)
        self._look_at(table)

    def ended(self, table: Table) -> None:
        """A game is over: there is another one, or its people sit out."""
        table.over = True
        self.finished += 1
        if self.rematches:
            table.guests[0].say(b'{"type":"rematch","id":"rematch"}')
        self._look_at(table)

    def _look_at(self, table: Table) -> None:
        if table.rests:
            self._busy.discard(table)
            if not self._busy:
                self._rested.set()

    def move(self, guest: Guest, id: str) -> None:
        """Somebody goes on at another table, with all others."""
        old = guest.table
        if old.next is None:
            old.next = Table(old.address, old.game, id)
            old.next.guests, old.next.left = old.guests, old.left
        guest.leave()
        guest.sit_at(old.next)
        self._start(guest.arrive())

    def fail(self, why: str) -> None:
        """Something went wrong: whoever waits for anything here is told."""
        if not self._trouble.done():
            self._trouble.set_exception(PalatineError(why))

    # What they are let do

    async def arrive(self, people: Sequence[Watcher], told: Callable[[int], None]) -> None:
        """Let people come, some at a time, those of a table together."""
        for first in range(0, len(people), PACE):
            some = people[first : first + PACE]
            for number, one in enumerate(some, len(self.people)):
                one.source = source_of(number)
            self.people += some
            if not await self.until(asyncio.gather(*(one.arrive() for one in some)), PATIENCE):
                raise PalatineError(f"{len(some)} people took more than {PATIENCE:g} s to arrive")
            told(first + len(some))

    def leave(self, people: Iterable[Watcher]) -> None:
        gone = set(people)
        self.people = [one for one in self.people if one not in gone]
        for one in gone:
            one.leave()

    async def let(self, tables: Iterable[Table], decisions: int) -> None:
        """Let people decide so often at each table, or until its game is over, and come to rest."""
        self._busy = {table for table in tables if not table.over}
        self._rested.clear()
        for table in list(self._busy):
            table.left = decisions
            for guest in table.guests:
                guest.look()
        while self._busy:
            before = self.decisions
            if not await self.until(self._rested.wait(), STALLED) and self.decisions == before:
                raise PalatineError(
                    f"nothing was decided for {STALLED:g} s at {len(self._busy)} tables that should play; "
                    f"one of them: {next(iter(self._busy))}"
                )

    def open(self, tables: Iterable[Table]) -> None:
        """Let people play as they like."""
        for table in tables:
            table.left = math.inf
            for guest in table.guests:
                guest.look()

    def close(self) -> None:
        """Nobody clicks any more; what is asked is kept."""
        for one in self.people:
            one.table.left = 0

    async def wait(self, seconds: float) -> None:
        """Let time pass, unless something goes wrong."""
        await asyncio.wait([self._trouble], timeout=seconds)
        if self._trouble.done():
            self._trouble.result()

    async def until(self, what: Awaitable[object], seconds: float) -> bool:
        """Wait for something, unless something else goes wrong; false where it took too long."""
        task = asyncio.ensure_future(what)
        try:
            await asyncio.wait([task, self._trouble], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if self._trouble.done():
                self._trouble.result()
            if task.done():
                task.result()
            return task.done()
        finally:
            task.cancel()

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.fail(str(error) or repr(error))

    async def _beat(self) -> None:
        """Signs of life of everybody, one after the other, as browsers give them."""
        turn, turns = 0, round(BEAT / TICK)
        due = time.perf_counter()
        while True:
            due = max(due + TICK, time.perf_counter())
            await asyncio.sleep(due - time.perf_counter())
            if self.times is not None:
                self.lags.append(max(0.0, time.perf_counter() - due))
            for one in self.people[turn::turns]:
                one.say(b'{"type":"ping"}')
            turn = (turn + 1) % turns


def source_of(number: int) -> str:
    """The address that somebody comes from: at each there are only so many ports."""
    return f"127.0.0.{1 + number // PORTS}"


def allow_files(wanted: int) -> None:
    """Let this process, and those that it starts, have so many sockets open."""
    import resource  # on Unix alone

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise PalatineError(
            f"{wanted:,} sockets need as many open files, and this system allows {hard:,} to a process: "
            "choose fewer --tables, or raise it (ulimit -Hn)"
        )
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


# -- Opening tables ------------------------------------------------------------------------------------


class Receptionist(TableOpener):
    """Opens tables over one connection that stays open."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._connection = HTTPConnection(plan.address.partition("://")[2], timeout=30)

    def call(self, path: str, cookie: str = "", body: object = None) -> tuple[str, bytes]:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"cookie": cookie, "content-type": "application/json"}
        try:
            self._connection.request("GET" if body is None else "POST", path, data, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, HTTPException) as error:
            raise PalatineError(f"{path} was not answered: {error!r}") from None
        if answer.status >= 400:
            raise PalatineError(f"{path} was refused: {answer.status} {text.decode()[:200]}")
        return answer.headers.get("set-cookie", "").partition(";")[0], text


async def set_tables(
    hall: Hall, addresses: Sequence[str], names: Sequence[str], players: int, told: Callable[[int], None]
) -> list[Table]:
    """A table for each name of a game, spread over servers; its people have seats and are not there yet."""
    clerks = CLERKS * len(addresses)
    opened = [0] * clerks

    def work(clerk: int) -> list[Seated]:
        own = names[clerk::clerks]
        address = addresses[clerk % len(addresses)]
        receptionist = Receptionist(Plan(address, 0, [], 0, players, 0.0, 0.0))
        seated = list[Seated]()
        for name in own:
            seated.append(receptionist.set_table(name, players))
            opened[clerk] += 1
        return seated

    working = asyncio.gather(*(asyncio.to_thread(work, clerk) for clerk in range(clerks)))
    while not await hall.until(asyncio.shield(working), SECOND):
        told(sum(opened))
    seated, tables = working.result(), list[Table]()
    for number, name in enumerate(names):
        id, cookies = seated[number % clerks][number // clerks]
        tables.append(Table(addresses[number % len(addresses)], name, id))
        tables[-1].guests = [Guest(hall, tables[-1], cookie, seat) for seat, cookie in enumerate(cookies)]
    return tables
