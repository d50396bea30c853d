"""The database: tables and their logs, the users' names, who is there, records and analyses."""

from __future__ import annotations

from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from palatine.server.storage.away import AwayStore
from palatine.server.storage.database import Database, database_url
from palatine.server.storage.host import HostStore
from palatine.server.storage.latest import AnalysisStore, RecordStore
from palatine.server.storage.old import OldStore
from palatine.server.storage.presence import PresenceStore
from palatine.server.storage.schema import settings
from palatine.server.storage.tables import TableStore
from palatine.server.storage.users import UserStore
from palatine.server.timing import Time

__all__ = ["Storage", "database_url"]


class Storage:
    """One database, for one process."""

    def __init__(self, url: sa.URL, time: Time | None = None) -> None:
        self._time = time = time or Time()
        self.database = Database(url)
        self.tables = TableStore(self.database, time)
        self.users = UserStore(self.database, time)
        self.away = AwayStore(self.database)
        self.presence = PresenceStore(self.database, time)
        self.analyses = AnalysisStore(self.database, time)
        self.records = RecordStore(self.database, time)
        self.host = HostStore(self.database, time)
        self.old = OldStore(self.database)

    async def open(self) -> None:
        """Connect; the tables are made or brought up to date first."""
        await self.database.open()

    async def try_writing(self) -> None:
        """Write something that was not there before: what stays as it is would not touch the disk.

        Raises:
            Unavailable: nothing can be written at the moment.
        """
        now, noted = str(self._time.now()), settings.c.key == "tried"
        async with self.database.write() as connection:
            found = await connection.execute(settings.update().where(noted).values(value=now))
            if not found.rowcount:
                with suppress(IntegrityError):  # another process was quicker
                    await connection.execute(settings.insert().values(key="tried", value=now))

    async def close(self) -> None:
        """What waits to be written is written first."""
        await self.tables.close()
        await self.database.close()
