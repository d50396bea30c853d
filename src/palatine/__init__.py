"""Palatine: tabletop games, rules-exact and at native speed.

    from palatine import Match, game, games, play_game

What is named here is loaded when it is asked for: the rules take a while.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palatine.api import game, play_game
    from palatine.core.catalog import games
    from palatine.core.match import Match

__version__ = "0.1.0"
__all__ = ["Match", "__version__", "game", "games", "play_game"]

_FOUND_IN = {
    "Match": "palatine.core.match",
    "game": "palatine.api",
    "play_game": "palatine.api",
}


def __getattr__(name: str) -> Any:
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FOUND_IN[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
