"""The commands that have commands of their own: players, arena, bench, host."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from palatine.cli.arguments import (
    Because,
    DatabaseAddress,
    GameName,
    Json,
    KeepFinished,
    KeepIdle,
    KeepUploads,
    Limit,
    Options,
    Players,
    Seed,
)
from palatine.cli.group import DefaultGroup

bench_app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Measure our speed beside others', in one run, as a ratio.",
)
arena_app = typer.Typer(
    cls=DefaultGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="""Let players meet in tournaments, and learn what many games tell.

[bold]palatine arena GAME --player A --player B[/] plays a tournament; the word [bold]run[/] may be left out.
[bold]palatine arena GAME --help[/] shows all of its options.""",
)
players_app = typer.Typer(
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="List the programs that play, or try one of your own.",
)


@players_app.callback()
def players_list(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
) -> None:
    """List the programs that play, or try one of your own."""
    if context.invoked_subcommand is None:
        from palatine.cli import players as command

        command.players(json)


@players_app.command("check")
def players_check(
    program: Annotated[
        str, typer.Argument(metavar="PROGRAM", help="A name, module:Class, or 'run:COMMAND' in quotes.")
    ],
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=1000, help="How many games.")] = 1,
    seed: Seed = None,
    limit: Limit = None,
    option: Options = None,
) -> None:
    """Try a program: it plays against random ones, and everything that it does wrong is said."""
    from palatine.cli import players as command

    command.check(program, game, players, games, seed, limit, option or [])


Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, max=256, help="Processes at once; one a core unless said."),
]


@arena_app.command("run")
def arena_run(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game's name; the first of the house unless said."),
    ] = None,
    players: Players = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SPEC",
            help="Who takes part: a program as [bold]palatine players[/] lists them, or NAME=SPEC. "
            "To be given twice or more.",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", min=1, help="How many games, rounded up to whole rounds; 300 unless said."
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            metavar="POINTS",
            help="Stop once every rating is known to ± this; --games is a limit then, 10000 unless said.",
        ),
    ] = None,
    seed: Seed = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who has the rating 0; the mean unless said.")
    ] = None,
    jobs: Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where results and page go; arena-GAME-TIME here unless said."),
    ] = None,
    records: Annotated[
        bool, typer.Option("--records", help="Keep a record of every game there too.")
    ] = False,
    limit: Limit = None,
    option: Options = None,
) -> None:
    """Play a tournament: ratings, win shares, scores and places, each with its interval.

    Every deal is played in all rotations of the seats. Ctrl-C ends it and keeps what was played.
    """
    from palatine.cli import arena

    arena.run(
        game, players, player or [], games, seed, precision, anchor, jobs, out, records, limit, option or []
    )


@arena_app.command("stats")
def arena_stats(
    game: GameName,
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="RECORDS",
            help="A folder of records, or a tournament's folder or file; without it, games are played now.",
        ),
    ] = None,
    players: Players = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="SPEC", help="Who plays; greedy unless said. May be repeated."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="How many games; 300 unless said.")
    ] = None,
    seed: Seed = None,
    jobs: Jobs = None,
    json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page.")] = None,
    limit: Limit = None,
    option: Options = None,
) -> None:
    """Count what happens in games: who begins, how long they last, what cards and pieces are worth."""
    from palatine.cli import arena

    arena.statistics(game, source, players, player or [], games, seed, jobs, json, html, limit, option or [])


@bench_app.command("engine")
def bench_engine(
    seconds: Annotated[float, typer.Option(min=0.2, max=600, help="How long each measurement takes.")] = 3.0,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="REV", help="Measure another revision of ours instead of peers, in turns."),
    ] = None,
) -> None:
    """Random games a second on one core, beside OpenSpiel's and PettingZoo's, compiled and from Python."""
    from palatine.cli import bench

    bench.run("engine", seconds=seconds, baseline=baseline)


@bench_app.command("server")
def bench_server(
    tables: Annotated[
        int | None, typer.Option(min=1, max=5000, help="How many tables; 50, and with --scale 2000.")
    ] = None,
    players: Annotated[int, typer.Option("--players", "-p", min=2, max=5, help="People at each.")] = 4,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="What they play; all games, mixed, unless said.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=1, max=600, help="How long it is measured; 20, and with --scale 120."),
    ] = None,
    think: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=60,
            help="Seconds that people think before they click, on average; 1, and with --scale 5.",
        ),
    ] = None,
    flat_out: Annotated[bool, typer.Option("--flat-out", help="Nobody thinks at all.")] = False,
    thinking: Annotated[
        bool, typer.Option("--thinking", help="Once more while programs think at other tables.")
    ] = False,
    peers: Annotated[bool, typer.Option(help="Measure boardgame.io too; it is fetched once.")] = True,
    floods: Annotated[
        bool, typer.Option("--floods", help="Instead: while one visitor floods it, in every way we know.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Only this flood, or this part of --scale; may be given several times."
        ),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Instead: while two processes are replaced in turn. Needs Redis.")
    ] = False,
    scale: Annotated[
        bool,
        typer.Option(
            "--scale",
            help="Instead: how far it goes, in parts: tables, idle, late, watchers, and processes, for "
            "which it needs PostgreSQL and Redis.",
        ),
    ] = False,
    processes: Annotated[
        int, typer.Option(min=2, max=16, help="With --scale: how many processes beside one.")
    ] = 2,
) -> None:
    """From a click to the confirmed state with many tables at once, beside boardgame.io."""
    from palatine.cli import bench

    tables = tables or (2000 if scale else 50)
    seconds = seconds or (120.0 if scale else 20.0)
    think = (5.0 if scale else 1.0) if think is None else think
    if scale:
        bench.run(
            "scale",
            tables=tables,
            players=players,
            game=game,
            seconds=seconds,
            think=think,
            processes=processes,
            only=only or [],
        )
        return
    if floods or only:
        bench.run(
            "floods",
            tables=tables,
            players=players,
            game=game,
            seconds=seconds,
            think=think,
            only=only or [],
        )
        return
    if update:
        bench.run("update", tables=tables, players=players, game=game, think=think)
        return
    bench.run(
        "server",
        tables=tables,
        players=players,
        game=game,
        seconds=seconds,
        think=think,
        flat_out=flat_out,
        thinking=thinking,
        peers=peers,
    )


@bench_app.command("players")
def bench_players(
    quick: Annotated[
        bool, typer.Option("--quick", help="A smoke run: hardly a game, hardly a thought.")
    ] = False,
    only: Annotated[
        str | None, typer.Option(metavar="PART", help="One part: strength, levels, openspiel or speed.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Only this game; all games unless said.")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", min=1, help="How many games for each line; enough to decide unless said."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, max=256, help="Games at once; one a core if not said."),
    ] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all as data.")] = None,
    peers: Annotated[bool, typer.Option(help="Measure Catanatron too; it is fetched once.")] = True,
) -> None:
    """How well our players play and how fast they think, beside OpenSpiel's search and Catanatron."""
    from palatine.cli import bench

    bench.run("players", quick=quick, only=only, game=game, games=games, jobs=jobs, json=json, peers=peers)


@bench_app.command("client")
def bench_client(
    quick: Annotated[bool, typer.Option("--quick", help="A smoke run: everything once and briefly.")] = False,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Only this game; all games unless said.")
    ] = None,
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all as data.")] = None,
) -> None:
    """How soon the pages are of use on a slow phone, what jumps on them, and how smoothly they move.

    Needs Chromium or Chrome, and Playwright: [bold]python3 dev.py bench client[/] brings what is missing.
    """
    from palatine.cli import bench

    bench.run("client", quick=quick, game=game, json=json)


# -- For whoever runs a server -----------------------------------------------------------------------

host_app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="""For whoever runs a server: see what is going on, close tables, ban, and tidy up.

These commands work on the server's database, whether it runs or not; a server that runs acts within a second
or two. [bold]palatine host link[/] opens the same in a browser.""",
)


class Part(StrEnum):
    """What a host may want to see."""

    everything = "all"
    tables = "tables"
    people = "people"
    limits = "limits"
    bans = "bans"
    keeping = "keeping"


At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="URL",
        help="Where the server is, as https://games.example.org; one on this machine with a database file "
        "is found by itself.",
    ),
]


WITH_DASH = {"ignore_unknown_options": True}  # the id of a table may begin with one


def _host() -> Any:
    try:
        from palatine.cli import host as command
    except ModuleNotFoundError as error:
        from palatine.cli.common import needs_server

        raise needs_server("host", error) from None
    return command


@host_app.command("show")
def host_show(
    part: Annotated[Part, typer.Argument(help="Which part of it.")] = Part.everything,
    database: DatabaseAddress = None,
    at: At = None,
    json: Json = False,
) -> None:
    """Show tables, people, limits that were met, bans, and what is kept how long.

    A server that runs is asked; where none does, its database tells what it knows.
    """
    _host().show(part.value, database, at, json)


@host_app.command("close", context_settings=WITH_DASH)
def host_close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or its address.")],
    because: Because = "",
    database: DatabaseAddress = None,
    json: Json = False,
) -> None:
    """Close a table: its game ends where it is, and nobody has won. What was played stays."""
    _host().close(table, because, database, json)


@host_app.command("remove", context_settings=WITH_DASH)
def host_remove(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or its address.")],
    person: Annotated[str, typer.Argument(metavar="PERSON", help="As [bold]host show people[/] tells it.")],
    because: Because = "",
    database: DatabaseAddress = None,
    json: Json = False,
) -> None:
    """Remove somebody from a table, who cannot come back to it; the seat is open, or a program plays on."""
    _host().remove(table, person, because, database, json)


@host_app.command("ban")
def host_ban(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET", help="A person, an address, or a range: 192.0.2.0/24, 2001:db8::/64."
        ),
    ],
    hours: Annotated[
        float | None, typer.Option("--hours", help="For how many hours; until it is lifted unless said.")
    ] = None,
    because: Because = "",
    force: Annotated[
        bool, typer.Option("--force", help="Though it would ban nearly everybody, or this machine.")
    ] = False,
    database: DatabaseAddress = None,
    json: Json = False,
) -> None:
    """Let a person or a range of addresses do nothing here any more; what they have open is closed."""
    _host().ban(target, hours, because, force, database, json)


@host_app.command("lift")
def host_lift(
    number: Annotated[
        int,
        typer.Argument(metavar="NUMBER", min=1, max=999_999_999, help="As [bold]host show bans[/] tells it."),
    ],
    database: DatabaseAddress = None,
    json: Json = False,
) -> None:
    """Lift a ban."""
    _host().lift(number, database, json)


@host_app.command("tidy")
def host_tidy(
    keep_finished: KeepFinished = None,
    keep_uploads: KeepUploads = None,
    keep_idle: KeepIdle = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what would be removed.")] = False,
    database: DatabaseAddress = None,
    json: Json = False,
) -> None:
    """Remove once what is old, as [bold]palatine serve[/] does by itself with the same options."""
    _host().tidy(keep_finished, keep_uploads, keep_idle, dry_run, database, json)


@host_app.command("link")
def host_link(database: DatabaseAddress = None, at: At = None, json: Json = False) -> None:
    """Make an address that opens the host's page in a browser: once, within 15 minutes, for 12 hours."""
    _host().link(database, at, json)


@host_app.command("lock")
def host_lock(database: DatabaseAddress = None, json: Json = False) -> None:
    """Close the host's page in all browsers, and make all addresses for it void."""
    _host().lock(database, json)
