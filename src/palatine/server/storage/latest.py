"""What is kept for a while: the latest analyses, and the latest records from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from palatine.server.storage.database import Database, upsert
from palatine.server.storage.schema import analyses, records
from palatine.server.timing import Time

ANALYSES = 1000
RECORDS = 1000


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
    """The rows of a table, of very many only the latest."""

    def __init__(self, database: Database, time: Time, table: sa.Table, most: int) -> None:
        self._database, self._time, self._table = database, time, table
        self.most = most

    async def _find(self, id: str) -> Any:
        async with self._database.read() as connection:
            found = await connection.execute(sa.select(self._table).where(self._table.c.id == id))
            return found.one_or_none()

    async def _keep(self, id: str, **values: Any) -> None:
        """Write a row, new or not; of more than so many the oldest are dropped."""
        table = self._table
        async with self._database.write() as connection:
            if await upsert(connection, table, id, {"at": self._time.now(), **values}):
                kept = sa.select(table.c.id).order_by(table.c.at.desc()).limit(self.most)
                await connection.execute(table.delete().where(table.c.id.not_in(kept)))


class AnalysisStore(_Latest):
    """Analyses, complete or not."""

    def __init__(self, database: Database, time: Time) -> None:
        super().__init__(database, time, analyses, ANALYSES)

    async def find(self, id: str) -> StoredAnalysis | None:
        row = await self._find(id)
        return None if row is None else StoredAnalysis(row.at, row.record, row.analysis)

    async def keep(self, id: str, record: str, analysis: str) -> None:
        """Write an analysis, as far as it is."""
        await self._keep(id, record=record, analysis=analysis)


class RecordStore(_Latest):
    """Records from elsewhere."""

    def __init__(self, database: Database, time: Time) -> None:
        super().__init__(database, time, records, RECORDS)

    async def find(self, id: str) -> StoredRecord | None:
        row = await self._find(id)
        return None if row is None else StoredRecord(row.at, row.record)

    async def keep(self, id: str, record: str) -> None:
        await self._keep(id, record=record)
