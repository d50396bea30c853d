"""What each connection at a table is told: snapshots, updates, and who is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from palatine.core.game import Seat
from palatine.server.live.connection import Connection, encode
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.screens import News, Screens
from palatine.server.live.table import LiveTable, Viewer
from palatine.server.protocol.messages import Away, FromServer, Presence, Snapshot, Update
from palatine.server.protocol.tables import Progress, TableInfo
from palatine.server.storage.entries import (
    Agreed,
    Answered,
    AskedUndo,
    Decided,
    Entry,
    LoggedEntry,
    Removed,
    Resumed,
    TookBack,
    Waited,
)
from palatine.server.tables import views
from palatine.server.tables.changes import checksum
from palatine.server.timing import Time

Reason = Literal["arrival", "sync", "undo", "select_seat"]
# Of these entries `Progress` tells all that they change.
STEPS = (Decided, AskedUndo, Answered, Resumed, Waited, Agreed)
NO_NEWS = News([], [], None)


class Broadcaster:
    """Brings everybody at a table up to date, each with what they may see."""

    def __init__(
        self,
        presence: PresenceTracker,
        time: Time,
        build: str,
        absent: Callable[[LiveTable], list[Away]] = lambda _: [],
    ) -> None:
        self._presence, self._time, self._build, self._absent = presence, time, build, absent

    def snapshot(self, table: LiveTable, connection: Connection, reason: Reason = "arrival") -> Snapshot:
        """The whole table; from here on this connection is told what changes."""
        seat, state = table.seat_of(connection), table.state
        if state.match is not None:
            table.screens = table.screens or Screens(state.match)
            table.screens.add(state.match, seat)
        shown, ask = views.position(state, seat), views.question(state, seat)
        table.asked[seat] = (ask.question, ask.chosen) if ask else None
        return Snapshot(
            build=self._build,
            number=state.number,
            table=self.info(table, connection.user, connection.selected),
            watchers=self._presence.watchers(table),
            away=self._absent(table),
            lines=views.lines(state, seat),
            shown=shown,
            checksum=checksum(shown) if shown else None,
            ask=ask,
            reason=reason,
        )

    def info(self, table: LiveTable, user: str | None, selected: Seat | None = None) -> TableInfo:
        """A table as a user may see it."""
        online = self._presence.online(table)
        return views.table_info(table.state, user, online, self._time.now(), selected)

    def apply(self, table: LiveTable, entries: Sequence[LoggedEntry]) -> None:
        """Bring a table up to date with its log, and everybody at it."""
        back = any(isinstance(entry, TookBack) for _, _, entry in entries)
        for number, at, entry in entries:
            state = table.state
            before, branching = views.mark(state), state.is_to_branch
            state.apply(number, at, entry)
            if not isinstance(entry, STEPS):
                table.forget_audience()  # somebody may sit elsewhere now
            if isinstance(entry, Removed) or (branching and not state.is_to_branch):
                # Somebody looks with other eyes now; or much has happened before it began.
                self._tell_all(table, "sync")
            elif not back:
                self._tell_step(table, entry, before)
        if back:
            self._tell_all(table, "undo")

    def tell_presence(self, table: LiveTable) -> None:
        self._presence.note_emptiness(table)
        online, watchers = self._presence.online(table), self._presence.watchers(table)
        message = encode(Presence(online, watchers, self._absent(table)))
        for connection in table.connections:
            connection.send(message)

    def _tell_all(self, table: LiveTable, reason: Reason) -> None:
        """Tell everybody all of it; those who see the same are told the same bytes."""
        table.screens = None
        self._tell_each(table, lambda _, one: self.snapshot(table, one, reason))

    def _tell_step(self, table: LiveTable, entry: Entry, before: views.Mark) -> None:
        """Tell everybody what an entry of the log has changed."""
        if table.connections:
            step = _Step(table, before, self._time.now(), any(self._presence.online(table)))
            whole = not isinstance(entry, STEPS)
            self._tell_each(table, partial(self._update, step, whole))

    def _update(self, step: _Step, whole: bool, viewer: Viewer, one: Connection) -> Update:
        table, seat = step.table, viewer.seat
        changed, gone, check = step.news[seat]
        return Update(
            number=table.state.number,
            progress=step.progress(seat),
            lines=step.lines(seat),
            changed=changed,
            gone=gone,
            checksum=check,
            table=self.info(table, one.user, one.selected) if whole else UNSET,
            ask=step.question(seat),
        )

    def _tell_each(self, table: LiveTable, message: Callable[[Viewer, Connection], FromServer]) -> None:
        for viewer, connections in table.audience.items():
            data = encode(message(viewer, connections[0]))
            for connection in connections:
                connection.send(data)


class _Step:
    """One entry of the log, and what it brings to those who look from each seat."""

    def __init__(self, table: LiveTable, before: views.Mark, now: float, running: bool) -> None:
        self.table, self.now, self.running = table, now, running
        self._before = before
        self._asked: dict[Seat | None, Any] = {}
        self.news = self._advance()
        self._progress = views.progress(table.state, None, now, running)
        self._lines = msgspec.Raw(encode(views.lines(table.state, None, before)))

    def _advance(self) -> dict[Seat | None, News]:
        table, match = self.table, self.table.state.match
        seats = {viewer.seat for viewer in table.audience}
        if match is None:
            return dict.fromkeys(seats, NO_NEWS)
        if table.screens is not None:
            return table.screens.advance(match, seats)
        table.screens = screens = Screens(match)  # the game begins
        return {seat: News([((), match.show(seat))], [], screens.add(match, seat)) for seat in seats}

    def lines(self, seat: Seat | None) -> Any:
        """What is told of it; nearly always all are told the same."""
        secret = views.has_secrets(self.table.state, self._before)
        return views.lines(self.table.state, seat, self._before) if secret else self._lines

    def progress(self, seat: Seat | None) -> Progress:
        """How the table stands, for who looks from a seat."""
        return views.progress_for(self._progress, self.table.state, seat)

    def question(self, seat: Seat | None) -> Any:
        """What is asked of a seat, unless it is what was asked before."""
        if seat in self._asked:
            return self._asked[seat]
        table = self.table
        name = views.question_name(table.state, seat)
        same = seat in table.asked and table.asked[seat] == name
        table.asked[seat] = name
        self._asked[seat] = UNSET if same else views.question(table.state, seat)
        return self._asked[seat]
