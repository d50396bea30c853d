"""Databases in the hands of commands, without a server of their own: opened to be read, or refused."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from palatine.core.errors import PalatineError
from palatine.server.storage.database import CANNOT_OPEN, database_url
from palatine.server.storage.schema import tables


def open_to_read(database: str) -> sa.Engine:
    """A database that is only read, also while a server works on it.

    Raises:
        PalatineError: it cannot be read, or is none of ours.
    """
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise PalatineError(CANNOT_OPEN(address=_shown(url), why=os.strerror(errno.ENOENT)))
    engine = plain_engine(_reading(url))
    try:
        with engine.connect() as connection:
            connection.execute(sa.select(tables.c.id).limit(1)).all()
    except SQLAlchemyError as error:
        raise cannot_open(url, error) from None
    return engine


def plain_engine(url: sa.URL) -> sa.Engine:
    """An engine that holds nothing open when nobody uses it."""
    return sa.create_engine(url, hide_parameters=True, poolclass=sa.NullPool)


def cannot_open(url: sa.URL, error: Exception) -> PalatineError:
    """Why a database cannot be used, in a line."""
    why = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return PalatineError(CANNOT_OPEN(address=_shown(url), why=why.partition("\n")[0]))


def _shown(url: sa.URL) -> str:
    """An address as it may be seen by everybody."""
    is_file = url.get_backend_name() == "sqlite"
    return str(url.database) if is_file else url.render_as_string(hide_password=True)


def _reading(url: sa.URL) -> sa.URL:
    """The address to read by, without a loop that runs."""
    if url.get_backend_name() != "sqlite":
        return url
    return sa.URL.create("sqlite", database=f"file:{url.database}", query={"mode": "ro", "uri": "true"})
