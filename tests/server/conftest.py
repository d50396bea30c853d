"""What the server's tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .browsers import RunningServer, running
from .databases import address, postgres, redis, redis_server
from .times import ManualTime

__all__ = ["address", "postgres", "redis", "redis_server"]  # fixtures: one PostgreSQL for all modules


@pytest.fixture
def anyio_backend() -> str:
    """Tests that wait run on asyncio, by anyio's plugin."""
    return "asyncio"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A server that runs in this process."""
    async with running(str(tmp_path / "palatine.db")) as server:
        yield server


@pytest.fixture
def time() -> ManualTime:
    """Time that the test turns by hand."""
    return ManualTime()


@pytest.fixture
async def timed(tmp_path: Path, time: ManualTime) -> AsyncIterator[RunningServer]:
    """A server whose time the test turns by hand."""
    async with running(str(tmp_path / "palatine.db"), time=time) as server:
        yield server
