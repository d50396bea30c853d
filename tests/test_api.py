"""The public face: a few names, found without loading the rules, and a whole game in one call."""

from __future__ import annotations

import doctest
import subprocess
import sys
from typing import Any

import pytest

import palatine
from palatine import Match, api, game, games, play_game
from palatine.core.errors import BadOptions, BadSeed, IllegalMove, UnknownGame, UnknownPlayer
from palatine.core.match import replayed


def test_the_names_are_there_and_no_others() -> None:
    assert {"Match", "games", "game", "play_game"} <= set(palatine.__all__) <= set(dir(palatine))
    assert [getattr(palatine, name) for name in palatine.__all__]
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        palatine.chess  # noqa: B018 - asked for


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    script = (
        "import sys, palatine\n"
        "print([name in sys.modules for name in ('numba', 'numpy', 'palatine.core')])\n"
        "from palatine import games\ngames()\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[False, False, False]", "False"]


def test_its_examples_are_true() -> None:
    failed, tried = doctest.testmod(api)
    assert tried > 3
    assert failed == 0


def test_games_and_their_options() -> None:
    for name, about in games().items():
        made = game(name, players=about.players[1])
        assert (made.name, made.players) == (name, about.players[1])
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        game("chess")
    with pytest.raises(BadOptions, match="the number of players is missing"):
        game("rheinlander")


def test_a_whole_game_follows_from_its_seed() -> None:
    first, second, other = (
        play_game("rivalkings", ["greedy"] * 3, seed=seed) for seed in (1, "0" * 63 + "1", 2)
    )
    assert first.outcome is not None
    assert first.record() == second.record()
    assert first.record() != other.record()
    assert replayed(first.record()).outcome == first.outcome
    assert play_game("rheinlander", ["random"] * 3, open_coins=True).game.options["open_coins"] is True


class First:
    """A player as anybody may write one."""

    closed = False

    def choose(self, game: Any, view: Any, seat: int) -> int:
        return int(game.legal(view, seat)[0])

    def close(self) -> None:
        self.closed = True


def test_players_may_be_objects_and_stay_open() -> None:
    player = First()
    match = play_game(game("rivalkings", players=2), [player, "random"], seed=3)
    assert match.seats == ("bot:First", "bot:random")
    assert not player.closed


def test_what_cannot_be_played_is_said() -> None:
    class Wrong(First):
        def choose(self, game: Any, view: Any, seat: int) -> int:
            return -1

    with pytest.raises(UnknownPlayer, match="there is no program 'clever'"):
        play_game("rivalkings", ["clever", "random"])
    with pytest.raises(BadOptions, match="for 2 to 4 players, not 1"):
        play_game("rivalkings", ["random"])
    with pytest.raises(BadOptions, match="2 players have as many names, not 3"):
        play_game(game("rivalkings", players=2), ["random"] * 3)
    with pytest.raises(TypeError, match="has its options already"):
        play_game(game("rivalkings", players=2), ["random"] * 2, open_piles=True)
    with pytest.raises(BadSeed):
        play_game("rivalkings", ["random"] * 2, seed=-1)
    with pytest.raises(IllegalMove):
        play_game("rivalkings", [Wrong(), "random"])


def test_a_match_is_what_it_says() -> None:
    match = Match.new("rivalkings", players=2, seed=1)
    assert repr(match) == "<Match of Rival Kings, 0 decisions, to act: Red, Gold>"
    assert match._repr_svg_().startswith("<svg")
