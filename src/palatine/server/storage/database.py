"""Connections to SQLite and PostgreSQL, by SQLAlchemy, which speaks to both alike."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from palatine.core.errors import PalatineError
from palatine.core.messages import Phrase
from palatine.server.storage.migrations import HEAD, upgrade
from palatine.server.storage.watch import StorageWatch

NO_ADDRESS = Phrase("error-database-address", text=str)
NO_DATABASE = Phrase("error-database-kind", kind=str)
CANNOT_OPEN = Phrase("error-database-open", address=str, why=str)
PATIENCE = 10  # seconds for PostgreSQL to let us in
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def database_url(text: str) -> sa.URL:
    """An address as given: a path for SQLite, or a URL with or without its driver."""
    if "://" not in text:
        return sa.URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except ArgumentError:
        raise PalatineError(NO_ADDRESS(text=text)) from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise PalatineError(NO_DATABASE(kind=kind))
    return url.set(drivername=DRIVERS[kind])


def usual_database() -> str:
    """Where games are kept unless something else is said: a file in the user's data folder."""
    return str(user_data_path("palatine") / "palatine.db")


class Database:
    """The connections of one process to its database."""

    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.engine: AsyncEngine
        self.watch = StorageWatch()
        self.disk: sqlite3.Connection | None = None  # for logs in a file, written in a thread of their own
        self.writing = asyncio.Lock()  # SQLite has one writer: better to queue than to find the file locked

    async def open(self) -> None:
        """Connect; the tables are made or brought up to date first."""
        self.engine = create_async_engine(
            self.url,
            pool_pre_ping=not self.is_sqlite,
            connect_args=_patience(self.url),
            hide_parameters=True,  # what is written is nobody's business, not even of the server's log
        )
        if self.is_sqlite:
            sa.event.listen(self.engine.sync_engine, "connect", _careful_and_quick)
        try:
            if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
                _try_file(Path(str(self.url.database)))
            await self._migrate()
            if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
                self.disk = sqlite3.connect(
                    str(self.url.database), isolation_level=None, check_same_thread=False
                )
                _careful_and_quick(self.disk, None)
                self.watch.hold(str(self.url.database))
        except (PalatineError, DBAPIError, sqlite3.Error, OSError) as error:
            await self.engine.dispose()
            why = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
            reason = str(why).strip().splitlines()[0]
            shown = self.url.render_as_string(hide_password=True)
            raise PalatineError(CANNOT_OPEN(address=shown, why=reason)) from None

    async def close(self) -> None:
        self.watch.let_go()
        await self.engine.dispose()
        if self.disk is not None:
            self.disk.close()

    async def _migrate(self) -> None:
        async with self.engine.connect() as connection:
            if await connection.run_sync(revision_of) == HEAD:
                return
        async with self.engine.connect() as connection:
            await connection.run_sync(upgrade)
            await connection.commit()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from."""
        with self.watch.reading():
            async with self.engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; with SQLite one at a time."""
        async with AsyncExitStack() as stack:
            if self.is_sqlite:
                await stack.enter_async_context(self.writing)
            stack.enter_context(self.watch.writing())
            yield await stack.enter_async_context(self.engine.begin())


async def upsert(
    connection: AsyncConnection,
    table: sa.Table,
    id: str,
    values: dict[str, Any],
    first: dict[str, Any] | None = None,
) -> bool:
    """Write a row, new or not; whether it is new.  What is in `first` stays as it was at first."""
    changed = table.update().where(table.c.id == id).values(**values)
    if (await connection.execute(changed)).rowcount:
        return False
    try:
        async with connection.begin_nested():
            await connection.execute(table.insert().values(id=id, **values, **(first or {})))
    except IntegrityError:  # another process, or the same browser in another window, was quicker
        await connection.execute(changed)
    return True


def _patience(url: sa.URL) -> dict[str, Any]:
    """How long to wait for the database, unless its address says so."""
    waits = url.get_backend_name() != "sqlite" and "connect_timeout" not in url.query
    return {"connect_timeout": PATIENCE} if waits else {}


def revision_of(connection: sa.Connection) -> str | None:
    """The migration that has shaped a database last."""
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
