"""How processes that share a database tell each other where to look; never what is on a table."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

Hear = Callable[[str | None], Awaitable[None]]
CatchUp = Callable[[], Awaitable[None]]


class ProcessChannel:
    """The channel of a process that is alone: nobody hears what it says.  With others: redis_channel.py."""

    shared = False  # whether other processes work on the same database
    connected = True  # whether the others can be heard at the moment
    losses = 0  # how often that was over

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)

    def publish(self, table: str | None) -> None:
        """A table's log has grown; or, without one, somebody came or went."""

    async def run(self, hear: Hear, catch_up: CatchUp) -> None:
        """Hear what the others publish, for ever; catch up whenever something may have been missed."""
