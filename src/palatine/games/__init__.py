"""The games of the house: one folder each, found by looking, so that nothing else names a game.

The package can be called: `from palatine import games; games()` tells all games there are, also those that
other packages bring.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palatine.core.catalog import About


class _Games(ModuleType):
    def __call__(self) -> dict[str, About]:
        from palatine.core.catalog import games

        return games()


sys.modules[__name__].__class__ = _Games
