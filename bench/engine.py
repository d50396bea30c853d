"""Random games on one core: ours, beside OpenSpiel's hearts and PettingZoo's Connect Four in the same run.

Ours run in compiled code, as search and learning use them; the peers are driven from Python, as their
users drive them.  The peers are installed by `python3 dev.py bench`.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.rng import key_words, new_rng

console = Console(highlight=False)
Measured = tuple[float, float]  # games and decisions a second


def ours(name: str, players: int, seconds: float) -> Measured:
    """Measured in a process of its own: one that has just compiled runs the same code more slowly."""
    load_game(name, {"players": players}).kernel.random_games.compiled  # noqa: B018 - onto the disk
    command = [sys.executable, __file__, name, str(players), str(seconds)]
    games_a_second, decisions = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return games_a_second, decisions


def measure(name: str, players: int, seconds: float) -> Measured:
    """Random games from set-up to end, the best of several stretches: the machine may be shared."""
    game = load_game(name, {"players": players})
    states = game.blank()
    constants, kernel = game.constants, game.kernel
    key, rng = key_words(bytes(32)), new_rng(bytes(32))
    choices = np.zeros(game.most_choices, np.int32)
    kernel.random_games(constants, states, key, rng, choices, 1)
    best, end = (0.0, 0.0), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start, count = time.perf_counter(), 2000
        decisions = kernel.random_games(constants, states, key, rng, choices, count)
        spent = time.perf_counter() - start
        best = max(best, (count / spent, decisions / spent))
    return best


def stretches(play: Callable[[float], tuple[int, int]], seconds: float) -> Measured:
    """A peer, measured the same way: the best of several stretches."""
    best, end = (0.0, 0.0), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        played, decisions = play(start + seconds / 8)
        spent = time.perf_counter() - start
        best = max(best, (played / spent, decisions / spent), key=lambda pair: pair[1])
    return best


def hearts(until: float) -> tuple[int, int]:
    import pyspiel

    game, luck, played, decisions = pyspiel.load_game("hearts"), random.Random(1), 0, 0
    while time.perf_counter() < until:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        played += 1
    return played, decisions


def connect_four(until: float) -> tuple[int, int]:
    from pettingzoo.classic import connect_four_v3

    env, luck, played, decisions = connect_four_v3.raw_env(), random.Random(1), 0, 0
    while time.perf_counter() < until:
        env.reset(seed=played)
        for _ in env.agent_iter():
            seen, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            env.step(luck.choice([action for action in range(7) if seen["action_mask"][action]]))
            decisions += 1
        played += 1
    return played, decisions


PEERS = {"OpenSpiel hearts": hearts, "PettingZoo Connect Four": connect_four}


def main(seconds: float) -> None:
    """Measure and print everything in one table, each peer as a ratio to our first game."""
    rows: list[tuple[str, Measured]] = []
    missing = []
    with console.status("Measuring…") as status:
        for name, about in games().items():
            for players in range(about.players[0], about.players[1] + 1):
                status.update(f"Measuring {about.title} for {players}…")
                rows.append((f"{about.title}, {players} players", ours(name, players, seconds)))
        for title, play in PEERS.items():
            status.update(f"Measuring {title}…")
            try:
                rows.append((title, stretches(play, seconds)))
            except ImportError:
                missing.append(title)
    first = rows[0][1]
    table = Table("random play, one core", "games/s", "decisions/s", "ours is faster by", box=None)
    for title, (played, decisions) in rows:
        ratio = f"{first[1] / decisions:.1f} ×" if title in PEERS else ""
        table.add_row(title, f"{played:,.0f}", f"{decisions:,.0f}", ratio)
    console.print(table)
    for name in games():
        state = load_game(name, {"players": games()[name].players[0]}).dtype.itemsize
        console.print(f"A state of {games()[name].title} has {state:,} bytes.")
    if missing:
        console.print(
            f"Not installed: {', '.join(missing)}. [bold]python3 dev.py bench engine[/] installs them."
        )


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
