"""Analyses of records, complete or not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("analysis", sa.Text, nullable=False),
    )
    op.create_index("analyses_at", "analyses", ["at"])


def downgrade() -> None:
    op.drop_table("analyses")
