"""The levels that people are offered."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.bots import LEVELS
from palatine.bots.budget import Budget
from palatine.bots.levels import Level
from palatine.bots.search import SearchPlayer
from palatine.cli.players import level_words
from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.rng import derive_seed
from palatine.core.words import house_words

TABLES = [
    (name, {"players": players})
    for name, about in games().items()
    for players in range(about.players[0], about.players[1] + 1)
]


def test_levels_can_be_told_apart() -> None:
    said = [level_words(level, house_words()) for level in LEVELS]
    for told in ([level.name for level in LEVELS], *zip(*said, strict=True)):
        assert all(told)
        assert len(set(told)) == len(told) == len(LEVELS)
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)
    assert LEVELS[-1].name == "best"


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_thinks_as_long_as_it_says(level: Level) -> None:
    player = level.make(bytes(32))
    if isinstance(player, SearchPlayer) and player.budget.seconds is not None:
        assert player.budget.seconds == level.seconds


@pytest.mark.parametrize("name, options", TABLES)
def test_all_levels_play_a_game_together(name: str, options: dict[str, Any]) -> None:
    """Every choice is checked by the game; those who think for a time are hurried."""
    game = load_game(name, options)
    for first in range(0, len(LEVELS), game.players):
        players = [level.make(derive_seed(level.name)) for level in (*LEVELS, *LEVELS)[first:]]
        for player in players:
            if isinstance(player, SearchPlayer) and player.budget.seconds is not None:
                player.budget = Budget(iterations=30)
        state = game.new(derive_seed("levels", name, first))
        while seats := game.acting(state):
            for seat in seats:
                game.apply(state, seat, players[seat].choose(game, game.view(state, seat), seat))
        assert game.outcome(state) is not None
