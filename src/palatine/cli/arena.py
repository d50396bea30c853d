"""`palatine arena`: tournaments between players, and what many games tell about a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from palatine.arena import pool
from palatine.arena import tables as told
from palatine.arena.page import arena_page, statistics_page
from palatine.arena.results import FILE, Results, write_file
from palatine.arena.schedule import entrants_of, line_ups
from palatine.arena.standings import Tally
from palatine.arena.statistics import Facts, Report, records_in, report, study, study_record
from palatine.arena.tournament import Plan, check_players, play, tasks
from palatine.arena.words import duration, settings, times, why_stopped
from palatine.cli.common import console, messages, seed_text, set_up, warm_up
from palatine.core.catalog import about, game, games, words_of
from palatine.core.errors import BadOptions, PalatineError
from palatine.core.game import Game
from palatine.core.words import Words

USUAL_GAMES = 300
MOST_GAMES = 10_000  # with --precision, which nothing reaches if somebody never loses
PAGE = "arena.html"
GAP = 2
SPARE = ("mean place", "games", "mean score", "correlation")  # columns that a narrow terminal can do without
Item = TypeVar("Item")


def run(
    name: str | None,
    players: int | None,
    player: Sequence[str],
    count: int | None,
    seed: str | None,
    precision: float | None,
    anchor: str | None,
    jobs: int | None,
    out: Path | None,
    records: bool,
    limit: float | None,
    option: list[str],
) -> None:
    """Play a tournament, and write what came of it."""
    table = set_up(name or next(iter(games())), players, option)
    if count is None:
        count = USUAL_GAMES if precision is None else MOST_GAMES
    folder = out or Path(f"arena-{table.name}-{datetime.now():%Y%m%d-%H%M%S}")
    if (folder / FILE).exists():
        raise BadOptions(f"{folder} holds a tournament already: name another folder with --out")
    plan = Plan(
        game=table.name,
        options=table.options,
        entrants=entrants_of(player),
        seed=seed_text(seed),
        games=count,
        precision=precision,
        anchor=anchor,
        records=folder if records else None,
        limit=limit,
    )
    warm_up(table)
    results = play_watched(plan, jobs or pool.cores())
    _announce(results, table)
    if not results.games:
        return
    page = folder / PAGE
    written = [results.write(folder), page]
    write_file(page, arena_page(results, table, words_of(table.name)).encode())
    console.print(f"Wrote {' and '.join(escape(str(path)) for path in written)}.")
    if records:
        console.print(f"Wrote {times(len(results.games), 'record')} to {escape(str(folder / 'records'))}.")
    if results.failure is not None:
        raise PalatineError(results.failure)
    if seed is None:
        console.print(f"[dim]The same deals again: --seed {plan.seed}[/]")


def play_watched(plan: Plan, jobs: int) -> Results:
    """Play, with a table that grows where somebody looks on."""
    if not console.is_terminal:
        return play(plan, jobs)
    progress = _progress()
    task = progress.add_task("Playing", total=plan.blocks * plan.seats)
    with Live(Group(progress), console=console, transient=True, refresh_per_second=8) as live:
        return play(plan, jobs, _watcher(live, progress, task))


def _watcher(live: Live, progress: Progress, task: Any) -> Callable[[Tally], None]:
    """Show the standings now and then: as often as costs a tenth of the time at most."""
    due = 0.0

    def watch(tally: Tally) -> None:
        nonlocal due
        progress.update(task, completed=tally.games)
        begun = perf_counter()
        if begun >= due:
            live.update(Group(_grid(*told.standings_table(tally.standings())), "", progress))
            due = perf_counter() + max(0.5, 10 * (perf_counter() - begun))

    return watch


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("[dim]Ctrl-C ends it and keeps what was played[/]"),
        console=console,
    )


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table for the terminal: names left, numbers right; without what does not fit and is not needed."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    shown = list(range(len(heads)))
    for head in SPARE:
        if head in heads and sum(widths[n] + GAP for n in shown) - GAP > _width():
            shown.remove(heads.index(head))
    table = Table(box=None, header_style="bold", padding=(0, GAP, 0, 0), pad_edge=False)
    for n in shown:
        table.add_column(heads[n], justify="right" if n else "left", no_wrap=n > 0)
    for row in rows:
        table.add_row(*(escape(row[n]) for n in shown))
    return table


def _width() -> int:
    """How wide a table may be: as the terminal; what goes into a file has room."""
    return console.width if console.is_terminal else max(console.width, 120)


def _print(table: Table) -> None:
    Console(width=_width(), highlight=False).print(table)


def _announce(results: Results, table: Game) -> None:
    """How it went, in a few lines and a table."""
    if not results.games:
        console.print("Nothing was played.")
        return
    blocks = len({played.block for played in results.games})
    console.print(
        f"{table.title}, {settings(table.options)}: {times(len(results.games), 'game')} "
        f"in {times(blocks, 'block')}, {duration(results.seconds)}; {why_stopped(results)}."
    )
    met = {tuple(sorted(played.seats)) for played in results.games}
    possible = len(line_ups(len(results.entrants), table.players))
    if len(met) < possible:
        console.print(f"[yellow]Only {len(met)} of {possible} line-ups have met: play more games.[/]")
    _print(_grid(*told.standings_table(results.standings)))
    if faults := sum(len(played.faults) for played in results.games):
        console.print(
            f"[yellow]{times(faults, 'fault')}: random moves were made instead; the page lists them.[/]"
        )


def statistics(
    name: str,
    source: Path | None,
    players: int | None,
    player: Sequence[str],
    count: int | None,
    seed: str | None,
    jobs: int | None,
    json: bool,
    html: Path | None,
    limit: float | None,
    option: list[str],
) -> None:
    """Count what happened in games, of records or played now, and say what it tells."""
    workers = jobs or pool.cores()
    if source is not None:
        if player or count or seed or players or option:
            raise BadOptions(
                "records are counted as they are: leave out --player, --games, --players and the like"
            )
        table, facts = _from_records(name, source, workers)
    else:
        table = set_up(name, players, option)
        entrants = entrants_of(player or ["greedy"])
        count = count or USUAL_GAMES
        plan = Plan(table.name, table.options, entrants, seed_text(seed), count, limit=limit)
        check_players(plan)
        warm_up(table)
        facts = list(_watched(pool.in_order(study, tasks(plan), workers), plan.blocks * plan.seats))
    found, words = report(table, facts), words_of(table.name)
    if html is not None:
        write_file(html, statistics_page(found, table, words).encode())
        messages.print(f"Wrote {escape(str(html))}.")
    if json:
        print(msgspec.json.encode(told.report_data(found, words)).decode())
    else:
        _tell(found, table, words)


def _from_records(name: str, source: Path, jobs: int) -> tuple[Game, list[Facts]]:
    """The finished games among records, which must all be of one kind."""
    paths = records_in(source)
    read = list(_watched(pool.in_order(study_record, paths, jobs if len(paths) > 50 else 1), len(paths)))
    asked = about(name).name
    if not read:
        raise PalatineError("there are no finished games to count")
    for one in read:
        if one.game != asked:
            raise PalatineError(f"{one.path} is a record of {one.game}, not of {asked}")
        if one.options != read[0].options:
            raise PalatineError(
                f"{one.path} was played with other options than {read[0].path}: "
                f"{settings(one.options)}, not {settings(read[0].options)}; count one kind at a time"
            )
    return game(asked, read[0].options), [one.facts for one in read if one.facts is not None]


def _watched(answers: Iterator[Item], total: int) -> Iterator[Item]:
    """The same with a bar; Ctrl-C leaves what has come by then."""
    columns = (TextColumn("Counting"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not messages.is_terminal
    with Progress(*columns, console=messages, transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=total)
        try:
            for answer in answers:
                yield answer
                progress.advance(task)
        except pool.Stopped as stop:
            yield from stop.answers


def _tell(found: Report, table: Game, words: Words) -> None:
    """What games tell, as tables."""
    played = f"{times(found.games, 'game')} on {times(found.deals, 'deal')}"
    console.print(f"{table.title}, {settings(found.options)}: {played}.")
    ends = ", ".join(f"{reason} {count:,}" for reason, count in found.reasons.items())
    console.print(f"How they ended: {ends}.\n")
    console.print("[bold]Who begins[/]" if found.one_begins else "[bold]Seats[/] (all decide at once)")
    _print(_grid(*told.order_table(found, table, words)))
    console.print("\n[bold]Length and scores[/]")
    _print(_grid(*told.lengths_table(found)))
    for chapter in found.chapters:
        title, note = (told.topic_words(chapter.topic, words, form) for form in (None, "note"))
        console.print(f"\n[bold]{escape(title)}[/]\n[dim]{escape(note)}[/]")
        _print(_grid(*told.chapter_table(chapter, words)))
    console.print("\n[dim]Expected: how often the same programs win altogether. Intervals are of 95 %.[/]")
