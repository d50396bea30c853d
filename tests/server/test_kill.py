"""The server is killed again and again while games run: nothing that was acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException

from palatine.core.match import replayed
from palatine.core.record import parse_record
from palatine.server.storage.entries import Decided, Entry, Header, Joined
from palatine.server.tables.state import TableState

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, Message, changed, program
from .processes import Process

pytestmark = pytest.mark.anyio

KILLS = 27  # in each of two tests
GONE = (OSError, WebSocketException, InvalidHandshake, httpx.TransportError, EOFError)


class Witness:
    """Everything that was acknowledged or shown at the tables, to be held against the log."""

    def __init__(self) -> None:
        self.acks: dict[str, list[tuple[int, int, str, str]]] = defaultdict(list)  # number, seat, move, id
        self.snapshots: dict[str, list[tuple[int, int, Any]]] = defaultdict(list)  # number, seat, shown
        self.commitments: dict[str, set[str]] = defaultdict(set)
        self.finished: set[str] = set()
        self.people: dict[str, int] = {}  # how many there are at a table
        self.resent = 0
        self.sent = asyncio.Event()  # set whenever a decision goes out

    def acknowledged(self) -> int:
        return sum(map(len, self.acks.values()))


class Person:
    """Plays at a table until the game is over, through whatever happens to the server."""

    def __init__(self, browser: Browser, witness: Witness, luck: Random) -> None:
        self.browser, self.witness, self.luck = browser, witness, luck
        self.table = ""
        self.number = self.seat = 0
        self.ask: Message | None = None
        self.shown: Message | None = None
        self.unanswered: Message | None = None

    @property
    def finished(self) -> bool:
        """Whether the game is over and everything was answered."""
        return self.table in self.witness.finished and self.unanswered is None

    async def patiently(self, work: Any) -> Any:
        """Try something again until the server is back."""
        while True:
            try:
                return await work()
            except GONE:
                await asyncio.sleep(0.05)

    async def play(self, table: str) -> None:
        self.table, self.number, self.ask, self.unanswered = table, 0, None, None
        while not self.finished:
            try:
                await self._sit()
            except GONE:
                await asyncio.sleep(0.02)

    async def _sit(self) -> None:
        """As long as the socket holds."""
        async with await self.browser.dial(self.table) as socket:
            self.ask = None
            if self.unanswered:
                self.witness.resent += 1
                await socket.send(json.dumps(self.unanswered))
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                match message["type"]:
                    case "snapshot" | "update":
                        self._look(message)
                    case "ack":
                        self._answered(message)
                    case "refused" | "bye":
                        pytest.fail(f"{message} to {self.unanswered}")
                if self.finished:
                    return
                if self.ask and self.ask["chosen"] is None and self.unanswered is None:
                    await asyncio.sleep(self.luck.random() * 0.03)
                    self._decide(self.ask)
                    await socket.send(json.dumps(self.unanswered))
                    self.witness.sent.set()

    def _look(self, message: Message) -> None:
        assert message["number"] >= self.number, "something that was seen is gone"
        self.number = message["number"]
        if message["type"] == "snapshot":
            self.shown, self.seat = message["shown"], message["table"]["you"]
        else:
            self.shown = changed(self.shown, message)
        if "table" in message:
            self.witness.commitments[self.table].add(message["table"]["commitment"])
        self.witness.snapshots[self.table].append((self.number, self.seat, self.shown))
        stands: Message = message["table" if message["type"] == "snapshot" else "progress"]
        if stands["status"] == "over":
            self.witness.finished.add(self.table)
        self.ask = message.get("ask", self.ask)

    def _decide(self, ask: Message) -> None:
        move = self.luck.choice(ask["choices"])["move"]
        id = f"{self.seat}-{self.luck.getrandbits(64):x}"
        self.unanswered = {"type": "play", "id": id, "question": ask["question"], "moves": [move]}

    def _answered(self, ack: Message) -> None:
        assert self.unanswered is not None
        assert ack["id"] == self.unanswered["id"]
        (move,) = self.unanswered["moves"]
        self.witness.acks[self.table].append((ack["number"], self.seat, move, ack["id"]))
        self.unanswered = None


async def keep_playing(
    address: str, game: str, people: int, programs: int, witness: Witness, luck: Random, done: asyncio.Event
) -> None:
    """Game after game at tables of the same people; the last one is played to its end."""
    browsers = [Browser(address) for _ in range(people)]
    persons = [Person(browser, witness, Random(luck.random())) for browser in browsers]
    for n, person in enumerate(persons):
        await person.patiently(lambda: person.browser.come(f"Person {n}"))  # noqa: B023
    host = persons[0]
    while not done.is_set():
        seats = [ME, *[OPEN_SEAT] * (people - 1), *[program()] * programs]
        table = await host.patiently(lambda: host.browser.open(game, *seats))  # noqa: B023
        for person in persons[1:]:
            await person.patiently(lambda: person.browser.join(table))  # noqa: B023
        witness.people[table] = people
        async with asyncio.TaskGroup() as group:
            for person in persons:
                group.create_task(person.play(table))
    for browser in browsers:
        await browser.http.aclose()


def stored(database: str) -> dict[str, tuple[Header, list[tuple[int, float, Entry]]]]:
    """All logs, as they are on the disk."""
    with closing(sqlite3.connect(database)) as connection:
        headers = {
            id: msgspec.json.decode(text, type=Header)
            for id, text in connection.execute("SELECT id, header FROM tables")
        }
        logs: dict[str, list[tuple[int, float, Entry]]] = defaultdict(list)
        for id, number, at, text in connection.execute(
            "SELECT table_id, number, at, entry FROM log ORDER BY table_id, number"
        ):
            logs[id].append((number, at, msgspec.json.decode(text, type=Entry)))
    return {id: (header, logs[id]) for id, header in headers.items()}


def check_logs(witness: Witness, database: str) -> dict[str, Any]:
    """Every log is without a gap and holds what was acknowledged, each once and at its place."""
    found = stored(database)
    for table, acks in witness.acks.items():
        _, log = found[table]
        assert [number for number, _, _ in log] == list(range(1, len(log) + 1))
        entries = {number: entry for number, _, entry in log}
        for number, seat, move, id in acks:
            assert entries[number] == Decided(seat, move, id)
        ids = [entry.id for entry in entries.values() if isinstance(entry, Decided) and entry.id]
        assert len(set(ids)) == len(ids), "a decision was counted twice"
    return found


def check_game(witness: Witness, table: str, header: Header, log: Any, record: str) -> None:
    """A finished game: its record is true, and its decisions are those that were acknowledged."""
    match = replayed(parse_record(record.encode()))
    assert match.outcome is not None
    assert match.seed.hex() == header.seed
    assert witness.commitments[table] == {match.commitment}
    by_people = [(number, e.seat, e.move, e.id) for number, _, e in log if isinstance(e, Decided) and e.id]
    assert by_people == sorted(witness.acks[table])
    state, snapshots = TableState(header), defaultdict(list)
    for number, seat, shown in witness.snapshots[table]:
        snapshots[number].append((seat, shown))
    for number, at, entry in log:
        state.apply(number, at, entry)
        for seat, shown in snapshots[number]:
            assert shown == (state.match and json.loads(msgspec.json.encode(state.match.show(seat))))
    assert state.match is not None
    assert state.match.record().text() == record
    assert sum(isinstance(entry, Joined) for _, _, entry in log) == witness.people[table]


async def next_one(event: asyncio.Event) -> None:
    event.clear()
    await event.wait()


TABLES = {
    0: [("rheinlander", 3, 0), ("rivalkings", 2, 0), ("rivalkings", 1, 2)],
    1: [("rheinlander", 4, 0), ("rivalkings", 3, 0), ("rheinlander", 1, 2)],
}


@pytest.mark.parametrize("half", TABLES)
async def test_what_was_acknowledged_is_there_after_the_server_was_killed(tmp_path: Path, half: int) -> None:
    luck, witness, done = Random(f"kill {half}"), Witness(), asyncio.Event()
    process = Process(tmp_path)
    starts = [await process.start()]
    try:
        async with asyncio.TaskGroup() as group:
            for game, people, programs in TABLES[half]:
                group.create_task(keep_playing(process.address, game, people, programs, witness, luck, done))
            for _ in range(KILLS):
                await asyncio.sleep(0.05 + luck.random() * 0.4)
                if luck.random() < 0.7:  # while a decision is on its way, being written, or just written
                    await next_one(witness.sent)
                    await asyncio.sleep(luck.random() * 0.006)
                process.kill()
                check_logs(witness, process.database)
                starts.append(await process.start())
            done.set()
        found = check_logs(witness, process.database)
        assert len(witness.finished) >= len(TABLES[half])
        async with httpx.AsyncClient(base_url=process.address, trust_env=False) as http:
            for table in witness.finished:
                answer = await http.get(f"/api/tables/{table}/record")
                header, log = found[table]
                check_game(witness, table, header, log, answer.text)
    finally:
        process.kill()
    assert witness.acknowledged() > 3 * KILLS
    assert witness.resent, "no kill came between a decision and its answer"
    assert "Traceback" not in process.said()
    mean = sum(starts) / len(starts)
    print(f"{witness.acknowledged()} decisions, {witness.resent} sent again, {mean:.2f} s for a start")
