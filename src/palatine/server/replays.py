"""Games that are over, to be watched again: those that were played here, and records from elsewhere.

Both are read from a record, in its order, and shown through one pair of eyes.  What a seat's eyes see is
made of its views and of what it witnessed, as it was at the table; of a running game there is no replay.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from palatine.core.game import SPECTATOR, Seat
from palatine.core.match import Match
from palatine.core.match import replay as replays_of
from palatine.core.record import Record, parse_record
from palatine.core.rng import commitment
from palatine.server.analysis import checked
from palatine.server.branching import branch_off
from palatine.server.chairs import aloud
from palatine.server.entries import Start
from palatine.server.errors import Refusal
from palatine.server.house import House
from palatine.server.levels import TITLES
from palatine.server.protocol import (
    Branch,
    Line,
    NewTable,
    Replay,
    ReplayInfo,
    ReplayStep,
    SeatInfo,
    TableInfo,
    Upload,
)
from palatine.server.room import Room
from palatine.server.showing import table_info
from palatine.server.storage import StoredRecord
from palatine.server.thinking import step_back

KEPT = 100  # games that stay in memory, and as many times somebody's eyes on one
UPLOADED = re.compile("r[0-9a-f]{15}")  # an id of a record from elsewhere; those of tables are shorter
PROGRAM = "bot:"  # how the name of a program begins in a record

T = TypeVar("T")


@dataclass(frozen=True)
class Past:
    """A game that was played."""

    record: Record
    names: tuple[str, ...]  # what the seats are called
    course: list[list[int]]
    to_act: tuple[Seat, ...]  # in the end; none when the game is over


class Replays:
    """What there is to watch; worked out in one thread beside the tables, and kept for a while."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.pasts: OrderedDict[str, Past] = OrderedDict()
        self.packed: OrderedDict[tuple[str, str], bytes] = OrderedDict()  # steps, by game and eyes
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="replays", initializer=step_back)
        self._one = asyncio.Lock()

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def info(self, id: str) -> ReplayInfo:
        """A game as it was in the end."""
        if UPLOADED.fullmatch(id):
            stored = await self._stored(id)
            past = await self._past_of(id, stored)
            return _info(id, _uploaded(id, stored.at, past), past)
        room = await self._room(id)
        past = await self._kept(self.pasts, id, partial(_of_room, room))
        return _info(id, table_info(room, None, [False] * room.game.players), past)

    async def past(self, id: str) -> Past:
        """A game, as its record tells it."""
        if UPLOADED.fullmatch(id):
            return await self._past_of(id, await self._stored(id))
        return await self._kept(self.pasts, id, partial(_of_room, await self._room(id)))

    async def steps(self, id: str, eyes: str) -> bytes:
        """All steps for one pair of eyes, as JSON, packed."""
        past = await self.past(id)
        if eyes not in ("watcher", "open", *map(str, range(len(past.names)))):
            seats = f"a seat from 0 to {len(past.names) - 1}"
            raise Refusal("unknown_eyes", f"The eyes are watcher, open, or {seats}.", 400)
        return await self._kept(self.packed, (id, eyes), partial(_packed, past, eyes))

    async def upload(self, text: str) -> ReplayInfo:
        """Keep a record from elsewhere, if it replays; the same text has the same id."""
        checked(text)
        record = await self._work(partial(parse_record, text.encode()))
        text = record.text()
        id = "r" + sha256(text.encode()).hexdigest()[:15]
        await self._kept(self.pasts, id, partial(_of_record, record))
        await self.house.storage.keep_record(id, text)
        return await self.info(id)

    async def branch(self, wanted: NewTable, branch: Branch) -> tuple[NewTable, tuple[str, Start]]:
        """A table that begins in the middle of a game: as it is then to be, the seed, and where it begins."""
        past = await self.past(branch.replay)
        return await self._work(partial(branch_off, past.record, wanted, branch))

    async def _room(self, id: str) -> Room:
        """The room of a table whose game is over."""
        try:
            room = (await self.house.find(id)).room
        except Refusal as refusal:
            raise _unknown(id) if refusal.code == "unknown_table" else refusal from None
        if room.status != "over":
            raise Refusal("playing", "A game can be watched again when it is over.")
        return room

    async def _stored(self, id: str) -> StoredRecord:
        stored = await self.house.storage.record(id)
        if stored is None:
            raise _unknown(id)
        return stored

    async def _past_of(self, id: str, stored: StoredRecord) -> Past:
        return await self._kept(self.pasts, id, lambda: _of_record(parse_record(stored.record.encode())))

    async def _kept(self, kept: OrderedDict[Any, T], key: Any, work: Callable[[], T]) -> T:
        """What is known already, or has to be worked out; the latest stay."""
        async with self._one:
            if key not in kept:
                kept[key] = await self._work(work)
            kept.move_to_end(key)
            while len(kept) > KEPT:
                kept.popitem(last=False)
            return kept[key]

    async def _work(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def _unknown(id: str) -> Refusal:
    return Refusal("unknown_replay", f"There is no game {id} to watch. Was the link copied whole?", 404)


# -- A game that was played -----------------------------------------------------------------------------


def _of_room(room: Room) -> Past:
    assert room.match is not None
    return _past(room.match.record(), room.match.names)


def _of_record(record: Record) -> Past:
    game, _ = record.open_header()
    people = ["" if name.startswith(PROGRAM) else name for name in record.header.seats]
    return _past(record, aloud(people, game.seat_names))


def _past(record: Record, names: tuple[str, ...]) -> Past:
    """Play a record to its end; BadRecord where it does not replay."""
    course = [(match.game.points(match.state), match.to_act) for match in replays_of(record)]
    return Past(record, names, [points for points, _ in course], course[-1][1])


def _info(id: str, table: TableInfo, past: Past) -> ReplayInfo:
    return ReplayInfo(
        id=id,
        table=table,
        decisions=len(past.record.moves),
        seed=past.record.latest_seed.hex(),
        uploaded=bool(UPLOADED.fullmatch(id)),
        course=past.course,
    )


def _uploaded(id: str, at: float, past: Past) -> TableInfo:
    """A record as if it had been played at a table here."""
    game, _ = past.record.open_header()
    head, result = past.record.header, past.record.result
    return TableInfo(
        id=id,
        game=game.name,
        title=game.title,
        options=game.options,
        status="playing" if past.to_act else "over",
        seats=[
            _seat(seat, game.seat_names[seat], name, past.names[seat]) for seat, name in enumerate(head.seats)
        ],
        you=None,
        host=False,
        listed=False,
        opened=at,
        changed=at,
        to_act=list(past.to_act),
        commitment=commitment(past.record.latest_seed),
        winners=result.winners if result else None,
        scores=result.scores if result else None,
    )


def _seat(seat: Seat, colour: str, name: str, called: str) -> SeatInfo:
    """Who sat somewhere; of a program that is not of this house its name is all that is known."""
    if not name.startswith(PROGRAM):
        return SeatInfo(seat, colour, "person", name, called)
    level = name.removeprefix(PROGRAM)
    if level in TITLES:
        return SeatInfo(seat, colour, "program", "", called, level)
    return SeatInfo(seat, colour, "program", level, called)


# -- Through one pair of eyes ---------------------------------------------------------------------------


def _packed(past: Past, eyes: str) -> bytes:
    return gzip.compress(msgspec.json.encode(watched(past.record, past.names, eyes)), 6, mtime=0)


def watched(record: Record, names: Sequence[str], eyes: str) -> Replay:
    """A whole game as a seat or a watcher saw it, or with open cards."""
    steps: list[ReplayStep] = []
    owed: tuple[Seat, ...] = ()
    for match in replays_of(record):
        match.names = tuple(names)
        steps.append(_step(match, eyes, owed))
        owed = match.to_act
    return Replay(eyes, steps)


def _step(match: Match, eyes: str, owed: tuple[Seat, ...]) -> ReplayStep:
    """The moment after the last decision, which was one of those that were owed before it."""
    game, count = match.game, len(match.decisions)
    viewer = int(eyes) if eyes.isdecimal() else SPECTATOR
    new = [event for event in match.events if event.decision == count]
    if eyes != "open":
        new = [game.witness(event, viewer, match.names) for event in new]
    who = move = label = None
    if count:
        who, action = match.decisions[-1]
        if len(owed) == 1 or eyes in ("open", str(who)):  # else others are still to choose at the same time
            move, label = game.action_text(action), game.label(action, match.names)
    return ReplayStep(
        seat=who,
        move=move,
        label=label,
        lines=[Line(count, event.kind, event.seat, event.data, event.text, event.rule) for event in new],
        shown=game.show_all(match.state) if eyes == "open" else match.show(viewer),
        to_act=list(match.to_act),
    )


# -- Over HTTP ------------------------------------------------------------------------------------------


class Watching(Controller):
    """Games to watch again."""

    path = "/api/replays"
    tags = ("replays",)

    @post(status_code=200)
    async def upload(self, replays: NamedDependency[Replays], data: JSONBody[Upload]) -> ReplayInfo:
        """Give a record from elsewhere, to watch it; the answer has its id."""
        return await replays.upload(data.record)

    @get("/{id:str}")
    async def look(self, replays: NamedDependency[Replays], id: FromPath[str]) -> ReplayInfo:
        """A game that is over, or a record: who played, and how it went."""
        return await replays.info(id)

    @get("/{id:str}/steps", responses={200: ResponseSpec(Replay, description="All steps.")})
    async def steps(
        self,
        request: Request[Any, Any, Any],
        replays: NamedDependency[Replays],
        id: FromPath[str],
        eyes: FromQuery[str] = "watcher",
    ) -> Response[bytes]:
        """All of it for one pair of eyes: watcher, open, or the number of a seat."""
        data, headers = await replays.steps(id, eyes), {"vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            data = gzip.decompress(data)
        return Response(data, media_type=MediaType.JSON, headers=headers)

    @get("/{id:str}/record", media_type=MediaType.TEXT)
    async def record(self, replays: NamedDependency[Replays], id: FromPath[str]) -> Response[str]:
        """Its record, to keep, to check and to replay."""
        record = (await replays.past(id)).record
        headers = {"content-disposition": f'attachment; filename="{record.header.game}-{id}.jsonl"'}
        return Response(record.text(), media_type="application/jsonl", headers=headers)
