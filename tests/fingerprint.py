"""Prints a fingerprint of a game: run compiled and interpreted, both must print the same."""

from __future__ import annotations

import hashlib
import sys

from palatine.core.catalog import game as load_game
from palatine.core.rng import new_rng


def fingerprint(name: str, players: int, seed: int) -> str:
    game = load_game(name, {"players": players})
    state, rng = game.new(bytes([seed]) * 32), new_rng(bytes(32))
    digest = hashlib.sha256(state.tobytes())
    n = 0
    while seats := game.acting(state):
        seat = seats[n % len(seats)]
        legal = game.legal(state, seat)
        digest.update(str(legal).encode())
        if n % 8 == 0:
            view = game.view(state, seat)
            digest.update(view.tobytes() + game.imagine(view, seat, rng).tobytes())
        # the higher choices are the rarer ones: conversions, discards and the like
        game.apply(state, seat, legal[-1 - n * 7919 % len(legal)])
        digest.update(state.tobytes())
        n += 1
    return f"{digest.hexdigest()} {n} {game.outcome(state)}"


if __name__ == "__main__":
    for number in range(2):
        print(fingerprint(sys.argv[1], int(sys.argv[2]), number))
