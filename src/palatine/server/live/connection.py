"""A page that a browser has open at a table, and what it is still to be told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from palatine.core.game import Seat
from palatine.server.protocol.messages import Bye, FromServer

BACKLOG = 500_000  # bytes that may wait for a slow browser before it has to come again

encode = msgspec.json.Encoder().encode


class Connection:
    """One socket of one user."""

    def __init__(
        self, user: str | None, host: str | None = None, say: Callable[[bytes], bool] | None = None
    ) -> None:
        self.user, self.host = user, host  # who, and from which address
        self._say = say  # sends something at once, if it need not wait
        self.selected: Seat | None = None  # which of the user's several seats this page looks from
        self.farewell: int | None = None  # the code to close with, where it is not for being slow
        self._waiting: list[bytes] = []
        self._size = 0  # of what waits, in bytes
        self._closed = False
        self._news = asyncio.Event()

    def send(self, message: FromServer | bytes) -> None:
        """Send a message, or queue it; who does not keep up is sent away and comes again for a snapshot."""
        data = message if isinstance(message, bytes) else encode(message)
        if self._say is not None and not self._size and not self._closed and self._say(data):
            return
        if self._size > BACKLOG:  # before it, so that one message is never too long
            self._waiting.clear()
            self.close()
        elif not self._closed:
            self._size += len(data)
            self._waiting.append(data)
            self._news.set()

    def close(self, code: int | None = None) -> None:
        """Nothing more is sent but what waits; then the socket is closed, with a code."""
        self.farewell = code
        self._closed = True
        self._news.set()

    def dismiss(self, bye: Bye, code: int) -> None:
        """Say why this is the end, and close."""
        self.send(bye)
        self.close(code)

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send whatever comes, in its order, until it is time to go."""
        while self._waiting or not self._closed:
            await self._news.wait()
            self._news.clear()
            waiting, self._waiting = self._waiting, []
            for data in waiting:
                await send(data.decode())
                self._size -= len(data)
