"""One visitor floods the server while others play: how long do their clicks take?

`palatine serve` runs as its users run it, with its usual limits, on a fresh database for each kind of flood.
The people are those of crowd.py, every table at an address of its own in the loopback range; the visitor has
another one, and a process of its own, see visitor.py.  People play calmly for a while, then the flood comes.
Everything stays on this machine, and ends by itself.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection

import crowd
import msgspec
import visitor
from crowd import DECISION, PATIENCE, Crowd, Person, Plan, TableOpener
from hosting import served
from rich.console import Console
from rich.table import Table
from server import percentile, warn_if_busy
from visitor import FLOODS, Done
from websockets.asyncio.client import connect

from palatine.cli.serve import prepare_rules
from palatine.core.catalog import about, games
from palatine.core.errors import PalatineError

console = Console(highlight=False)

AT_MOST = 0.1  # seconds that 99 of 100 clicks take at most, whoever floods
VISITOR = "127.0.200.1"
WARMING = 2.0  # seconds before anything is measured, or as long as the flood is to take


class Heard(msgspec.Struct):
    """What people have measured: seconds for every click, first calmly and then while the visitor floods."""

    calm: list[float]
    flooded: list[float]
    refused: dict[str, int]  # to them
    cores: float | None  # used by the server during the flood


class Measured(msgspec.Struct):
    """One kind of flood."""

    heard: Heard
    done: Done


# -- The people, in a process of their own -------------------------------------------------------------


class Neighbour(Person):
    """A browser at an address of its own."""

    address = ""

    def dial(self, where: str) -> connect:
        return connect(
            where,
            additional_headers={"cookie": self.cookie},
            max_size=None,
            ping_interval=None,
            proxy=None,
            local_addr=(self.address, 0),
        )


class Opener(TableOpener):
    """Opens each table from another address."""

    tables = 0

    def set_table(self, game: str, people: int) -> crowd.Seated:
        self.tables += 1
        return super().set_table(game, people)

    def call(self, path: str, cookie: str = "", body: object = None) -> tuple[str, bytes]:
        place = self.plan.address.partition("://")[2]
        connection = HTTPConnection(place, timeout=30, source_address=(address_of(self.tables), 0))
        data = None if body is None else msgspec.json.encode(body)
        headers = {"cookie": cookie, "content-type": "application/json"}
        connection.request("GET" if body is None else "POST", path, data, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status >= 400:
            raise PalatineError(f"{path} was refused: {answer.status} {text.decode()[:200]}")
        return answer.headers.get("set-cookie", "").partition(";")[0], text


def address_of(table: int) -> str:
    return f"127.0.{1 + table // 250}.{1 + table % 250}"


async def play(plan: Plan, tables: list[crowd.Seated]) -> Heard:
    """Let everybody play: a third of the time calmly, then while the visitor floods."""
    people = Crowd(plan.address, plan.tables * plan.players, plan.think)
    playing, everybody = list[asyncio.Task[None]](), list[Neighbour]()
    for number, (table, cookies) in enumerate(tables, start=1):
        for seat, cookie in enumerate(cookies):
            everybody.append(Neighbour(people, cookie, seat))
            everybody[-1].address = address_of(number)
            playing.append(asyncio.create_task(everybody[-1].play(table)))
    calm = list[float]()
    try:
        async with asyncio.timeout(plan.seconds + PATIENCE):
            arrived = asyncio.create_task(people.everybody.wait())
            await asyncio.wait([arrived, *playing], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(min(WARMING, plan.seconds))
            people.measuring = True
            await asyncio.wait(playing, timeout=plan.seconds / 3, return_when=asyncio.FIRST_COMPLETED)
            calm, people.times[DECISION] = people.times[DECISION], []
            print("calm", flush=True)
            began, used = time.perf_counter(), crowd.cpu_seconds(plan.process)
            await asyncio.wait(playing, timeout=plan.seconds, return_when=asyncio.FIRST_COMPLETED)
            spent = time.perf_counter() - began
            cores = (crowd.cpu_seconds(plan.process) - used) / spent if used else None
            for task in playing:  # nobody ends by himself, unless something went wrong
                if task.done():
                    task.result()
            waits = [time.perf_counter() - at for one in everybody for at in one.clicked.values()]
            flooded = people.times[DECISION] + [wait for wait in waits if wait > AT_MOST]
    finally:
        for one in everybody:
            one.question = -1  # nobody clicks any more
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return Heard(calm, flooded, dict(people.refused), cores)


# -- One kind after the other --------------------------------------------------------------------------


@contextmanager
def started(program: str, plan: msgspec.Struct) -> Iterator[subprocess.Popen[str]]:
    """A process of ours, which is told its plan, and ends with the block."""
    command = [sys.executable, program, msgspec.json.encode(plan).decode()]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            stream.close()


def hear(process: subprocess.Popen[str]) -> str:
    """The next line that a process says."""
    assert process.stdout is not None
    if not (line := process.stdout.readline()):
        raise PalatineError("the people or the visitor had to stop; what went wrong stands above")
    return line.strip()


def say(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def measured(
    kind: str, names: list[str], tables: int, players: int, seconds: float, think: float
) -> Measured:
    """Let people play at a server of their own, and a visitor flood it."""
    with served(limits=True) as (server, address):
        plan = Plan(address, server.pid, names, tables, players, seconds, think)
        return flooded(kind, plan, VISITOR)


def flooded(kind: str, plan: Plan, whence: str) -> Measured:
    """Let people play at a server, and a visitor flood it from an address."""
    with started(__file__, plan) as people:
        table, port = hear(people), int(plan.address.rpartition(":")[2])
        flooding = visitor.Plan(kind, port, whence, plan.games[0], table)
        with started(visitor.__file__, flooding) as intruder:
            hear(intruder)  # it is ready
            say(people)
            hear(people)  # it was calm for long enough
            say(intruder)
            heard = msgspec.json.decode(hear(people), type=Heard)
            say(intruder)
            return Measured(heard, msgspec.json.decode(hear(intruder), type=Done))


# -- What is printed -----------------------------------------------------------------------------------


def add_row(shown: Table, kind: str, found: Measured) -> None:
    calm, flooded, done = found.heard.calm, found.heard.flooded, found.done
    refused = ", ".join(f"{n:,} × {code}" for code, n in done.refused.items()) or "nothing"
    times = [f"{1000 * percentile(flooded, share):,.0f}" for share in (0.5, 0.99)]
    before = [f"{1000 * percentile(calm, share):,.0f}" for share in (0.5, 0.99)]
    verdict = "yes" if percentile(flooded, 0.99) <= AT_MOST else "[red]no[/]"
    used = "–" if found.heard.cores is None else f"{100 * found.heard.cores:.0f} %"
    longest = f"{1000 * max(flooded):,.0f}"
    cells = [" / ".join(before), " / ".join(times), longest, verdict, used, f"{100 * done.cores:.0f} %"]
    shown.add_row(kind, f"{done.tried:,}", refused, f"{len(flooded):,}", *cells)


def main(
    tables: int,
    players: int,
    game: str | None,
    seconds: float,
    think: float,
    only: Sequence[str],
) -> None:
    """Measure and print all kinds of floods, or those that are named, in one table."""
    if unknown := sorted(set(only) - set(FLOODS)):
        raise PalatineError(f"no such flood: {', '.join(unknown)}. There are: {'; '.join(FLOODS)}")
    chosen = [about(game)] if game else list(games().values())
    names = [one.name for one in chosen if one.players[0] <= players <= one.players[1]]
    if not names:
        raise PalatineError(f"no such game is played by {players}: choose --players or --game otherwise")
    console.print(
        f"{tables} tables of {players} people, a pause of {think:g} s on average; "
        f"calm for {seconds / 3:.0f} s, then one visitor floods for {seconds:g} s."
    )
    prepare_rules()
    warn_if_busy()
    headings = ("flood", "tried", "refused", "clicks", "calm: 50th / 99th", "flooded: 50th / 99th", "longest")
    shown = Table(*headings, "in time", "server", "visitor", box=None, pad_edge=False)
    slow = list[str]()
    for kind in only or FLOODS:
        with console.status(f"Measuring: {kind}…"):
            found = measured(kind, names, tables, players, seconds, think)
        if found.heard.refused:
            console.print(f"[red]{kind}: people who only played were refused: {found.heard.refused}[/]")
        if not found.heard.flooded or not found.heard.calm:
            raise PalatineError("nobody has clicked: let it take longer, by --seconds")
        add_row(shown, kind, found)
        console.print(
            f"{kind}: 99 of 100 clicks within {1000 * percentile(found.heard.flooded, 0.99):.0f} ms"
        )
        if percentile(found.heard.flooded, 0.99) > AT_MOST:
            slow.append(kind)
    console.print(shown)
    console.print(
        "Times in milliseconds, from a click to the confirmed state; “server” and “visitor” are shares of a "
        f"core. The visitor's line carries {8 * visitor.BYTES_A_SECOND / 1e6:.0f} Mbit/s."
    )
    verdict = f"[red]not during: {', '.join(slow)}[/]" if slow else "whatever the visitor did"
    console.print(f"99 of 100 clicks of all others within {1000 * AT_MOST:.0f} ms: {verdict}.")


def run_people() -> None:
    """Play as the plan says that is given as an argument; what was heard goes to standard output."""
    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    tables = Opener(plan).set_tables(plan.tables, plan.players)
    print(tables[0][0], flush=True)
    sys.stdin.readline()
    print(msgspec.json.encode(asyncio.run(play(plan, tables))).decode(), flush=True)


if __name__ == "__main__":
    run_people()
