"""How sockets are spoken to: by `websockets` under uvicorn, with compression where it pays.

Nearly all messages are small changes that fit into one packet: compressing them would cost more time than all
the rest of a decision, and memory for every socket.  Whole tables and long questions are compressed, each by
itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

ONE_PACKET = 1300  # bytes
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


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own, but for what is compressed."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [DeflateLargeFactory()]
