"""People who play on through whatever happens to servers, and a witness of all that was acknowledged."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidHandshake, WebSocketException

from palatine.core.match import replayed
from palatine.core.record import parse_record
from palatine.core.rng import SEED_BYTES, commitment
from palatine.server.storage.entries import Decided, Entry, Header, Joined
from palatine.server.tables.state import TableState

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, Message, changed, program

GONE = (OSError, WebSocketException, InvalidHandshake, httpx.TransportError, EOFError)
AWAY = ("storage", "restarting")  # codes of refusals after which one tries again
TOO_LATE = ("not_asked", "told_early")  # of what was added to a deal: it was made meanwhile, or has to wait
LOG = "SELECT table_id, number, at, entry FROM log ORDER BY table_id, number"


class Witness:
    """Everything that was acknowledged or shown at the tables, to be held against the log."""

    def __init__(self) -> None:
        self.acks: dict[str, list[tuple[int, int, str, str]]] = defaultdict(list)  # number, seat, move, id
        self.snapshots: dict[str, list[tuple[int, int, Any]]] = defaultdict(list)  # number, seat, shown
        self.commitments: dict[str, set[str]] = defaultdict(set)
        self.finished: set[str] = set()
        self.people: dict[str, int] = {}  # how many there are at a table
        self.told: dict[str, dict[int, str]] = defaultdict(dict)  # what seats have added to the deals
        self.mischief: Counter[str] = Counter()  # what has really happened to decisions on their way
        self.resent = self.refused = self.byes = 0
        self.sent = asyncio.Event()  # set whenever a decision goes out
        self.dealing = asyncio.Event()  # and whenever something that is added to a deal does

    def acknowledged(self) -> int:
        return sum(map(len, self.acks.values()))


class Person:
    """Plays at a table until the game is over, through whatever happens to the servers.

    `mischief` is what happens to the next decisions on their way: "doubled", "delayed" or "reordered".
    """

    def __init__(self, addresses: Sequence[str], witness: Witness, luck: Random) -> None:
        self.addresses, self.witness, self.luck = addresses, witness, luck
        self.browser = Browser(addresses[0])
        self.mischief: list[str] = []
        self.table = ""
        self.number = self.seat = 0
        self.ask: Message | None = None
        self.shown: Message | None = None
        self.unanswered: Message | None = None
        self.part = b""  # what is added to the deal
        self.adding: dict[str, Message] = {}  # what was said about it and is not answered, by its id
        self.answered: dict[str, int] = {}  # the numbers of decisions by their ids
        self.last: Message | None = None  # the decision before
        self.socket: ClientConnection | None = None
        self.bye = False

    @property
    def finished(self) -> bool:
        """Whether the game is over and everything was answered."""
        return self.table in self.witness.finished and self.unanswered is None

    async def ask_for(self, method: str, path: str, json: Any = None) -> Message:
        """Ask a server, until one is there that answers."""
        while True:
            try:
                answer = await self.browser.http.request(method, path, json=json)
                if answer.status_code < 400:
                    return dict(answer.json())
                assert answer.status_code == 503, answer.text
            except GONE:
                pass
            self._go_elsewhere()
            await asyncio.sleep(0.05)

    def _go_elsewhere(self) -> None:
        address = self.luck.choice(self.addresses)
        self.browser.address, self.browser.http.base_url = address, httpx.URL(address)

    async def play(self, table: str) -> None:
        self.table, self.number, self.ask, self.unanswered, self.last = table, 0, None, None, None
        self.part = self.luck.randbytes(SEED_BYTES)
        while not self.finished:
            try:
                await self._sit()
            except GONE:
                await asyncio.sleep(0.02)
            self._go_elsewhere()

    def cut(self) -> None:
        """The connection breaks."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def _sit(self) -> None:
        """As long as the socket holds."""
        async with await self.browser.dial(self.table) as self.socket:
            self.ask, self.bye, self.adding = None, False, {}
            if self.unanswered:
                self.witness.resent += 1
                await self._send(self.unanswered)
            while not self.finished and not self.bye:
                message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
                await self._hear(message)
                if self.ask and self.ask["chosen"] is None and self.unanswered is None:
                    await asyncio.sleep(self.luck.random() * 0.01)
                    self._decide(self.ask)
                    await self._decided()

    async def _hear(self, message: Message) -> None:
        match message["type"]:
            case "snapshot" | "update":
                self._look(message)
                await self._add(message)
            case "ack" | "refused" if message["id"] in self.adding:
                await self._added(message)
            case "ack":
                self._answered(message)
            case "refused":
                if message["code"] not in AWAY or not self.unanswered:
                    pytest.fail(f"{message} to {self.unanswered}")
                self.witness.refused += 1
                await asyncio.sleep(0.05)
                await self._send(self.unanswered)
            case "bye":
                if message["code"] not in AWAY:
                    pytest.fail(str(message))
                self.witness.byes += 1
                self.bye = True

    async def _send(self, message: Message) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def _add(self, message: Message) -> None:
        """Add to the deal what one's browser is asked for: first the promise, then what was promised."""
        deal = message.get("table", {}).get("deal")
        if not deal or self.seat not in deal["waiting"]:
            return
        id, part = f"{deal['asks']}-{len(self.adding)}", self.part.hex()
        word = {"promise": commitment(self.part)} if deal["asks"] == "promise" else {"added": part}
        self.adding[id] = {"type": deal["asks"], "id": id, **word}
        await self._send(self.adding[id])
        self.witness.dealing.set()

    async def _added(self, answer: Message) -> None:
        """What was acknowledged is in the deal; what could not be kept is said again."""
        said = self.adding[answer["id"]]
        if answer["type"] == "ack":
            if said["type"] == "reveal":
                self.witness.told[self.table][self.seat] = said["added"]
        elif answer["code"] in AWAY:
            self.witness.refused += 1
            await asyncio.sleep(0.05)
            await self._send(said)
        elif answer["code"] not in TOO_LATE:
            pytest.fail(f"{answer} to {said}")

    async def _decided(self) -> None:
        """Send a decision, whatever happens to it on its way."""
        assert self.unanswered is not None
        before, self.last = self.last, self.unanswered
        mischief = self.mischief.pop() if self.mischief and before else ""
        match mischief:
            case "doubled":
                await self._send(self.unanswered)
            case "delayed":
                await asyncio.sleep(0.3)
            case "reordered" if before:  # one that was answered comes once more, and first
                await self._send(before)
        await self._send(self.unanswered)
        self.witness.mischief[mischief] += 1
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
        id = ack["id"]
        if id in self.answered:
            assert self.answered[id] == ack["number"], "one decision was told at two places"
            return
        assert self.unanswered is not None
        assert id == self.unanswered["id"]
        (move,) = self.unanswered["moves"]
        self.answered[id] = ack["number"]
        self.witness.acks[self.table].append((ack["number"], self.seat, move, id))
        self.unanswered = None


async def keep_playing(
    persons: Sequence[Person], game: str, programs: int, witness: Witness, done: asyncio.Event
) -> None:
    """Game after game at tables of the same people; the last one is played to its end.

    Every other person adds something to the deals.
    """
    for n, person in enumerate(persons):
        await person.ask_for("GET", "/api/me")
        await person.ask_for("PUT", "/api/me", {"name": f"Person {n}"})
    seats = [ME, *[OPEN_SEAT] * (len(persons) - 1), *[program()] * programs]
    while not done.is_set():
        wanted = {"game": game, "seats": seats, "adds": True}
        table = str((await persons[0].ask_for("POST", "/api/tables", wanted))["id"])
        for n, person in enumerate(persons[1:]):
            await person.ask_for("POST", f"/api/tables/{table}/join", {"adds": n % 2 == 0})
        witness.people[table] = len(persons)
        async with asyncio.TaskGroup() as group:
            for person in persons:
                group.create_task(person.play(table))
    for person in persons:
        await person.browser.http.aclose()


def stored(database: str) -> dict[str, tuple[Header, list[tuple[int, float, Entry]]]]:
    """All logs, as the database has them."""
    open_database: Any = psycopg.connect if "://" in database else sqlite3.connect
    with closing(open_database(database)) as connection:
        headers = {
            id: msgspec.json.decode(text, type=Header)
            for id, text in connection.execute("SELECT id, header FROM tables")
        }
        logs: dict[str, list[tuple[int, float, Entry]]] = defaultdict(list)
        for id, number, at, text in connection.execute(LOG):
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
    parsed = parse_record(record.encode())
    match, deal = replayed(parsed), parsed.header.deal
    assert match.outcome is not None
    assert (deal.secret if deal else match.seed.hex()) == header.seed
    assert witness.commitments[table] == {parsed.published}
    added = {part.seat: part.added for part in deal.parts} if deal else {}
    assert witness.told[table].items() <= added.items(), "what was added and acknowledged is not in the deal"
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


async def check_all(witness: Witness, database: str, address: str) -> None:
    """Every log, and every game that was finished; nothing was lost, nothing doubled."""
    found = check_logs(witness, database)
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        for table in witness.finished:
            answer = await http.get(f"/api/tables/{table}/record")
            header, log = found[table]
            check_game(witness, table, header, log, answer.text)
