"""What several commands share: reading what was typed, and writing what is seen."""

from __future__ import annotations

import csv
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from palatine.bots.heuristics import heuristics_of
from palatine.core import compiled
from palatine.core.catalog import about, game
from palatine.core.errors import CANNOT_WRITE, BadOptions, BadSeed, PalatineError
from palatine.core.game import Game
from palatine.core.messages import Message
from palatine.core.picture import png
from palatine.core.words import Names, Words, house_words

console = Console(highlight=False)
messages = Console(stderr=True, highlight=False)


def _say(message: Message) -> None:
    messages.print(f"[dim]{escape(house_words().say(message))}[/]")


compiled.announce = _say


def warm_up(game: Game) -> None:
    """Load all rules of a game at once, so that nobody waits in the middle of it."""
    with messages.status("Loading the rules…"):
        for entry in (*game.kernel.entries(), *heuristics_of(game).entries()):
            entry.compiled  # noqa: B018 - compiles, or fetches from disk


def spoken(names: Names, words: Words) -> list[str]:
    """What the seats are called, in words."""
    return [words.say(name) if isinstance(name, Message) else name for name in names]


def worded(data: Any, words: Words) -> Any:
    """Data as plain data, with its messages in words."""
    if isinstance(data, Message):
        return words.say(data)
    if isinstance(data, msgspec.Struct):
        return {name: worded(value, words) for name, value in msgspec.structs.asdict(data).items()}
    if isinstance(data, list | tuple):
        return [worded(item, words) for item in data]
    return data


def parse_options(texts: Sequence[str]) -> dict[str, Any]:
    """Options as typed: NAME=VALUE, or NAME alone to switch something on."""
    options: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not re.fullmatch(r"[a-z_]+", name):
            raise BadOptions(f"{text!r} is no option: write NAME=VALUE, or NAME alone to switch it on")
        if name in options:
            raise BadOptions(f"option {name!r} is given twice")
        options[name] = _value(value) if sign else True
    return options


def _value(text: str) -> Any:
    if text.lower() in ("true", "false", "yes", "no", "on", "off"):
        return text.lower() in ("true", "yes", "on")
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def set_up(name: str, players: int | None, options: Sequence[str]) -> Game:
    """The game that the command line asks for."""
    agreed = parse_options(options)
    if "players" in agreed:
        raise BadOptions("the number of players is given with --players")
    return game(name, {"players": about(name).players[0] if players is None else players, **agreed})


def seed_text(text: str | None) -> str:
    """A seed as typed, checked; without one, a fresh one."""
    if text is None:
        return secrets.token_hex(32)
    if not re.fullmatch(r"[0-9]{1,20}|[0-9a-fA-F]{64}", text):
        raise BadSeed(
            f"{text!r} is no seed: give a whole number of up to 20 digits, or 64 hexadecimal digits"
        )
    return text.lower()


def bots_for(text: str, seats: int) -> list[str]:
    """The programs' names: one for all seats, or one for each; in quotes where there is a comma in one."""
    names = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [""])]
    if len(names) not in (1, seats):
        raise BadOptions(
            f"--bots names one program for all, or one for each of {seats} seats, not {len(names)}"
        )
    return names * seats if len(names) == 1 else names


def write_picture(svg_text: str, svg: Path | None, png_file: Path | None, width: int) -> None:
    """Write the picture where it was asked for."""
    pictures = {svg: svg_text.encode()} if svg else {}
    if png_file:
        pictures[png_file] = png(svg_text, width)
    for path, data in pictures.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise PalatineError(CANNOT_WRITE(path=str(path), why=str(error.strerror or error))) from None
        messages.print(f"Wrote {escape(str(path))}.")


def needs_server(command: str, error: ModuleNotFoundError) -> Exception:
    """What to say where something is missing that only the server needs; a fault of ours stays as it is."""
    if str(error.name).startswith("palatine"):
        return error
    return PalatineError(
        f'palatine {command} needs {error.name}, which comes with: pip install "palatine[server]"'
    )
