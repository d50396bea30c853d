"""A table in the memory of a process: a room, and who is looking at it."""

from __future__ import annotations

import asyncio

import msgspec

from palatine.core.game import Seat
from palatine.server.protocol import FromServer
from palatine.server.room import Room

BACKLOG = 2_000_000  # bytes that may wait for a slow browser before it has to come again

encode = msgspec.json.Encoder().encode


class Guest:
    """A browser at a table, or rather one of its pages."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.eyes: Seat | None = None  # of which of its several seats this page has its eyes open
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._size = 0  # of what waits, in bytes

    def tell(self, message: FromServer | bytes) -> None:
        """Queue a message; who does not keep up is sent away and comes again for the whole."""
        data = message if isinstance(message, bytes) else encode(message)
        self._size += len(data)
        self._waiting.put_nowait(data if self._size <= BACKLOG else None)

    def dismiss(self) -> None:
        """Nothing more is told."""
        self._waiting.put_nowait(None)

    async def hear(self) -> bytes | None:
        """The next message; none when it is time to go."""
        data = None if self._size > BACKLOG else await self._waiting.get()
        self._size -= len(data or b"")
        return data


class Table:
    """A room and who is looking at it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.guests: set[Guest] = set()
        self.away: dict[Seat, float] = {}  # since when somebody who is to act is missing
        self.empty: float | None = room.changed  # since when nobody with a seat is here, as far as is known

    @property
    def id(self) -> str:
        return self.room.header.id

    def seat_of(self, guest: Guest) -> Seat | None:
        """The seat whose eyes a guest has open; without one it is told what a watcher is told."""
        return self.room.seat_of(guest.player, guest.eyes)

    def seats_of(self, guest: Guest) -> list[Seat]:
        return self.room.seats_of(guest.player)
