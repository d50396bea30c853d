"""Whose tables, records and analyses there are, and how large they are, so that everybody has a share."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TEXTS = {"records": "length(record)", "analyses": "length(record) + length(analysis)"}


def upgrade() -> None:
    for name, letters in TEXTS.items():
        op.add_column(name, sa.Column("player", sa.String(64)))
        op.add_column(name, sa.Column("size", sa.Integer, nullable=False, server_default="0"))
        op.execute(f"UPDATE {name} SET size = {letters}")
        op.drop_index(f"{name}_at", name)
        op.create_index(f"{name}_at", name, ["at", "size"])
        op.create_index(f"{name}_player", name, ["player", "at"])
    op.add_column("tables", sa.Column("host", sa.String(64)))
    _name_hosts()
    op.drop_index("tables_listed", "tables")
    op.create_index("tables_listed", "tables", ["listed", "opened", "host"])


def _name_hosts() -> None:
    connection = op.get_bind()
    texts = (sa.column(name, sa.Text) for name in ("id", "host", "header"))
    tables = sa.table("tables", *texts, sa.column("listed", sa.Boolean))
    for id, header in connection.execute(
        sa.select(tables.c.id, tables.c.header).where(tables.c.listed)
    ).all():
        connection.execute(tables.update().where(tables.c.id == id).values(host=json.loads(header)["host"]))


def downgrade() -> None:
    op.drop_index("tables_listed", "tables")
    op.create_index("tables_listed", "tables", ["listed", "opened"])
    op.drop_column("tables", "host")
    for name in TEXTS:
        op.drop_index(f"{name}_player", name)
        op.drop_index(f"{name}_at", name)
        op.create_index(f"{name}_at", name, ["at"])
        op.drop_column(name, "size")
        op.drop_column(name, "player")
