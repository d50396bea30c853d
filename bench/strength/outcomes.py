"""What came of the games and measurements of `palatine bench players`, and how it is printed."""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from palatine.arena.ratings import Estimate
from palatine.core.catalog import about
from strength.matches import LENT
from strength.speed import Speed, faster

console = Console(highlight=False)


class Line(msgspec.Struct, frozen=True):
    """A player against others, all alike, and the share of wins that it has to reach, or to stay below."""

    game: str
    seats: int
    one: str
    rest: str
    target: float
    games: int
    at_most: bool = False


class Shown(msgspec.Struct, frozen=True):
    """What came of a line."""

    line: Line
    played: int
    share: Estimate
    verdict: str
    seconds: tuple[float, float]  # a choice, of the one and of the rest


class Rung(msgspec.Struct, frozen=True):
    """A level among its neighbours."""

    game: str
    seats: int
    level: str
    games: int
    rating: Estimate
    before_lower: Estimate | None  # how often it comes before the level below, at one table
    seconds: float
    ordered: bool | None  # above the one below with intervals apart; None for the lowest


class Report(msgspec.Struct):
    """All that was shown, for --json."""

    quick: bool
    strength: list[Shown] = []
    levels: list[Rung] = []
    openspiel: list[Shown] = []
    speed: list[Speed] = []
    missing: list[str] = []
    interrupted: bool = False


def judged(line: Line, share: Estimate) -> str:
    """Whether a line reached its target, and whether the interval leaves a doubt."""
    reached = share.value <= line.target if line.at_most else share.value >= line.target
    doubt = share.low < line.target < share.high
    return ("reached" if reached else "missed") + (", in doubt" if doubt else "")


def warn_if_busy() -> None:
    """Say so where others use the machine too."""
    load, cores = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0, os.cpu_count() or 1
    if load > cores:
        console.print(
            f"[yellow]This machine is busy (load {load:.0f} on {cores} cores): it will take longer. "
            "Players are given processor time, so that they think no less for it.[/]"
        )


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def span(share: Estimate) -> str:
    """An interval in per cent."""
    return f"{100 * share.low:.0f}–{100 * share.high:.0f} %"


def place(game: str, seats: int) -> str:
    return f"{about(game).title}, {seats} players"


def print_table(title: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> None:
    """A table whose rows stand under the place that they belong to; nothing without rows."""
    if not rows:
        return
    table = Table(title, *heads, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.no_wrap = True
    last = None
    for where, cells in rows:
        if where != last:
            table.add_row(f"[bold]{where}[/]")
            last = where
        table.add_row("  " + cells[0], *cells[1:])
    console.print(table)
    if "ms" in heads:
        console.print("[dim]ms: processor time of a choice, where there was more than one move.[/]")


def print_lines(title: str, shown: Sequence[Shown], timed: bool) -> None:
    """Who against whom; with the time that a choice of each took, where that is the point."""
    rows = []
    for one in shown:
        line, share = one.line, one.share
        target = f"{'≤' if line.at_most else '≥'} {percent(line.target)}"
        rest = line.rest if line.seats == 2 else f"{line.seats - 1} × {line.rest}"
        who = f"{line.one} against {rest}"
        cells = [who, str(one.played), percent(share.value), span(share), target, one.verdict]
        if timed:
            cells.append(" / ".join(f"{1000 * seconds:,.0f}" for seconds in one.seconds))
        rows.append((place(line.game, line.seats), cells))
    heads = ["games", "wins", "95 %", "target", "", *(["ms"] if timed else [])]
    print_table(title, heads, rows)
    if any(player.startswith(LENT) for one in shown for player in (one.line.one, one.line.rest)):
        console.print(f"[dim]{LENT} its random games are played in our compiled rules.[/]")


def print_levels(rungs: Sequence[Rung]) -> None:
    """Ratings for every game and number of players; the mean of the levels is 0."""
    words = {True: "above", False: "unclear", None: ""}
    rows = []
    for rung in rungs:
        duel = rung.before_lower
        cells = [
            rung.level,
            str(rung.games),
            f"{rung.rating.value:+.0f}",
            f"{rung.rating.low:+.0f} to {rung.rating.high:+.0f}",
            percent(duel.value) if duel else "",
            words[rung.ordered],
            f"{1000 * rung.seconds:,.1f}",
        ]
        rows.append((place(rung.game, rung.seats), cells))
    print_table("levels", ["games", "rating", "95 %", "beats last", "", "ms"], rows)


def print_speed(rows: Sequence[Speed]) -> None:
    """Simulations a second, with the peers as a ratio."""
    if not rows:
        return
    table = Table("simulations on one core", "a second", "ours is faster by", box=None, pad_edge=False)
    for row in rows:
        ratio = faster(row, rows)
        table.add_row(row.title, f"{row.a_second:,.0f}", f"{ratio:,.1f} ×" if ratio else "")
    console.print(table)
    console.print(
        "A simulation of the peers is a game played to its end at random; the games differ in length. "
        "Catanatron's release has no search: these are its random games alone, without a tree."
    )
