"""A page that a browser has open at a table, and what it is still to be told."""

from __future__ import annotations

import asyncio

import msgspec

from palatine.core.game import Seat
from palatine.server.protocol.messages import FromServer

BACKLOG = 2_000_000  # bytes that may wait for a slow browser before it has to come again

encode = msgspec.json.Encoder().encode


class Connection:
    """One socket of one user."""

    def __init__(self, user: str | None) -> None:
        self.user = user
        self.selected: Seat | None = None  # which of the user's several seats this page looks from
        self.farewell: int | None = None  # the code to close with, where it is not for being slow
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._size = 0  # of what waits, in bytes

    def send(self, message: FromServer | bytes) -> None:
        """Queue a message; who does not keep up is sent away and comes again for a snapshot."""
        data = message if isinstance(message, bytes) else encode(message)
        self._size += len(data)
        self._waiting.put_nowait(data if self._size <= BACKLOG else None)

    def close(self, code: int | None = None) -> None:
        """Nothing more is sent."""
        self.farewell = code
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next message to send; none when it is time to go."""
        data = None if self._size > BACKLOG else await self._waiting.get()
        self._size -= len(data or b"")
        return data
