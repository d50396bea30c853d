"""Prints thoughts of a searching player: run compiled and interpreted, both must print the same."""

from __future__ import annotations

import sys

from palatine.bots.budget import Budget
from palatine.bots.search import SearchPlayer
from palatine.core.catalog import game as load_game


def think(name: str, seed: int, before_the_end: int) -> None:
    """Two decisions near the end of a game, where little is left to play on."""
    game = load_game(name, {"players": 3})
    states = [game.new(bytes([seed]) * 32)]
    n = 0
    while seats := game.acting(states[-1]):
        state = states[-1].copy()
        legal = game.legal(state, seats[0])
        game.apply(state, seats[0], legal[n * 7919 % len(legal)])
        states.append(state)
        n += 1
    state = states[-before_the_end]
    seat = game.acting(state)[0]
    player = SearchPlayer(bytes(32), Budget(iterations=24))
    thought = player.think(game, game.view(state, seat), seat)
    print(seat, *thought.choices, thought.chances, sep="\n")


if __name__ == "__main__":
    for number in range(2):
        think(sys.argv[1], number, 12)
