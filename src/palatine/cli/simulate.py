"""`palatine simulate`: programs play, and we count."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from palatine.arena.simulation import Played, Series, record_of, series_of
from palatine.arena.simulation import simulate as simulated
from palatine.bots import make_player
from palatine.cli.common import bots_for, console, messages, seed_text, set_up


def simulate(
    name: str,
    players: int | None,
    games: int,
    bots: str,
    seed: str | None,
    records: Path | None,
    match: int | None,
    match_points: int | None,
    option: list[str],
) -> None:
    """Play the games, write their records, and say how they went."""
    game = set_up(name, players, option)
    seats = bots_for(bots, game.players)
    for bot in set(seats):
        make_player(bot, bytes(32))  # an unknown name is said before anything is waited for
    chosen = seed_text(seed)
    begun, results = perf_counter(), []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=messages, transient=True) as progress:
        task = progress.add_task("Playing", total=games)
        for played in simulated(game, seats, games, chosen):
            if records is not None:
                record_of(game, seats, played).write(records / f"{game.name}-{played.number:06}.jsonl")
            results.append(played)
            progress.advance(task)
    _report(game.title, seats, results, perf_counter() - begun)
    if match or match_points:
        _report_matches(seats, series_of((played.outcome for played in results), match, match_points))
    if records is not None:
        console.print(f"Wrote {games} record{'s' if games > 1 else ''} to {records}.")
    if seed is None:
        console.print(f"[dim]The same games again: --seed {chosen}[/]")


def _report(title: str, seats: list[str], results: list[Played], seconds: float) -> None:
    table = Table("seat", "program", "wins", "share", "mean score", box=None, header_style="bold")
    for seat, bot in enumerate(seats):
        wins = sum(1 / len(played.outcome.winners) for played in results if seat in played.outcome.winners)
        mean = sum(played.outcome.scores[seat] for played in results) / len(results)
        table.add_row(str(seat), bot, f"{wins:.1f}", f"{wins / len(results):.1%}", f"{mean:.1f}")
    decisions = sum(len(played.decisions) for played in results)
    console.print(
        f"{len(results)} games of {title}, {decisions / len(results):.0f} decisions each on average,"
    )
    console.print(f"in {seconds:.1f} s ({len(results) / seconds:,.0f} games a second).")
    console.print(table)


def _report_matches(seats: list[str], matches: list[Series]) -> None:
    over = [match for match in matches if match.over]
    games = sum(match.games for match in over)
    console.print(f"\n{len(over)} matches with the points added up, {games} games in all.")
    if over:
        table = Table("seat", "program", "matches won", "mean points", box=None, header_style="bold")
        for seat, bot in enumerate(seats):
            wins = sum(1 / len(match.winners) for match in over if seat in match.winners)
            mean = sum(match.points[seat] for match in over) / len(over)
            table.add_row(str(seat), bot, f"{wins:.1f}", f"{mean:.1f}")
        console.print(table)
    if len(over) < len(matches):
        console.print(f"[dim]One more match was not over after {matches[-1].games} of its games.[/]")
