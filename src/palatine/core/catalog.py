"""Which games there are: those of the house, and those that other packages bring.

A game of the house is a package under `palatine.games` with `ABOUT`; one from elsewhere is named by an
entry point of the group `palatine.games`, whose value leads to its `ABOUT`:

    [project.entry-points."palatine.games"]
    goofspiel = "goofspiel:ABOUT"

One that does not work, or is called like another, is left out with a warning: the house stays open.
"""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from palatine.core.errors import UnknownGame, UnknownRuleset
from palatine.core.messages import Message, Phrase
from palatine.core.words import LANGUAGE, Words, game_words, house_words

if TYPE_CHECKING:
    from palatine.core.game import Game

BOARD_FOLDER = "PALATINE_BOARDS"  # an environment variable: a folder with boards of one's own
GROUP = "palatine.games"

logger = logging.getLogger("palatine")

UNKNOWN_GAME = Phrase("error-unknown-game", name=str, known=list)
UNKNOWN_RULESET = Phrase("error-unknown-ruleset", title=str, ruleset=int, known=list)


class About(msgspec.Struct, frozen=True):
    """What can be said of a game without loading its rules."""

    name: str
    title: str
    players: tuple[int, int]  # fewest, most
    minutes: tuple[int, int]
    module: str  # has the game's class as `GAME`; its words are in the folder `words` beside it
    older: tuple[str, ...] = ()  # modules that have it as `GAME` by rules that were once released

    def answers_to(self, name: str) -> bool:
        """Whether it is called so, by its name or its title."""
        return name.lower() in (self.name, self.title.lower())

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
    found = {about.name: about for about in (*_in_the_house(), *_elsewhere())}
    return dict(sorted(found.items()))


def _in_the_house() -> Iterator[About]:
    folder = Path(__file__).parent.parent / "games"
    for module in pkgutil.iter_modules([str(folder)]):
        about = getattr(import_module(f"palatine.games.{module.name}"), "ABOUT", None)
        if about is not None:
            yield about


def _elsewhere() -> Iterator[About]:
    known = list(_in_the_house())
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            known.append(_tried(entry, known))
        except Exception as error:  # whatever it is: this is the code of somebody else
            if parent_process() is None:  # said once, not again by every process that helps
                package = entry.dist.name if entry.dist else entry.module
                why = f"{type(error).__name__}: {error}".splitlines()[0]
                logger.warning("The game %s of the package %s is left out: %s", entry.name, package, why)
        else:
            yield known[-1]


def _tried(entry: EntryPoint, known: Sequence[About]) -> About:
    """What an entry point leads to, with all that lists of games need of it: rules, and words for them."""
    found = entry.load()
    if not isinstance(found, About):
        raise TypeError(f"{entry.value} is no About")
    for name in (found.name, found.title):
        if any(other.answers_to(name) for other in known):
            raise ValueError(f"there is already a game {name}")
    import_module(found.module).GAME  # noqa: B018 - it has one, or this raises
    game_words(found.folder / "words").say(Message("summary"))
    return found


def about(name: str) -> About:
    """What there is to say of a game.

    Args:
        name: of the game, or its title.

    Raises:
        UnknownGame: there is no game of that name.
    """
    for game in games().values():
        if game.answers_to(name):
            return game
    raise UnknownGame(UNKNOWN_GAME(name=name, known=list(games())))


def game(name: str, options: Mapping[str, Any], ruleset: int | None = None) -> Game:
    """A game with its options, by its newest rules or by those of a ruleset that was once released.

    Args:
        name: of the game, or its title.
        options: how the table has agreed to play.
        ruleset: its number; unless said, the newest.

    Raises:
        UnknownGame: there is no game of that name.
        UnknownRuleset: there is no such ruleset of it.
        BadOptions: it cannot be played so.
    """
    return rules_of(name, ruleset)(options)


def rules_of(name: str, ruleset: int | None = None) -> type[Game]:
    """A game without its options, by its newest rules or by those of a ruleset that was once released.

    Args:
        name: of the game, or its title.
        ruleset: its number; unless said, the newest.

    Raises:
        UnknownGame: there is no game of that name.
        UnknownRuleset: there is no such ruleset of it.
    """
    found = about(name)
    kind: type[Game] = import_module(found.module).GAME
    return kind if ruleset in (None, kind.ruleset) else _ruleset(found, ruleset)


def _ruleset(found: About, number: int | None) -> type[Game]:
    every = rulesets(found.name)
    if number not in every:
        problem = UNKNOWN_RULESET(title=found.title, ruleset=number, known=list(every))
        raise UnknownRuleset(problem)
    return every[number]


def rulesets(name: str) -> dict[int, type[Game]]:
    """Every ruleset of a game that tables and records may have begun with, the oldest first.

    Raises:
        UnknownGame: there is no game of that name.
    """
    found = about(name)
    kinds: list[type[Game]] = [import_module(module).GAME for module in (*found.older, found.module)]
    return dict(sorted((kind.ruleset, kind) for kind in kinds))


def words_of(name: str | None, language: str = LANGUAGE) -> Words:
    """What can be said of a game, or by the house alone.

    Args:
        name: of the game; None for the house.
        language: of the words.

    Raises:
        UnknownGame: there is no game of that name.
    """
    return house_words(language) if name is None else game_words(about(name).folder / "words", language)
