"""The commands and their help; what they do is in the modules beside this one, loaded when called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from palatine import __version__
from palatine.cli.arguments import (
    Bots,
    DatabaseAddress,
    GameName,
    KeepFinished,
    KeepIdle,
    KeepUploads,
    Limit,
    LogFormat,
    Options,
    Players,
    Seed,
)
from palatine.cli.subcommands import arena_app, bench_app, host_app, players_app

app = typer.Typer(
    name="palatine",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="""[bold]Palatine[/]: tabletop games, rules-exact and at native speed.

Play a game in this terminal, let programs play thousands, and look at any moment of any record.""",
    epilog="[bold]palatine games[/] lists the games; [bold]palatine rules GAME[/] explains one; "
    "[bold]palatine play GAME[/] starts.",
)
app.add_typer(players_app, name="players")
app.add_typer(arena_app, name="arena")
app.add_typer(bench_app, name="bench")
app.add_typer(host_app, name="host")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"palatine {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    pass


@app.command()
def games(
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
) -> None:
    """List the games of the house."""
    from palatine.cli import show

    show.games(json)


@app.command()
def rules(game: GameName) -> None:
    """Read a game's rules."""
    from palatine.cli import show

    show.rules(game)


@app.command()
def board(
    game: GameName,
    json: Annotated[bool, typer.Option("--json", help="Print it as data.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it as PNG.")] = None,
    width: Annotated[int, typer.Option(min=100, max=8000, help="Pixels across, for --png.")] = 1600,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A board file of your own: read, checked and shown.")
    ] = None,
    option: Options = None,
) -> None:
    """Show a game's board: as data, as a picture, or a few words about it."""
    from palatine.cli import show

    show.board(game, json, svg, png, width, file, option or [])


@app.command()
def cards(
    game: GameName,
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
) -> None:
    """Show a game's cards: colour, trade, price, ability, and who set the price."""
    from palatine.cli import show

    show.cards(game, json)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    bots: Bots = "greedy",
    seed: Seed = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of each game into this folder.")
    ] = None,
    match: Annotated[
        int | None,
        typer.Option("--match", min=1, metavar="N", help="Add points up: a match is N games in a row."),
    ] = None,
    match_points: Annotated[
        int | None,
        typer.Option(min=1, metavar="P", help="Or a match goes on until somebody has P points."),
    ] = None,
    limit: Limit = None,
    option: Options = None,
) -> None:
    """Let programs play without a person, and count.

    The same command with the same seed plays the same games and writes the same files.
    """
    from palatine.cli import simulate as command

    command.simulate(game, players, games, bots, seed, records, match, match_points, limit, option or [])


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    states: Annotated[bool, typer.Option("--states", help="Print every state as a line of JSON.")] = False,
    legal: Annotated[bool, typer.Option("--legal", help="With --states: the legal moves too.")] = False,
    at: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Only the moment after N decisions.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check: seed, commitment, every move, the result.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the position as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the position as PNG.")] = None,
    width: Annotated[int, typer.Option(min=100, max=8000, help="Pixels across, for --png.")] = 1600,
) -> None:
    """Read a record aloud, look at a moment of it, or check it.

    Without an option it tells the whole game, a line for everything that happened.
    """
    from palatine.cli import replay as command

    command.replay(file, states, legal, at, verify, svg, png, width)


@app.command()
def validate(
    places: Annotated[
        list[Path] | None, typer.Argument(metavar="PLACE…", help="Records, or folders of them.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="All tables of a server's database: a file or an address."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
) -> None:
    """Replay everything that was played, and list what would break, as before an update.

    Each record and table is replayed by the rules that it was begun with.
    """
    from palatine.cli import validate as command

    command.validate(places or [], database, json)


@app.command()
def check(
    database: DatabaseAddress = None,
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
) -> None:
    """Look whether a server's database is sound, and replay everything in it.

    The file itself, its logs and headers, and then all that [bold]palatine validate --database[/] does.
    It is only read, also while a server works on it.
    """
    from palatine.cli import validate as command

    command.check(database, json)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the backup.")],
    database: DatabaseAddress = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Though the file is there already.")] = False,
) -> None:
    """Copy a server's database to a file, as it is at one moment, also while people play.

    The file is a SQLite database, whatever kind the server's is. It holds everybody's cards: keep it safe.
    """
    try:
        from palatine.cli import backup as command
    except ModuleNotFoundError as error:
        from palatine.cli.common import needs_server

        raise needs_server("backup", error) from None

    command.backup(database, file, overwrite)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: DatabaseAddress = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Though there are games in the database, which are lost then.")
    ] = False,
) -> None:
    """Put what a backup holds in the place of a server's database. Stop the server first."""
    try:
        from palatine.cli import backup as command
    except ModuleNotFoundError as error:
        from palatine.cli.common import needs_server

        raise needs_server("restore", error) from None

    command.restore(file, database, overwrite)


@app.command()
def advise(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record.")],
    at: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="The moment after N decisions; the last one of the record unless said."
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="For which seat, where several decide at once; all unless said.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=3600, help="How long to think; 3 unless said.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, max=1_000_000_000, help="Or how many times the search looks ahead.")
    ] = None,
    choices: Annotated[int, typer.Option(min=1, max=50, help="How many choices to show.")] = 3,
    json: Annotated[bool, typer.Option("--json", help="As data, a line for each seat.")] = False,
) -> None:
    """Ask what to decide at a moment of a record, and why: from what the seat knew then."""
    from palatine.cli import advise as command

    command.advise(file, at, seat, seconds, iterations, choices, json)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record.")],
    iterations: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000_000,
            help="How often to look ahead; 2000 times a decision unless said.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=3600, help="Or how long to think about a decision.")
    ] = None,
    true_deal: Annotated[
        bool, typer.Option("--true-deal", help="As if all cards had been known to everybody.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Think anew, though an analysis lies beside the record.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, max=64, help="Decisions at a time; one for each core unless said.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="A line for every decision, too.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
) -> None:
    """Look back at a whole game: chances, mistakes, turning points, and what would have been better.

    Every decision is judged from what its seat knew then. The result is kept beside the record.
    """
    from palatine.cli import advise as command

    command.analyse_record(file, iterations, seconds, true_deal, again, threads, everything, json)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game's name; the first of the house unless said."),
    ] = None,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="The programs against you: one for all, or one for each other seat.")
    ] = "greedy",
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    name: Annotated[str | None, typer.Option(help="Your name; your colour unless said.")] = None,
    seed: Seed = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write the record; a fresh name here unless said."),
    ] = None,
    limit: Limit = None,
    option: Options = None,
) -> None:
    """Play in this terminal against programs."""
    from palatine.cli import play as command

    command.play(game, players, bots, seat, name, seed, record, limit, option or [])


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Who can reach it: 127.0.0.1 only this machine, 0.0.0.0 everybody.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; the first free one from 8000 unless said.")
    ] = None,
    database: DatabaseAddress = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="PALATINE_REDIS",
            help="For several processes on one database: redis://…, by which they tell each other the news.",
        ),
    ] = None,
    grace: Annotated[
        float,
        typer.Option(min=0.1, max=86400, help="Seconds before a program plays on for somebody who is away."),
    ] = 60.0,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=RATE/BURST",
            help="What one visitor may ask for, a minute and at once, as tables=2/50; may be repeated.",
        ),
    ] = None,
    no_limits: Annotated[
        bool, typer.Option("--no-limits", help="Everybody may ask for as much as they like.")
    ] = False,
    keep_finished: KeepFinished = None,
    keep_uploads: KeepUploads = None,
    keep_idle: KeepIdle = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            envvar="PALATINE_ALLOWED_HOSTS",
            help="A name that leads here, as games.example.org; several by several options. "
            "This machine's own are known.",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Give out numbers for Prometheus at /metrics of this port."),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(help="Who can reach that port: 127.0.0.1 only this machine.")
    ] = "127.0.0.1",
    log_format: Annotated[
        LogFormat, typer.Option(help="How the log is written: lines to read, or lines of JSON.")
    ] = LogFormat.text,
    access_log: Annotated[
        bool, typer.Option("--access-log", help="Log every request, with the time it took.")
    ] = False,
) -> None:
    """Open the house: play in the browser, against programs or with friends."""
    try:
        from palatine.cli import serve as command
    except ModuleNotFoundError as error:
        from palatine.cli.common import needs_server

        raise needs_server("serve", error) from None

    watching = command.Watching(metrics_port, metrics_host, log_format.value, access_log)
    limits = None if no_limits else limit or []
    keeping = command.HostKeeping(keep_finished, keep_uploads, keep_idle)
    command.serve(
        host, port, database, redis, grace, limits, keeping, open_browser, allowed_host or (), watching
    )
