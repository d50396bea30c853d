"""Games that are no part of the house, found as their entry points would let them be found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from palatine.core import catalog
from palatine.core.catalog import About

EXAMPLES = Path(__file__).parent.parent / "examples"

if str(EXAMPLES / "goofspiel") not in sys.path:
    sys.path.append(str(EXAMPLES / "goofspiel"))

from goofspiel import ABOUT as GOOFSPIEL  # noqa: E402 - it is found once its folder is known


@contextmanager
def installed(*games: About) -> Iterator[None]:
    """As if the packages of some games were installed."""
    with mock.patch.object(catalog, "_elsewhere", side_effect=lambda: iter(games)):
        catalog.games.cache_clear()
        try:
            yield
        finally:
            catalog.games.cache_clear()


__all__ = ["GOOFSPIEL", "installed"]
