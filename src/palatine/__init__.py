"""Palatine: Rheinländer and Rival Kings, rules-exact and at native speed.

    from palatine import Match, all_games, game, play_game

What is named here is loaded when it is asked for: the rules take a while.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from palatine.api import all_games, game, play_game
    from palatine.core.match import Match

__version__ = "0.1.0"
__all__ = ["Match", "__version__", "all_games", "game", "play_game"]

_FOUND_IN = {
    "Match": "palatine.core.match",
    "all_games": "palatine.api",
    "game": "palatine.api",
    "play_game": "palatine.api",
}


def __getattr__(name: str) -> Any:
    if name not in _FOUND_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FOUND_IN[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
