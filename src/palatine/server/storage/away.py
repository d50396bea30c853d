"""Tables that people have put away."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa

from palatine.server.storage.database import Database
from palatine.server.storage.schema import log, put_away


class AwayStore:
    """Who wants to see which tables no more, and how long their logs were then."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, user: str, tables: Mapping[str, int]) -> None:
        """Put tables away, after so many entries of their logs."""
        async with self._database.write() as connection:
            await connection.execute(_rows(user, tables))
            rows = [{"user": user, "table_id": id, "number": number} for id, number in tables.items()]
            if rows:
                await connection.execute(put_away.insert(), rows)

    async def take_back(self, user: str, tables: Collection[str]) -> None:
        """Show them again."""
        async with self._database.write() as connection:
            await connection.execute(_rows(user, tables))

    async def grown(self, user: str) -> dict[str, int]:
        """Those of somebody where something has happened since: how long their logs were."""
        later = sa.exists().where(log.c.table_id == put_away.c.table_id, log.c.number > put_away.c.number)
        wanted = sa.select(put_away.c.table_id, put_away.c.number).where(put_away.c.user == user, later)
        async with self._database.read() as connection:
            return {table: int(number) for table, number in await connection.execute(wanted)}


def _rows(user: str, tables: Collection[str]) -> sa.Delete:
    return put_away.delete().where(put_away.c.user == user, put_away.c.table_id.in_(list(tables)))
