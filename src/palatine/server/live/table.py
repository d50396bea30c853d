"""A table in the memory of a process: its state, and who is looking at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from palatine.core.game import Seat
from palatine.server.live.connection import Connection
from palatine.server.tables.commands import Command
from palatine.server.tables.state import TableState


class LiveTable:
    """The state of a table and its connections."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.lock = asyncio.Lock()  # held by whoever writes to its log
        self.connections: set[Connection] = set()
        self.away: dict[Seat, float] = {}  # since when somebody who is to act is missing
        self.empty_since: float | None = state.changed  # nobody with a seat is here, as far as is known

    @property
    def id(self) -> str:
        return self.state.header.id

    def seat_of(self, connection: Connection) -> Seat | None:
        """The seat that a connection looks from; without one it is told what a watcher is told."""
        return self.state.seat_of(connection.user, connection.selected)

    def seats_of(self, connection: Connection) -> list[Seat]:
        return self.state.seats_of(connection.user)


Act = Callable[[LiveTable, Command], Awaitable[int]]
