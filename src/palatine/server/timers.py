"""Clocks that run down: when somebody's time is up, a program decides that turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from palatine.server.entries import Entry
from palatine.server.room import Room
from palatine.server.table import Table
from palatine.server.thinking import Acting

logger = logging.getLogger("palatine")

SOON = 0.02  # seconds after which a clock that was to run down certainly has


class Timers:
    """All clocks of one process; one timer a table, for the clock that runs down next."""

    def __init__(self, act: Acting, online: Callable[[Table], list[bool]]) -> None:
        self._act = act
        self._online = online
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self, table: Table) -> None:
        """Look when the next clock runs down; where nobody is, the clocks stand."""
        if timer := self._timers.pop(table.id, None):
            timer.cancel()
        ends = table.room.clocks.ends if table.room.clocks else {}
        if ends and any(self._online(table)):
            wait = max(0.0, min(ends.values()) - time.time()) + SOON
            self._timers[table.id] = asyncio.get_running_loop().call_later(wait, self._ring, table)

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ring(self, table: Table) -> None:
        del self._timers[table.id]
        task = asyncio.create_task(self._hand_over(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hand_over(self, table: Table) -> None:
        """Of several processes one does it: the others find it in the log."""

        def wishing(room: Room) -> Iterable[Entry]:
            return room.may_hand_over(time.time()) if any(self._online(table)) else ()

        try:
            await self._act(table, wishing)
        except Exception:
            logger.exception("a clock at table %s could not run down", table.id)
