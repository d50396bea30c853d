"""Work beside everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

logger = logging.getLogger("palatine")

LAST_MOMENT = 2.0  # seconds that something has to end in


class Tasks:
    """Tasks that somebody has to hold and, in the end, to stop."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def stop(self) -> None:
        """Nothing more is done."""
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def is_stopping() -> bool:
    """Whether the present task is to end; a driver of a database may make another error of that."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def end(*works: Coroutine[Any, Any, None]) -> None:
    """Let things end, each in its own way; who waits for something that is away is not waited for."""
    tasks = [asyncio.create_task(work) for work in works]
    _, late = await asyncio.wait(tasks, timeout=LAST_MOMENT)
    for task in tasks:
        if task in late:
            task.cancel()
        elif error := task.exception():
            logger.error("something could not end in order", exc_info=error)
