"""Running the application: saying good-bye before the sockets are closed, and ending in any case."""

from __future__ import annotations

import logging
import os
import socket
import threading
from types import FrameType

import uvicorn
from litestar import Litestar

from palatine.server.http.arrival import Entrance
from palatine.server.live.server import GameServer

logger = logging.getLogger("palatine")

LAST_MOMENT = 10.0  # seconds after which a server that was to stop is left as it is


class PoliteServer(uvicorn.Server):
    """Tells everybody at a table that it stops, while they can still hear it."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self.game_server: GameServer = app.state.server
        self.server_state = Entrance(self.game_server.limits)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:  # nobody comes any more
            server.close()
        await self.game_server.say_goodbye()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """What is acknowledged is on the disk: if something hangs, nothing is lost by not waiting for it."""
        if not self.should_exit:
            leaving = threading.Timer(LAST_MOMENT, _leave)
            leaving.daemon = True
            leaving.start()
        super().handle_exit(sig, frame)


def _leave() -> None:
    """As `kill -9` does."""
    logger.error("the server could not end in order within %d seconds: it ends now", LAST_MOMENT)
    logging.shutdown()
    os._exit(1)
