"""What may be too old to be kept: found, and removed in short transactions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from palatine.server.storage.database import Database
from palatine.server.storage.entries import Header
from palatine.server.storage.schema import analyses, log, put_away, records, tables, users
from palatine.server.storage.tables import changed


class OldStore:
    """The old rows of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def finished(self, before: float, after: str, most: int) -> list[str]:
        """Tables whose games were over before a moment; by their ids, after one."""
        wanted = sa.select(tables.c.id).where(tables.c.ended < before, tables.c.id > after)
        return await self._ids(wanted.order_by(tables.c.id).limit(most))

    async def silent(self, before: float, after: str, most: int) -> list[str]:
        """Tables whose games are not known to be over and where nothing has happened since a moment."""
        wanted = sa.select(tables.c.id).where(
            tables.c.ended.is_(None), changed() < before, tables.c.id > after
        )
        return await self._ids(wanted.order_by(tables.c.id).limit(most))

    async def branched_from(self) -> set[str]:
        """The games that others branch off from which are not over: their pages lead there."""
        wanted = sa.select(tables.c.header).where(
            tables.c.ended.is_(None), tables.c.header.contains('"start":{')
        )
        async with self._database.read() as connection:
            texts = (await connection.scalars(wanted)).all()
        headers = [msgspec.json.decode(text, type=Header) for text in texts]
        return {header.start.replay for header in headers if header.start}

    async def records(self, before: float, after: str, most: int) -> list[str]:
        """Records from elsewhere that were given to us before a moment."""
        wanted = sa.select(records.c.id).where(records.c.at < before, records.c.id > after)
        return await self._ids(wanted.order_by(records.c.id).limit(most))

    async def analyses(self, before: float, after: str, most: int) -> list[str]:
        """Analyses that nobody has worked on since a moment."""
        wanted = sa.select(analyses.c.id).where(analyses.c.at < before, analyses.c.id > after)
        return await self._ids(wanted.order_by(analyses.c.id).limit(most))

    async def people(self, before: float, after: str, most: int) -> list[str]:
        """Those who were here before a moment last, and sit at no table whose game goes on."""
        open_tables = sa.select(tables.c.id).where(tables.c.ended.is_(None))
        sits = sa.exists().where(log.c.user == users.c.id, log.c.table_id.in_(open_tables))
        wanted = sa.select(users.c.id).where(users.c.seen < before, ~sits, users.c.id > after)
        return await self._ids(wanted.order_by(users.c.id).limit(most))

    async def drop_table(self, table: str, number: int, its_analyses: Collection[str]) -> bool:
        """Remove a table with its log and analyses, unless something has happened there after an entry."""
        later = sa.exists().where(log.c.table_id == table, log.c.number > number)
        async with self._database.write() as connection:
            gone = log.delete().where(log.c.table_id == table, log.c.number <= number, ~later)
            await connection.execute(gone)
            if await connection.scalar(sa.select(later)):
                return False
            await connection.execute(analyses.delete().where(analyses.c.id.in_(its_analyses)))
            await connection.execute(put_away.delete().where(put_away.c.table_id == table))
            return bool((await connection.execute(tables.delete().where(tables.c.id == table))).rowcount)

    async def drop_record(self, record: str, its_analyses: Collection[str]) -> int:
        """Remove a record from elsewhere with its analyses; how many of these."""
        async with self._database.write() as connection:
            await connection.execute(records.delete().where(records.c.id == record))
            gone = await connection.execute(analyses.delete().where(analyses.c.id.in_(its_analyses)))
            return gone.rowcount

    async def drop_analysis(self, analysis: str) -> int:
        async with self._database.write() as connection:
            return (await connection.execute(analyses.delete().where(analyses.c.id == analysis))).rowcount

    async def drop_person(self, user: str, before: float) -> int:
        """Remove what is known of somebody, unless they have come meanwhile."""
        async with self._database.write() as connection:
            old = (users.c.id == user) & (users.c.seen < before)
            gone = (await connection.execute(users.delete().where(old))).rowcount
            if gone:
                await connection.execute(put_away.delete().where(put_away.c.user == user))
            return gone

    async def _ids(self, wanted: Any) -> list[str]:
        async with self._database.read() as connection:
            return list((await connection.scalars(wanted)).all())
