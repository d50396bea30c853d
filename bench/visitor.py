"""The visitor of `palatine bench server --floods`, in a process of its own: one kind of harm at a time.

Bare sockets, and bytes that were made before, so that sending costs little: the visitor shares the machine
with the server, stands back for it, and has a line of 100 Mbit/s, as one who comes from elsewhere may have.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import count, cycle

import msgspec

from palatine import play_game
from palatine.bots import LEVELS
from palatine.core.catalog import about

BYTES_A_SECOND = 100_000_000 / 8
AT_ONCE = 1_000_000  # bytes that are sent without waiting for an answer
NICE = 10
LATEST = 600.0  # seconds after which a visitor leaves in any case
TEXT = 0x81  # the first byte of a WebSocket's message
GONE = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
PEOPLE = 5  # an address is worth so many
SOCKETS = 20  # of each
CONNECTIONS = 10_000  # that one address may try to hold; most machines have room for far fewer


class Plan(msgspec.Struct):
    """Who comes, from where, and what for."""

    kind: str
    port: int  # the server's
    address: str  # the visitor's
    game: str
    table: str  # where others play; the visitor was given its link


class Done(msgspec.Struct):
    """What the visitor has done."""

    tried: int
    refused: dict[str, int]
    cores: float
    sent: int  # bytes


def frame(message: object) -> bytes:
    """A message of a WebSocket, masked by zeros."""
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    if len(data) < 126:
        head = bytes([TEXT, 0x80 | len(data)])
    elif len(data) < 65536:
        head = bytes([TEXT, 0x80 | 126]) + len(data).to_bytes(2, "big")
    else:
        head = bytes([TEXT, 0x80 | 127]) + len(data).to_bytes(8, "big")
    return head + bytes(4) + data


def megabyte(parts: Iterator[bytes]) -> tuple[bytes, int]:
    """As many as are sent at once, and how many they are."""
    found, size = list[bytes](), 0
    while size < AT_ONCE:
        found.append(next(parts))
        size += len(found[-1])
    return b"".join(found), len(found)


class Wire:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def answer(self) -> tuple[int, bytes, bytes]:
        """Status, head and body of an HTTP answer."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        low = head.lower()
        _, found, length = low.partition(b"content-length:")
        body = await self.reader.readexactly(int(length.partition(b"\r\n")[0])) if found else b""
        return int(head[9:12]), head, body

    async def hear(self) -> dict[str, object]:
        """The next message of a WebSocket."""
        first, length = await self.reader.readexactly(2)
        if length == 126:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await self.reader.readexactly(8), "big")
        data = await self.reader.readexactly(length)
        if first != TEXT:
            raise ConnectionResetError("closed")
        return dict(json.loads(data))

    def close(self) -> None:
        self.writer.transport.abort()


class Visitor:
    """Whoever floods: from one address, with as many cookies as they like."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.host = plan, f"127.0.0.1:{plan.port}".encode()
        self.tried = 0
        self.refused: Counter[str] = Counter()
        self.sent = 0
        self.began = time.perf_counter()
        self.going = asyncio.Event()

    async def begin(self) -> None:
        """All is prepared: wait for the word."""
        print("ready", flush=True)
        await self.going.wait()
        self.tried, self.sent, self.began = 0, 0, time.perf_counter()
        self.refused.clear()

    async def dial(self, limit: int = 2**24) -> Wire:
        """A connection on which so many bytes are taken in before somebody reads them."""
        place, port = "127.0.0.1", self.plan.port
        where = (self.plan.address, 0)
        return Wire(*await asyncio.open_connection(place, port, local_addr=where, limit=limit))

    async def send(self, wire: Wire, data: bytes, things: int = 1) -> None:
        """Send something, as fast as the line and the other side take it."""
        wire.writer.write(data)
        await wire.writer.drain()
        self.tried += things
        self.sent += len(data)
        ahead = self.sent / BYTES_A_SECOND - (time.perf_counter() - self.began)
        if ahead > 0.01:
            await asyncio.sleep(ahead)

    # -- HTTP ----------------------------------------------------------------------------------------

    def request(self, path: str, body: object = None, cookie: bytes = b"", method: str = "") -> bytes:
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"{method or ('GET' if body is None else 'POST')} {path} HTTP/1.1\r\n".encode()
        head += b"Host: " + self.host + b"\r\nAccept-Encoding: gzip\r\n"
        if cookie:
            head += b"Cookie: " + cookie + b"\r\n"
        if body is not None:
            head += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(data)
        return head + b"\r\n" + data

    async def ask(self, wire: Wire, request: bytes) -> tuple[int, bytes, bytes]:
        await self.send(wire, request)
        status, head, body = await wire.answer()
        if status >= 400:
            self.refused[str(status)] += 1
        return status, head, body

    async def call(self, path: str, body: object = None, cookie: bytes = b"") -> bytes:
        """Ask for something that is needed for what comes."""
        wire = await self.dial()
        request = self.request(path, body, cookie).replace(b"Accept-Encoding: gzip\r\n", b"")
        status, _, answer = await self.ask(wire, request)
        wire.close()
        if status >= 400:
            raise RuntimeError(f"{path}: {status} {answer.decode()[:200]}")
        return answer

    async def cookie(self) -> bytes:
        wire = await self.dial()
        _, head, _ = await self.ask(wire, self.request("/api/me"))
        wire.close()
        return head.partition(b"set-cookie: ")[2].partition(b";")[0]

    async def keep_asking(self, requests: Iterator[bytes]) -> None:
        """One request after the other on one connection, and on the next one when it is closed."""
        while True:
            with suppress(*GONE):
                wire = await self.dial()
                for request in requests:
                    await self.ask(wire, request)
            self.refused["closed"] += 1
            await asyncio.sleep(0.001)

    async def ask_on(self, connections: int, requests: Callable[[], Iterator[bytes]]) -> None:
        await together(self.keep_asking(requests()) for _ in range(connections))

    # -- Tables --------------------------------------------------------------------------------------

    async def open(self, cookie: bytes, people: int = 1, level: str = "greedy", most: bool = False) -> str:
        """A table of one's own."""
        players = about(self.plan.game).players[1 if most else 0]
        seats: list[object] = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
        seats += [{"kind": "program", "level": level}] * (players - people)
        wanted = {"game": self.plan.game, "seats": seats}
        return str(json.loads(await self.call("/api/tables", wanted, cookie))["id"])

    async def socket(self, table: str, cookie: bytes = b"") -> Wire:
        """A socket at a table."""
        head = f"GET /api/tables/{table}/socket HTTP/1.1\r\n".encode() + b"Host: " + self.host
        head += b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        head += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        head += b"Cookie: " + cookie + b"\r\n" if cookie else b""
        wire = await self.dial()
        await self.send(wire, head + b"\r\n")
        if not (await wire.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101"):
            wire.close()
            raise ConnectionRefusedError
        return wire

    async def sockets(self, table: str | None = None) -> list[tuple[Wire, dict[str, object]]]:
        """As many sockets as one address may have, each with what it is asked: at tables of one's own, or at
        one of others.
        """
        found = []
        for _ in range(PEOPLE):
            cookie = await self.cookie()
            place = table or await self.open(cookie)
            for _ in range(SOCKETS):
                wire = await self.socket(place, cookie)
                message = await wire.hear()
                while table is None and not message.get("ask"):
                    message = await wire.hear()
                found.append((wire, message))
        return found

    async def shout(self, wire: Wire, messages: Callable[[], Iterator[bytes]], listen: bool = True) -> None:
        """Send a million bytes of messages at once, again and again, and hear what comes, or do not."""
        hearing = asyncio.create_task(self._drain(wire)) if listen else None
        loud, many = megabyte(messages())
        with suppress(*GONE):
            while True:
                await self.send(wire, loud, many)
        self.refused["closed"] += 1
        if hearing:
            await hearing

    async def _drain(self, wire: Wire) -> None:
        with suppress(*GONE):
            while data := await wire.reader.read(65536):
                if refused := data.count(b'"type":"refused"'):
                    self.refused["refused"] += refused

    # -- Games ---------------------------------------------------------------------------------------

    def record(self, seed: int) -> str:
        """A whole game of as many as can play it."""
        players = about(self.plan.game).players[1]
        return play_game(self.plan.game, ["random"] * players, seed=seed).record().text()


async def together(tasks: Iterator[Awaitable[object]]) -> None:
    await asyncio.gather(*tasks)


# -- The kinds -----------------------------------------------------------------------------------------

Flood = Callable[[Visitor], Awaitable[None]]
FLOODS: dict[str, Flood] = {}


def flood(name: str) -> Callable[[Flood], Flood]:
    """A kind of harm: it prepares, says `begin`, and goes on for ever."""

    def add(work: Flood) -> Flood:
        FLOODS[name] = work
        return work

    return add


def questions(message: dict[str, object]) -> Iterator[bytes]:
    """What a choice would do, and why something cannot be chosen, for ever."""
    ask = message["ask"]
    assert isinstance(ask, dict)
    about = {"question": ask["question"], "moves": []}
    words = [{"type": "consider", **about}, {"type": "explain", **about, "things": ["x"]}]
    return cycle([frame(word) for word in words])


@flood("questions")
async def ask_questions(visitor: Visitor) -> None:
    """1 MB of them at once, on one socket."""
    cookie = await visitor.cookie()
    wire = await visitor.socket(await visitor.open(cookie), cookie)
    message = await wire.hear()
    while not message.get("ask"):
        message = await wire.hear()
    await visitor.begin()
    await visitor.shout(wire, lambda: questions(message))


@flood("questions, 100 sockets")
async def ask_questions_everywhere(visitor: Visitor) -> None:
    """The same on as many sockets as there may be."""
    wires = await visitor.sockets()
    await visitor.begin()

    async def shout(wire: Wire, message: dict[str, object]) -> None:
        await visitor.shout(wire, lambda: questions(message))

    await together(shout(wire, message) for wire, message in wires)


@flood("joining and leaving")
async def come_and_go(visitor: Visitor) -> None:
    """Ten people in turns at one table."""
    host = await visitor.cookie()
    players = about(visitor.plan.game).players[0]
    table = await visitor.open(host, players)
    people = [await visitor.cookie() for _ in range(10)]

    def turns(cookie: bytes) -> Iterator[bytes]:
        ways = (f"/api/tables/{table}/join", f"/api/tables/{table}/leave")
        return cycle([visitor.request(ways[0], {}, cookie), visitor.request(ways[1], b"", cookie)])

    await visitor.begin()
    await together(visitor.keep_asking(turns(cookie)) for cookie in people)


@flood("playing and taking back")
async def take_back(visitor: Visitor) -> None:
    """At five tables at once, and 1 MB of requests to take back beside."""
    people = [await visitor.cookie() for _ in range(PEOPLE)]
    tables = [await visitor.open(cookie) for cookie in people]
    ids = count()

    async def play(table: str, cookie: bytes) -> None:
        while True:
            with suppress(*GONE):
                wire = await visitor.socket(table, cookie)
                while True:
                    message = await wire.hear()
                    ask = message.get("ask")
                    if isinstance(ask, dict):
                        move = {"question": ask["question"], "moves": [ask["choices"][0]["move"]]}
                        await visitor.send(wire, frame({"type": "play", "id": f"p{next(ids)}", **move}))
                        await visitor.send(wire, frame({"type": "undo", "id": f"u{next(ids)}"}))
                    elif message["type"] == "refused":
                        visitor.refused["refused"] += 1
                        await visitor.send(wire, frame({"type": "sync"}))

    def undoing() -> Iterator[bytes]:
        return (frame({"type": "undo", "id": f"x{next(ids)}"}) for _ in count())

    async def undo(table: str, cookie: bytes) -> None:
        await visitor.shout(await visitor.socket(table, cookie), undoing)

    await visitor.begin()
    pairs = list(zip(tables, people, strict=True))
    await together(work(table, cookie) for table, cookie in pairs for work in (play, undo))


@flood("tables with programs")
async def open_tables(visitor: Visitor) -> None:
    """With the strongest programs, ten at once, and somebody at each, so that they think."""
    people = [await visitor.cookie() for _ in range(10)]
    players = about(visitor.plan.game).players[1]
    seats = [{"kind": "me"}, *[{"kind": "program", "level": LEVELS[-1].name}] * (players - 1)]
    wanted = {"game": visitor.plan.game, "seats": seats, "listed": True}
    sitting = set[asyncio.Task[None]]()

    async def sit(table: str, cookie: bytes) -> None:
        with suppress(*GONE):
            wire, clicks = await visitor.socket(table, cookie), count()
            while True:
                ask = (await wire.hear()).get("ask")
                if isinstance(ask, dict) and not ask["chosen"]:
                    move = {"question": ask["question"], "moves": [ask["choices"][0]["move"]]}
                    await visitor.send(wire, frame({"type": "play", "id": f"c{next(clicks)}", **move}))

    async def open_more(cookie: bytes) -> None:
        wire = await visitor.dial()
        request = visitor.request("/api/tables", wanted, cookie).replace(b"Accept-Encoding: gzip\r\n", b"")
        while True:
            status, _, body = await visitor.ask(wire, request)
            if status == 201:
                sitting.add(asyncio.create_task(sit(str(json.loads(body)["id"]), cookie)))

    await visitor.begin()
    await together(open_more(cookie) for cookie in people)


@flood("records")
async def upload(visitor: Visitor) -> None:
    """Whole games, 200,000 letters of lines, and 176 kB of the same key, on eight connections."""
    whole = [visitor.record(seed) for seed in range(20)]
    head = whole[0].partition("\n")[0] + "\n"
    line = '{"seat":0,"move":"x"}\n'
    long = head + line * ((200_000 - len(head)) // len(line))
    doubled = '{"format":"palatine-record",' + '"version":1,' * 14_600 + '"game":"x"}\n'
    records = [*whole, long, doubled]
    people = [await visitor.cookie() for _ in range(8)]

    def bringing(cookie: bytes) -> Iterator[bytes]:
        return cycle([visitor.request("/api/replays", {"record": text}, cookie) for text in records])

    await visitor.begin()
    await together(visitor.keep_asking(bringing(cookie)) for cookie in people)


async def uploaded(visitor: Visitor, many: int) -> list[str]:
    cookie = await visitor.cookie()
    records = [{"record": visitor.record(seed)} for seed in range(many)]
    return [str(json.loads(await visitor.call("/api/replays", one, cookie))["id"]) for one in records]


@flood("analyses and advice")
async def analyse(visitor: Visitor) -> None:
    """Of ten long games, on eight connections, and looking at them all the time."""
    games = await uploaded(visitor, 10)
    people = [await visitor.cookie() for _ in range(8)]

    def asking(cookie: bytes) -> Iterator[bytes]:
        places = [f"/api/replays/{id}" for id in games]
        begun = [visitor.request(f"{place}/analysis", {}, cookie) for place in places]
        seen = [visitor.request(f"{place}/analysis", None, cookie) for place in places]
        advice = [visitor.request(f"{place}/advice", {"at": 9}, cookie) for place in places]
        return cycle([one for three in zip(begun, seen, advice, strict=True) for one in three])

    await visitor.begin()
    await together(visitor.keep_asking(asking(cookie)) for cookie in people)


@flood("half of a request")
async def send_halves(visitor: Visitor) -> None:
    """A thousand connections, with half a head or half a body, and a letter every second."""
    whole = visitor.request("/api/tables", {"game": visitor.plan.game, "seats": []})
    halves = cycle([b"", whole[:20], whole[:-2], visitor.request("/api/me", b"{" * 999, method="PUT")[:-900]])

    async def dawdle(half: bytes) -> None:
        while True:
            with suppress(*GONE):
                wire = await visitor.dial()
                await visitor.send(wire, half)
                while not wire.reader.at_eof():
                    await asyncio.sleep(1.0)
                    await visitor.send(wire, b"x", 0)
            visitor.refused["closed"] += 1
            await asyncio.sleep(0.01)

    await visitor.begin()
    await together(dawdle(half) for half, _ in zip(halves, range(1000), strict=False))


@flood("sockets, opened and closed")
async def knock(visitor: Visitor) -> None:
    """At a table where others play, fifty at once."""
    people = cycle([await visitor.cookie() for _ in range(PEOPLE)])

    async def open_and_close() -> None:
        while True:
            with suppress(*GONE):
                wire = await visitor.socket(visitor.plan.table, next(people))
                message = await wire.hear()
                if message["type"] == "bye":
                    visitor.refused["bye"] += 1
                wire.close()

    await visitor.begin()
    await together(open_and_close() for _ in range(50))


@flood("whole tables")
async def sync(visitor: Visitor) -> None:
    """`sync` at a table where others play, 1 MB at once on each of 100 sockets."""
    await sync_all(visitor, listen=True)


@flood("whole tables, unread")
async def sync_unread(visitor: Visitor) -> None:
    """The same by somebody who reads no answer."""
    await sync_all(visitor, listen=False)


async def sync_all(visitor: Visitor, listen: bool) -> None:
    wires = await visitor.sockets(visitor.plan.table)
    messages = [frame({"type": "sync"})]
    await visitor.begin()
    await together(visitor.shout(wire, lambda: cycle(messages), listen) for wire, _ in wires)


@flood("pages")
async def load_pages(visitor: Visitor) -> None:
    """The client's pages and files, on 64 connections."""
    page = (await visitor.call("/")).decode()
    files = [part.partition('"')[0] for part in page.split('="')[1:]]
    paths = ["/", "/table/x", *(path for path in files if path.startswith("/"))]
    await visitor.begin()
    await visitor.ask_on(64, lambda: cycle([visitor.request(path) for path in paths]))


@flood("lists")
async def load_lists(visitor: Visitor) -> None:
    """Tables, games, and oneself, on 64 connections."""
    cookie = await visitor.cookie()
    for _ in range(20):
        await visitor.open(cookie, most=True)
    paths = ["/api/tables", "/api/games", "/api/me", f"/api/tables/{visitor.plan.table}"]
    await visitor.begin()
    await visitor.ask_on(64, lambda: cycle([visitor.request(path, None, cookie) for path in paths]))


@flood("drawings and descriptions")
async def load_art(visitor: Visitor) -> None:
    """Drawings, rules, words and the description of the API, on 64 connections."""
    paths = ["/api/schema/openapi.json"]
    for game in json.loads(await visitor.call("/api/games")):
        name = game["name"]
        paths += [f"/api/games/{name}/rules", f"/api/games/{name}/words/en"]
        files = ("board.svg", "pieces.svg", "cards.svg", "board.json", "cards.json")
        paths += [f"/api/art/{name}/{file}?theme={theme}" for file in files for theme in ("day", "night")]
    await visitor.begin()
    await visitor.ask_on(64, lambda: cycle([visitor.request(path) for path in paths]))


@flood("replays")
async def watch_again(visitor: Visitor) -> None:
    """Of ten long games, seen by everybody, on 64 connections."""
    games = await uploaded(visitor, 10)
    viewers = ["watcher", "open", *map(str, range(about(visitor.plan.game).players[1]))]
    places = [f"/api/replays/{id}" for id in games]
    paths = [f"{place}/steps?viewer={viewer}" for viewer in viewers for place in places]
    paths += [path for place in places for path in (place, f"{place}/record")]
    people = cycle([await visitor.cookie() for _ in range(10)])
    await visitor.begin()
    await visitor.ask_on(64, lambda: cycle([visitor.request(path, None, next(people)) for path in paths]))


@flood("requests without waiting")
async def pipeline(visitor: Visitor) -> None:
    """1 MB of small requests at once, on 20 connections."""
    request = b"GET /api/me HTTP/1.1\r\nHost: " + visitor.host + b"\r\n\r\n"

    async def ask_without_end() -> None:
        while True:
            with suppress(*GONE):
                await visitor.shout(await visitor.dial(), lambda: cycle([request]))

    await visitor.begin()
    await together(ask_without_end() for _ in range(20))


@flood("answers, unread")
async def leave_unread(visitor: Visitor) -> None:
    """A hundred requests at once for what is long, on 64 connections, by somebody who reads no answer."""
    requests = visitor.request("/api/schema/openapi.json") * 100

    async def ask_and_look_away() -> None:
        while True:
            with suppress(*GONE):
                wire = await visitor.dial(limit=1)
                while True:
                    await visitor.send(wire, requests, 100)
            visitor.refused["closed"] += 1
            await asyncio.sleep(0.001)

    await visitor.begin()
    await together(ask_and_look_away() for _ in range(64))


@flood("connections")
async def only_connect(visitor: Visitor) -> None:
    """As many connections as there are for one address, on which half of a line is said and no more."""

    async def hold_open(each: int) -> None:
        while True:
            wires = list[Wire]()
            with suppress(*GONE):
                while len(wires) < each:
                    wires.append(await visitor.dial())
                    await visitor.send(wires[-1], b"GET /api/me")
                await wires[0].reader.read()  # until the first of them is closed
            visitor.refused["closed"] += 1
            for wire in wires:
                wire.close()
            await asyncio.sleep(0.01)

    await visitor.begin()
    await together(hold_open(CONNECTIONS // 50) for _ in range(50))


@flood("nonsense on sockets")
async def babble(visitor: Visitor) -> None:
    """What is no message, too deep or too long, on twenty sockets; whoever is sent away comes again."""
    nonsense = [
        frame(b"x"),
        frame(b"[" * 16_000),
        frame({"type": "play"}),
        frame({"type": "play", "id": "x" * 16_000, "question": 1, "moves": ["x"] * 9}),
        frame(b'{"type":"explain","question":1,"moves":[' + b'"",' * 5000 + b'""],"things":[]}'),
        frame(b" " * 60_000),
        bytes([0x82, 0x84]) + bytes(4) + b"\x00\x01\x02\x03",
    ]
    endings = cycle([frame(b"\xff\xfe"), frame(b" " * 70_000), b"\xff\xff\xff\xff"])
    cookie = await visitor.cookie()

    async def babble_on() -> None:
        while True:
            with suppress(*GONE):
                wire = await visitor.socket(visitor.plan.table, cookie)
                hearing = asyncio.create_task(visitor._drain(wire))
                await visitor.send(wire, b"".join(nonsense) + next(endings), len(nonsense) + 1)
                await hearing
                visitor.refused["closed"] += 1
                wire.close()

    await visitor.begin()
    await together(babble_on() for _ in range(20))


@flood("nonsense over HTTP")
async def scribble(visitor: Visitor) -> None:
    """Bodies of 2 MB, too deep, no JSON; heads without an end or for other hosts, on twenty connections."""
    cookie = await visitor.cookie()
    seats = [{"kind": "me", "name": "x" * 500}] * 500
    deep = b'{"game":' + b"[" * 900_000
    wide = b'{"game":"x","seats":[' + b'{"kind":"me"},' * 70_000 + b'{"kind":"me"}]}'
    letters = json.dumps({"record": "x" * 1_900_000}).encode()
    bodies: list[object] = [deep, wide, letters, b"x", {"game": "x", "seats": seats}, {"game": 1}]
    paths = cycle(["/api/tables", "/api/replays"])
    requests = [visitor.request(path, body, cookie) for body, path in zip(bodies, paths, strict=False)]
    requests += [b"GET /api/me HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", b"\x00\xff\r\n\r\n"]
    requests += [visitor.request("/api/" + "x" * 60_000), visitor.request("/api/x" * 100)]
    await visitor.begin()
    await visitor.ask_on(20, lambda: cycle(requests))


# -- The process ---------------------------------------------------------------------------------------


async def visit(plan: Plan) -> Done:
    """Flood from the word of whoever started this until its end."""
    visitor, loop = Visitor(plan), asyncio.get_running_loop()
    told, ended = asyncio.StreamReader(), asyncio.Event()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)
    flooding = asyncio.create_task(_flood(visitor))
    used = time.process_time()

    async def obey() -> None:
        nonlocal used
        await told.readline()
        used = time.process_time()
        visitor.going.set()
        await told.readline()
        ended.set()

    obeying = asyncio.create_task(obey())
    await asyncio.wait([flooding, obeying], timeout=LATEST, return_when=asyncio.FIRST_COMPLETED)
    spent = time.perf_counter() - visitor.began
    cores = (time.process_time() - used) / spent
    obeying.cancel()
    flooding.cancel()
    if flooding.done():
        flooding.result()  # it never ends, unless something went wrong
    return Done(visitor.tried, dict(visitor.refused), cores, visitor.sent)


async def _flood(visitor: Visitor) -> None:
    await FLOODS[visitor.plan.kind](visitor)


def main() -> None:
    """Flood as the plan says that is given as an argument; what was done goes to standard output."""
    os.nice(NICE)
    plan = msgspec.json.decode(sys.argv[1], type=Plan)

    async def run() -> None:
        done = await visit(plan)
        sys.stdout.write(msgspec.json.encode(done).decode() + "\n")
        sys.stdout.flush()
        os._exit(0)  # whatever is still on its way

    asyncio.run(run())


if __name__ == "__main__":
    main()
