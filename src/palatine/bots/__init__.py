"""Players that are programs.  They see views, never states.

A player is a class that is made with a seed and has one method:

    class MyPlayer:
        def __init__(self, seed: bytes) -> None: ...
        def choose(self, game: Game, view: State, seat: Seat) -> Action: ...
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from palatine.bots.greedy import GreedyPlayer
from palatine.bots.random import RandomPlayer
from palatine.core.errors import UnknownPlayer, one_of
from palatine.core.game import Action, Game, Seat, State


class Player(Protocol):
    """Whatever decides for a seat."""

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        """One of `game.legal(view, seat)`."""


PLAYERS: dict[str, type[RandomPlayer] | type[GreedyPlayer]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


class Level(msgspec.Struct, frozen=True):
    """A program as people are offered it, at a table that they open."""

    name: str
    title: str
    help: str


LEVELS = (
    Level("random", "Careless", "Plays any legal move, without a thought."),
    Level("greedy", "Quick", "Takes what looks best at once, and looks no further."),
)


def make_player(name: str, seed: bytes) -> Player:
    """The program of that name; the same seed makes the same choices."""
    if name not in PLAYERS:
        raise UnknownPlayer(f"there is no program {name!r}; there is {one_of(PLAYERS)}")
    return PLAYERS[name](seed)
