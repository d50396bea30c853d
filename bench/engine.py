"""Random games on one core, each beside peers that are run in the same way, in the same run.

Compiled loops: ours beside OpenSpiel's rollouts, where the peer's loop is in C++ as well.  Driven from
Python, decision by decision: ours, with and without checks, beside OpenSpiel's hearts and PettingZoo's
Connect Four.  The peers are installed by `python3 dev.py bench`.  With a baseline, another revision of ours
is measured instead, in turns with this one.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.errors import PalatineError
from palatine.core.match import Match
from palatine.core.rng import key_words, new_rng

ROOT = Path(__file__).parent.parent
STRETCHES = 8  # that a measurement is made of; the best counts, as the machine may be shared
BATCH = 200  # games between two looks at the clock, where a game takes some microseconds
ROUNDS = 5  # in which two revisions take turns

console = Console(highlight=False)
clock = time.process_time  # a busy machine changes little but the duration
Measured = tuple[float, float]  # games and decisions a second
Play = Callable[[float], tuple[int, int]]  # random games until then: how many, with how many decisions


def stretches(play: Play, seconds: float) -> Measured:
    """The best of several stretches of play, after a short one to get warm."""
    play(clock())
    best = 0.0, 0.0
    for _ in range(STRETCHES):
        start = clock()
        played, decisions = play(start + seconds / STRETCHES)
        spent = clock() - start
        best = max(best, (played / spent, decisions / spent), key=lambda pair: pair[1])
    return best


# -- Ours ----------------------------------------------------------------------------------------------


def compiled_loop(name: str, players: int) -> Play:
    """Whole games inside compiled code, as search and learning use them."""
    game = load_game(name, {"players": players})
    states, key, rng = game.blank(), key_words(bytes(32)), new_rng(bytes(32))
    choices = np.zeros(game.most_choices, np.int32)

    def play(until: float) -> tuple[int, int]:
        played, decisions = 0, 0
        while not played or clock() < until:
            decisions += game.kernel.random_games(game.constants, states, key, rng, choices, BATCH)
            played += BATCH
        return played, decisions

    return play


def one_by_one(a_game: Callable[[random.Random], int]) -> Play:
    """Games that are driven from Python; each says how many decisions it had."""
    luck = random.Random(1)

    def play(until: float) -> tuple[int, int]:
        counts = [a_game(luck)]
        while clock() < until:
            counts.append(a_game(luck))
        return len(counts), sum(counts)

    return play


def by_kernel(name: str, players: int) -> Play:
    """From Python by the kernel, which trusts its callers."""
    game = load_game(name, {"players": players})
    state, constants, kernel = game.blank(), game.constants, game.kernel
    acting, legal, apply = kernel.acting.compiled, kernel.legal.compiled, kernel.apply.compiled
    choices, deaf = np.zeros(game.most_choices, np.int32), np.zeros((0, 8), np.int32)

    def a_game(luck: random.Random) -> int:
        kernel.set_up(constants, state, 0, key_words(luck.randbytes(32)))
        decisions = 0
        while seats := acting(constants, state, 0):
            seat = (seats & -seats).bit_length() - 1
            count = legal(constants, state, 0, seat, choices)
            apply(constants, state, 0, seat, int(choices[int(luck.random() * count)]), deaf)
            decisions += 1
        return decisions

    return one_by_one(a_game)


def by_game(name: str, players: int) -> Play:
    """From Python by `Game`, which checks every decision."""
    game = load_game(name, {"players": players})

    def a_game(luck: random.Random) -> int:
        state, decisions = game.new(luck.randbytes(32)), 0
        while seats := game.acting(state):
            game.apply(state, seats[0], luck.choice(game.legal(state, seats[0])))
            decisions += 1
        return decisions

    return one_by_one(a_game)


def by_match(name: str, players: int) -> Play:
    """From Python by `Match`, which checks, tells everything in words and can take it back."""
    game = load_game(name, {"players": players})

    def a_game(luck: random.Random) -> int:
        match = Match(game, luck.randbytes(32))
        while seats := match.to_act:
            match.decide(seats[0], luck.choice(game.legal(match.state, seats[0])))
        return len(match.decisions)

    return one_by_one(a_game)


WAYS = {"compiled": compiled_loop, "kernel": by_kernel, "game": by_game, "match": by_match}


def ours(way: str, name: str, players: int, seconds: float, tree: Path = ROOT) -> Measured:
    """Measured in a process of its own: one that has just compiled runs the same code more slowly.

    Another tree is measured by its own copy of this file, since names may have changed.
    """
    command = [sys.executable, str(tree / "bench" / "engine.py"), way, name, str(players), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise PalatineError(f"{name} in {tree} cannot be measured: {last[0]}")
    games_a_second, decisions = json.loads(done.stdout)
    return games_a_second, decisions


# -- Peers ---------------------------------------------------------------------------------------------


def hearts_by_python() -> Play:
    import pyspiel

    game = pyspiel.load_game("hearts")

    def a_game(luck: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return one_by_one(a_game)


def connect_four_by_python() -> Play:
    from pettingzoo.classic.connect_four.connect_four import raw_env

    env = raw_env()

    def a_game(luck: random.Random) -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            env.step(luck.choice([action for action in range(7) if seen["action_mask"][action]]))
            decisions += 1
        return decisions

    return one_by_one(a_game)


def rollouts(name: str) -> Callable[[], Play]:
    """OpenSpiel's rollouts, the leanest loop that it has in C++; they begin after the deal.

    They can be reached only through its search: the first simulation of one evaluates where it stands.
    """

    def contender() -> Play:
        import pyspiel

        game, luck = pyspiel.load_game(name), random.Random(1)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(luck.choice(state.legal_actions()))
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=BATCH, seed=1)
        settings = {"max_simulations": 1, "max_memory_mb": 100, "solve": False, "seed": 1, "verbose": False}
        search = pyspiel.MCTSBot(game, evaluator, uct_c=2.0, **settings)
        return counted(name, lambda: search.mcts_search(state), BATCH)

    return contender


def whole_games(name: str) -> Callable[[], Play]:
    """Games of OpenSpiel from the deal to the end between its random bots, played in C++."""

    def contender() -> Play:
        import pyspiel

        game = pyspiel.load_game(name)
        bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
        seeds = iter(range(1 << 62))
        return counted(
            name, lambda: pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds)), games_each=1
        )

    return contender


def counted(name: str, play_some: Callable[[], object], games_each: int) -> Play:
    """Games that nobody counts the decisions of: random ones have as many as usual."""
    length = usual_length(name)

    def play(until: float) -> tuple[int, int]:
        played = 0
        while not played or clock() < until:
            play_some()
            played += games_each
        return played, round(played * length)

    return play


@cache
def usual_length(name: str) -> float:
    """How many decisions a random game of OpenSpiel has on average, chance not counted."""
    import pyspiel

    game, luck, sample, decisions = pyspiel.load_game(name), random.Random(1), 400, 0
    for _ in range(sample):
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(luck.choice(state.legal_actions()))
    return decisions / sample


# -- Side by side --------------------------------------------------------------------------------------


class Row(NamedTuple):
    """One line of a table."""

    title: str
    measured: Measured
    way: str | None = None  # none for a peer


PEERS: dict[str, dict[str, Callable[[], Play]]] = {
    "compiled": {
        "OpenSpiel hearts, C++ rollouts": rollouts("hearts"),
        "OpenSpiel hearts, C++ bots": whole_games("hearts"),
        "OpenSpiel Connect Four, C++ rollouts": rollouts("connect_four"),
    },
    "python": {
        "OpenSpiel hearts": hearts_by_python,
        "PettingZoo Connect Four": connect_four_by_python,
    },
}
COMPARED = {"compiled": "ours is faster by", "kernel": "ours, unchecked", "game": "ours, checked"}
PYTHON_WAYS = {"kernel": "unchecked", "game": "checked", "match": "checked and told"}
UNLIKE = {
    "compiled": (
        "Not alike: the games themselves, how many choices there are and what they bring about. Ours deal for"
        " every game; OpenSpiel's rollouts begin after the deal, and its bots deal hearts card by card."
    ),
    "python": (
        "Not alike: the games themselves. Our kernel trusts its caller, and OpenSpiel nearly so (that a card"
        " is in hand, it checks); our Game and PettingZoo check every decision, and PettingZoo makes an"
        " observation for each as well. Our Match also says in words what happened, and can take it back."
    ),
}


def our_rows(way: str, seconds: float) -> Iterator[Row]:
    """Compiled for every number of players; from Python for the fewest, in each way."""
    for name, about in games().items():
        fewest, most = about.players
        for players in range(fewest, (most if way == "compiled" else fewest) + 1):
            title = f"{about.title}, {players} players"
            for one in ["compiled"] if way == "compiled" else PYTHON_WAYS:
                words = title if one == "compiled" else f"{title}, {PYTHON_WAYS[one]}"
                yield Row(words, ours(one, name, players, seconds), one)


def peer_rows(way: str, seconds: float, missing: list[str]) -> Iterator[Row]:
    for title, contender in PEERS[way].items():
        try:
            yield Row(title, stretches(contender(), seconds))
        except ImportError:
            missing.append(title)


def side_by_side(words: str, rows: list[Row]) -> Table:
    """The rows with, for each peer, how many times as many decisions our first game takes in each way."""
    first = {row.way: row.measured[1] for row in reversed(rows) if row.way}
    compared = [way for way in COMPARED if way in first]
    heads = [COMPARED[way] for way in compared]
    table = Table(words, "games/s", "decisions/s", *heads, box=None)
    for row in rows:
        played, decisions = row.measured
        ratios = ["" if row.way else f"{first[way] / decisions:.1f} ×" for way in compared]
        table.add_row(row.title, f"{played:,.0f}", f"{decisions:,.0f}", *ratios)
    return table


def compile_all() -> None:
    """Onto the disk with it, before anything is measured."""
    for name, about in games().items():
        kernel = load_game(name, {"players": about.players[0]}).kernel
        for entry in (kernel.set_up, kernel.acting, kernel.legal, kernel.apply, kernel.random_games):
            entry.compiled  # noqa: B018


def beside_peers(seconds: float) -> None:
    """Both tables, and what is not alike in them."""
    compile_all()
    missing: list[str] = []
    heads = {"compiled": "random play, compiled loops", "python": "random play, driven from Python"}
    for way, words in heads.items():
        with console.status("Measuring…") as status:
            rows = []
            for row in (*our_rows(way, seconds), *peer_rows(way, seconds, missing)):
                status.update(f"Measuring… {row.title}: {row.measured[1]:,.0f} decisions a second")
                rows.append(row)
        console.print(side_by_side(words, rows))
        console.print(UNLIKE[way], "\n")
    for name in games():
        state = load_game(name, {"players": games()[name].players[0]}).dtype.itemsize
        console.print(f"A state of {games()[name].title} has {state:,} bytes.")
    if missing:
        console.print(
            f"Not installed: {', '.join(missing)}. [bold]python3 dev.py bench engine[/] installs them."
        )


# -- This tree and another revision -------------------------------------------------------------------


@contextmanager
def sources_at(revision: str) -> Iterator[Path]:
    """The sources of another revision, unpacked for a while."""
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", revision, "--", "src", "bench"]
    packed = subprocess.run(command, capture_output=True)
    if packed.returncode:
        raise PalatineError(f"there is no revision {revision!r} to measure: {packed.stderr.decode().strip()}")
    with tempfile.TemporaryDirectory(prefix="palatine-baseline-") as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def beside_baseline(revision: str, seconds: float) -> None:
    """Every game for the fewest players, in rounds: the other revision, this tree, the other one again…"""
    table = Table("compiled loops", f"{revision}, decisions/s", "this tree", "ratio", "in rounds", box=None)
    with sources_at(revision) as before, console.status("Compiling…") as status:
        places = (before, ROOT)
        for name, about in games().items():
            fewest = about.players[0]
            for place in places:
                ours("compiled", name, fewest, 0.01, place)  # onto the disk
            rounds = []
            for number in range(ROUNDS):
                status.update(f"Measuring {about.title}, round {number + 1} of {ROUNDS}…")
                rounds.append(
                    [ours("compiled", name, fewest, seconds / ROUNDS, place)[1] for place in places]
                )
            was, now = (max(column) for column in zip(*rounds, strict=True))
            each = sorted(new / old for old, new in rounds)
            title = f"{about.title}, {fewest} players"
            span = f"{each[0]:.2f} to {each[-1]:.2f}"
            table.add_row(title, f"{was:,.0f}", f"{now:,.0f}", f"{now / was:.3f}", span)
    console.print(table)
    console.print("The ratio is that of the best rounds; above 1 this tree is faster.")


def main(seconds: float, baseline: str | None = None) -> None:
    """Measure ourselves beside the peers, or beside another revision."""
    if baseline is None:
        beside_peers(seconds)
    else:
        beside_baseline(baseline, seconds)


if __name__ == "__main__":
    print(json.dumps(stretches(WAYS[sys.argv[1]](sys.argv[2], int(sys.argv[3])), float(sys.argv[4]))))
