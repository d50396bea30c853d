"""The users' names and when they were here, and the secret that their cookies are signed with."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from palatine.server.storage.database import Database, upsert
from palatine.server.storage.schema import log, settings, users
from palatine.server.timing import Time


class StoredUser(NamedTuple):
    """Somebody who has told a name, or has sat at a table."""

    id: str
    name: str  # empty where none was told
    seen: float | None


def sign_of(user: str) -> str:
    """What somebody goes by where whoever runs the server looks: it opens nothing, as the id itself would."""
    return sha256(user.encode()).hexdigest()[:16]


SAW = sa.text(
    """INSERT INTO players (id, name, seen) VALUES (:id, '', :seen)
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"""
)


class UserStore:
    """The users of one database."""

    def __init__(self, database: Database, time: Time) -> None:
        self._database, self._time = database, time

    async def name(self, user: str) -> str | None:
        async with self._database.read() as connection:
            return await connection.scalar(sa.select(users.c.name).where(users.c.id == user))

    async def rename(self, user: str, name: str) -> None:
        async with self._database.write() as connection:
            await upsert(connection, users, user, {"name": name, "seen": self._time.now()})

    async def saw(self, seen: Mapping[str, float]) -> None:
        """Note when some were here; many at once, as all come at once when a server starts again."""
        rows = [{"id": user, "seen": at} for user, at in sorted(seen.items())]  # for all in one order
        async with self._database.write() as connection:
            await connection.execute(SAW, rows)

    async def latest(self, most: int) -> list[StoredUser]:
        """Those who were here last."""
        wanted = sa.select(users).order_by(users.c.seen.desc().nulls_last(), users.c.id).limit(most)
        async with self._database.read() as connection:
            return [StoredUser(*row) for row in await connection.execute(wanted)]

    async def find(self, sign: str) -> str | None:
        """Somebody by their sign: the id."""
        known = sa.union(
            sa.select(users.c.id), sa.select(log.c.user).where(log.c.user.is_not(None)).distinct()
        )
        async with self._database.read() as connection:
            for id in await connection.scalars(known):
                if sign_of(id) == sign:
                    return str(id)
        return None

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
