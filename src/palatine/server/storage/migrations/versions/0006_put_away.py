"""Tables that people have put away, so that their lobby shows them no more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "put_away",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("put_away_table", "put_away", ["table_id"])


def downgrade() -> None:
    op.drop_index("put_away_table", "put_away")
    op.drop_table("put_away")
