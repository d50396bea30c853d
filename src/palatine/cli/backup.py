"""`palatine backup` and `palatine restore`: a server's database in a file, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.markup import escape
from rich.progress import Progress

from palatine.cli.common import console, messages
from palatine.server.storage import backup as copying
from palatine.server.storage.database import usual_database


def backup(database: str | None, file: Path, overwrite: bool) -> None:
    """Copy a database to a file."""
    with _shown("Backing up") as progress:
        found = copying.back_up(database or usual_database(), file, overwrite, progress)
    console.print(f"Wrote {escape(str(file))}: {_told(found)}.", soft_wrap=True)


def restore(file: Path, database: str | None, overwrite: bool) -> None:
    """Put a backup in the place of a database."""
    with _shown("Restoring") as progress:
        found = copying.restore(file, database or usual_database(), overwrite, progress)
    console.print(f"Restored {_told(found)}. Now start the server.")


@contextmanager
def _shown(what: str) -> Iterator[copying.Progress]:
    """How far it is, for who looks on."""
    with Progress(console=messages, transient=True, disable=not messages.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _told(found: copying.Contents) -> str:
    tables = "1 table" if found.tables == 1 else f"{found.tables} tables"
    return f"{tables}, {found.entries} log entries"
