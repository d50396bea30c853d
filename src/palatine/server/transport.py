"""How sockets are spoken to: by `websockets` under uvicorn, with compression where it pays.

Nearly all messages are small changes that fit into one packet: compressing them would cost more time than all
the rest of a decision, and memory for every socket.  Whole tables and long questions are compressed, each by
itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.typing import ExtensionParameter

ONE_PACKET = 1300  # bytes
MOST_CONTROLS = 100  # pings, pongs and parts of messages between two messages: no budget counts them
SAY = "palatine.say"  # the extension of ASGI by which an application finds `SocketProtocol.say`
SETTINGS = {"level": 1, "memLevel": 5}


class DeflateLarge(PerMessageDeflate):
    """Compression, as browsers know it, of messages that are longer than a packet."""

    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if len(frame.data) > ONE_PACKET else frame


class DeflateLargeFactory(ServerPerMessageDeflateFactory):
    """Agrees with a browser on compression, of each message by itself."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True, client_no_context_takeover=True, compress_settings=SETTINGS
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, usual = super().process_request_params(params, accepted_extensions)
        return agreed, DeflateLarge(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            usual.compress_settings,
        )


@lru_cache(maxsize=16)
def frame(text: bytes, window: int | None) -> bytes:
    """A message as it is sent, made once for all who are told the same; compressed if there is a window."""
    ways = [] if window is None else [PerMessageDeflate(True, True, 15, window, SETTINGS)]
    return Frame(Opcode.TEXT, text).serialize(mask=False, extensions=ways)


def is_text(data: bytes) -> bool:
    """Whether something is UTF-8, as a message has to be that says so."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, but for what is compressed; and an application may say something at once, see `say`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [DeflateLargeFactory()]
        self._controls = 0  # since the last message
        self._application, self.app = self.app, self._serve

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][SAY] = {SAY: self.say}

    async def _serve(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        with suppress(asyncio.CancelledError):  # the server ends, and has waited for it
            await self._application(scope, receive, send)

    # What no budget counts

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        self._count()
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        self._controls = 0
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)  # uvicorn would do the same, and log an error that is none of ours
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def _count(self) -> None:
        self._controls += 1
        if self._controls > MOST_CONTROLS:
            self.transport.abort()

    def say(self, text: bytes) -> bool:
        """Send a message without a task that would have to be woken for it; false where it has to wait."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or not self.handshake_complete:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame(text, self._window if len(text) > ONE_PACKET else None))
        return True

    @cached_property
    def _window(self) -> int | None:
        """What a browser agreed to, if to anything: how far back a compressed message may refer, in bits."""
        agreed = (way for way in self.conn.extensions if isinstance(way, PerMessageDeflate))
        return next((way.local_max_window_bits for way in agreed), None)
