"""Requests arrive whole and within a while, or their connection is closed.

uvicorn waits for ever for the rest of a request, and takes a head of any length: a few machines that send a
letter a minute could hold all connections.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

TOO_LATE, HEAD_TOO_LONG = 408, 431
SIP = 4096  # bytes that are read at once: what they hold is worked through before anybody else has a turn
MOST_AHEAD = 32  # requests that may be sent before earlier ones are answered; browsers send none

_sip = memoryview(bytearray(SIP))  # whatever is read is taken out at once


class InSips(asyncio.BufferedProtocol):
    """Reads a little at a time for a protocol: what is read at once else holds thousands of messages."""

    def __init__(self, protocol: asyncio.Protocol) -> None:
        self._protocol = protocol

    def get_buffer(self, sizehint: int) -> memoryview:
        return _sip

    def buffer_updated(self, nbytes: int) -> None:
        self._protocol.data_received(bytes(_sip[:nbytes]))

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.connection_lost(exc)


class PunctualProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with limits to the time that a request takes to arrive, and to its head."""

    seconds = 30.0  # from the connection, or the first byte of a further request, to the last of its body
    head_bytes = 65_536  # of the first line and the headers

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self._waiting: asyncio.TimerHandle | None = None
        self._head = 0  # bytes of a head that is not complete yet
        self._in_head = True
        self._begun = False  # whether there is anything of a request

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_protocol(InSips(self))
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
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
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, asyncio.Protocol)
        self.transport.set_protocol(InSips(socket))

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
        answering = self.cycle is not None and not self.cycle.response_complete
        return bool(self.pipeline) or (self._in_head and answering)

    def _refuse(self, status: int) -> None:
        """Close the connection, with a word if something was asked and no answer is under way."""
        if self.transport.is_closing():
            return
        if self._begun and (self.cycle is None or self.cycle.response_complete):
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
