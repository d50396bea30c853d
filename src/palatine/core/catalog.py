"""Which games there are: every package beside this one under `palatine.games` that says so."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from palatine.core.errors import UnknownGame, one_of

if TYPE_CHECKING:
    from palatine.core.game import Game

BOARD_FOLDER = "PALATINE_BOARDS"  # an environment variable: a folder with boards of one's own


class About(msgspec.Struct, frozen=True):
    """What can be said of a game without loading its rules."""

    name: str
    title: str
    players: tuple[int, int]  # fewest, most
    minutes: tuple[int, int]
    summary: str
    module: str  # has the game's class as `GAME`


@cache
def games() -> dict[str, About]:
    """All games, by name."""
    folder = Path(__file__).parent.parent / "games"
    names = sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg)
    found = (getattr(import_module(f"palatine.games.{name}"), "ABOUT", None) for name in names)
    return {about.name: about for about in found if about is not None}


def about(name: str) -> About:
    """What there is to say of a game."""
    for game in games().values():
        if name.lower() in (game.name, game.title.lower()):
            return game
    raise UnknownGame(f"there is no game {name!r}; there is {one_of(games())}")


def game(name: str, options: Mapping[str, Any]) -> Game:
    """A game with its options."""
    return import_module(about(name).module).GAME(options)  # type: ignore[no-any-return]
