"""What is kept for a while: the latest analyses, and the latest records from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from palatine.server.storage.database import Database, upsert
from palatine.server.storage.schema import analyses, records
from palatine.server.timing import Time

RECORDS, ANALYSES = 100, 100  # of one person
RECORDED, ANALYSED = 200_000_000, 500_000_000  # letters of everybody together


@dataclass(frozen=True)
class StoredAnalysis:
    """An analysis as it was written last, and the record it is about."""

    at: float
    record: str
    analysis: str


@dataclass(frozen=True)
class StoredRecord:
    """A record from elsewhere, and when it was given to us."""

    at: float
    record: str


class _Latest:
    """The rows of a table: of each person the latest, and of very much the latest of all."""

    def __init__(self, database: Database, time: Time, table: sa.Table, each: int, letters: int) -> None:
        self._database, self._time, self._table = database, time, table
        self.each = each  # rows of one person
        self.letters = letters  # of all texts together

    async def _find(self, id: str) -> Any:
        async with self._database.read() as connection:
            found = await connection.execute(sa.select(self._table).where(self._table.c.id == id))
            return found.one_or_none()

    async def keep(self, id: str, user: str, **texts: str) -> None:
        """Write a row, new or not; it is of the one who brought it first.  What is too much is dropped."""
        values = {"at": self._time.now(), "size": sum(map(len, texts.values())), **texts}
        async with self._database.write() as connection:
            if await upsert(connection, self._table, id, values, {"user": user or None}):
                await self._drop_of(connection, user)
            await self._drop(connection)

    async def _drop_of(self, connection: AsyncConnection, user: str) -> None:
        """The oldest rows of somebody who has too many."""
        table = self._table
        own = sa.select(table.c.id).where(table.c.user == user).order_by(table.c.at.desc())
        await connection.execute(table.delete().where(table.c.id.in_(own.offset(self.each))))

    async def _drop(self, connection: AsyncConnection) -> None:
        """The oldest rows of all, where there is too much."""
        table = self._table
        if (await connection.scalar(sa.select(sa.func.sum(table.c.size))) or 0) <= self.letters:
            return
        later = sa.func.sum(table.c.size).over(order_by=(table.c.at.desc(), table.c.id))
        summed = sa.select(table.c.id, later.label("letters")).subquery()
        gone = sa.select(summed.c.id).where(summed.c.letters > self.letters)
        await connection.execute(table.delete().where(table.c.id.in_(gone)))


class AnalysisStore(_Latest):
    """Analyses, complete or not."""

    def __init__(self, database: Database, time: Time) -> None:
        super().__init__(database, time, analyses, ANALYSES, ANALYSED)

    async def find(self, id: str) -> StoredAnalysis | None:
        row = await self._find(id)
        return None if row is None else StoredAnalysis(row.at, row.record, row.analysis)


class RecordStore(_Latest):
    """Records from elsewhere."""

    def __init__(self, database: Database, time: Time) -> None:
        super().__init__(database, time, records, RECORDS, RECORDED)

    async def find(self, id: str) -> StoredRecord | None:
        row = await self._find(id)
        return None if row is None else StoredRecord(row.at, row.record)
