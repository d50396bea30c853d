"""The database: tables, their logs, the players' names, and who is there.

SQLAlchemy speaks to SQLite and PostgreSQL alike.  (table, number) is the primary key of the log: of two
who write the next entry at the same moment one succeeds, and the other gets a Conflict.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from palatine.core.errors import PalatineError
from palatine.server import entries
from palatine.server.entries import Entry, Header
from palatine.server.errors import Conflict

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("opened", sa.Float, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Index("tables_listed", "listed", "opened"),
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("player", sa.String(64)),  # who sits down by this entry, to find one's tables again
    sa.Column("entry", sa.Text, nullable=False),
    sa.Index("log_player", "player"),
)
players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),  # -1 counts watchers
    sa.Column("sockets", sa.Integer, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),  # when something was written here last
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("analysis", sa.Text, nullable=False),  # complete or not
    sa.Index("analyses_at", "at"),
)
records = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),  # when it was given to us last
    sa.Column("record", sa.Text, nullable=False),
    sa.Index("records_at", "at"),
)

Opening = tuple[Header, Sequence[Entry]]  # a new table and its first entries
ANALYSES = 1000  # that are kept, the latest
RECORDS = 1000  # from elsewhere, as well
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def database_url(text: str) -> sa.URL:
    """An address as given: a path for SQLite, or a URL with or without its driver."""
    if "://" not in text:
        return sa.URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except ArgumentError:
        raise PalatineError(
            f"{text!r} is no database address: give a file, or postgresql://user:password@host/name"
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise PalatineError(f"{kind!r} is no database that Palatine knows: give a file, or postgresql://…")
    return url.set(drivername=DRIVERS[kind])


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


@dataclass
class _Piece:
    """What is to be written of one log."""

    rows: list[dict[str, Any]]
    opening: Opening | None
    written: asyncio.Future[bool]  # false where the log has grown meanwhile


class Storage:
    """One database, for one process."""

    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.engine: AsyncEngine
        self._writing = asyncio.Lock()
        self._waiting: list[_Piece] = []
        self._writer: asyncio.Task[None] | None = None  # while something waits
        self._disk: sa.Engine | None = None  # for logs in a file, which are written in a thread of their own
        self._disk_thread = ThreadPoolExecutor(1, thread_name_prefix="disk")

    async def open(self) -> None:
        """Connect; the tables are made or brought up to date first."""
        self.engine = create_async_engine(
            self.url,
            pool_pre_ping=not self.is_sqlite,
            hide_parameters=True,  # what is written is nobody's business, not even of the server's log
        )
        if self.is_sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _careful_and_quick)
        try:
            if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
                _try_file(Path(str(self.url.database)))
                self._disk = sa.create_engine(self.url.set(drivername="sqlite"), hide_parameters=True)
                sa.event.listen(self._disk, "connect", _careful_and_quick)
            await self._migrate()
        except (PalatineError, DBAPIError, sqlite3.Error, OSError) as error:
            await self.engine.dispose()
            why = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
            reason = str(why).strip().splitlines()[0]
            shown = self.url.render_as_string(hide_password=True)
            raise PalatineError(f"the database {shown} cannot be opened: {reason}") from None

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer
        await self.engine.dispose()
        self._disk_thread.shutdown()
        if self._disk is not None:
            self._disk.dispose()

    async def _migrate(self) -> None:
        from palatine.server.migrations import HEAD, upgrade

        async with self.engine.connect() as connection:
            if await connection.run_sync(_revision) == HEAD:
                return
        async with self.engine.connect() as connection:
            await connection.run_sync(upgrade)
            await connection.commit()

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; with SQLite one at a time, rather than waiting for a locked file."""
        async with AsyncExitStack() as stack:
            if self.is_sqlite:
                await stack.enter_async_context(self._writing)
            yield await stack.enter_async_context(self.engine.begin())

    # -- Tables and their logs -----------------------------------------------------------------------

    async def open_table(self, header: Header, first: Sequence[Entry]) -> None:
        """A new table with its first entries."""
        async with self._write() as connection:
            await connection.run_sync(_open, header, first)

    async def header(self, table: str) -> Header | None:
        async with self.engine.connect() as connection:
            found = await connection.scalar(sa.select(tables.c.header).where(tables.c.id == table))
        return msgspec.json.decode(found, type=Header) if found else None

    async def entries(self, table: str, after: int = 0) -> list[tuple[int, float, Entry]]:
        """The log of a table after a number."""
        wanted = sa.select(log.c.number, log.c.at, log.c.entry).where(
            log.c.table_id == table, log.c.number > after
        )
        async with self.engine.connect() as connection:
            rows = await connection.execute(wanted.order_by(log.c.number))
            return [(number, at, entries.decode(entry)) for number, at, entry in rows]

    async def append(
        self, table: str, after: int, wanted: Sequence[Entry], opening: Opening | None = None
    ) -> float:
        """Write the next entries of a log, all or none, and with them a new table where one is opened.

        Conflict where the log has grown meanwhile.  SQLite has one writer, and the disk takes its time:
        what other tables want written by then is written together, so that they do not queue.
        """
        now = time.time()
        piece = _Piece(_rows(table, after, now, wanted), opening, asyncio.get_running_loop().create_future())
        if self.is_sqlite:
            self._waiting.append(piece)
            if self._writer is None or self._writer.done():
                self._writer = asyncio.create_task(self._write_waiting())
            written = await piece.written
        else:
            written = await self._write_pieces([piece])
        if not written:
            raise Conflict(table)
        return now

    async def _write_waiting(self) -> None:
        """Write all that waits, and what comes while the disk is busy, until nothing does."""
        while self._waiting:
            async with self._writing:
                pieces, self._waiting = self._waiting, []
                try:
                    together = await self._write_pieces(pieces)
                    for piece in pieces:
                        written = together or (len(pieces) > 1 and await self._write_pieces([piece]))
                        if not piece.written.done():  # else somebody has stopped waiting
                            piece.written.set_result(written)
                except Exception as error:
                    for piece in pieces:
                        if not piece.written.done():
                            piece.written.set_exception(error)

    async def _write_pieces(self, pieces: Sequence[_Piece]) -> bool:
        """All or none, in one transaction; false where a log has grown meanwhile."""
        try:
            if self._disk is not None:
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(self._disk_thread, _write_at_once, self._disk, pieces)
            else:
                async with self.engine.begin() as connection:
                    await connection.run_sync(_write, pieces)
        except IntegrityError:
            return False
        return True

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables where a player has, or had, a seat; the latest first."""
        latest = sa.func.max(log.c.at)
        wanted = sa.select(log.c.table_id).where(log.c.player == player).group_by(log.c.table_id)
        return await self._ids(wanted.order_by(latest.desc()).limit(most))

    async def listed(self, since: float, most: int) -> list[str]:
        """The tables that were opened for everybody; the latest first."""
        wanted = sa.select(tables.c.id).where(tables.c.listed, tables.c.opened > since)
        return await self._ids(wanted.order_by(tables.c.opened.desc()).limit(most))

    async def _ids(self, wanted: Any) -> list[str]:
        async with self.engine.connect() as connection:
            return list((await connection.scalars(wanted)).all())

    # -- Players -------------------------------------------------------------------------------------

    async def name(self, player: str) -> str | None:
        async with self.engine.connect() as connection:
            return await connection.scalar(sa.select(players.c.name).where(players.c.id == player))

    async def rename(self, player: str, name: str) -> None:
        async with self._write() as connection:
            changed = players.update().where(players.c.id == player).values(name=name)
            if (await connection.execute(changed)).rowcount:
                return
            try:
                async with connection.begin_nested():
                    await connection.execute(players.insert().values(id=player, name=name))
            except IntegrityError:  # the same browser was quicker in another window
                await connection.execute(changed)

    async def secret(self) -> str:
        """What cookies are signed with: made once, the same for all processes on this database."""
        wanted = sa.select(settings.c.value).where(settings.c.key == "secret")
        async with self.engine.connect() as connection:
            found = await connection.scalar(wanted)
        if found:
            return str(found)
        try:
            async with self._write() as connection:
                await connection.execute(settings.insert().values(key="secret", value=secrets.token_hex(32)))
        except IntegrityError:
            pass  # another process was quicker
        return await self.secret()

    # -- Analyses ------------------------------------------------------------------------------------

    async def analysis(self, id: str) -> StoredAnalysis | None:
        async with self.engine.connect() as connection:
            found = await connection.execute(sa.select(analyses).where(analyses.c.id == id))
            row = found.one_or_none()
        return None if row is None else StoredAnalysis(row.at, row.record, row.analysis)

    async def keep_analysis(self, id: str, record: str, analysis: str) -> None:
        """Write an analysis, as far as it is; of very many the oldest are dropped."""
        values = {"at": time.time(), "record": record, "analysis": analysis}
        await self._keep(analyses, ANALYSES, id, values)

    async def _keep(self, table: sa.Table, most: int, id: str, values: dict[str, Any]) -> None:
        """Write a row, new or not; of more than so many the oldest are dropped."""
        async with self._write() as connection:
            changed = table.update().where(table.c.id == id).values(**values)
            if (await connection.execute(changed)).rowcount:
                return
            try:
                async with connection.begin_nested():
                    await connection.execute(table.insert().values(id=id, **values))
            except IntegrityError:  # another process was quicker
                await connection.execute(changed)
            kept = sa.select(table.c.id).order_by(table.c.at.desc()).limit(most)
            await connection.execute(table.delete().where(table.c.id.not_in(kept)))

    # -- Records from elsewhere ----------------------------------------------------------------------

    async def record(self, id: str) -> StoredRecord | None:
        async with self.engine.connect() as connection:
            found = await connection.execute(sa.select(records).where(records.c.id == id))
            row = found.one_or_none()
        return None if row is None else StoredRecord(row.at, row.record)

    async def keep_record(self, id: str, record: str) -> None:
        """Write a record; of very many the oldest are dropped."""
        await self._keep(records, RECORDS, id, {"at": time.time(), "record": record})

    # -- Who is there --------------------------------------------------------------------------------

    async def here(self, process: str, counts: dict[tuple[str, int], int]) -> None:
        """Say which seats have how many sockets in this process; said again now and then, or it is void."""
        now = time.time()
        async with self._write() as connection:
            await connection.execute(presence.delete().where(presence.c.process == process))
            rows = [
                {"process": process, "table_id": table, "seat": seat, "sockets": n, "seen": now}
                for (table, seat), n in counts.items()
            ]
            if rows:
                await connection.execute(presence.insert(), rows)

    async def elsewhere(self, process: str, since: float) -> dict[tuple[str, int], int]:
        """The seats that have sockets in other processes."""
        count = sa.func.sum(presence.c.sockets)
        wanted = (
            sa.select(presence.c.table_id, presence.c.seat, count)
            .where(presence.c.process != process, presence.c.seen > since)
            .group_by(presence.c.table_id, presence.c.seat)
        )
        async with self.engine.connect() as connection:
            return {(table, seat): int(n) for table, seat, n in await connection.execute(wanted)}


def _write_at_once(engine: sa.Engine, pieces: Sequence[_Piece]) -> None:
    """The whole transaction in one go: a busy event loop is not waited for in the middle of it."""
    with engine.begin() as connection:
        _write(connection, pieces)


def _write(connection: sa.Connection, pieces: Sequence[_Piece]) -> None:
    connection.execute(log.insert(), [row for piece in pieces for row in piece.rows])
    for piece in pieces:
        if piece.opening is not None:
            _open(connection, *piece.opening)


def _open(connection: sa.Connection, header: Header, first: Sequence[Entry]) -> None:
    row = {"id": header.id, "opened": header.opened, "listed": header.listed}
    connection.execute(tables.insert().values(**row, header=msgspec.json.encode(header).decode()))
    if first:
        connection.execute(log.insert(), _rows(header.id, 0, header.opened, first))


def _rows(table: str, after: int, at: float, wanted: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "number": after + n,
            "at": at,
            "player": entry.player if isinstance(entry, entries.Joined) else None,
            "entry": entries.encode(entry).decode(),
        }
        for n, entry in enumerate(wanted, start=1)
    ]


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision


def _try_file(path: Path) -> None:
    """Open a file once by itself: the driver's thread would complain about one that is no database."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)  # the seeds of running games are in it
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA schema_version")


def _careful_and_quick(connection: Any, _record: Any) -> None:
    """What is acknowledged is on the disk; readers never wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
