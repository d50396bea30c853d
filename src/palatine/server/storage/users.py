"""The users' names, and the secret that their cookies are signed with."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from palatine.server.storage.database import Database, upsert
from palatine.server.storage.schema import settings, users


class UserStore:
    """The users of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def name(self, user: str) -> str | None:
        async with self._database.read() as connection:
            return await connection.scalar(sa.select(users.c.name).where(users.c.id == user))

    async def rename(self, user: str, name: str) -> None:
        async with self._database.write() as connection:
            await upsert(connection, users, user, {"name": name})

    async def secret(self) -> str:
        """What cookies are signed with: made once, the same for all processes on this database."""
        wanted = sa.select(settings.c.value).where(settings.c.key == "secret")
        async with self._database.read() as connection:
            found = await connection.scalar(wanted)
        if found:
            return str(found)
        try:
            async with self._database.write() as connection:
                await connection.execute(settings.insert().values(key="secret", value=secrets.token_hex(32)))
        except IntegrityError:
            pass  # another process was quicker
        return await self.secret()
