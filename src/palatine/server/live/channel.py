"""How processes that share a database tell each other where to look; never what is on a table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import msgspec
from litestar.channels import ChannelsPlugin

logger = logging.getLogger("palatine")

CHANNEL = "tables"


class News(msgspec.Struct):
    """Where to look."""

    process: str
    table: str | None  # whose log has grown; none when somebody came or went


class ProcessChannel:
    """The channel between processes; where there is one only, nobody speaks on it."""

    def __init__(self, channels: ChannelsPlugin, process: str, *, shared: bool) -> None:
        self._channels, self._process = channels, process
        self.shared = shared  # whether other processes work on the same database

    def publish(self, table: str | None) -> None:
        """A table's log has grown; or, without one, somebody came or went."""
        if self.shared:
            self._channels.publish(News(self._process, table), CHANNEL)

    async def listen(self, hear: Callable[[str | None], Awaitable[None]]) -> None:
        """Hear what the others publish, for ever."""
        async with self._channels.start_subscription(CHANNEL) as subscriber:
            async for data in subscriber.iter_events():
                try:
                    news = msgspec.json.decode(data, type=News)
                    if news.process != self._process:
                        await hear(news.table)
                except Exception:
                    logger.exception("news from another process could not be used")
