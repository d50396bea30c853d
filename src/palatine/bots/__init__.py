"""Players that are programs.  They see views, never states.

A player is a class that is made with a seed and has one method:

    class MyPlayer:
        def __init__(self, seed: bytes) -> None: ...
        def choose(self, game: Game, view: State, seat: Seat) -> Action: ...

Everywhere a program is named, the name is a spec: one of PLAYERS, `search:1s`, `module:Class` for a class
of somebody else, or `run:COMMAND` for a program in any language.
"""

from __future__ import annotations

from collections.abc import Callable

from palatine.bots.budget import Budget, parse_budget
from palatine.bots.external_player import CommandPlayer, PythonClassPlayer
from palatine.bots.heuristics import heuristics_of
from palatine.bots.levels import LEVELS, Level, Player
from palatine.bots.random import RandomPlayer
from palatine.bots.sandbox import Fault, Limits, SandboxedPlayer
from palatine.bots.search import SearchPlayer
from palatine.bots.search.engine import engine_of
from palatine.core.compiled import Entry
from palatine.core.errors import UnknownPlayer
from palatine.core.game import Game
from palatine.core.messages import Phrase

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Fault",
    "Level",
    "Limits",
    "Player",
    "SandboxedPlayer",
    "check_spec",
    "entries_of",
    "make_player",
    "seat_name",
]

EXPERT = Budget(seconds=0.05)

PLAYERS: dict[str, Callable[[bytes], Player]] = {
    "random": RandomPlayer,
    **{level.name: level.make for level in LEVELS},
    "expert": lambda seed: SearchPlayer(seed, EXPERT),  # once a level, too near to the next
}

NOT_PLAIN = Phrase("error-player-not-plain", player=str)
UNKNOWN_PLAYER = Phrase("error-unknown-player", player=str, known=list)
SEARCH_TIME = Phrase("player-search-time")
SEARCH_ITERATIONS = Phrase("player-search-iterations")
CLASS = Phrase("player-class")
COMMAND = Phrase("player-command")
# How players are named that have no name of their own, and what that means.
FORMS = {
    "search:30ms": SEARCH_TIME(),
    "search:500": SEARCH_ITERATIONS(),
    "module:Class": CLASS(),
    "run:COMMAND": COMMAND(),
}
LONGEST_NAME = 100  # of a seat in a record


def make_player(spec: str, seed: bytes, limits: Limits | None = None) -> Player:
    """The player that a spec names; the same seed makes the same choices.

    Players that are not ours are a SandboxedPlayer each, within limits: close them when the game is over.

    Args:
        spec: what `palatine players` lists, `search:1s`, `module:Class` or `run:COMMAND`.
        seed: 32 bytes, for its luck.
        limits: of a player that is not ours.

    Raises:
        UnknownPlayer: there is no such player.
    """
    if not spec.isprintable():
        raise UnknownPlayer(NOT_PLAIN(player=repr(spec)))
    kind, colon, rest = spec.partition(":")
    if not colon:
        if spec not in PLAYERS:
            raise UnknownPlayer(UNKNOWN_PLAYER(player=spec, known=[*PLAYERS, *FORMS]))
        return PLAYERS[spec](seed)
    if kind == "search":
        return _searching(rest)(seed)
    if kind == "run":
        return CommandPlayer(rest, seed, limits or Limits())
    return PythonClassPlayer(spec, seed, limits or Limits())


def _searching(text: str) -> Callable[[bytes], Player]:
    """What makes a player that searches within a budget."""
    budget = parse_budget(text)
    return lambda seed: SearchPlayer(seed, budget)


def check_spec(spec: str, limits: Limits | None = None) -> None:
    """Check a spec; a foreign class is loaded to find out.

    Raises:
        UnknownPlayer: there is no such player.
    """
    kind, _, rest = spec.partition(":")
    if kind == "search":
        parse_budget(rest)
        return
    player = make_player(spec, bytes(32), limits)
    if isinstance(player, SandboxedPlayer):
        player.close()


def entries_of(game: Game) -> list[Entry]:
    """All that is compiled for a game and its players, for whoever wants it beforehand."""
    return [*game.kernel.entries(), *heuristics_of(game).entries(), *engine_of(game).entries()]


def seat_name(spec: str) -> str:
    """How a record names a program at a seat; a long command is cut."""
    name = f"bot:{spec}"
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
