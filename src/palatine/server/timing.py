"""Where the server takes the time from: one object, which tests replace by one that they turn by hand."""

from __future__ import annotations

import asyncio
import time


class Time:
    """The time of this machine: its clock is read once, and what has passed since is measured.

    So nobody's time at a table is up because the clock was set; nor because the machine slept.
    """

    def __init__(self) -> None:
        self._began = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970, for what is written down."""
        return self._began + time.monotonic()

    def monotonic(self) -> float:
        """Seconds since some moment, for what is measured: never set back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
