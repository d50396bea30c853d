"""What whoever runs the server does: acts that all processes hear of, bans, and keys to the host's page.

An act and all that it changes are written together.  Acts are numbered without a gap: each process reads now
and then those that have come after the last one it knows.  They name tables and bans, and no person.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from palatine.server.errors import UNKNOWN_PERSON, UNKNOWN_TABLE
from palatine.server.storage import entries
from palatine.server.storage.database import Database
from palatine.server.storage.entries import Entry
from palatine.server.storage.schema import acts, bans, log, settings, tables
from palatine.server.storage.users import sign_of
from palatine.server.storage.writer import log_rows
from palatine.server.timing import Time

KEPT = 90 * 86400.0  # seconds that acts are kept
SESSIONS, KEY = "host", "host-key-"  # in the settings
TRIES = 20  # where others write at the same moment


class TableClosed(msgspec.Struct, frozen=True, tag="closed_table"):
    """A table was closed."""

    table: str


class PersonRemoved(msgspec.Struct, frozen=True, tag="removed_person"):
    """Somebody was removed from a table."""

    table: str


class Banned(msgspec.Struct, frozen=True, tag="banned"):
    """Somebody, or a range of addresses, was banned, or a ban was changed."""

    ban: int


class Lifted(msgspec.Struct, frozen=True, tag="lifted_ban"):
    """A ban was lifted."""

    ban: int


class Tidied(msgspec.Struct, frozen=True, tag="tidied"):
    """What was kept long enough was removed."""

    tables: int = 0
    records: int = 0
    analyses: int = 0
    people: int = 0


Act = TableClosed | PersonRemoved | Banned | Lifted | Tidied

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Act).decode


class StoredAct(NamedTuple):
    """An act, and when it was done."""

    number: int
    at: float
    act: Act


class StoredBan(NamedTuple):
    """Who is not let in: a person, by their sign, or a network."""

    number: int
    target: str
    made: float
    ends: float | None
    why: str


Work = Callable[[AsyncConnection, int], Awaitable[Act | None]]  # given the number of the act; none: no change


class HostStore:
    """The acts, bans and keys of one database."""

    def __init__(self, database: Database, time: Time) -> None:
        self._database, self._time = database, time

    # -- Acts ----------------------------------------------------------------------------------------

    async def latest(self) -> int:
        """The number of the last act; 0 if there was none."""
        async with self._database.read() as connection:
            return await _last(connection)

    async def after(self, number: int) -> list[StoredAct]:
        """The acts after a number."""
        wanted = sa.select(acts).where(acts.c.number > number).order_by(acts.c.number)
        async with self._database.read() as connection:
            return [StoredAct(n, at, decode(act)) for n, at, act in await connection.execute(wanted)]

    async def last_tidied(self) -> tuple[float, Tidied] | None:
        """When something was removed last because it was old, and what."""
        wanted = sa.select(acts).where(acts.c.act.startswith('{"type":"tidied"'))
        async with self._database.read() as connection:
            row = (await connection.execute(wanted.order_by(acts.c.number.desc()).limit(1))).one_or_none()
        found = decode(row.act) if row else None
        return (row.at, found) if row and isinstance(found, Tidied) else None

    async def close(self, table: str, why: str) -> bool:
        """Close a table; whether it was open."""

        async def work(connection: AsyncConnection, _: int) -> Act | None:
            if await self._is_over(connection, table):
                return None
            await self._append(connection, table, entries.Closed(why))
            ended = tables.update().where(tables.c.id == table).values(ended=self._time.now())
            await connection.execute(ended)
            return TableClosed(table)

        return await self._do(work)

    async def remove(self, table: str, sign: str, why: str) -> bool:
        """Remove somebody from a table; whether they could come there until now."""

        async def work(connection: AsyncConnection, _: int) -> Act | None:
            over = await self._is_over(connection, table)
            came = sa.select(log.c.user).where(log.c.table_id == table, log.c.user.is_not(None)).distinct()
            user = next((id for id in await connection.scalars(came) if sign_of(id) == sign), None)
            if user is None:
                raise UNKNOWN_PERSON.refuse(person=sign)
            if over or user in await self._removed(connection, table):
                return None
            await self._append(connection, table, entries.Removed(user, why))
            return PersonRemoved(table)

        return await self._do(work)

    async def ban(self, target: str, ends: float | None, why: str) -> bool:
        """Ban a person, by their sign, or a network; whether that is new, or ends at another time."""

        async def work(connection: AsyncConnection, number: int) -> Act | None:
            same = bans.c.target == target
            before = (await connection.execute(sa.select(bans).where(same))).one_or_none()
            values = {"ends": ends, "why": why}
            if before is None:
                row = bans.insert().values(number=number, target=target, made=self._time.now(), **values)
                await connection.execute(row)
                return Banned(number)
            if (before.ends, before.why) == (ends, why):
                return None
            await connection.execute(bans.update().where(same).values(**values))
            return Banned(before.number)

        return await self._do(work)

    async def lift(self, number: int) -> bool:
        """Lift a ban; whether it was in force."""

        async def work(connection: AsyncConnection, _: int) -> Act | None:
            gone = await connection.execute(bans.delete().where(bans.c.number == number))
            return Lifted(number) if gone.rowcount else None

        return await self._do(work)

    async def tidied(self, removed: Tidied) -> None:
        """Tell that something was removed because it was old."""

        async def work(_: AsyncConnection, __: int) -> Act | None:
            return removed

        await self._do(work)

    async def bans(self) -> list[StoredBan]:
        """The bans in force."""
        now = self._time.now()
        wanted = sa.select(bans).where(sa.or_(bans.c.ends.is_(None), bans.c.ends > now))
        async with self._database.read() as connection:
            return [StoredBan(*row) for row in await connection.execute(wanted.order_by(bans.c.number))]

    async def drop_ended_bans(self) -> None:
        """Nothing is kept of a ban that has ended, and no address longer than it is needed."""
        async with self._database.write() as connection:
            await self._drop_ended(connection)

    async def _do(self, work: Work) -> bool:
        """Do something and tell of it, both or neither; whether there was anything to do."""
        for _ in range(TRIES):
            try:
                async with self._database.write() as connection:
                    await self._drop_ended(connection)  # writes first, or SQLite might have to give up later
                    number = await _last(connection) + 1
                    act = await work(connection, number)
                    if act is not None:
                        now, text = self._time.now(), encode(act).decode()
                        old = acts.delete().where(acts.c.at < now - KEPT)
                        await connection.execute(old)
                        await connection.execute(acts.insert().values(number=number, at=now, act=text))
                return act is not None
            except IntegrityError:
                pass  # somebody else has written at the same moment: look again
        raise RuntimeError("the host's act could not be written")

    async def _drop_ended(self, connection: AsyncConnection) -> None:
        await connection.execute(bans.delete().where(bans.c.ends <= self._time.now()))

    async def _is_over(self, connection: AsyncConnection, table: str) -> bool:
        row = (await connection.execute(sa.select(tables.c.ended).where(tables.c.id == table))).one_or_none()
        if row is None:
            raise UNKNOWN_TABLE.refuse(table=table)
        return row.ended is not None

    async def _removed(self, connection: AsyncConnection, table: str) -> set[str]:
        wanted = sa.select(log.c.entry).where(
            log.c.table_id == table, log.c.entry.startswith('{"type":"removed"')
        )
        found = [entries.decode(entry) for entry in await connection.scalars(wanted)]
        return {entry.user for entry in found if isinstance(entry, entries.Removed)}

    async def _append(self, connection: AsyncConnection, table: str, entry: Entry) -> None:
        wanted = sa.select(sa.func.max(log.c.number)).where(log.c.table_id == table)
        after = await connection.scalar(wanted) or 0
        rows = log_rows(table, after, self._time.now(), [entry])
        await connection.execute(log.insert(), [row._asdict() for row in rows])

    # -- Keys ----------------------------------------------------------------------------------------

    async def new_key(self, seconds: float) -> str:
        """A key to the host's page, which opens it once and within a while; only its hash is kept."""
        key = secrets.token_urlsafe(32)
        now, digest = self._time.now(), _digest(key)
        async with self._database.write() as connection:
            keys = (await connection.execute(sa.select(settings).where(settings.c.key.startswith(KEY)))).all()
            old = [row.key for row in keys if float(row.value.partition(" ")[2]) <= now]
            await connection.execute(settings.delete().where(settings.c.key.in_(old)))
            value = f"{digest} {now + seconds}"
            await connection.execute(settings.insert().values(key=_name(digest), value=value))
        await self._begin_sessions()
        return key

    async def use_key(self, key: str) -> bool:
        """Use a key up; whether it was one."""
        digest = _digest(key)
        wanted = settings.c.key == _name(digest)
        async with self._database.read() as connection:
            value = await connection.scalar(sa.select(settings.c.value).where(wanted)) or " 0"
        known, _, until = value.partition(" ")
        if not hmac.compare_digest(known, digest) or float(until) <= self._time.now():
            return False
        async with self._database.write() as connection:
            return bool((await connection.execute(settings.delete().where(wanted))).rowcount)

    async def sessions(self) -> str | None:
        """What the cookies of the host's browsers have to name; none where there cannot be any."""
        async with self._database.read() as connection:
            return await connection.scalar(sa.select(settings.c.value).where(settings.c.key == SESSIONS))

    async def lock(self) -> None:
        """Neither keys nor cookies of before open the host's page any more."""
        mine = sa.or_(settings.c.key == SESSIONS, settings.c.key.startswith(KEY))
        async with self._database.write() as connection:
            await connection.execute(settings.delete().where(mine))

    async def _begin_sessions(self) -> None:
        if await self.sessions() is None:
            try:
                async with self._database.write() as connection:
                    row = settings.insert().values(key=SESSIONS, value=secrets.token_hex(16))
                    await connection.execute(row)
            except IntegrityError:
                pass  # another process was quicker


async def _last(connection: AsyncConnection) -> int:
    return await connection.scalar(sa.select(sa.func.max(acts.c.number))) or 0


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _name(digest: str) -> str:
    """Under what a key is kept: a part of its hash."""
    return KEY + digest[:20]
