"""`palatine validate` and `palatine check`: does everything still replay, and is a database sound?"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from rich.markup import escape
from rich.progress import track

from palatine.cli.common import console, messages, needs_server
from palatine.core.errors import PalatineError
from palatine.core.match import replayed
from palatine.core.record import read_record
from palatine.core.words import house_words

Item = TypeVar("Item")


class Checked(NamedTuple):
    """A record or a table, and what is wrong with it, if anything."""

    source: str
    problem: str | None


def validate(places: Sequence[Path], database: str | None, json: bool) -> None:
    """Replay records and the tables of a database; exit code 1 where something would break."""
    if not places and database is None:
        raise PalatineError("name records, folders of them, or a database: palatine validate FOLDER")
    checked = [*_records(_files(places)), *(() if database is None else _tables(database))]
    _report(checked, "all replay", "would break", json)


def check(database: str | None, json: bool) -> None:
    """Look at a database itself, and replay what is in it; exit code 1 where something is wrong."""
    try:
        from palatine.server.checking import problems_in
        from palatine.server.storage.database import usual_database
    except ModuleNotFoundError as error:
        raise needs_server("check", error) from None

    address = database or usual_database()
    with messages.status("Looking at the database…"):
        unsound = [Checked(address, house_words().say(problem)) for problem in problems_in(address)]
    _report([*unsound, *_tables(address)], "all is well", "wrong", json)


def _report(checked: Sequence[Checked], good: str, bad: str, json: bool) -> None:
    """What is wrong, a line each; exit code 1 where anything is."""
    broken = [each for each in checked if each.problem]
    if json:
        answer = {"checked": len(checked), "broken": [each._asdict() for each in broken]}
        print(msgspec.json.encode(answer).decode())
    else:
        for each in broken:
            console.print(f"[red]✗[/] {escape(each.problem or '')}", soft_wrap=True)
        verdict = f"{len(broken)} {bad}" if broken else good
        console.print(f"{len(checked)} checked: {verdict}.")
    if broken:
        sys.exit(1)


def _files(places: Sequence[Path]) -> list[Path]:
    """The records at some places; those of a folder are found wherever they are below it."""
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            below = sorted(place.rglob("*.jsonl"))
            if not below:
                raise PalatineError(f"{place}: there is no record (*.jsonl) in this folder")
            found += below
        else:
            found.append(place)
    return found


def _records(files: Sequence[Path]) -> Iterator[Checked]:
    for path in _shown(files, "Records"):
        try:
            replayed(read_record(path))
        except PalatineError as error:
            yield Checked(str(path), str(error))
        else:
            yield Checked(str(path), None)


def _tables(database: str) -> Iterator[Checked]:
    try:
        from palatine.server.validating import everything_in
    except ModuleNotFoundError as error:
        raise needs_server("validate --database", error) from None

    for table, check in _shown(everything_in(database), "Tables"):
        yield Checked(table, check())


def _shown(items: Sequence[Item], what: str) -> Iterable[Item]:
    return track(items, what, console=messages, transient=True, disable=not messages.is_terminal)
