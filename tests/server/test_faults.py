"""Whatever happens to servers while games run, nothing that was acknowledged is lost, doubled or stuck."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import psycopg
import pytest

from .databases import Postgres, RedisServer
from .processes import Process
from .witness import PATIENCE, Person, Witness, check_all, check_logs, keep_playing

pytestmark = pytest.mark.anyio

# How often each comes in a normal run, fifty times in all; twenty times as often in a long one.
ALONE = {"killed": 8, "full": 2}  # in each of two tests
TOGETHER = {
    "one killed": 5,
    "all killed": 3,
    "one killed at a deal": 1,
    "all killed at a deal": 1,
    "a part of PostgreSQL killed": 2,
    "PostgreSQL killed": 2,
    "Redis killed": 4,
    "cut": 4,
    "doubled": 3,
    "delayed": 2,
    "reordered": 3,
}
LONG = 20


def deck(faults: dict[str, int], long: bool, luck: Random) -> list[str]:
    """Faults, each as often as said, in some order."""
    drawn = [fault for fault, times in faults.items() for _ in range(times * (LONG if long else 1))]
    luck.shuffle(drawn)
    return drawn


async def next_one(event: asyncio.Event) -> None:
    event.clear()
    await asyncio.wait_for(event.wait(), PATIENCE)


async def plays_on(witness: Witness) -> None:
    """Wait until another decision is acknowledged: nothing is stuck."""
    before = witness.acknowledged()
    await until(lambda: witness.acknowledged() > before)


async def until(wanted: Callable[[], bool]) -> None:
    """Wait for something that has to happen."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():
            await asyncio.sleep(0.01)


# -- One server and its file ---------------------------------------------------------------------------

TABLES = {
    0: [("rheinlander", 3, 0), ("rivalkings", 2, 0), ("rivalkings", 1, 2)],
    1: [("rheinlander", 4, 0), ("rivalkings", 3, 0), ("rheinlander", 1, 2)],
}


@pytest.mark.parametrize("half", TABLES)
async def test_what_was_acknowledged_is_there_after_the_server_was_killed(
    tmp_path: Path, half: int, long: bool
) -> None:
    luck, witness, done = Random(f"kill {half}"), Witness(), asyncio.Event()
    process = Process(tmp_path)
    faults = deck(ALONE, long, luck)
    await process.start()
    try:
        async with asyncio.TaskGroup() as group:
            for game, people, programs in TABLES[half]:
                persons = [Person([process.address], witness, Random(luck.random())) for _ in range(people)]
                group.create_task(keep_playing(persons, game, programs, witness, done))
            for fault in faults:
                await plays_on(witness)
                await asyncio.sleep(luck.random() * 0.4)
                if luck.random() < 0.7:  # while a decision is on its way, being written, or just written
                    await next_one(witness.sent)
                    await asyncio.sleep(luck.random() * 0.006)
                if fault == "full" and sys.platform == "linux":
                    await fill_disk(process, witness)
                else:
                    process.kill()
                    check_logs(witness, process.database)
                    await process.start()
            await plays_on(witness)
            done.set()
        assert len(witness.finished) >= len(TABLES[half])
        await check_all(witness, process.database, process.address)
    finally:
        process.kill()
    assert witness.acknowledged() > 3 * len(faults)
    assert "Traceback" not in process.said()


async def fill_disk(process: Process, witness: Witness) -> None:
    """The process may not let a file grow, until somebody was refused for it; then it may again."""
    import resource

    assert process.running is not None
    pid, limit = process.running.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, limit)
    refused = witness.refused
    resource.prlimit(pid, limit, (os.path.getsize(f"{process.database}-wal"), before[1]))
    try:
        await until(lambda: witness.refused > refused)
    finally:
        resource.prlimit(pid, limit, before)


# -- Several servers, PostgreSQL and Redis -------------------------------------------------------------


class Cluster:
    """Two processes that share a PostgreSQL and a Redis, and what can happen to each."""

    def __init__(self, folder: Path, name: str, postgres: Postgres, redis: RedisServer) -> None:
        database = postgres(name)
        self.processes = [Process(folder, "--redis", redis.address, database=database) for _ in range(2)]
        self.database, self.postgres, self.redis = database, postgres, redis

    @property
    def addresses(self) -> list[str]:
        return [process.address for process in self.processes]

    async def start(self) -> None:
        await asyncio.gather(*(process.start() for process in self.processes if process.running is None))

    def kill(self) -> None:
        for process in self.processes:
            process.kill()

    def said(self) -> str:
        return "".join(process.said() for process in self.processes)

    async def restart_postgres(self) -> None:
        """It is killed with all that belongs to it, and started again with what is on its disk."""
        self.postgres.kill()
        await asyncio.to_thread(self.postgres.start)

    def hurt_postgres(self) -> None:
        """One of its processes is killed: it throws everybody out, and recovers from its own log."""
        about = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = %s"
        with psycopg.connect(self.database, autocommit=True) as connection:
            name = connection.info.dbname
            own = connection.info.backend_pid
            pids = [pid for (pid,) in connection.execute(about, [name]) if pid != own]
        os.kill(pids[0] if pids else own, signal.SIGKILL)

    async def restart_redis(self) -> None:
        self.redis.kill()
        await asyncio.sleep(0.2)
        self.redis.start()


async def play_through(
    cluster: Cluster, luck: Random, happen: Callable[[Witness, list[Person]], Awaitable[None]]
) -> Witness:
    """Let people play at both processes while something happens, and hold everything against the logs."""
    witness, done, everybody = Witness(), asyncio.Event(), list[Person]()
    await cluster.start()
    try:
        async with asyncio.TaskGroup() as group:
            for game, people, programs in [("rivalkings", 3, 0), ("rheinlander", 3, 0), ("rivalkings", 1, 1)]:
                persons = [Person(cluster.addresses, witness, Random(luck.random())) for _ in range(people)]
                everybody += persons
                group.create_task(keep_playing(persons, game, programs, witness, done))
            await plays_on(witness)
            await happen(witness, everybody)
            await plays_on(witness)
            done.set()
        await check_all(witness, cluster.database, cluster.addresses[0])
    finally:
        cluster.kill()
    assert "Traceback" not in cluster.said(), cluster.said()
    return witness


async def test_nothing_is_lost_or_doubled_or_stuck_whatever_fails(
    postgres: Postgres, redis_server: RedisServer, tmp_path: Path, long: bool
) -> None:
    luck = Random("faults")
    cluster = Cluster(tmp_path, "faults", postgres, redis_server)
    faults = deck(TOGETHER, long, luck)

    async def fail(witness: Witness, everybody: list[Person]) -> None:
        for fault in faults:
            await asyncio.sleep(luck.random() * 0.2)
            await next_one(witness.dealing if "deal" in fault else witness.sent)
            match fault:
                case "one killed" | "one killed at a deal":
                    luck.choice(cluster.processes).kill()
                case "all killed" | "all killed at a deal":
                    cluster.kill()
                case "a part of PostgreSQL killed":
                    cluster.hurt_postgres()
                case "PostgreSQL killed":
                    await cluster.restart_postgres()
                case "Redis killed":
                    await cluster.restart_redis()
                case "cut":
                    for person in everybody:
                        person.cut()
                case mischief:
                    before = witness.mischief[mischief]
                    for person in everybody:
                        person.mischief.append(mischief)
                    await until(lambda: witness.mischief[mischief] > before)  # noqa: B023
            await cluster.start()
            await plays_on(witness)

    witness = await play_through(cluster, luck, fail)
    assert witness.resent
    assert any(witness.told.values()), "nobody has added anything to a deal"


async def test_an_update_of_one_process_after_the_other_interrupts_nobody(
    postgres: Postgres, redis_server: RedisServer, tmp_path: Path
) -> None:
    """While one is away, everybody plays on at the other; they are told to go there."""
    cluster = Cluster(tmp_path, "rolling", postgres, redis_server)

    async def update(witness: Witness, everybody: list[Person]) -> None:
        for process in cluster.processes:
            await asyncio.to_thread(process.stop)
            for _ in range(3):
                await plays_on(witness)  # at the other one
            await process.start()
            await plays_on(witness)

    witness = await play_through(cluster, Random("rolling"), update)
    assert witness.byes, "nobody was told to go elsewhere"
