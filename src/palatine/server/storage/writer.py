"""Writing to logs: all or nothing, on the disk before anybody is told, and many tables at once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, Self

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from palatine.server.storage import entries, schema
from palatine.server.storage.database import Database
from palatine.server.storage.entries import Entry, Header

Opening = tuple[Header, Sequence[Entry]]  # a new table and its first entries

INSERT_LOG = "INSERT INTO log (table_id, number, at, player, entry) VALUES (?, ?, ?, ?, ?)"
INSERT_TABLE = "INSERT INTO tables (id, opened, listed, host, header) VALUES (?, ?, ?, ?, ?)"


class LogRow(NamedTuple):
    """An entry as the database has it."""

    table_id: str
    number: int
    at: float
    user: str | None  # who sits down by this entry
    entry: str


class TableRow(NamedTuple):
    """A table as the database has it."""

    id: str
    opened: float
    listed: bool
    host: str | None  # who has opened it, where everybody may see it
    header: str

    @classmethod
    def of(cls, header: Header) -> Self:
        host = header.host if header.listed else None
        return cls(header.id, header.opened, header.listed, host, msgspec.json.encode(header).decode())


@dataclass(frozen=True)
class Batch:
    """What is to be written of one log, and the new table that is opened with it."""

    rows: list[LogRow]
    opening: Opening | None
    written: asyncio.Future[bool]  # false where the log has grown meanwhile


class LogWriter:
    """SQLite has one writer, and the disk takes its time: what other tables want written by then is
    written together, so that they do not queue.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Batch] = []
        self._task: asyncio.Task[None] | None = None  # while something waits
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="disk")

    @property
    def waiting(self) -> int:
        """How many logs wait for the disk."""
        return len(self._waiting)

    async def close(self) -> None:
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def write(self, rows: list[LogRow], opening: Opening | None) -> bool:
        """Write rows of one log, all or none; false where the log has grown meanwhile."""
        batch = Batch(rows, opening, asyncio.get_running_loop().create_future())
        if not self._database.is_sqlite:
            return await self.write_together([batch])
        self._waiting.append(batch)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_waiting())
        return await batch.written

    async def _write_waiting(self) -> None:
        """Write all that waits, and what comes while the disk is busy, until nothing does."""
        while self._waiting:
            async with self._database.writing:
                batches, self._waiting = self._waiting, []
                try:
                    together = await self.write_together(batches)
                    for batch in batches:
                        written = together or (len(batches) > 1 and await self.write_together([batch]))
                        if not batch.written.done():  # else somebody has stopped waiting
                            batch.written.set_result(written)
                except Exception as error:
                    for batch in batches:
                        if not batch.written.done():
                            batch.written.set_exception(error)

    async def write_together(self, batches: Sequence[Batch]) -> bool:
        """All or none, in one transaction; false where a log has grown meanwhile."""
        try:
            with self._database.watch.writing():
                if self._database.disk is not None:
                    loop = asyncio.get_running_loop()
                    await loop.run_in_executor(self._thread, _write_at_once, self._database.disk, batches)
                else:
                    async with self._database.engine.begin() as connection:
                        await connection.run_sync(_write, batches)
        except (IntegrityError, sqlite3.IntegrityError):
            return False
        return True


def log_rows(table: str, after: int, at: float, wanted: Sequence[Entry]) -> list[LogRow]:
    """Entries as rows of a table's log, after so many others."""
    return [
        LogRow(
            table,
            after + n,
            at,
            entry.user if isinstance(entry, entries.Joined) else None,
            entries.encode(entry).decode(),
        )
        for n, entry in enumerate(wanted, start=1)
    ]


def insert_table(connection: sa.Connection, header: Header, first: Sequence[Entry]) -> None:
    """A new table with its first entries."""
    connection.execute(schema.tables.insert().values(**TableRow.of(header)._asdict()))
    if first:
        rows = log_rows(header.id, 0, header.opened, first)
        connection.execute(schema.log.insert(), [row._asdict() for row in rows])


def _write_at_once(disk: sqlite3.Connection, batches: Sequence[Batch]) -> None:
    """The whole transaction in one go: a busy event loop is not waited for in the middle of it.

    By sqlite3 itself: every decision goes through here, and its rows are what they are.
    """
    with disk:
        disk.execute("BEGIN IMMEDIATE")
        disk.executemany(INSERT_LOG, [row for batch in batches for row in batch.rows])
        for batch in batches:
            if batch.opening is not None:
                header, first = batch.opening
                disk.execute(INSERT_TABLE, TableRow.of(header))
                disk.executemany(INSERT_LOG, log_rows(header.id, 0, header.opened, first))


def _write(connection: sa.Connection, batches: Sequence[Batch]) -> None:
    connection.execute(schema.log.insert(), [row._asdict() for batch in batches for row in batch.rows])
    for batch in batches:
        if batch.opening is not None:
            insert_table(connection, *batch.opening)
