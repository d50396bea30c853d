"""Backups: one SQLite file that holds everything, whatever kind of database it comes from or goes to."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from palatine.core.errors import CANNOT_WRITE, PalatineError
from palatine.core.messages import Phrase
from palatine.server.storage.database import database_url, revision_of
from palatine.server.storage.migrations import HEAD, upgrade
from palatine.server.storage.offline import cannot_open, open_to_read, plain_engine
from palatine.server.storage.schema import log, metadata, presence, settings, tables

FILE_EXISTS = Phrase("error-backup-exists", path=str)
DATABASE_EXISTS = Phrase("error-restore-exists", address=str)
DATABASE_OPEN = Phrase("error-restore-open", address=str)
OLDER = Phrase("error-database-older", address=str)
NO_BACKUP = Phrase("error-no-backup", path=str, why=str)
PAGES, ROWS = 500, 500  # that are copied at a time

Progress = Callable[[int, int], None]  # so much is done, of so much
KEPT = [table for table in metadata.sorted_tables if table is not presence]  # who is there is soon told anew


class Contents(NamedTuple):
    """What a database holds."""

    tables: int
    entries: int


def back_up(database: str, file: Path, overwrite: bool, progress: Progress) -> Contents:
    """Copy a database as it is at one moment, also while a server works on it.

    Raises:
        PalatineError: it cannot be read, or the file cannot be written, or is there already.
    """
    source = open_to_read(database)
    if file.exists() and not overwrite:
        raise PalatineError(FILE_EXISTS(path=str(file)))
    with _written_whole(file) as part:
        if source.dialect.name == "sqlite":
            _copy_pages(Path(str(database_url(database).database)), part, progress)
        else:
            with source.connect() as old, _database_file(part) as new:
                if revision_of(old) != HEAD:
                    raise PalatineError(OLDER(address=database_url(database).render_as_string()))
                old.rollback()
                old.execution_options(isolation_level="REPEATABLE READ")
                _copy_rows(old, new, progress)
        return _contents(part)


def restore(file: Path, database: str, overwrite: bool, progress: Progress) -> Contents:
    """Put what a backup holds in the place of a database; no server may work on it.

    Raises:
        PalatineError: the file is no backup, or the database cannot be written, or there is something in it.
    """
    try:
        open_to_read(str(file))
    except PalatineError as error:
        raise PalatineError(NO_BACKUP(path=str(file), why=str(error))) from None
    url = database_url(database)
    if url.get_backend_name() == "sqlite":
        return _restore_file(file, Path(str(url.database)), overwrite, progress)
    try:
        return _restore_rows(file, url, overwrite, progress)
    except SQLAlchemyError as error:
        raise cannot_open(url, error) from None


def _restore_file(file: Path, path: Path, overwrite: bool, progress: Progress) -> Contents:
    if path.exists() and path.stat().st_size and not overwrite:
        raise PalatineError(DATABASE_EXISTS(address=str(path)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock", timeout=0), _written_whole(path) as part:
            _copy_pages(file, part, progress)
            contents = _contents(part)
            for rest in ("-wal", "-shm"):  # of the database that goes
                Path(f"{path}{rest}").unlink(missing_ok=True)
            return contents
    except Timeout:
        raise PalatineError(DATABASE_OPEN(address=str(path))) from None


def _restore_rows(file: Path, url: sa.URL, overwrite: bool, progress: Progress) -> Contents:
    """All or nothing, by way of a copy that is brought up to date first."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        _copy_pages(file, copy, lambda *_: None)
        with _database_file(copy) as old, plain_engine(url).connect() as new:
            upgrade(new)
            if not overwrite and any(_count(new, table) for table in KEPT if table is not settings):
                raise PalatineError(DATABASE_EXISTS(address=url.render_as_string()))
            for table in reversed(metadata.sorted_tables):
                new.execute(table.delete())
            _copy_rows(old, new, progress)
            new.commit()
        return _contents(copy)


def _copy_pages(source: Path, target: Path, progress: Progress) -> None:
    """A file as it is at one moment: who writes to it goes on, and is not in the copy any more."""
    with _open(source) as old, closing(sqlite3.connect(target)) as new:
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_master").fetchone()
        old.backup(new, pages=PAGES, progress=lambda _, left, pages: progress(pages - left, pages))
        new.execute("PRAGMA journal_mode=DELETE")  # one file, and no more


def _copy_rows(old: sa.Connection, new: sa.Connection, progress: Progress) -> None:
    rows, done = sum(_count(old, table) for table in KEPT), 0
    for table in KEPT:
        keys = [column.key for column in table.columns]
        found = old.execution_options(yield_per=ROWS).execute(sa.select(table))
        for some in found.partitions():
            new.execute(table.insert(), [dict(zip(keys, row, strict=True)) for row in some])
            done += len(some)
            progress(done, rows)


@contextmanager
def _database_file(path: Path) -> Iterator[sa.Connection]:
    """A SQLite file of today's shape; what is written is kept if all goes well."""
    with plain_engine(sa.URL.create("sqlite", database=str(path))).connect() as connection:
        upgrade(connection)
        yield connection
        connection.commit()


@contextmanager
def _written_whole(path: Path) -> Iterator[Path]:
    """A file that is there once it is complete, for nobody else to read: it holds seeds and the secret."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(path)
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PalatineError(CANNOT_WRITE(path=str(path), why=why)) from None
    finally:
        part.unlink(missing_ok=True)


def _contents(path: Path) -> Contents:
    """What a copy holds, if it is a sound one."""
    with _open(path) as connection:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        counted = (connection.execute(f"SELECT count(*) FROM {name}").fetchone() for name in (tables, log))
        return Contents(*(int(count) for (count,) in counted))


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0)


def _open(path: Path) -> closing[sqlite3.Connection]:
    """A SQLite file that is only read."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
