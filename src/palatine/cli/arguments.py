"""Arguments that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's name; [bold]palatine games[/] lists them.")
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", help="How many play; as few as the game allows unless said.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, as its rules page lists them. May be repeated.",
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        help="One program for all seats, or one for each, with commas: greedy,random,random. "
        "[bold]palatine players[/] lists them."
    ),
]
Limit = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="What a decision of somebody else's program may take before a random move is made; "
        "10 unless said, and 30 more for its first.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="SEED", help="A whole number or 64 hexadecimal digits; the same seed gives the same game."
    ),
]
DatabaseAddress = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        envvar="PALATINE_DATABASE",
        help="Where games are kept: a file, or postgresql://…; a file in your data folder unless said.",
    ),
]


def _days(option: str, what: str) -> Any:
    return typer.Option(
        f"--keep-{option}",
        metavar="DAYS",
        min=0.01,
        max=36500,
        envvar=f"PALATINE_KEEP_{option.upper()}",
        help=f"Remove {what} after so many days; never unless said.",
    )


KeepFinished = Annotated[float | None, _days("finished", "games that are over, or were closed,")]
KeepUploads = Annotated[float | None, _days("uploads", "records from elsewhere and analyses")]
KeepIdle = Annotated[
    float | None,
    _days("idle", "tables whose game never began, and the names of people who sit nowhere and were away,"),
]
Json = Annotated[bool, typer.Option("--json", help="As data.")]
Because = Annotated[
    str,
    typer.Option("--because", metavar="TEXT", help="Why, in a line that those who are concerned will read."),
]


class LogFormat(StrEnum):
    """How a log is written."""

    text = "text"
    json = "json"
