"""What the tests of Rheinländer share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards for what cannot come up on the Rhine.

    `creek` has 15 areas and no sites.  On `bends`, with 20, the land L1 also touches the river space W2, L6
    also touches L10 and L14, R5 also touches R12 and lies beside two sites.
    """
    monkeypatch.setenv("PALATINE_BOARDS", str(Path(__file__).parent / "boards"))
