"""Writing to logs: all or nothing, on the disk before anybody is told, and many tables at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from palatine.server.storage import entries, schema
from palatine.server.storage.database import Database
from palatine.server.storage.entries import Entry, Header

Opening = tuple[Header, Sequence[Entry]]  # a new table and its first entries


@dataclass(frozen=True)
class Batch:
    """What is to be written of one log, and the new table that is opened with it."""

    rows: list[dict[str, Any]]
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

    async def close(self) -> None:
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    async def write(self, rows: list[dict[str, Any]], opening: Opening | None) -> bool:
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
            if self._database.disk is not None:
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(self._thread, _write_at_once, self._database.disk, batches)
            else:
                async with self._database.engine.begin() as connection:
                    await connection.run_sync(_write, batches)
        except IntegrityError:
            return False
        return True


def log_rows(table: str, after: int, at: float, wanted: Sequence[Entry]) -> list[dict[str, Any]]:
    """Entries as rows of a table's log, after so many others."""
    return [
        {
            "table_id": table,
            "number": after + n,
            "at": at,
            "user": entry.user if isinstance(entry, entries.Joined) else None,
            "entry": entries.encode(entry).decode(),
        }
        for n, entry in enumerate(wanted, start=1)
    ]


def insert_table(connection: sa.Connection, header: Header, first: Sequence[Entry]) -> None:
    """A new table with its first entries."""
    row = {"id": header.id, "opened": header.opened, "listed": header.listed}
    row["host"] = header.host if header.listed else None
    connection.execute(schema.tables.insert().values(**row, header=msgspec.json.encode(header).decode()))
    if first:
        connection.execute(schema.log.insert(), log_rows(header.id, 0, header.opened, first))


def _write_at_once(engine: sa.Engine, batches: Sequence[Batch]) -> None:
    """The whole transaction in one go: a busy event loop is not waited for in the middle of it."""
    with engine.begin() as connection:
        _write(connection, batches)


def _write(connection: sa.Connection, batches: Sequence[Batch]) -> None:
    connection.execute(schema.log.insert(), [row for batch in batches for row in batch.rows])
    for batch in batches:
        if batch.opening is not None:
            insert_table(connection, *batch.opening)
