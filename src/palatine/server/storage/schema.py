"""The shape of the database; migrations/ brings one there, step by step."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("opened", sa.Float, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(64)),  # who has opened it, as the header says; none where it is not listed
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("ended", sa.Float),  # when its game was over; none while it runs, or where nobody has noted it
    sa.Index("tables_listed", "listed", "opened", "host"),
    sa.Index("tables_ended", "ended"),
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("player", sa.String(64), key="user"),  # who sits down by this entry, to find one's tables again
    sa.Column("entry", sa.Text, nullable=False),
    sa.Index("log_player", "user"),
)
users = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),  # empty for somebody who has told none
    sa.Column("seen", sa.Float),  # when they were here last, to the hour
)
put_away = sa.Table(
    "put_away",
    metadata,
    sa.Column("player", sa.String(64), key="user", primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # of the latest entry of the log that was known then
    sa.Index("put_away_table", "table_id"),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),  # -1 counts watchers
    sa.Column("sockets", sa.Integer, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),  # when something was written here last
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("analysis", sa.Text, nullable=False),  # complete or not
    sa.Column("player", sa.String(64), key="user"),  # who asked for it first
    sa.Column("size", sa.Integer, nullable=False),  # of its texts, in letters
    sa.Index("analyses_at", "at", "size"),
    sa.Index("analyses_player", "user", "at"),
)
records = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),  # when it was given to us last
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("player", sa.String(64), key="user"),  # who gave it first
    sa.Column("size", sa.Integer, nullable=False),  # of its text, in letters
    sa.Index("records_at", "at", "size"),
    sa.Index("records_player", "user", "at"),
)
acts = sa.Table(
    "acts",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("act", sa.Text, nullable=False),  # what whoever runs the server has done; it names no person
)
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("target", sa.String(64), nullable=False, unique=True),  # a person's sign, or a network
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("ends", sa.Float),  # none: not by itself
    sa.Column("why", sa.Text, nullable=False),
)
