"""Catanatron's games of Catan, copied in the middle and played to the end at random, for a while.

Run with Catanatron on the path: prints how many a second as JSON.  Each is what one simulation of a search
on it has to do at least.
"""

import json
import random
import sys
import time

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

OPENING = 40  # decisions before the position that is copied


def measure(seconds: float) -> float:
    """Copies played out a second, the best of several stretches."""
    random.seed(1)
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE)], seed=1)
    for _ in range(OPENING):
        game.play_tick()
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        began, played = time.perf_counter(), 0
        while time.perf_counter() < began + seconds / 4:
            game.copy().play()
            played += 1
        best = max(best, played / (time.perf_counter() - began))
    return best


if __name__ == "__main__":
    print(json.dumps(measure(float(sys.argv[1]))))
