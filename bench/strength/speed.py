"""Simulations a second: our search in our games, beside OpenSpiel's ISMCTS and Catanatron's playouts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from platformdirs import user_cache_path

from palatine.bots import make_player
from palatine.core.catalog import game as load_game
from palatine.core.game import Game, Seat, State

PEERS = Path(__file__).parents[1] / "peers"
STEPS = (10, 30, 50)  # decisions before the positions that are thought about
Position = tuple[State, Seat]


class Speed(msgspec.Struct, frozen=True):
    """How many simulations a second somebody does, on one core."""

    title: str
    a_second: float
    ours: bool
    game: str | None = None  # which of ours it plays


def faster(row: Speed, rows: Sequence[Speed]) -> float | None:
    """How many times as many ours does: in the same game, or at least in any; none for ours itself."""
    mine = [other for other in rows if other.ours]
    same = [other.a_second for other in mine if row.game in (None, other.game)]
    return min(same) / row.a_second if same and not row.ours else None


class NoPeerError(Exception):
    """Why a peer cannot be measured."""


def positions(game: Game) -> Iterator[Position]:
    """Views of seats that have a choice, at some stages of a game between greedy players."""
    state, player, taken = game.new(bytes(32)), make_player("greedy", bytes(32)), 0
    waiting = list(STEPS)
    while waiting and (acting := game.acting(state)):
        seat = acting[0]
        view = game.view(state, seat)
        if taken >= waiting[0] and len(game.legal(view, seat)) > 2:
            waiting.pop(0)
            yield view, seat
        game.apply(state, seat, player.choose(game, view, seat))
        taken += 1


def ours(name: str, seats: int, seconds: float) -> float:
    """Our search, one thread."""
    from palatine.bots.budget import Budget
    from palatine.bots.search import SearchPlayer

    game = load_game(name, {"players": seats})
    SearchPlayer(bytes(32), Budget(iterations=1)).think(game, *next(positions(game)))  # onto the disk
    thinker = SearchPlayer(bytes(32), Budget(seconds=seconds / len(STEPS)))
    thoughts = [thinker.think(game, *position) for position in positions(game)]
    return sum(thought.iterations for thought in thoughts) / sum(thought.seconds for thought in thoughts)


def openspiel_on_ours(name: str, seats: int, seconds: float, lent: bool = False) -> float:
    """OpenSpiel's search on the same positions; its random games may be lent our compiled rules."""
    player = _openspiel()(bytes(32), seconds / len(STEPS), lent)
    game = load_game(name, {"players": seats})
    places = list(positions(game))
    began = perf_counter()
    for place in places:
        player.choose(game, *place)
    return player.simulations / (perf_counter() - began)


def _openspiel() -> Callable[..., Any]:
    try:
        from peers.openspiel import OpenSpielPlayer
    except ImportError:
        raise NoPeerError("it is not installed; python3 dev.py bench players brings it") from None
    return OpenSpielPlayer


def openspiel_rummy(seconds: float) -> float:
    """OpenSpiel's search on its own gin rummy, both in C++."""
    _openspiel()
    command = [sys.executable, str(PEERS / "openspiel_rummy.py"), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10 * seconds + 60)
    if done.returncode:
        raise NoPeerError(f"it failed: {last_line(done.stderr) or done.returncode}")
    return float(done.stdout)


def catanatron(seconds: float) -> float:
    """Catanatron's games of Catan, copied and played to the end: its release has no search of its own."""
    command = [sys.executable, str(PEERS / "catanatron_playouts.py"), str(seconds)]
    variables = {**os.environ, "PYTHONPATH": str(catanatron_folder())}
    done = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=10 * seconds + 60)
    if done.returncode:
        raise NoPeerError(f"it failed: {last_line(done.stderr)}")
    return float(json.loads(done.stdout))


def catanatron_folder() -> Path:
    """Where it is installed: in the user's cache, by itself, once for a version."""
    wanted = PEERS / "catanatron.txt"
    folder = user_cache_path("palatine") / "peers" / sha256(wanted.read_bytes()).hexdigest()[:16]
    if not (folder / "ready").exists():
        quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
        exact = ["--require-hashes", "--no-deps", "--only-binary", ":all:"]
        place = ["--target", str(folder), "--upgrade"]
        command = [sys.executable, "-m", "pip", "install", *quiet, *exact, *place, "-r", str(wanted)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            raise NoPeerError("pip took more than five minutes to fetch it") from None
        if done.returncode:
            raise NoPeerError(f"pip could not fetch it: {last_line(done.stderr)}")
        (folder / "ready").touch()
    return folder


def last_line(text: str) -> str:
    """What a program said last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it did not say why"
