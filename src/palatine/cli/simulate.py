"""`palatine simulate`: programs play, and we count."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from palatine.arena.simulation import Series, record_of, series_of
from palatine.arena.simulation import simulate as simulated
from palatine.bots import make_player
from palatine.cli.common import bots_for, console, messages, seed_text, set_up, warm_up
from palatine.core.errors import PalatineError
from palatine.core.game import Outcome


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
    if match and match_points:
        raise PalatineError(
            "a match ends after --match games or with --match-points points: give one of them"
        )
    chosen = seed_text(seed)
    warm_up(game)
    begun, outcomes, decisions = perf_counter(), [], 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=messages, transient=True) as progress:
        task = progress.add_task("Playing", total=games)
        for played in simulated(game, seats, games, chosen):
            if records is not None:
                record_of(game, seats, played).write(records / f"{game.name}-{played.number:06}.jsonl")
            outcomes.append(played.outcome)
            decisions += len(played.decisions)
            progress.advance(task)
    each, speed = decisions / games, games / (perf_counter() - begun)
    console.print(f"{_times(games, 'game')} of {game.title}, {each:.0f} decisions each on average,")
    console.print(f"{speed:,.0f} games a second.")
    _report(seats, outcomes)
    if match or match_points:
        _report_matches(seats, series_of(outcomes, match, match_points))
    if records is not None:
        console.print(f"Wrote {_times(games, 'record')} to {escape(str(records))}.")
    if seed is None:
        console.print(f"[dim]The same games again: --seed {chosen}[/]")


def _times(count: int, what: str, several: str = "") -> str:
    return f"1 {what}" if count == 1 else f"{count:,} {several or what + 's'}"


def _report(seats: list[str], outcomes: list[Outcome]) -> None:
    table = Table("seat", "program", "wins", "share", "mean score", box=None, header_style="bold")
    for seat, bot in enumerate(seats):
        wins = sum(1 / len(outcome.winners) for outcome in outcomes if seat in outcome.winners)
        mean = sum(outcome.scores[seat] for outcome in outcomes) / len(outcomes)
        table.add_row(str(seat), bot, f"{wins:.1f}", f"{wins / len(outcomes):.1%}", f"{mean:.1f}")
    console.print(table)


def _report_matches(seats: list[str], matches: list[Series]) -> None:
    over = [match for match in matches if match.over]
    games = sum(match.games for match in over)
    console.print(
        f"\n{_times(len(over), 'match', 'matches')} with the points added up, {_times(games, 'game')}."
    )
    if over:
        table = Table("seat", "program", "matches won", "mean points", box=None, header_style="bold")
        for seat, bot in enumerate(seats):
            wins = sum(1 / len(match.winners) for match in over if seat in match.winners)
            mean = sum(match.points[seat] for match in over) / len(over)
            table.add_row(str(seat), bot, f"{wins:.1f}", f"{mean:.1f}")
        console.print(table)
    if len(over) < len(matches):
        console.print(f"[dim]One more match was not over after {matches[-1].games} of its games.[/]")
