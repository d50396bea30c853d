"""The commands that show something as it is: games, rules, board."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path

import msgspec
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from palatine.core.catalog import BOARD_FOLDER, about, words_of
from palatine.core.catalog import games as all_games
from palatine.core.errors import PalatineError
from palatine.core.messages import Message


def games(json: bool) -> None:
    """What there is to play."""
    from rich.console import Console

    summaries = {name: words_of(name).say(Message("summary")) for name in all_games()}
    if json:
        told = [
            {
                "name": name,
                "title": game.title,
                "players": game.players,
                "minutes": game.minutes,
                "summary": summaries[name],
                "module": game.module,
            }
            for name, game in all_games().items()
        ]
        print(msgspec.json.encode(told).decode())
        return
    table = Table("name", "game", "players", "minutes", "what it is", box=None, header_style="bold")
    for game in all_games().values():
        players, minutes = ("–".join(map(str, pair)) for pair in (game.players, game.minutes))
        table.add_row(game.name, game.title, players, minutes, summaries[game.name])
    Console().print(table)


def rules(name: str) -> None:
    """The rules page, as long as the terminal is wide."""
    from rich.console import Console

    game = about(name)
    page = game.folder / "rules.md"
    if not page.is_file():
        raise PalatineError(f"{game.title} comes without a rules page")
    console = Console(width=min(Console().width, 100))
    with console.pager(styles=True) if console.is_terminal else nullcontext():
        console.print(Markdown(page.read_text(encoding="utf-8")))


def board(
    name: str,
    json: bool,
    svg: Path | None,
    png: Path | None,
    width: int,
    file: Path | None,
    option: list[str],
) -> None:
    """A game's board as data, as a picture, or in a few words."""
    from palatine.cli.common import console, set_up, worded, write_picture

    if file is not None:
        if file.suffix != ".jsonl" or not file.is_file():
            raise PalatineError(f"{file}: cannot be read: a board is a file named NAME.jsonl")
        os.environ[BOARD_FOLDER] = str(file.resolve().parent)
        option = [*option, f"board={file.stem}"]
    game = set_up(name, None, option)
    words = words_of(game.name)
    data = worded(game.presenting.board(), words)
    if data is None:
        raise PalatineError(f"{game.title} has no board")
    for problem in game.drawing.problems() if file else ():
        raise PalatineError(f"{file}: the drawing is wrong: {problem}")
    if json:
        print(msgspec.json.encode(data).decode())
    write_picture(game.drawing.draw(None, (), (), words), svg, png, width)
    if not (json or svg or png):
        console.print(f"[bold]{escape(data['title'])}[/] ({data['name']}): {data['summary']}.")
        console.print("[dim]--json prints all of it, --svg FILE and --png FILE draw it.[/]")


def cards(name: str, json: bool) -> None:
    """A game's table of cards."""
    from palatine.cli.common import console, set_up, worded

    game = set_up(name, None, [])
    data = worded(game.presenting.cards(), words_of(game.name))
    if data is None:
        raise PalatineError(f"{game.title} has no table of cards")
    if json:
        print(msgspec.json.encode(data).decode())
        return
    shown = [column for column in data[0] if column not in ("name", "trade", "copies")]
    table = Table(*(column.replace("_", " ") for column in shown), box=None, header_style="bold")
    for card in data:
        table.add_row(*("" if card[column] is None else str(card[column]) for column in shown))
    console.print(table)
