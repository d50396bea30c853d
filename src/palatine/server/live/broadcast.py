"""What each connection at a table is told: snapshots, updates, and who is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from palatine.core.game import Seat
from palatine.server.live.connection import Connection, encode
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import LiveTable
from palatine.server.protocol.messages import FromServer, Presence, Snapshot, Update
from palatine.server.protocol.tables import TableInfo
from palatine.server.storage.entries import LoggedEntry, TookBack
from palatine.server.tables import views
from palatine.server.timing import Time

Reason = Literal["arrival", "sync", "undo", "select_seat"]


class Broadcaster:
    """Brings everybody at a table up to date, each with what they may see."""

    def __init__(self, presence: PresenceTracker, time: Time, build: str) -> None:
        self._presence, self._time, self._build = presence, time, build

    def snapshot(self, table: LiveTable, connection: Connection, reason: Reason = "arrival") -> Snapshot:
        """The whole table."""
        seat = table.seat_of(connection)
        return Snapshot(
            build=self._build,
            number=table.state.number,
            table=self.info(table, connection.user, connection.selected),
            watchers=self._presence.watchers(table),
            lines=views.lines(table.state, seat),
            shown=views.position(table.state, seat),
            ask=views.question(table.state, seat),
            reason=reason,
        )

    def update(self, table: LiveTable, connection: Connection, since: int) -> Update:
        """What has come after a number of the log."""
        seat = table.seat_of(connection)
        return Update(
            number=table.state.number,
            table=self.info(table, connection.user, connection.selected),
            lines=views.lines(table.state, seat, since),
            shown=views.position(table.state, seat),
            ask=views.question(table.state, seat),
        )

    def info(self, table: LiveTable, user: str | None, selected: Seat | None = None) -> TableInfo:
        """A table as a user may see it."""
        online = self._presence.online(table)
        return views.table_info(table.state, user, online, self._time.now(), selected)

    def apply(self, table: LiveTable, entries: Sequence[LoggedEntry]) -> None:
        """Bring a table up to date with its log, and everybody at it."""
        back = any(isinstance(entry, TookBack) for _, _, entry in entries)
        for number, at, entry in entries:
            before, branching = table.state.number, table.state.is_to_branch
            table.state.apply(number, at, entry)
            if branching and not table.state.is_to_branch:  # much has happened before it began
                self._tell_each(table, partial(self.snapshot, table, reason="sync"))
            elif not back:
                self._tell_each(table, partial(self.update, table, since=before))
        if back:
            self._tell_each(table, partial(self.snapshot, table, reason="undo"))

    def tell_presence(self, table: LiveTable) -> None:
        self._presence.note_emptiness(table)
        message = encode(Presence(self._presence.online(table), self._presence.watchers(table)))
        for connection in table.connections:
            connection.send(message)

    def _tell_each(self, table: LiveTable, message: Callable[[Connection], FromServer]) -> None:
        """Tell everybody; those who see the same are told the same bytes."""
        told: dict[tuple[Seat | None, tuple[Seat, ...], bool], bytes] = {}
        for connection in table.connections:
            host = connection.user == table.state.header.host
            viewer = (table.seat_of(connection), tuple(table.seats_of(connection)), host)
            if viewer not in told:
                told[viewer] = encode(message(connection))
            connection.send(told[viewer])
