"""What is removed because it is old, in small steps: tables and records one by one, the rest a few at a time.

Never removed are a game that goes on, a table or record that such a game branched off from, a table that
somebody looks at, one whose rules are not here, and people who sit at a table whose game goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection

from palatine.core.errors import PalatineError
from palatine.core.record import parse_record
from palatine.server.errors import Unavailable
from palatine.server.live.presence import VOID_AFTER
from palatine.server.live.server import GameServer
from palatine.server.live.tasks import is_stopping
from palatine.server.protocol.host import HostKeeping
from palatine.server.replays.analyses import ids_of
from palatine.server.storage import Storage
from palatine.server.storage.host import Tidied
from palatine.server.tables.state import TableState, read_table
from palatine.server.timing import Time

logger = logging.getLogger("palatine.host")

FIRST, EVERY = 60.0, 3600.0  # seconds until it is looked for, and from one time to the next
AT_ONCE = 20
A_DAY = 86400.0

Find = Callable[[float, str, int], Awaitable[list[str]]]  # some that are older than a moment, after an id


class Retention:
    """Removes what has been kept long enough."""

    def __init__(self, storage: Storage, keeping: HostKeeping, time: Time) -> None:
        self._storage, self.keeping, self._time = storage, keeping, time
        self._going_on: set[str] = set()  # games that nobody plays and are not over: they are read once

    async def run(self, server: GameServer) -> None:
        """Now and then, for ever, if anything is not kept for ever."""
        await self._time.sleep(FIRST)
        while self.keeping != HostKeeping() and not is_stopping():
            try:
                await self.tidy({table.id for table in server.tables if table.connections})
            except Unavailable:
                pass
            except Exception:
                if not is_stopping():
                    logger.exception("what is old could not be removed")
            await self._time.sleep(EVERY)

    async def tidy(self, looked_at: Collection[str] = (), *, dry_run: bool = False) -> Tidied:
        """Remove all that is too old, but for tables that somebody looks at; or only count it."""
        there = await self._storage.presence.elsewhere("", self._time.now() - VOID_AFTER)
        linked = await self._storage.old.branched_from()
        needed = {*looked_at, *linked, *(table for table, _ in there)}
        waiting = await self._tidy_silent(needed, dry_run)  # finds games that are over, too
        finished = await self._tidy_finished(needed, dry_run)
        records, theirs = await self._tidy_records(needed, dry_run)
        analyses = await self._tidy_analyses(dry_run)
        removed = Tidied(waiting + finished, records, theirs + analyses, await self._tidy_people(dry_run))
        if removed != Tidied() and not dry_run:
            await self._storage.host.tidied(removed)
        return removed

    async def _tidy_silent(self, needed: Collection[str], dry_run: bool) -> int:
        """Tables that never began; and it is noted of games that they are over."""
        idle, finished = self.keeping.idle, self.keeping.finished
        days = min((days for days in (idle, finished) if days is not None), default=None)
        removed = 0
        async for id in self._each(self._storage.old.silent, days):
            state = None if id in self._going_on | set(needed) else await self._read(id)
            if state is None:
                continue
            if state.status == "over":
                await self._storage.tables.note_end(id, state.changed)
            elif state.status == "playing":
                self._going_on.add(id)
            elif idle is not None and state.changed < self._before(idle):
                removed += dry_run or await self._drop(state)
        return removed

    async def _tidy_finished(self, needed: Collection[str], dry_run: bool) -> int:
        removed = 0
        async for id in self._each(self._storage.old.finished, self.keeping.finished):
            state = None if id in needed else await self._read(id)
            if state is not None and state.status == "over":
                removed += dry_run or await self._drop(state)
        return removed

    async def _tidy_records(self, needed: Collection[str], dry_run: bool) -> tuple[int, int]:
        """Records, and the analyses of them."""
        removed = analyses = 0
        async for id in self._each(self._storage.old.records, self.keeping.uploads):
            stored = None if id in needed else await self._storage.records.find(id)
            if stored is None:
                continue
            removed += 1
            if not dry_run:
                its_analyses = await asyncio.to_thread(_analyses_of, stored.record)
                analyses += await self._storage.old.drop_record(id, its_analyses)
        return removed, analyses

    async def _tidy_analyses(self, dry_run: bool) -> int:
        removed = 0
        async for id in self._each(self._storage.old.analyses, self.keeping.uploads):
            removed += 1 if dry_run else await self._storage.old.drop_analysis(id)
        return removed

    async def _tidy_people(self, dry_run: bool) -> int:
        removed = 0
        async for id in self._each(self._storage.old.people, idle := self.keeping.idle):
            before = self._before(idle or 0.0)
            removed += 1 if dry_run else await self._storage.old.drop_person(id, before)
        return removed

    def _before(self, days: float) -> float:
        return self._time.now() - days * A_DAY

    async def _each(self, find: Find, days: float | None) -> AsyncIterator[str]:
        """What is older than some days, by their ids; found a few at a time."""
        last = ""
        while days is not None and (ids := await find(self._before(days), last, AT_ONCE)):
            last = ids[-1]
            for id in ids:
                yield id

    async def _read(self, id: str) -> TableState | None:
        """A table by its log; none where it cannot be read, and then it stays."""
        header = await self._storage.tables.header(id)
        if header is None:
            return None
        entries = await self._storage.tables.entries(id)
        try:
            return await asyncio.to_thread(read_table, header, entries)
        except Exception as error:
            logger.warning("table %s is kept, since it cannot be read: %s", id, type(error).__name__)
            return None

    async def _drop(self, state: TableState) -> bool:
        text = state.match.record().text() if state.match else ""
        its_analyses = await asyncio.to_thread(_analyses_of, text)
        return await self._storage.old.drop_table(state.header.id, state.number, its_analyses)


def _analyses_of(record: str) -> list[str]:
    """The analyses that there may be of a record; none of one that cannot be read."""
    try:
        return ids_of(parse_record(record.encode())) if record else []
    except PalatineError:
        return []
