"""Turns: however many requests one address sends at once, a few of them are worked on, and the others wait.

Else whoever plays would have to wait for all that came in the same moment.
"""

from __future__ import annotations

import asyncio

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from palatine.server.limits import Limits, address_of

AT_ONCE = 2  # requests of one address that are worked on
MOST = 200  # of one address that wait; more are refused
LONGEST = 0.1  # seconds: what takes longer waits for something else, and the next one has its turn


class Turns(ASGIMiddleware):
    """Has the requests of every address answered in turns, and no faster than its budget allows.

    Of a socket the opening counts, until it listens for the first message.
    """

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.places: dict[str, asyncio.Semaphore] = {}  # by address, as long as somebody asks from there
        self.asking: dict[str, int] = {}  # how many do

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        client = scope["client"]
        address = address_of(client[0] if client else None)
        if self._limits.requests.budget is None or not address:
            await next_app(scope, receive, send)
            return
        turn = _Turn(self, address)
        try:
            await turn.begin()
            await self._limits.requests.use("", address)
            turn.pass_on_later()
            if scope["type"] == ScopeType.WEBSOCKET:
                receive = _until_it_listens(receive, turn)
            await next_app(scope, receive, send)
        finally:
            turn.end()

    def enter(self, address: str) -> asyncio.Semaphore:
        """Come to where the requests of an address wait; Refusal where very many do."""
        if self.asking.get(address, 0) >= MOST:
            self._limits.hits.note("requests", "", address)
            raise self._limits.requests.refusal(1.0)
        self.asking[address] = self.asking.get(address, 0) + 1
        return self.places.setdefault(address, asyncio.Semaphore(AT_ONCE))

    def leave(self, address: str) -> None:
        self.asking[address] -= 1
        if not self.asking[address]:
            del self.asking[address], self.places[address]


class _Turn:
    """The turn of one request; it ends once."""

    def __init__(self, turns: Turns, address: str) -> None:
        self._turns, self._address = turns, address
        self._place: asyncio.Semaphore | None = None
        self._passing_on: asyncio.TimerHandle | None = None
        self._there = False

    async def begin(self) -> None:
        """Wait until it is there."""
        place = self._turns.enter(self._address)
        self._there = True
        await place.acquire()
        self._place = place

    def pass_on_later(self) -> None:
        self._passing_on = asyncio.get_running_loop().call_later(LONGEST, self.end)

    def end(self) -> None:
        if self._passing_on is not None:
            self._passing_on.cancel()
        if self._place is not None:
            self._place.release()
            self._place = None
        if self._there:
            self._turns.leave(self._address)
            self._there = False


def _until_it_listens(receive: Receive, turn: _Turn) -> Receive:
    """What a socket hears; when it listens for its first message, its turn is over."""
    connected = False

    async def hear() -> ReceiveMessage:
        nonlocal connected
        if connected:
            turn.end()
        connected = True
        return await receive()

    return hear
