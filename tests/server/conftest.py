"""What the server's tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .visitors import Open, opened


@pytest.fixture
def anyio_backend() -> str:
    """Tests that wait run on asyncio, by anyio's plugin."""
    return "asyncio"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Open]:
    """A house that is open, in this process."""
    async with opened(str(tmp_path / "palatine.db")) as house:
        yield house
