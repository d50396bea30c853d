"""Requests arrive whole and within a while, and answers are taken, or their connection is closed.

uvicorn waits for ever for the rest of a request and for whoever does not read, and takes a head of any
length: a few machines that send a letter a minute could hold all connections.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn._types import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from palatine.server.limits import Limits, address_of

TOO_LATE, HEAD_TOO_LONG, ENDING = 408, 431, 503
SIP = 4096  # bytes that are read at once: what they hold is worked through before anybody else has a turn
MOST_AHEAD = 32  # requests that may be sent before earlier ones are answered; browsers send none

_sip = memoryview(bytearray(SIP))  # whatever is read is taken out at once


class Entrance(ServerState):
    """What all connections of a server share, as uvicorn has it; and how many an address may have."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = limits

    def enter(self, address: str) -> bool:
        """Take a place for a connection; false where the address has too many."""
        if self._limits.connections.enter("", address):
            return True
        self._limits.hits.note("connections", "", address)
        return False

    def leave(self, address: str) -> None:
        self._limits.connections.leave("", address)


class Line(asyncio.BufferedProtocol):
    """One connection from its beginning to its end, whatever protocol speaks on it.

    It is read a little at a time: what is read at once else holds thousands of messages.  Where the other
    side takes nothing of what is written, it is given up.
    """

    def __init__(
        self,
        protocol: asyncio.Protocol,
        transport: asyncio.Transport,
        seconds: float,
        leave: Callable[[], None],
    ) -> None:
        """It is looked at every so many seconds, and in the end its place is left."""
        self.protocol, self._transport, self._seconds, self._leave = protocol, transport, seconds, leave
        self._paused = False
        self._left = math.inf  # bytes that were to be taken when we looked last
        self._look_later()

    def get_buffer(self, sizehint: int) -> memoryview:
        return _sip

    def buffer_updated(self, nbytes: int) -> None:
        self.protocol.data_received(bytes(_sip[:nbytes]))

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    def pause_writing(self) -> None:
        self._paused = True
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        self._paused, self._left = False, math.inf
        self.protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._looking.cancel()
        self._leave()
        self.protocol.connection_lost(exc)

    def _look_later(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(self._seconds, self._look)

    def _look(self) -> None:
        """Give it up if nothing was taken since we looked last."""
        standing = self._paused or self._transport.is_closing()  # else more is written all the time
        left = self._transport.get_write_buffer_size() if standing else 0
        if left and left >= self._left:
            self._transport.abort()
        self._left = left or math.inf
        self._look_later()


class PunctualProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with limits to the time that a request takes to arrive and an answer to be taken,
    and to the head of a request.
    """

    seconds = 30.0  # from the connection, or the first byte of a further request, to the last of its body
    head_bytes = 65_536  # of the first line and the headers
    look_every = 15.0  # seconds; who has taken nothing from one look to the next is given up

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self._waiting: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None  # what is worked on; more may have come since
        self._head = 0  # bytes of a head that is not complete yet
        self._in_head = True
        self._begun = False  # whether there is anything of a request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        entrance, address = self.server_state, self._address()
        assert isinstance(entrance, Entrance)
        if not entrance.enter(address):
            transport.abort()
            return
        self._line = Line(self, transport, self.look_every, partial(entrance.leave, address))
        transport.set_protocol(self._line)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._answering is not None:
            self._answering.disconnected = True  # uvicorn tells it to the one that came last
            self._answering.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head += len(data)
            self._wait()  # also for what is no request yet
        super().data_received(data)
        if self._in_head and self._head > self.head_bytes:
            self._refuse(HEAD_TOO_LONG)

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        if self._is_answering():
            self.transport.close()  # what is answered yet would come in between
            return
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, asyncio.Protocol)
        self._line.protocol = socket
        self.transport.set_protocol(self._line)

    def _address(self) -> str:
        """The address that is counted; none for a proxy that is believed: many people come by it."""
        host = self.client[0] if self.client else None
        proxies = self.app.trusted_hosts if isinstance(self.app, ProxyHeadersMiddleware) else ()
        return "" if host in proxies else address_of(host)

    # What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begun = True
        self._stop_waiting()
        self._wait()

    def on_headers_complete(self) -> None:
        self._head, self._in_head = 0, False
        if len(self.pipeline) < MOST_AHEAD:
            super().on_headers_complete()
        else:
            self.transport.close()

    def on_message_complete(self) -> None:
        self._in_head, self._begun = True, False
        self._stop_waiting()
        super().on_message_complete()

    # How long we wait

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.seconds, self._is_late)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _is_late(self) -> None:
        self._waiting = None
        if self._owes_answers():
            self._wait()
        else:
            self._refuse(TOO_LATE)

    def _owes_answers(self) -> bool:
        """Whether requests that came whole, before the one that is late, wait for us."""
        return bool(self.pipeline) or (self._in_head and self._is_answering())

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, status: int) -> None:
        """Close the connection, with a word if something was asked and no answer is under way."""
        if self.transport.is_closing():
            return
        if self._begun and not self._is_answering():
            self._say(status)
        self.transport.close()

    def _say(self, status: int) -> None:
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")

    # How answers end

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        async def answer(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
            try:
                await app(scope, receive, send)
            except asyncio.CancelledError:  # the server ends, and has waited for it
                self._break_off(cycle)

        self._answering = cycle
        super()._start_asgi_task(cycle, answer)

    def _break_off(self, cycle: RequestResponseCycle) -> None:
        """Close the connection, with a word if nothing was answered yet."""
        if not cycle.response_started and not cycle.disconnected:
            self._say(ENDING)
        cycle.disconnected = True  # so that nothing more is expected of it
        self.transport.close()
