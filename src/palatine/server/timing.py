"""Where the server takes the time from: one object, which tests replace by one that they turn by hand."""

from __future__ import annotations

import asyncio
import time


class Time:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds since 1970, for what is written down."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment, for what is measured: never set back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
