"""Which games there are: those of the house, and those that other packages bring.

A game of the house is a package under `palatine.games` with `ABOUT`; one from elsewhere is named by an
entry point of the group `palatine.games`, whose value leads to its `ABOUT`:

    [project.entry-points."palatine.games"]
    goofspiel = "goofspiel:ABOUT"
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from palatine.core.errors import UnknownGame
from palatine.core.messages import Phrase
from palatine.core.words import LANGUAGE, Words, game_words, house_words

if TYPE_CHECKING:
    from palatine.core.game import Game

BOARD_FOLDER = "PALATINE_BOARDS"  # an environment variable: a folder with boards of one's own
GROUP = "palatine.games"

UNKNOWN_GAME = Phrase("error-unknown-game", name=str, known=list)


class About(msgspec.Struct, frozen=True):
    """What can be said of a game without loading its rules."""

    name: str
    title: str
    players: tuple[int, int]  # fewest, most
    minutes: tuple[int, int]
    module: str  # has the game's class as `GAME`; its words are in the folder `words` beside it

    @property
    def folder(self) -> Path:
        """Where its files are: words, rules page, boards."""
        spec = find_spec(self.module)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(self.module)
        return Path(spec.origin).parent


@cache
def games() -> dict[str, About]:
    """All games, by name."""
    found = {about.name: about for about in _elsewhere()}
    found |= {about.name: about for about in _in_the_house()}
    return dict(sorted(found.items()))


def _in_the_house() -> Iterator[About]:
    folder = Path(__file__).parent.parent / "games"
    for module in pkgutil.iter_modules([str(folder)]):
        about = getattr(import_module(f"palatine.games.{module.name}"), "ABOUT", None)
        if about is not None:
            yield about


def _elsewhere() -> Iterator[About]:
    for entry in entry_points(group=GROUP):
        yield entry.load()


def about(name: str) -> About:
    """What there is to say of a game."""
    for game in games().values():
        if name.lower() in (game.name, game.title.lower()):
            return game
    raise UnknownGame(UNKNOWN_GAME(name=name, known=list(games())))


def game(name: str, options: Mapping[str, Any]) -> Game:
    """A game with its options."""
    return import_module(about(name).module).GAME(options)  # type: ignore[no-any-return]


def words_of(name: str | None, language: str = LANGUAGE) -> Words:
    """What can be said of a game, or by the house alone."""
    return house_words(language) if name is None else game_words(about(name).folder / "words", language)
