"""The database's shape, step by step.  A new step: a file in versions/, and its name as HEAD."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

HEAD = "0001"
LOCK = 0x70616C61  # so that of several processes that start at once only one migrates PostgreSQL


def upgrade(connection: sa.Connection) -> None:
    """Bring a database up to date."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
