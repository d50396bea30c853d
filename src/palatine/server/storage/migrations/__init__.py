"""The database's shape, step by step.  A new step: a file in versions/, and its name as HEAD."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from palatine.core.errors import PalatineError
from palatine.core.messages import Phrase

NEWER = Phrase("error-database-newer")

HEAD = "0006"
LOCK = 0x70616C61  # the name of a lock in PostgreSQL


def upgrade(connection: sa.Connection) -> None:
    """Bring a database up to date: all or nothing, and one process at a time."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    else:  # the driver begins no transaction before it makes a table
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise PalatineError(NEWER()) from None
