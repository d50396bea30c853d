"""For whoever runs the server: what was done, who is banned, when games ended, and when people were here."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("ended", sa.Float))
    op.create_index("tables_ended", "tables", ["ended"])
    op.add_column("players", sa.Column("seen", sa.Float))
    seen = sa.table("players", sa.column("seen", sa.Float)).update().values(seen=time.time())
    op.execute(seen)  # nobody knows: from here on it is counted
    op.create_table(
        "acts",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("target", sa.String(64), nullable=False, unique=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("ends", sa.Float),
        sa.Column("why", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bans")
    op.drop_table("acts")
    op.drop_column("players", "seen")
    op.drop_index("tables_ended", "tables")
    op.drop_column("tables", "ended")
