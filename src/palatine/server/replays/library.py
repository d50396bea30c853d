"""Games to watch again: those that were played here, and records from elsewhere.

Of a running game there is no replay.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from palatine.core.record import Record, parse_record
from palatine.server.errors import Refusal
from palatine.server.live.server import GameServer
from palatine.server.protocol.replays import ReplayInfo
from palatine.server.protocol.tables import Branch, NewTable, TableInfo
from palatine.server.replays.branching import branch_off
from palatine.server.replays.played import PlayedGame, of_record, of_table, table_of_record
from palatine.server.replays.steps import check_viewer, replay_for
from palatine.server.storage.entries import Start
from palatine.server.storage.latest import StoredRecord
from palatine.server.tables.state import TableState
from palatine.server.tables.views import table_info
from palatine.server.threads import quiet_pool

KEPT = 100  # games that stay in memory, and as many times one viewer's steps
MOST_LETTERS = 200_000  # of a record
UPLOADED = re.compile("r[0-9a-f]{15}")  # an id of a record from elsewhere; those of tables are shorter

T = TypeVar("T")


class ReplayLibrary:
    """What there is to watch; worked out in one thread beside the tables, and kept for a while."""

    def __init__(self, server: GameServer) -> None:
        self._server = server
        self.games: OrderedDict[str, PlayedGame] = OrderedDict()
        self.steps_packed: OrderedDict[tuple[str, str], bytes] = OrderedDict()  # by game and viewer
        self._pool = quiet_pool(1, "replays")
        self._one = asyncio.Lock()

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def info(self, id: str) -> ReplayInfo:
        """A game as it was in the end."""
        if UPLOADED.fullmatch(id):
            stored = await self._stored(id)
            played = await self._of_stored(id, stored)
            return _info(id, table_of_record(id, stored.at, played), played)
        state = await self._finished(id)
        played = await self._kept(self.games, id, partial(of_table, state))
        nobody = [False] * state.game.players
        return _info(id, table_info(state, None, nobody, self._server.time.now()), played)

    async def game(self, id: str) -> PlayedGame:
        """A game, as its record tells it."""
        if UPLOADED.fullmatch(id):
            return await self._of_stored(id, await self._stored(id))
        return await self._kept(self.games, id, partial(of_table, await self._finished(id)))

    async def record(self, id: str) -> Record:
        """The record of a game; nothing is replayed for it, since what is kept here does replay."""
        if id in self.games:
            return self.games[id].record
        if UPLOADED.fullmatch(id):
            stored = await self._stored(id)
            return await self._work(partial(parse_record, stored.record.encode()))
        match = (await self._finished(id)).match
        assert match is not None
        return await self._work(match.record)

    async def steps(self, id: str, viewer: str) -> bytes:
        """All steps for one viewer, as JSON, packed."""
        played = await self.game(id)
        check_viewer(viewer, len(played.names))
        return await self._kept(self.steps_packed, (id, viewer), partial(_pack, played, viewer))

    async def upload(self, text: str) -> ReplayInfo:
        """Keep a record from elsewhere, if it replays; the same text has the same id."""
        if len(text) > MOST_LETTERS:
            raise Refusal("too_large", f"A record has at most {MOST_LETTERS:,} letters here.", 413)
        record = await self._work(partial(parse_record, text.encode()))
        text = record.text()
        id = "r" + sha256(text.encode()).hexdigest()[:15]
        await self._kept(self.games, id, partial(of_record, record))
        await self._server.storage.records.keep(id, text)
        return await self.info(id)

    async def branch(self, wanted: NewTable, branch: Branch) -> tuple[NewTable, tuple[str, Start]]:
        """A table that begins in the middle of a game: as it is then to be, the seed, and where it begins."""
        played = await self.game(branch.replay)
        return await self._work(partial(branch_off, played.record, wanted, branch))

    async def _finished(self, id: str) -> TableState:
        """A table whose game is over."""
        try:
            state = (await self._server.tables.find(id)).state
        except Refusal as refusal:
            raise _unknown(id) if refusal.code == "unknown_table" else refusal from None
        if state.status != "over":
            raise Refusal("playing", "A game can be watched again when it is over.")
        return state

    async def _stored(self, id: str) -> StoredRecord:
        stored = await self._server.storage.records.find(id)
        if stored is None:
            raise _unknown(id)
        return stored

    async def _of_stored(self, id: str, stored: StoredRecord) -> PlayedGame:
        return await self._kept(self.games, id, lambda: of_record(parse_record(stored.record.encode())))

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


def _info(id: str, table: TableInfo, played: PlayedGame) -> ReplayInfo:
    return ReplayInfo(
        id=id,
        table=table,
        decisions=len(played.record.moves),
        seed=played.record.latest_seed.hex(),
        uploaded=bool(UPLOADED.fullmatch(id)),
        course=played.course,
    )


def _pack(played: PlayedGame, viewer: str) -> bytes:
    steps = replay_for(played.record, played.names, viewer)
    return gzip.compress(msgspec.json.encode(steps), 6, mtime=0)
