"""Simulations a second of OpenSpiel's search on its own gin rummy, both in C++, for so many seconds.

In a process of its own, so that a crash of it ends nothing else; on its hearts it does crash.
"""

from __future__ import annotations

import random
import sys
from time import perf_counter

import pyspiel

SIMULATIONS = 200  # at once


def measure(seconds: float) -> float:
    """Gin rummy between bots, each with so many simulations for a choice."""
    luck, spent, done, seed = random.Random(1), 0.0, 0, 0
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    while spent < seconds:
        if state.is_terminal():
            state = pyspiel.load_game("gin_rummy").new_initial_state()
        elif state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(actions, chances)[0])
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            seed += 1
            rollout = pyspiel.RandomRolloutEvaluator(1, seed)  # the bot does not keep it alive
            bot = pyspiel.ISMCTSBot(seed, rollout, 1.0, SIMULATIONS)
            began = perf_counter()
            action = bot.step(state)
            spent += perf_counter() - began
            done += SIMULATIONS
            state.apply_action(action)
    return done / spent


if __name__ == "__main__":
    print(measure(float(sys.argv[1])))
