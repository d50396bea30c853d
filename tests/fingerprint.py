"""Prints the course of two games: run compiled and interpreted, both must print the same."""

from __future__ import annotations

import sys

from palatine.core.catalog import game as load_game
from palatine.core.course import Course
from palatine.core.game import State
from palatine.core.rng import new_rng


def fields(state: State, name: str = "") -> dict[str, bytes]:
    """The bytes of a record, field by field."""
    return {f"{name}{field}": state[field].tobytes() for field in state.dtype.names or ()}


def fingerprint(name: str, players: int, seed: int) -> list[str]:
    game = load_game(name, {"players": players})
    state, rng = game.new(bytes([seed]) * 32), new_rng(bytes(32))
    course, seen = Course(), {}
    course.add(f"deal-{seed}", fields(state))
    n = 0
    while seats := game.acting(state):
        seat = seats[n % len(seats)]
        legal = game.legal(state, seat)
        if n % 8 == 0:
            view = game.view(state, seat)
            seen = fields(view, "view.") | fields(game.imagine(view, seat, rng), "imagined.")
        # the higher choices are the rarer ones: conversions, discards and the like
        action = legal[-1 - n * 7919 % len(legal)]
        game.apply(state, seat, action)
        n += 1
        course.add(f"{n}-seat-{seat}-{action}", {"legal": str(legal).encode(), **seen, **fields(state)})
    course.add("outcome", {"outcome": str(game.outcome(state)).encode()})
    return course.lines


if __name__ == "__main__":
    for number in range(2):
        print(*fingerprint(sys.argv[1], int(sys.argv[2]), number), sep="\n")
