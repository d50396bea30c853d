"""Who has a table open, in this process and in others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from palatine.core.game import Seat
from palatine.server.live.registry import TableRegistry
from palatine.server.live.table import LiveTable
from palatine.server.storage.presence import WATCHERS, Counts, PresenceStore
from palatine.server.timing import Time

REPORTED_EVERY, VOID_AFTER = 10.0, 30.0  # seconds


class PresenceTracker:
    """Counts connections; what other processes have counted is read from the database."""

    def __init__(self, store: PresenceStore, tables: TableRegistry, time: Time, process: str) -> None:
        self._store, self._tables, self._time, self._process = store, tables, time, process
        self._elsewhere: Counts = {}
        self._untold: set[str] = set()  # the tables where somebody came or went since the last report
        self._told: dict[str, dict[int, int]] = {}  # by table and seat, where there is somebody
        self._reporting = asyncio.Lock()
        self._about_to_report = False

    def online(self, table: LiveTable) -> list[bool]:
        """For each seat whether its owner has the table open."""
        here = {seat for viewer in table.audience for seat in viewer.seats}
        seats = range(table.state.game.players)
        return [seat in here or (table.id, seat) in self._elsewhere for seat in seats]

    def watchers(self, table: LiveTable) -> int:
        """How many look on without a seat."""
        here = sum(len(found) for viewer, found in table.audience.items() if not viewer.seats)
        return here + self._elsewhere.get((table.id, WATCHERS), 0)

    def anybody(self, table: LiveTable) -> bool:
        """Whether anybody has a table open, to play or to watch."""
        return any(self.online(table)) or self.watchers(table) > 0

    def peopled(self, ids: Iterable[str]) -> set[str]:
        """Those of some tables that somebody has open who plays there; they need not be in memory."""
        elsewhere = {id for id, seat in self._elsewhere if seat != WATCHERS}
        here = {id: table for id in ids if (table := self._tables.get(id))}
        return elsewhere | {id for id, table in here.items() if any(self.online(table))}

    def others_wait(self, table: LiveTable, seat: Seat) -> bool:
        """Whether somebody else who plays is there: an empty table waits for its people."""
        own = table.state.seats_of(table.state.seats[seat].user)
        return any(there for other, there in enumerate(self.online(table)) if other not in own)

    def note_emptiness(self, table: LiveTable) -> None:
        """Where nobody with a seat is, the clocks stand."""
        since = self._time.now() if table.empty_since is None else table.empty_since
        table.empty_since = None if any(self.online(table)) else since

    # -- Several processes ---------------------------------------------------------------------------

    def changed(self, table: LiveTable) -> None:
        """Somebody came to a table or left it: the other processes are still to be told."""
        self._untold.add(table.id)

    async def report(self) -> bool:
        """Tell the other processes who has come and gone; false where there is nothing to tell them, or
        somebody is just about to.

        Raises:
            Unavailable: they are told with the next report.
        """
        if self._about_to_report:
            return False
        self._about_to_report = True
        async with self._reporting:  # so that what is said last is what was seen last
            self._about_to_report = False
            untold, self._untold = self._untold, set()
            news = {id: here for id in untold if (here := self._count(id)) != self._told.get(id, {})}
            counts = {(id, seat): n for id, here in news.items() for seat, n in here.items()}
            try:
                if news:
                    await self._store.report(self._process, counts, list(news))
            except BaseException:
                self._untold |= untold
                raise
            self._told.update(news)
            for id in [id for id, here in news.items() if not here]:
                del self._told[id]
        return bool(news)

    async def renew(self) -> None:
        """Tell them that whoever was here still is, and look everywhere who is with the next report."""
        self._untold |= {table.id for table in self._tables} | self._told.keys()
        await self._store.renew(self._process)

    def _count(self, id: str) -> dict[int, int]:
        """How many sockets there are for each seat of a table."""
        counts: dict[int, int] = {}
        if table := self._tables.get(id):
            for connection in table.connections:
                for seat in table.seats_of(connection) or [WATCHERS]:
                    counts[seat] = counts.get(seat, 0) + 1
        return counts

    async def withdraw(self) -> None:
        """Nobody is here any more."""
        await self._store.report(self._process, {})

    async def look_elsewhere(self) -> list[LiveTable]:
        """Read what other processes tell; the tables of this one where it is news."""
        before = self._elsewhere
        self._elsewhere = await self._store.elsewhere(self._process, self._time.now() - VOID_AFTER)
        changed = {id for (id, _), _ in before.items() ^ self._elsewhere.items()}
        return [table for id in changed if (table := self._tables.get(id))]
