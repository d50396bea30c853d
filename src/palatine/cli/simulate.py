"""`palatine simulate`: programs play, and we count."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from palatine.arena.simulation import Series, record_of, series_of
from palatine.arena.simulation import simulate as simulated
from palatine.arena.words import times
from palatine.bots import Fault, Limits, check_spec
from palatine.cli.common import bots_for, console, messages, seed_text, set_up, warm_up
from palatine.core.errors import PalatineError
from palatine.core.game import Outcome
from palatine.core.words import Words, house_words


def simulate(
    name: str,
    players: int | None,
    games: int,
    bots: str,
    seed: str | None,
    records: Path | None,
    match: int | None,
    match_points: int | None,
    limit: float | None,
    option: list[str],
) -> None:
    """Play the games, write their records, and say how they went."""
    game = set_up(name, players, option)
    seats = bots_for(bots, game.players)
    limits = Limits.of(limit)
    for bot in dict.fromkeys(seats):
        check_spec(bot, limits)  # an unknown name is said before anything is waited for
    if match and match_points:
        raise PalatineError(
            "a match ends after --match games or with --match-points points: give one of them"
        )
    chosen = seed_text(seed)
    warm_up(game)
    begun, outcomes, decisions = perf_counter(), [], 0
    faults: list[list[Fault]] = [[] for _ in seats]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=messages, transient=True) as progress:
        task = progress.add_task("Playing", total=games)
        for played in simulated(game, seats, games, chosen, limits):
            if records is not None:
                record_of(game, seats, played).write(records / f"{game.name}-{played.number:06}.jsonl")
            outcomes.append(played.outcome)
            decisions += len(played.decisions)
            for all_of_them, new in zip(faults, played.faults, strict=True):
                all_of_them += new
            progress.advance(task)
    each, speed = decisions / games, games / (perf_counter() - begun)
    console.print(f"{times(games, 'game')} of {game.title}, {each:.0f} decisions each on average,")
    console.print(f"{speed:,.0f} games a second.")
    _report(seats, outcomes)
    _report_faults(seats, faults, house_words())
    if match or match_points:
        _report_matches(seats, series_of(outcomes, match, match_points))
    if records is not None:
        console.print(f"Wrote {times(games, 'record')} to {escape(str(records))}.")
    if seed is None:
        console.print(f"[dim]The same games again: --seed {chosen}[/]")


def _report(seats: list[str], outcomes: list[Outcome]) -> None:
    table = Table("seat", "program", "wins", "share", "mean score", box=None, header_style="bold")
    for seat, bot in enumerate(seats):
        wins = sum(1 / len(outcome.winners) for outcome in outcomes if seat in outcome.winners)
        mean = sum(outcome.scores[seat] for outcome in outcomes) / len(outcomes)
        table.add_row(str(seat), escape(bot), f"{wins:.1f}", f"{wins / len(outcomes):.1%}", f"{mean:.1f}")
    console.print(table)


def _report_faults(seats: list[str], faults: list[list[Fault]], words: Words) -> None:
    """For whom random moves were made, and why first."""
    for seat, noted in enumerate(faults):
        if noted:
            console.print(
                f"[yellow]Seat {seat}, {escape(seats[seat])}: {times(len(noted), 'random move')} "
                f"made in its stead. The first: {escape(words.say(noted[0].message))}.[/]"
            )


def _report_matches(seats: list[str], matches: list[Series]) -> None:
    over = [match for match in matches if match.over]
    games = sum(match.games for match in over)
    console.print(
        f"\n{times(len(over), 'match', 'matches')} with the points added up, {times(games, 'game')}."
    )
    if over:
        table = Table("seat", "program", "matches won", "mean points", box=None, header_style="bold")
        for seat, bot in enumerate(seats):
            wins = sum(1 / len(match.winners) for match in over if seat in match.winners)
            mean = sum(match.points[seat] for match in over) / len(over)
            table.add_row(str(seat), escape(bot), f"{wins:.1f}", f"{mean:.1f}")
        console.print(table)
    if len(over) < len(matches):
        console.print(f"[dim]One more match was not over after {matches[-1].games} of its games.[/]")
