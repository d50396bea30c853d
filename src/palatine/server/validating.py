"""Does everything in a database still replay?  It is only read, also while a server works on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from palatine.core.errors import PalatineError
from palatine.core.match import replayed
from palatine.core.messages import Message, Phrase
from palatine.core.record import parse_record
from palatine.core.words import house_words
from palatine.server.storage.database import database_url
from palatine.server.storage.entries import Header, LoggedEntry
from palatine.server.storage.entries import decode as read_entry
from palatine.server.storage.offline import cannot_open, open_to_read
from palatine.server.storage.schema import log, records, tables
from palatine.server.tables.state import read_table

TABLE_BREAKS = Phrase("error-table-breaks", table=str, why=(str, Message))

Check = Callable[[], str | None]  # what is wrong, in words


def everything_in(database: str) -> Sequence[tuple[str, Check]]:
    """What a database holds that can be replayed, tables and uploaded records, each with how to check it.

    Raises:
        PalatineError: the database cannot be read.
    """
    engine = open_to_read(database)
    try:
        with engine.connect() as connection:
            open_tables = connection.scalars(sa.select(tables.c.id).order_by(tables.c.opened)).all()
            uploaded = connection.scalars(sa.select(records.c.id).order_by(records.c.at)).all()
    except SQLAlchemyError as error:
        raise cannot_open(database_url(database), error) from None
    found: list[tuple[str, Check]] = [(id, partial(_check_table, engine, id)) for id in open_tables]
    return found + [(id, partial(_check_record, engine, id)) for id in uploaded]


def _check_table(engine: sa.Engine, id: str) -> str | None:
    with engine.connect() as connection:
        header = connection.scalar(sa.select(tables.c.header).where(tables.c.id == id))
        wanted = sa.select(log.c.number, log.c.at, log.c.entry).where(log.c.table_id == id)
        rows = connection.execute(wanted.order_by(log.c.number)).all()
    try:
        entries = [LoggedEntry(number, at, read_entry(entry)) for number, at, entry in rows]
        read_table(msgspec.json.decode(str(header), type=Header), entries)
    except PalatineError as error:
        return str(PalatineError(TABLE_BREAKS(table=id, why=error.message), error.game))
    except Exception as error:  # whatever the rules or the log stumble over is what the host wants to know
        return house_words().say(TABLE_BREAKS(table=id, why=f"{type(error).__name__}: {error}"))
    return None


def _check_record(engine: sa.Engine, id: str) -> str | None:
    with engine.connect() as connection:
        text = connection.scalar(sa.select(records.c.record).where(records.c.id == id))
    try:
        replayed(parse_record(str(text).encode(), id))
    except PalatineError as error:
        return str(error)
    return None
