"""The people of `palatine bench server`, in a process of their own, and what they measure.

They are sockets that behave as the browser does: asked for a decision, and told what each choice would do,
they think, and play one at random; a finished game is followed by a rematch.
"""

import asyncio
import json
import os
import random
import struct
import sys
import time
import urllib.request
from collections import Counter
from pathlib import Path
from socket import SOL_TCP, TCP_INFO

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from palatine.bots import LEVELS
from palatine.core.errors import PalatineError

BEAT = 10.0  # seconds between a browser's signs of life
PATIENCE = 120.0  # seconds for setting up and clearing away, beyond the measurement itself
DECISION, ACK = "click → confirmed", "click → acknowledged"


class Plan(msgspec.Struct):
    """What is to be measured, and where."""

    address: str
    process: int  # the server's
    games: list[str]
    tables: int
    players: int
    seconds: float
    think: float  # seconds, on average
    thinking: int = 0  # tables beside these where the strongest programs think all the time


class Result(msgspec.Struct):
    """What was measured: seconds of each kind, and what the server used."""

    seconds: float
    times: dict[str, list[float]]
    finished: int = 0  # games
    heard: int = 0  # bytes, as they were sent; none where the system does not tell
    refused: dict[str, int] = {}
    cores: float | None = None  # used by the server, on average; none where the system does not tell
    memory: int | None = None  # bytes, at the end
    thoughts: int = 0  # decisions of programs at the tables beside


# As much of the protocol as they need: the rest of a message is skipped in reading.


class Choice(msgspec.Struct):
    move: str


class Ask(msgspec.Struct):
    question: int
    choices: list[Choice]
    chosen: str | None = None


class State(msgspec.Struct):
    rematch: str | None = None
    status: str = ""


class Progress(msgspec.Struct):
    status: str


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
    ask: Ask | None = None  # also where nothing else is asked than before: who is asked has looked already

    @property
    def status(self) -> str:
        return self.progress.status


class Ack(msgspec.Struct, tag="ack"):
    id: str
    number: int


class Refused(msgspec.Struct, tag="refused"):
    code: str


class Presence(msgspec.Struct, tag="presence"):
    pass


class Pong(msgspec.Struct, tag="pong"):
    pass


class Bye(msgspec.Struct, tag="bye"):
    code: str


decode = msgspec.json.Decoder(Snapshot | Update | Ack | Refused | Presence | Pong | Bye).decode


class Crowd:
    """People who play in the same way, and the clock."""

    def __init__(self, address: str, people: int, think: float) -> None:
        self.address, self.think = address, think
        self.luck = random.Random(1)
        self.times: dict[str, list[float]] = {DECISION: [], ACK: []}
        self.refused: Counter[str] = Counter()
        self.finished = 0
        self.steps = 0
        self.calling: set[Person] = set()  # who has a socket open
        self._before = 0  # bytes that came by sockets which are closed
        self.to_come = people
        self.everybody = asyncio.Event()  # has arrived: now it begins
        self.measuring = False

    def sat_down(self) -> None:
        self.to_come -= 1
        if not self.to_come:
            self.everybody.set()

    def pause(self) -> float:
        return self.luck.expovariate(1 / self.think) if self.think else 0.0

    def note(self, kind: str, since: float) -> None:
        if self.measuring:
            self.times[kind].append(time.perf_counter() - since)

    def hung_up(self, person: "Person") -> None:
        self.calling.discard(person)
        self._before += received(person.socket)

    @property
    def heard(self) -> int:
        """Bytes that have come, as they were sent."""
        return self._before + sum(received(person.socket) for person in self.calling)

    @property
    def decided_by_others(self) -> int:
        """What was told besides one's own decisions and rematches; counts where one person is at a table."""
        return self.steps - len(self.times[ACK]) - self.finished


class Person:
    """A browser with one table open."""

    def __init__(self, crowd: Crowd, cookie: str, seat: int) -> None:
        self.crowd, self.cookie, self.seat = crowd, cookie, seat
        self.socket: ClientConnection
        self.question = -1  # the last one that was looked at
        self.choices: list[Choice] = []
        self.clicks = 0
        self.clicked: dict[str, float] = {}  # when, of those that are not acknowledged yet
        self.steps: dict[int, float] = {}  # when they came, as long as they may be what a click has brought

    async def play(self, table: str) -> None:
        """Play at a table, and wherever it goes on."""
        place = self.crowd.address.replace("http", "ws", 1)
        first = True
        while True:
            self.question = -1
            async with self.dial(f"{place}/api/tables/{table}/socket") as self.socket:
                beating = asyncio.create_task(self._beat())
                self.crowd.calling.add(self)
                try:
                    if first:
                        await self._arrive()
                    table = await self._stay()
                finally:
                    beating.cancel()
                    self.crowd.hung_up(self)
            first = False

    def dial(self, where: str) -> connect:
        """A socket that is about to be opened."""
        headers = {"cookie": self.cookie}
        return connect(where, additional_headers=headers, max_size=None, ping_interval=None, proxy=None)

    async def _arrive(self) -> None:
        """Sit down and wait for everybody, so that all is measured at full house."""
        message = await self._next()
        assert isinstance(message, Snapshot), message
        self.crowd.sat_down()
        await self.crowd.everybody.wait()
        await self._look(message)

    async def _next(self) -> object:
        return decode(await self.socket.recv(decode=False))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.socket.send('{"type":"ping"}')

    async def _stay(self) -> str:
        """Hear and decide until the game is over; the next table."""
        while True:
            match await self._next():
                case Update() | Snapshot() as news:
                    self.steps[news.number] = time.perf_counter()
                    self.crowd.steps += self.crowd.measuring
                    if news.table and news.table.rematch:
                        return news.table.rematch
                    await self._look(news)
                case Ack(id, number) if id in self.clicked:  # whoever decides again may have clicked since
                    clicked = self.clicked.pop(id)
                    self.crowd.note(ACK, clicked)
                    if self.crowd.measuring and number in self.steps:
                        self.crowd.times[DECISION].append(self.steps[number] - clicked)
                    self.steps = {step: at for step, at in self.steps.items() if step > number}
                case Refused(code):
                    self.crowd.refused[code] += 1
                    self.question = -1
                    await self.socket.send('{"type":"sync"}')
                case Bye(code):
                    raise PalatineError(f"the server said good-bye: {code}")

    async def _look(self, news: Snapshot | Update) -> None:
        if news.status == "over" and self.seat == 0 and self.question != -2:
            self.question = -2
            self.crowd.finished += self.crowd.measuring
            await self.socket.send('{"type":"rematch","id":"rematch"}')
        ask = news.ask
        if ask and ask.chosen is None and ask.question != self.question:
            self.question, self.choices = ask.question, ask.choices
            asyncio.get_running_loop().call_later(self.crowd.pause(), self._click, ask.question)

    def _click(self, question: int) -> None:
        if question == self.question:
            self.clicks += 1
            move = json.dumps(self.crowd.luck.choice(self.choices).move)
            play = f'{{"type":"play","id":"{self.clicks}","question":{question},"moves":[{move}]}}'
            self.clicked[str(self.clicks)] = time.perf_counter()
            self._sending = asyncio.create_task(self.socket.send(play))


def received(socket: ClientConnection) -> int:
    """Bytes that have come by a socket, as Linux counts them (tcpi_bytes_received); 0 elsewhere."""
    if sys.platform != "linux":
        return 0
    try:
        information = socket.transport.get_extra_info("socket").getsockopt(SOL_TCP, TCP_INFO, 136)
    except OSError:
        return 0
    return int(struct.unpack_from("=Q", information, 128)[0])


Seated = tuple[str, list[str]]  # a table, and the cookies of its people


class TableOpener:
    """Opens tables over HTTP, and lets people sit down."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, path: str, cookie: str = "", body: object = None) -> tuple[str, bytes]:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"cookie": cookie, "content-type": "application/json"}
        request = urllib.request.Request(f"{self.plan.address}{path}", data, headers)
        with self.opener.open(request, timeout=30) as answer:
            return answer.headers.get("set-cookie", "").partition(";")[0], answer.read()

    def set_table(self, game: str, people: int) -> Seated:
        """A table with so many people, and the strongest programs on the other seats."""
        cookies = [self.call("/api/me")[0] for _ in range(people)]
        programs = self.plan.players - people
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
        seats += [{"kind": "program", "level": LEVELS[-1].name}] * programs
        table = json.loads(self.call("/api/tables", cookies[0], {"game": game, "seats": seats})[1])["id"]
        for cookie in cookies[1:]:
            self.call(f"/api/tables/{table}/join", cookie, {})
        return table, cookies

    def set_tables(self, tables: int, people: int) -> list[Seated]:
        games = self.plan.games
        return [self.set_table(games[n % len(games)], people) for n in range(tables)]


def seated(crowd: Crowd, tables: list[Seated]) -> list[asyncio.Task[None]]:
    """Everybody begins to play."""
    return [
        asyncio.create_task(Person(crowd, cookie, seat).play(table))
        for table, cookies in tables
        for seat, cookie in enumerate(cookies)
    ]


async def crowd_in(plan: Plan, tables: list[Seated], beside: list[Seated]) -> Result:
    """Let everybody play, and measure; those at the tables beside decide at once and do not count."""
    crowd = Crowd(plan.address, plan.tables * plan.players, plan.think)
    others = Crowd(plan.address, plan.thinking, 0.0)
    playing = [*seated(crowd, tables), *seated(others, beside)]
    try:
        async with asyncio.timeout(plan.seconds + PATIENCE / 2):
            arrived = asyncio.create_task(crowd.everybody.wait())
            await asyncio.wait([arrived, *playing], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(min(2.0, plan.seconds / 4))
            crowd.measuring = others.measuring = True
            began, used, heard = time.perf_counter(), cpu_seconds(plan.process), crowd.heard
            await asyncio.wait(playing, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
            crowd.measuring = others.measuring = False
            spent = time.perf_counter() - began
            cores = (cpu_seconds(plan.process) - used) / spent if used else None
            memory, heard = resident(plan.process), crowd.heard - heard
            for task in playing:  # nobody ends by himself, unless something went wrong
                if task.done():
                    task.result()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    refused = dict(crowd.refused + others.refused)
    told = (crowd.finished, heard, refused, cores, memory, others.decided_by_others)
    return Result(spent, crowd.times, *told)


def cpu_seconds(process: int) -> float:
    """What a process has used so far, with all its threads; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):
        return 0.0


def resident(process: int) -> int | None:
    """The memory that a process has now."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
    except (OSError, StopIteration):
        return None


def main() -> None:
    """Play as the plan says that is given as an argument; the result goes to standard output."""
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    opener = TableOpener(plan)
    tables, beside = opener.set_tables(plan.tables, plan.players), opener.set_tables(plan.thinking, 1)
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(crowd_in(plan, tables, beside))))


if __name__ == "__main__":
    main()
