"""Time that tests turn by hand."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

from palatine.server.timing import Time

START = 1_700_000_000.0


class ManualTime(Time):
    """It stands still until it is turned; who sleeps then is woken in order, and heard out."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._order = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None], asyncio.Task[object] | None]] = []

    def now(self) -> float:
        return START + self._passed

    def monotonic(self) -> float:
        return self._passed

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.current_task()
        heapq.heappush(self._sleepers, (self._passed + seconds, next(self._order), waking, task))
        await waking

    async def advance(self, seconds: float) -> None:
        """Let time pass: whoever wakes up meanwhile does so at its moment, and does all it has to do."""
        end = self._passed + seconds
        while self._sleepers and self._sleepers[0][0] <= end:
            self._passed, _, waking, task = heapq.heappop(self._sleepers)
            if not waking.done():  # else it was cancelled
                waking.set_result(None)
                await self._until_idle(task)
        self._passed = end

    def leap(self, seconds: float) -> None:
        """Much time has passed at once, as far as anybody can tell: who sleeps goes on sleeping as long."""
        self._passed += seconds
        self._sleepers = [(at + seconds, *rest) for at, *rest in self._sleepers]  # type: ignore[misc]

    async def until_asleep(self, tasks: int) -> None:
        """Wait until so many sleep."""
        async with asyncio.timeout(60):
            while sum(not sleeper[2].done() for sleeper in self._sleepers) < tasks:
                await asyncio.sleep(0.001)

    async def _until_idle(self, task: asyncio.Task[object] | None) -> None:
        """Wait until a task that was woken sleeps again, or is done."""
        while task and not task.done() and not any(sleeper[3] is task for sleeper in self._sleepers):
            await asyncio.sleep(0.001)
