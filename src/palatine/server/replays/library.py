"""Games to watch again: those that were played here, and records from elsewhere.

Of a running game there is no replay.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

import msgspec

from palatine.core.record import Record, parse_record
from palatine.core.words import Names
from palatine.server.errors import NEVER_BEGAN, RECORD_TOO_LARGE, REPLAY_EARLY, UNKNOWN_REPLAY, Refusal
from palatine.server.limits import Asker, Places
from palatine.server.live.server import GameServer
from palatine.server.protocol.replays import Replay, ReplayInfo
from palatine.server.protocol.tables import Branch, NewTable, TableInfo
from palatine.server.queues import FairQueue
from palatine.server.replays.branching import branch_off
from palatine.server.replays.played import PlayedGame, course_of, names_in, table_of_record
from palatine.server.replays.steps import check_viewer, steps_for
from palatine.server.storage.entries import Start
from palatine.server.storage.latest import StoredRecord
from palatine.server.tables.state import TableState
from palatine.server.tables.views import table_info

KEPT = 100  # games that stay in memory, and as many times one viewer's steps
MOST_LETTERS = 200_000  # of a record
MOST_ASKED = 8  # games that one person may wait for at once
PORTION = 20  # decisions that are worked out before somebody else has a turn
UPLOADED = re.compile("r[0-9a-f]{15}")  # an id of a record from elsewhere; those of tables are shorter

T = TypeVar("T")


class ReplayLibrary:
    """What there is to watch; worked out in one thread beside the tables, and kept for a while.

    A long game is worked out in portions: those who want to see another one come in between.
    """

    def __init__(self, server: GameServer) -> None:
        self._server = server
        self.games: OrderedDict[str, PlayedGame] = OrderedDict()
        self.steps_packed: OrderedDict[tuple[str, str], bytes] = OrderedDict()  # by game and viewer
        self._coming: dict[
            Any, asyncio.Task[Any]
        ] = {}  # what is being worked out, by what it will be kept under
        self._asking = Places(MOST_ASKED)
        self._queue = FairQueue(1, "replays", server.time)

    @property
    def waiting(self) -> int:
        """How much waits to be worked out, or is."""
        return self._queue.under_way

    def stop(self) -> None:
        for task in self._coming.values():
            task.cancel()
        self._queue.stop()

    def forget(self) -> None:
        """Hold no game: some of them may be gone from the database."""
        self.games.clear()
        self.steps_packed.clear()

    async def info(self, asker: Asker, id: str) -> ReplayInfo:
        """A game as it was in the end."""
        with self._asking.hold(*asker):
            return await self._info(asker, id)

    async def record(self, asker: Asker, id: str) -> Record:
        """The record of a game; nothing is replayed for it, since what is kept here does replay."""
        if id in self.games:
            return self.games[id].record
        with self._asking.hold(*asker):
            if UPLOADED.fullmatch(id):
                stored = await self._stored(id)
                return await self._queue.run(asker, partial(parse_record, stored.record.encode()))
            match = (await self._finished(id)).match
            assert match is not None
            return await self._queue.run(asker, match.record)

    async def steps(self, asker: Asker, id: str, viewer: str) -> bytes:
        """All steps for one viewer, as JSON, packed."""
        with self._asking.hold(*asker):
            played = await self._game(asker, id)
            check_viewer(viewer, len(played.names))
            return await self._kept(
                self.steps_packed, (id, viewer), partial(self._pack, asker, played, viewer)
            )

    async def upload(self, asker: Asker, text: str) -> ReplayInfo:
        """Keep a record from elsewhere, if it replays; the same text has the same id."""
        if len(text) > MOST_LETTERS:
            raise RECORD_TOO_LARGE.refuse(most=MOST_LETTERS)
        with self._asking.hold(*asker):
            record, text, id = await self._queue.run(asker, partial(_read, text))
            await self._kept(self.games, id, partial(self._play, asker, record))
            await self._server.storage.records.keep(id, asker.person, record=text)
            return await self._info(asker, id)

    async def branch(
        self, asker: Asker, wanted: NewTable, branch: Branch
    ) -> tuple[NewTable, tuple[str, Start]]:
        """A table that begins in the middle of a game: as it is then to be, the seed, and where it begins."""
        with self._asking.hold(*asker):
            played = await self._game(asker, branch.replay)
            return await self._queue.run(asker, partial(branch_off, played.record, wanted, branch))

    # -- Where games come from -------------------------------------------------------------------------

    async def _info(self, asker: Asker, id: str) -> ReplayInfo:
        if UPLOADED.fullmatch(id):
            stored = await self._stored(id)
            played = await self._of_stored(asker, id, stored)
            return _info(id, table_of_record(id, stored.at, played), played)
        state = await self._finished(id)
        played = await self._of_table(asker, state)
        nobody = [False] * state.game.players
        return _info(id, table_info(state, None, nobody, self._server.time.now()), played)

    async def _game(self, asker: Asker, id: str) -> PlayedGame:
        """A game, as its record tells it."""
        if UPLOADED.fullmatch(id):
            return await self._of_stored(asker, id, await self._stored(id))
        return await self._of_table(asker, await self._finished(id))

    async def _finished(self, id: str) -> TableState:
        """A table whose game is over."""
        try:
            state = (await self._server.tables.find(id)).state
        except Refusal as refusal:
            raise _unknown(id) if refusal.code == "unknown_table" else refusal from None
        if state.status != "over":
            raise REPLAY_EARLY.refuse()
        if state.match is None:
            raise NEVER_BEGAN.refuse()
        return state

    async def _stored(self, id: str) -> StoredRecord:
        stored = await self._server.storage.records.find(id)
        if stored is None:
            raise _unknown(id)
        return stored

    async def _of_stored(self, asker: Asker, id: str, stored: StoredRecord) -> PlayedGame:
        async def play() -> PlayedGame:
            record = await self._queue.run(asker, partial(parse_record, stored.record.encode()))
            return await self._play(asker, record)

        return await self._kept(self.games, id, play)

    async def _of_table(self, asker: Asker, state: TableState) -> PlayedGame:
        match = state.match
        assert match is not None

        async def play() -> PlayedGame:
            return await self._play(asker, await self._queue.run(asker, match.record), match.names)

        return await self._kept(self.games, state.header.id, play)

    # -- Working it out --------------------------------------------------------------------------------

    async def _play(self, asker: Asker, record: Record, names: Names | None = None) -> PlayedGame:
        """Play a record; BadRecord where it does not replay."""
        if names is None:
            names = await self._queue.run(asker, partial(names_in, record))
        course = await self._all(asker, course_of(record))
        return PlayedGame(record, names, [points for points, _ in course], course[-1][1])

    async def _pack(self, asker: Asker, played: PlayedGame, viewer: str) -> bytes:
        steps = await self._all(asker, steps_for(played.record, played.names, viewer))
        return await self._queue.run(asker, lambda: _packed(Replay(viewer, steps)))

    async def _all(self, asker: Asker, coming: Iterator[T]) -> list[T]:
        """All that comes, a portion at a time."""
        found: list[T] = []
        while portion := await self._queue.run(asker, lambda: list(islice(coming, PORTION))):
            found += portion
        return found

    async def _kept(
        self, kept: OrderedDict[Any, T], key: Any, work: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """What is known already, or has to be worked out, once for all who ask; the latest stay."""
        if key not in kept:
            if key not in self._coming:
                self._coming[key] = task = asyncio.create_task(work())
                task.add_done_callback(lambda _: self._coming.pop(key))
            kept[key] = await asyncio.shield(self._coming[key])
        kept.move_to_end(key)
        found = kept[key]
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return found


def _read(text: str) -> tuple[Record, str, str]:
    """A record from elsewhere, as it is kept, and its id."""
    record = parse_record(text.encode())
    text = record.text()
    return record, text, "r" + sha256(text.encode()).hexdigest()[:15]


def _unknown(id: str) -> Refusal:
    return UNKNOWN_REPLAY.refuse(id=id)


def _info(id: str, table: TableInfo, played: PlayedGame) -> ReplayInfo:
    return ReplayInfo(
        id=id,
        table=table,
        decisions=len(played.record.moves),
        seed=played.record.latest_seed.hex(),
        uploaded=bool(UPLOADED.fullmatch(id)),
        course=played.course,
        deal=played.record.header.deal,
    )


def _packed(replay: Replay) -> bytes:
    return gzip.compress(msgspec.json.encode(replay), 6, mtime=0)
