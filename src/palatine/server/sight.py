"""How a server is: alive, and ready for everybody or not, and why not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

import msgspec

from palatine.server.errors import Unavailable
from palatine.server.live.server import GameServer

EVERY = 1.0  # seconds from one try to write to the next, however often somebody asks
PATIENCE = 2.0  # seconds that the database has for it


class Health(msgspec.Struct, frozen=True):
    """The parts of a server that others depend on, one by one."""

    ready: bool
    database: Literal["ok", "unusable", "replaced"]
    rules: Literal["ok", "loading"]
    redis: Literal["ok", "lost"] | None  # none where there is none

    def parts(self) -> Iterator[tuple[str, bool]]:
        """Which parts there are, and whether they can be used."""
        for part in ("database", "rules", "redis"):
            if state := getattr(self, part):
                yield part, state == "ok"


class Sight:
    """Looks at a server, and tries now and then whether its database can be written."""

    def __init__(self, server: GameServer) -> None:
        self._server = server
        self._trying: asyncio.Task[None] | None = None
        self._tried = 0.0

    def health(self) -> Health:
        """What is known without trying anything."""
        server = self._server
        overdue = self._trying is not None and not self._trying.done() and self._age() >= PATIENCE
        database = server.storage.database.watch.trouble or ("unusable" if overdue else "ok")
        rules: Literal["ok", "loading"] = "ok" if server.rules_loaded else "loading"
        redis: Literal["ok", "lost"] | None = None
        if server.channel.shared:
            redis = "ok" if server.channel.connected else "lost"
        ready = database == "ok" and rules == "ok" and redis != "lost"
        return Health(ready, database, rules, redis)

    async def look(self) -> Health:
        """The same, after a try to write."""
        if self._trying is None or (self._trying.done() and self._age() >= EVERY):
            self._tried = self._server.time.monotonic()
            self._trying = asyncio.create_task(self._try())
        await asyncio.wait([self._trying], timeout=PATIENCE)
        return self.health()

    async def stop(self) -> None:
        if self._trying is not None:
            self._trying.cancel()

    def _age(self) -> float:
        return self._server.time.monotonic() - self._tried

    async def _try(self) -> None:
        with suppress(Unavailable):
            await self._server.storage.try_writing()
