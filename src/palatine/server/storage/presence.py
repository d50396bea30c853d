"""Who has a table open, for the processes that share a database."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from palatine.server.storage.database import Database
from palatine.server.storage.schema import presence
from palatine.server.timing import Time

WATCHERS = -1  # the seat under which those are counted who have none

Counts = dict[tuple[str, int], int]  # sockets, by table and seat


class PresenceStore:
    """The sockets of all processes."""

    def __init__(self, database: Database, time: Time) -> None:
        self._database, self._time = database, time

    async def report(self, process: str, counts: Counts, tables: Collection[str] | None = None) -> None:
        """Say which seats have how many sockets in this process, at some tables or at all; see `renew`."""
        now, told = self._time.now(), presence.c.process == process
        async with self._database.write() as connection:
            if tables is not None:
                told &= presence.c.table_id.in_(tables)
            await connection.execute(presence.delete().where(told))
            rows = [
                {"process": process, "table_id": table, "seat": seat, "sockets": n, "seen": now}
                for (table, seat), n in counts.items()
            ]
            if rows:
                await connection.execute(presence.insert(), rows)

    async def renew(self, process: str) -> None:
        """What was said of this process still holds: said now and then, or it is void."""
        told = presence.update().where(presence.c.process == process)
        async with self._database.write() as connection:
            await connection.execute(told.values(seen=self._time.now()))

    async def elsewhere(self, process: str, since: float) -> Counts:
        """The seats that have sockets in other processes, as these have said since then."""
        count = sa.func.sum(presence.c.sockets)
        wanted = (
            sa.select(presence.c.table_id, presence.c.seat, count)
            .where(presence.c.process != process, presence.c.seen > since)
            .group_by(presence.c.table_id, presence.c.seat)
        )
        async with self._database.read() as connection:
            return {(table, seat): int(n) for table, seat, n in await connection.execute(wanted)}
