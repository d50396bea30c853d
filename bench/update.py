"""Two processes are replaced, one after the other, while people play: for how long is any socket away?

Both share a database file and a Redis of their own; before them stands a relay that gives new connections to
each in turn, and to the other where one does not answer, as proxies do.  The people are those of crowd.py,
and come back as the browser's client does.  Everything stays on 127.0.0.1, and ends by itself.
"""

import asyncio
import json
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import msgspec
from crowd import ACK, PATIENCE, Ack, Bye, Crowd, Person, Plan, Snapshot, TableOpener
from floods import hear, say, started
from hosting import START, Server, await_ready, running
from rich.console import Console
from server import percentile, warn_if_busy
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from palatine.cli.serve import prepare_rules
from palatine.core.catalog import about, games
from palatine.core.errors import PalatineError
from palatine.server.storage.entries import Decided, Entry

console = Console(highlight=False)

AT_MOST = 1.0  # seconds that a socket may be away
CLIENT = Path(__file__).parent.parent / "web" / "src" / "lib" / "socket.ts"
TRIED_EVERY, TRIED_FOR = 0.25, 5.0  # seconds between two tries of a proxy, and in all
CALM = 3.0  # seconds before, between and after
GONE = (OSError, ConnectionClosed, InvalidHandshake, EOFError)


class Journey(msgspec.Struct):
    """Who plays, and at which ports the processes are."""

    ports: list[int]
    games: list[str]
    tables: int
    players: int
    think: float


class Travels(msgspec.Struct):
    """What people have noticed."""

    away: list[float]  # seconds, every time that a socket was
    clicks: list[float]  # seconds from a click to the confirmed state, whatever was between
    acks: list[tuple[str, int, str]]  # table, seat and id of what was acknowledged
    refused: dict[str, int]


def waits() -> list[float]:
    """Seconds that the browser's client waits before it tries again, once it was told that a server goes."""
    client = CLIENT.read_text("utf-8")
    soon, found = re.search(r"SOON = (\d+);", client), re.search(r"WAITS = \[([\d_, ]+)\]", client)
    assert soon is not None
    assert found is not None
    return [int(number) / 1000 for number in [soon[1], *found[1].replace("_", "").split(",")]]


# -- The people, and the relay before the processes ----------------------------------------------------


class Relay:
    """Gives every new connection to the next process that takes it."""

    def __init__(self, ports: list[int]) -> None:
        self._ports, self._turn = ports, 0
        self._tasks = set[asyncio.Task[None]]()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to its end."""
        until = time.monotonic() + TRIED_FOR
        inside = None
        while inside is None and time.monotonic() < until:
            for _ in self._ports:
                self._turn += 1
                with suppress(OSError):
                    inside = await asyncio.open_connection(
                        "127.0.0.1", self._ports[self._turn % len(self._ports)]
                    )
                    break
            else:
                await asyncio.sleep(TRIED_EVERY)
        if inside is None:
            writer.close()
            return
        for one, other in ((reader, inside[1]), (inside[0], writer)):
            task = asyncio.create_task(self._pass_on(one, other))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()


class Travellers(Crowd):
    """People who come back."""

    def __init__(self, address: str, people: int, think: float) -> None:
        super().__init__(address, people, think)
        self.away: list[float] = []
        self.acks: list[tuple[str, int, str]] = []
        self.waits = waits()


class Traveller(Person):
    """A browser whose client comes back after a while, and sends again what was not acknowledged."""

    crowd: Travellers
    table = ""
    lost: float | None = None  # since when it is away
    tries = 0
    unanswered = ""
    first = True
    settled = False

    async def play(self, table: str) -> None:
        place = self.crowd.address.replace("http", "ws", 1)
        self.table = table
        while True:
            try:
                async with self.dial(f"{place}/api/tables/{self.table}/socket") as self.socket:
                    await self._settle()
                    self.table, self.question = await self._stay(), -1
            except GONE:
                self.settled = False
                self.lost = self.lost or time.perf_counter()
                await asyncio.sleep(self.crowd.waits[min(self.tries, len(self.crowd.waits) - 1)])
                self.tries += 1

    async def _settle(self) -> None:
        message = await self._next()
        assert isinstance(message, Snapshot), message
        if self.lost is not None:
            self.crowd.away.append(time.perf_counter() - self.lost)
        self.lost, self.tries, self.settled = None, 0, True
        if self.first:
            self.first = False
            self.crowd.sat_down()
            await self.crowd.everybody.wait()
        if self.clicked:
            await self.socket.send(self.unanswered)
        await self._look(message)

    async def _next(self) -> object:
        message = await super()._next()
        if isinstance(message, Bye) and message.code == "restarting":
            self.lost, self.settled = time.perf_counter(), False
            return await super()._next()  # it is closed
        if isinstance(message, Ack) and message.id == str(self.clicks):
            self.crowd.acks.append((self.table, self.seat, message.id))
        return message

    def _click(self, question: int) -> None:
        if question == self.question and not self.clicked:
            self.clicks += 1
            move = self.crowd.luck.choice(self.choices).move
            play = {"type": "play", "id": str(self.clicks), "question": question, "moves": [move]}
            self.unanswered, self.clicked[str(self.clicks)] = json.dumps(play), time.perf_counter()
            if self.settled:
                self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        with suppress(*GONE):
            await self.socket.send(self.unanswered)


async def travel(journey: Journey) -> Travels:
    """Play until whoever started this says that it is enough."""
    relay = Relay(journey.ports)
    at = await asyncio.start_server(relay.carry, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{at.sockets[0].getsockname()[1]}"
    plan = Plan(address, 0, journey.games, journey.tables, journey.players, 0.0, journey.think)
    tables = await asyncio.to_thread(TableOpener(plan).set_tables, plan.tables, plan.players)
    people = Travellers(plan.address, plan.tables * plan.players, plan.think)
    people.measuring = True
    playing = [
        asyncio.create_task(Traveller(people, cookie, seat).play(table))
        for table, cookies in tables
        for seat, cookie in enumerate(cookies)
    ]
    async with asyncio.timeout(10 * PATIENCE):
        arrived = asyncio.create_task(people.everybody.wait())
        await asyncio.wait([arrived, *playing], return_when=asyncio.FIRST_COMPLETED)
        print("everybody is there", flush=True)
        enough = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
        await asyncio.wait([enough, *playing], return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return Travels(people.away, people.times[ACK], people.acks, dict(people.refused))


# -- The processes -------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def redis(folder: str) -> Iterator[str]:
    """A Redis of our own, and its address."""
    program = shutil.which("redis-server")
    if program is None:
        raise PalatineError("redis-server is not installed, as by: apt-get install redis-server")
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


class Process:
    """One of the two, which can be replaced at the same port."""

    def __init__(self, folder: str, database: str, redis: str) -> None:
        self.port = free_port()
        self._folder = folder
        words = ["serve", "--port", str(self.port), "--database", database, "--redis", redis, "--no-limits"]
        self._command = [sys.executable, "-c", START, *words]
        self._stack = ExitStack()

    def start(self) -> Server:
        """Start it, and wait until everybody can play there."""
        log = self._stack.enter_context((Path(self._folder) / f"log-{self.port}").open("a", encoding="utf-8"))
        server = self._stack.enter_context(running(self._command, "Palatine is open:", log))
        await_ready(server[1])
        return server

    def stop(self) -> None:
        self._stack.close()
        self._stack = ExitStack()


def decided(database: str) -> Counter[tuple[str, int, str]]:
    """What is in the logs, and how often: table, seat and id of every decision."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT table_id, entry FROM log").fetchall()
    entries = ((table, msgspec.json.decode(text, type=Entry)) for table, text in rows)
    return Counter((table, e.seat, e.id) for table, e in entries if isinstance(e, Decided) and e.id)


def measured(names: list[str], tables: int, players: int, think: float) -> tuple[Travels, Counter[object]]:
    """Replace both processes under play."""
    with tempfile.TemporaryDirectory(prefix="palatine-bench-", ignore_cleanup_errors=True) as folder:
        database = str(Path(folder) / "bench.db")
        with ExitStack() as stack:
            news = stack.enter_context(redis(folder))
            processes = [Process(folder, database, news) for _ in range(2)]
            for process in processes:
                stack.callback(process.stop)
                process.start()
            ports = [process.port for process in processes]
            with started(__file__, Journey(ports, names, tables, players, think)) as people:
                hear(people)
                for process in processes:
                    time.sleep(CALM)
                    process.stop()
                    process.start()
                time.sleep(CALM)
                say(people)
                found = msgspec.json.decode(hear(people), type=Travels)
        return found, Counter(decided(database))


def main(tables: int, players: int, game: str | None, think: float) -> None:
    """Replace two processes under play, and print for how long sockets were away."""
    chosen = [about(game)] if game else list(games().values())
    names = [one.name for one in chosen if one.players[0] <= players <= one.players[1]]
    if not names:
        raise PalatineError(f"no such game is played by {players}: choose --players or --game otherwise")
    prepare_rules()
    warn_if_busy()
    with console.status("Replacing one process after the other…"):
        found, log = measured(names, tables, players, think)
    if not found.away:
        raise PalatineError("no socket was away: nothing was measured")
    lost = [ack for ack in found.acks if tuple(ack) not in log]
    doubled = [key for key, times in log.items() if times > 1]
    longest = max(found.away)
    shares = [percentile(found.away, share) for share in (0.5, 0.99)]
    verdict = "at most" if longest <= AT_MOST else "[red]more than[/]"
    console.print(
        f"{tables} tables of {players} people, a pause of {think:g} s on average, at two processes; both "
        f"were replaced, one after the other. Sockets were away {len(found.away)} times: for "
        f"{shares[0]:.2f} s (50th percentile), {shares[1]:.2f} s (99th), {longest:.2f} s (longest), "
        f"{verdict} the {AT_MOST:g} s that they may be."
    )
    console.print(
        f"{len(found.acks):,} decisions were acknowledged, the slowest after {max(found.clicks):.2f} s; "
        f"{len(lost)} were lost and {len(doubled)} counted twice."
    )
    if found.refused:
        console.print(f"Refused: {found.refused}")


def run_people() -> None:
    """Play as the plan says that is given as an argument; what was noticed goes to standard output."""
    journey = msgspec.json.decode(sys.argv[1], type=Journey)
    print(msgspec.json.encode(asyncio.run(travel(journey))).decode(), flush=True)


if __name__ == "__main__":
    run_people()
