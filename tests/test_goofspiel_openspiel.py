"""Goofspiel against OpenSpiel's own: the same prizes and bids, compared at every decision of 1,000 games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from palatine.core.catalog import game as load_game
from palatine.core.game import Game, State
from palatine.core.rng import derive_seed

from .elsewhere import GOOFSPIEL, installed

CARDS = 13
GAMES = {2: 334, 3: 333, 4: 333}  # by players: 1,000 in all


@pytest.fixture(scope="module")
def spiel() -> Any:
    return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


@pytest.fixture(scope="module", autouse=True)
def goofspiel() -> Iterator[None]:
    with installed(GOOFSPIEL):
        yield


def numbers(text: str, name: str) -> list[int]:
    """What OpenSpiel prints of a state after a name."""
    found = re.search(rf"^{name}: ?(.*)$", text, re.M)
    assert found is not None, text
    return [int(number) for number in found[1].split()]


def deal(theirs: Any, prize: int) -> None:
    """OpenSpiel's luck is ours; it deals the last prize by itself."""
    if theirs.is_chance_node():
        theirs.apply_action(prize - 1)


def compare(game: Game, ours: State, theirs: Any) -> None:
    """What a player would see of both is the same."""
    text, acting = str(theirs), game.acting(ours)
    if theirs.is_terminal():
        assert acting == ()
    else:  # there they bid one after another, unseen
        assert acting == tuple(range(theirs.current_player(), game.players))
        assert game.legal(ours, acting[0]) == theirs.legal_actions()
    shown: Any = game.presenting.show_all(ours)
    prizes = numbers(text, "Point card sequence")
    assert shown.table["prize"] == prizes[-1]
    assert sorted(map(int, shown.table["turned"])) == sorted(prizes)
    assert shown.table["left"] == CARDS - len(prizes)
    assert game.points(ours) == numbers(text, "Points")
    for seat, own in enumerate(shown.seats):
        assert [int(card) for card in own["hand"]] == numbers(text, f"P{seat} hand")


@pytest.mark.parametrize("players", GAMES)
def test_every_decision_and_the_end_are_those_of_openspiel(spiel: Any, players: int) -> None:
    settings = {"players": players, "num_cards": CARDS, "points_order": "random"}
    peer = spiel.convert_to_turn_based(
        spiel.load_game("goofspiel", {**settings, "returns_type": "total_points"})
    )
    game, luck, decisions = load_game("goofspiel", {"players": players}), Random(players), 0
    for number in range(GAMES[players]):
        ours, theirs = game.new(derive_seed("openspiel", players, number)), peer.new_initial_state()
        deal(theirs, int(ours["prize"][0]))
        compare(game, ours, theirs)
        while seats := game.acting(ours):
            bid = luck.choice(game.legal(ours, seats[0]))
            game.apply(ours, seats[0], bid)
            theirs.apply_action(bid)
            decisions += 1
            deal(theirs, int(ours["prize"][0]))
            compare(game, ours, theirs)
        outcome = game.outcome(ours)
        assert outcome is not None
        assert outcome.scores == theirs.returns()
    assert decisions == GAMES[players] * players * (CARDS - 1)  # the last bid is no decision
