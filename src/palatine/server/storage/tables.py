"""Tables and their logs.

(table, number) is the primary key of the log: of two who write the next entry at the same moment one
succeeds, and the other gets a Conflict.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from palatine.server.errors import Conflict
from palatine.server.storage import entries
from palatine.server.storage.database import Database
from palatine.server.storage.entries import Entry, Header, LoggedEntry
from palatine.server.storage.schema import log, put_away, tables
from palatine.server.storage.writer import LogWriter, Opening, insert_table, log_rows
from palatine.server.timing import Time

AT_ONCE = 500  # tables that are asked for in one query


def changed() -> Any:
    """When something happened last at a table, in a query about tables."""
    last = sa.select(log.c.at).where(log.c.table_id == tables.c.id).order_by(log.c.number.desc()).limit(1)
    return sa.func.coalesce(last.correlate(tables).scalar_subquery(), tables.c.opened)


class TableStore:
    """The tables of one database."""

    def __init__(self, database: Database, time: Time) -> None:
        self._database, self._time = database, time
        self.writer = LogWriter(database)
        self.written = 0  # entries of logs, by this process

    async def close(self) -> None:
        await self.writer.close()

    async def open(self, header: Header, first: Sequence[Entry]) -> None:
        """A new table with its first entries."""
        async with self._database.write() as connection:
            await connection.run_sync(insert_table, header, first)

    async def header(self, table: str) -> Header | None:
        async with self._database.read() as connection:
            found = await connection.scalar(sa.select(tables.c.header).where(tables.c.id == table))
        return msgspec.json.decode(found, type=Header) if found else None

    async def entries(self, table: str, after: int = 0) -> list[LoggedEntry]:
        """The log of a table after a number."""
        wanted = sa.select(log.c.number, log.c.at, log.c.entry).where(
            log.c.table_id == table, log.c.number > after
        )
        async with self._database.read() as connection:
            rows = await connection.execute(wanted.order_by(log.c.number))
            return [LoggedEntry(number, at, entries.decode(entry)) for number, at, entry in rows]

    async def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Of some tables the last number of the log, where there is one; many are asked for at once."""
        found: dict[str, int] = {}
        for first in range(0, len(ids), AT_ONCE):
            wanted = sa.select(log.c.table_id, sa.func.max(log.c.number)).group_by(log.c.table_id)
            async with self._database.read() as connection:
                rows = await connection.execute(
                    wanted.where(log.c.table_id.in_(ids[first : first + AT_ONCE]))
                )
                found |= {table: int(number) for table, number in rows}
        return found

    async def append(
        self, table: str, after: int, wanted: Sequence[Entry], opening: Opening | None = None
    ) -> float:
        """Write the next entries of a log, all or none, and with them a new table where one is opened.

        The answer is the time they were written at; Conflict where the log has grown meanwhile.
        """
        now = self._time.now()
        if not await self.writer.write(log_rows(table, after, now, wanted), opening):
            raise Conflict(table)
        self.written += len(wanted)
        return now

    async def of_user(self, user: str, most: int) -> list[str]:
        """The tables where somebody has, or had, a seat, and has not put away; the latest first."""
        latest = sa.func.max(log.c.at)
        away = sa.select(put_away.c.table_id).where(put_away.c.user == user)
        own = (log.c.user == user) & log.c.table_id.not_in(away)
        wanted = sa.select(log.c.table_id).where(own).group_by(log.c.table_id)
        return await self._ids(wanted.order_by(latest.desc()).limit(most))

    async def sat_at(self, user: str, ids: Collection[str]) -> list[str]:
        """Those of some tables where somebody has, or had, a seat."""
        wanted = sa.select(log.c.table_id).where(log.c.user == user, log.c.table_id.in_(list(ids))).distinct()
        return await self._ids(wanted)

    async def listed(self, since: float, each: int, most: int) -> list[tuple[str, str]]:
        """The tables that were opened for everybody, and by whom, of each host the latest few: first the
        latest of every host, then the second ones.
        """
        nth = sa.func.row_number().over(partition_by=tables.c.host, order_by=tables.c.opened.desc())
        listed = (
            sa.select(tables.c.id, tables.c.host, tables.c.opened, nth.label("nth"))
            .where(tables.c.listed, tables.c.opened > since)
            .subquery()
        )
        wanted = sa.select(listed.c.id, listed.c.host).where(listed.c.nth <= each)
        async with self._database.read() as connection:
            rows = await connection.execute(wanted.order_by(listed.c.nth, listed.c.opened.desc()).limit(most))
            return [(table, host or "") for table, host in rows]

    async def take_off(self, ids: Sequence[str]) -> None:
        """List some tables no more; whoever has their links finds them as before."""
        hidden = tables.update().where(tables.c.id.in_(ids)).values(listed=False, host=None)
        async with self._database.write() as connection:
            await connection.execute(hidden)

    async def running(self, most: int) -> list[str]:
        """The tables whose games are not known to be over, those where something happened last first."""
        wanted = sa.select(tables.c.id).where(tables.c.ended.is_(None))
        return await self._ids(wanted.order_by(changed().desc()).limit(most))

    async def note_end(self, table: str, at: float) -> None:
        """The game of a table is over."""
        over = tables.update().where(tables.c.id == table, tables.c.ended.is_(None)).values(ended=at)
        async with self._database.write() as connection:
            await connection.execute(over)

    async def _ids(self, wanted: Any) -> list[str]:
        async with self._database.read() as connection:
            return list((await connection.scalars(wanted)).all())
