"""Is a database sound?  What is wrong with how things are kept; whether they replay, validating.py says."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError

from palatine.core.messages import Message, Phrase
from palatine.server.storage.entries import Header
from palatine.server.storage.offline import open_to_read
from palatine.server.storage.schema import log, tables

DAMAGED = Phrase("error-database-damaged", why=str)
NO_TABLE = Phrase("error-log-without-table", table=str)
GAP = Phrase("error-log-gap", table=str, number=int)
WRONG_HEADER = Phrase("error-header-unreadable", table=str, why=str)
MISPLACED = Phrase("error-header-misplaced", table=str, other=str)


def problems_in(database: str) -> Iterator[Message]:
    """What is wrong with the database itself, its logs and its headers.

    Raises:
        PalatineError: the database cannot be read.
    """
    with open_to_read(database).connect() as connection:
        try:
            yield from _damage(connection)
            yield from _orphans(connection)
            yield from _gaps(connection)
            yield from _headers(connection)
        except DatabaseError as error:
            yield DAMAGED(why=str(error.orig))


def _damage(connection: sa.Connection) -> Iterator[Message]:
    """What SQLite finds in its own file; PostgreSQL has tools of its own for that."""
    if connection.dialect.name == "sqlite":
        for (line,) in connection.execute(sa.text("PRAGMA integrity_check")):
            if line != "ok":
                yield DAMAGED(why=line)


def _orphans(connection: sa.Connection) -> Iterator[Message]:
    known = sa.select(tables.c.id)
    orphans = sa.select(log.c.table_id).where(log.c.table_id.not_in(known)).distinct()
    for table in connection.scalars(orphans.order_by(log.c.table_id)):
        yield NO_TABLE(table=table)


def _gaps(connection: sa.Connection) -> Iterator[Message]:
    """Logs are numbered from 1 on, each by one more."""
    ends = sa.select(log.c.table_id).group_by(log.c.table_id)
    broken = ends.having(sa.or_(sa.func.max(log.c.number) != sa.func.count(), sa.func.min(log.c.number) != 1))
    for table in connection.scalars(broken.order_by(log.c.table_id)).all():
        wanted = sa.select(log.c.number).where(log.c.table_id == table).order_by(log.c.number)
        numbers = enumerate(connection.scalars(wanted).all(), start=1)
        yield GAP(table=table, number=next(right for right, number in numbers if number != right))


def _headers(connection: sa.Connection) -> Iterator[Message]:
    for id, text in connection.execute(sa.select(tables.c.id, tables.c.header).order_by(tables.c.opened)):
        try:
            header = msgspec.json.decode(text, type=Header)
        except msgspec.DecodeError as error:
            yield WRONG_HEADER(table=id, why=str(error))
        else:
            if header.id != id:
                yield MISPLACED(table=id, other=header.id)
