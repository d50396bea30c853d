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
from palatine.bots.levels import LEVELS, Level, Player
from palatine.bots.random import RandomPlayer
from palatine.bots.sandbox import Fault, Limits, SandboxedPlayer
from palatine.bots.search import SearchPlayer
from palatine.core.errors import UnknownPlayer

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Fault",
    "Level",
    "Limits",
    "Player",
    "SandboxedPlayer",
    "check_spec",
    "make_player",
    "seat_name",
]

EXPERT = Budget(seconds=0.05)

PLAYERS: dict[str, Callable[[bytes], Player]] = {
    "random": RandomPlayer,
    **{level.name: level.make for level in LEVELS},
    "expert": lambda seed: SearchPlayer(seed, EXPERT),  # once a level, too near to the next
}

# How players are named that have no name of their own.
FORMS = {
    "search:30ms": "Thinks so long about every decision: 30ms, 1s; with *2 in two threads.",
    "search:500": "Thinks so many thoughts, however long that takes.",
    "module:Class": "A Python class of yours, found from the current folder.",
    "run:COMMAND": "A program in any language, over standard input and output.",
}
LONGEST_NAME = 100  # of a seat in a record


def make_player(spec: str, seed: bytes, limits: Limits | None = None) -> Player:
    """The player that a spec names; the same seed makes the same choices.

    Players that are not ours are a SandboxedPlayer each, within limits: close them when the game is over.
    """
    if not spec.isprintable():
        raise UnknownPlayer(f"{spec!r} is no program: its name is one line of printable text")
    kind, colon, rest = spec.partition(":")
    if not colon:
        if spec not in PLAYERS:
            raise UnknownPlayer(f"there is no program {spec!r}; there is {', '.join([*PLAYERS, *FORMS])}")
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
    """UnknownPlayer unless there is such a player; a foreign class is loaded to find out."""
    kind, _, rest = spec.partition(":")
    if kind == "search":
        parse_budget(rest)
        return
    player = make_player(spec, bytes(32), limits)
    if isinstance(player, SandboxedPlayer):
        player.close()


def seat_name(spec: str) -> str:
    """How a record names a program at a seat; a long command is cut."""
    name = f"bot:{spec}"
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
