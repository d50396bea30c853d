"""Clocks that run down: when somebody's time is up, a program decides that turn; an undo stays undone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from palatine.server.errors import Unavailable
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import Act, LiveTable
from palatine.server.live.tasks import Tasks
from palatine.server.storage.entries import Entry
from palatine.server.tables import commands
from palatine.server.tables.state import TableState
from palatine.server.timing import Time

logger = logging.getLogger("palatine")

SOON = 0.02  # seconds after which a clock that was to run down certainly has


class Timers:
    """All clocks of one process; one timer a table, for the clock that runs down next."""

    def __init__(self, act: Act, presence: PresenceTracker, time: Time) -> None:
        self._act, self._presence, self._time = act, presence, time
        self._timers: dict[str, asyncio.Task[None]] = {}  # by table, while they wait
        self._tasks = Tasks()

    def wake(self, table: LiveTable) -> None:
        """Look when the next clock runs down; where nobody is, the clocks stand."""
        if timer := self._timers.pop(table.id, None):
            timer.cancel()
        due = table.state.due
        if due is not None and any(self._presence.online(table)):
            seconds = max(0.0, due - self._time.now()) + SOON
            self._timers[table.id] = self._tasks.start(self._wait(table, seconds))

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _wait(self, table: LiveTable, seconds: float) -> None:
        await self._time.sleep(seconds)
        del self._timers[table.id]  # from now on it is not to be stopped: it writes
        await self._run_out(table)

    async def _run_out(self, table: LiveTable) -> None:
        """Of several processes one does it: the others find it in the log."""

        def command(state: TableState) -> Iterable[Entry]:
            somebody = any(self._presence.online(table))
            return commands.run_out(state, self._time.now()) if somebody else ()

        try:
            await self._act(table, command)
        except Unavailable:
            pass  # the next look at the table sets the timer again
        except Exception:
            logger.exception("a clock at table %s could not run down", table.id)
