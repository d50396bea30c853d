"""A table in the memory of a process: its state, and who is looking at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from palatine.core.game import Seat
from palatine.server.live.connection import Connection
from palatine.server.live.screens import Screens
from palatine.server.tables.commands import Command
from palatine.server.tables.state import TableState


class Viewer(NamedTuple):
    """Who looks at a table: connections of the same one are told the same."""

    seat: Seat | None  # that is looked from; none for a watcher, and while a device is passed on
    seats: tuple[Seat, ...]  # of the same user
    host: bool


class Absence(NamedTuple):
    """Somebody who is to act is missing."""

    since: float
    begun: float  # since when it counts: others may have more patience
    waited: int  # the number in the log from which they have


class LiveTable:
    """The state of a table and its connections."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.lock = asyncio.Lock()  # held by whoever writes to its log
        self.connections: set[Connection] = set()
        self.screens: Screens | None = None  # what they have been shown
        self.asked: dict[Seat | None, tuple[int, str | None] | None] = {}  # what was asked of each seat last
        self.away: dict[Seat, Absence] = {}  # who is to act and is missing
        self.told_away: list[tuple[Seat, float, list[Seat]]] = []  # and what was told of them last
        self.empty_since: float | None = state.changed  # nobody with a seat is here, as far as is known
        self._audience: dict[Viewer, list[Connection]] | None = None

    @property
    def id(self) -> str:
        return self.state.header.id

    @property
    def audience(self) -> dict[Viewer, list[Connection]]:
        """Who is looking, by what they see."""
        if self._audience is None:
            self._audience = {}
            for connection in self.connections:
                self._audience.setdefault(self._viewer(connection), []).append(connection)
        return self._audience

    def forget_audience(self) -> None:
        """Somebody came or went, or looks from elsewhere now."""
        self._audience = None
        if not self.connections:
            self.screens = None
            self.asked.clear()

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.forget_audience()

    def remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.forget_audience()

    def seat_of(self, connection: Connection) -> Seat | None:
        """The seat that a connection looks from; without one it is told what a watcher is told."""
        return self.state.seat_of(connection.user, connection.selected)

    def seats_of(self, connection: Connection) -> list[Seat]:
        return self.state.seats_of(connection.user)

    def _viewer(self, connection: Connection) -> Viewer:
        host = connection.user == self.state.header.host
        return Viewer(self.seat_of(connection), tuple(self.seats_of(connection)), host)


Act = Callable[[LiveTable, Command], Awaitable[int]]
