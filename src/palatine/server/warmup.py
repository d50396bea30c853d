"""Compiling what playing a game and thinking about it need, before anybody waits for it."""

from __future__ import annotations

from palatine.bots import entries_of
from palatine.core.catalog import about, games
from palatine.core.catalog import game as load_game


def load_rules(name: str) -> None:
    """Compile all that a game needs, or fetch it from disk."""
    game = load_game(name, {"players": about(name).players[0]})
    for entry in entries_of(game):
        entry.compiled  # noqa: B018 - compiles, or fetches from disk


def load_all_rules() -> None:
    """The same for all games."""
    for name in games():
        load_rules(name)
