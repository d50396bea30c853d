"""`palatine host`: what goes on at a server, closing and banning, tidying up, and the key to its page."""

from __future__ import annotations

import asyncio
import json as plain_json
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import msgspec
from filelock import FileLock, Timeout
from rich.markup import escape
from rich.table import Table

from palatine.cli.common import console, messages
from palatine.cli.serve import note_of
from palatine.core.errors import PalatineError
from palatine.server.errors import UNKNOWN_PERSON
from palatine.server.host.bans import SIGN, addresses_here, read_end, read_target, read_why
from palatine.server.host.overview import look_around
from palatine.server.host.retention import Retention
from palatine.server.host.session import KEY_LASTS
from palatine.server.protocol.host import (
    HostKeeping,
    HostSeat,
    HostView,
)
from palatine.server.storage import Storage, database_url
from palatine.server.storage.backup import OLDER
from palatine.server.storage.database import revision_of, usual_database
from palatine.server.storage.migrations import HEAD
from palatine.server.storage.offline import open_to_read
from palatine.server.timing import Time

T = TypeVar("T")

PATIENCE = 10.0  # seconds for a server to answer
USUAL = "http://127.0.0.1:8000/"


# -- Acting ------------------------------------------------------------------------------------------


def close(table: str, because: str, database: str | None, json: bool) -> None:
    """Close a table."""
    table, why = _id(table), read_why(because)
    changed = _run(database, lambda storage: storage.host.close(table, why))
    _report(changed, json, f"Table {table} is closed.", f"The game at table {table} was over already.")


def remove(table: str, person: str, because: str, database: str | None, json: bool) -> None:
    """Remove somebody from a table."""
    table, why = _id(table), read_why(because)
    changed = _run(database, lambda storage: storage.host.remove(table, person, why))
    _report(
        changed,
        json,
        f"{person} is removed from table {table}.",
        f"{person} had been removed from table {table} before, or its game is over.",
    )


def ban(
    target: str, hours: float | None, because: str, force: bool, database: str | None, json: bool
) -> None:
    """Ban a person or a range of addresses."""
    wanted, why = read_target(target, force, addresses_here()), read_why(because)
    ends = read_end(hours, Time().now())

    async def work(storage: Storage) -> bool:
        if SIGN.fullmatch(wanted) and await storage.users.find(wanted) is None:
            raise UNKNOWN_PERSON.refuse(person=wanted)
        return await storage.host.ban(wanted, ends, why)

    until = "until it is lifted" if ends is None else f"until {_moment(ends)}"
    changed = _run(database, work)
    _report(changed, json, f"{wanted} is banned {until}.", f"{wanted} was banned {until} already.")


def lift(number: int, database: str | None, json: bool) -> None:
    """Lift a ban."""
    changed = _run(database, lambda storage: storage.host.lift(number))
    _report(changed, json, f"Ban {number} is lifted.", f"There is no ban {number} in force.")


def tidy(
    finished: float | None,
    uploads: float | None,
    idle: float | None,
    dry_run: bool,
    database: str | None,
    json: bool,
) -> None:
    """Remove what is old, once."""
    keeping = HostKeeping(finished, uploads, idle)
    if keeping == HostKeeping():
        raise PalatineError(
            "say how long what is kept, in days: --keep-finished, --keep-uploads or --keep-idle"
        )
    removed = _run(database, lambda storage: Retention(storage, keeping, Time()).tidy(dry_run=dry_run))
    if json:
        counted = {name: getattr(removed, name) for name in removed.__struct_fields__}
        print(plain_json.dumps({"dry_run": dry_run, **counted}))
        return
    told = f"{_many(removed.tables, 'table')}, {_many(removed.records, 'record')} from elsewhere, "
    told += f"{_many(removed.analyses, 'analysis', 'analyses')} and {_many(removed.people, 'name')}"
    console.print(f"{'Would remove' if dry_run else 'Removed'} {told}.")


def link(database: str | None, at: str | None, json: bool) -> None:
    """Make an address that opens the host's page."""
    key = _run(database, lambda storage: storage.host.new_key(KEY_LASTS))
    place = at or _place_of(database or usual_database()) or USUAL
    address = f"{place.rstrip('/')}/host#{key}"
    if json:
        print(plain_json.dumps({"address": address, "minutes": KEY_LASTS / 60}))
        return
    print(address)
    messages.print("[dim]It opens the host's page once, within 15 minutes. Show it to nobody.[/]")


def lock(database: str | None, json: bool) -> None:
    """Close the host's page everywhere."""
    _run(database, lambda storage: storage.host.lock())
    _report(True, json, "The host's page is closed in all browsers.", "")


def _id(table: str) -> str:
    """The id of a table, of which the address may have been given."""
    return table.rstrip("/").rpartition("/")[2]


def _report(changed: bool, json: bool, done: str, before: str) -> None:
    if json:
        print(plain_json.dumps({"changed": changed}))
    else:
        console.print(escape(done if changed else before), soft_wrap=True)


# -- Looking -----------------------------------------------------------------------------------------


def show(part: str, database: str | None, at: str | None, json: bool) -> None:
    """Show what goes on."""

    async def work(storage: Storage) -> HostView:
        place = at or _place_of(database or usual_database())
        asked = await _ask(storage, place, needed=at is not None) if place else None
        return asked or await look_around(storage, Time().now())

    with messages.status("Looking…"):
        view = _run(database, work)
    if json:
        told = view if part == "all" else {part: getattr(view, part)}
        print(msgspec.json.encode(told).decode())
        return
    shown: dict[str, Callable[[HostView], None]] = {
        "tables": _show_tables,
        "people": _show_people,
        "limits": _show_limits,
        "bans": _show_bans,
        "keeping": _show_keeping,
    }
    for name, tell in shown.items():
        if part in ("all", name):
            tell(view)
    if not view.live:
        messages.print(
            "[dim]No server was asked: who is connected, from where, and which limits were met is not known. "
            "If one runs elsewhere, name it by --at.[/]"
        )


async def _ask(storage: Storage, place: str, needed: bool) -> HostView | None:
    """Ask a server that runs; none where there is none after all."""
    key = await storage.host.new_key(PATIENCE)
    try:
        return await asyncio.to_thread(_fetch, place.rstrip("/"), key)
    except (OSError, ValueError, msgspec.DecodeError) as error:
        await storage.host.use_key(key)
        if needed:
            raise PalatineError(
                f"the server at {place} does not answer as one with this database: {error}"
            ) from None
        return None


def _fetch(place: str, key: str) -> HostView:
    body = plain_json.dumps({"key": key}).encode()
    wanted = urllib.request.Request(f"{place}/api/host/key", body, {"content-type": "application/json"})
    with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
        cookies = [value.partition(";")[0] for value in answer.headers.get_all("set-cookie") or []]
    looking = urllib.request.Request(f"{place}/api/host", headers={"cookie": "; ".join(cookies)})
    with urllib.request.urlopen(looking, timeout=PATIENCE) as answer:
        return msgspec.json.decode(answer.read(), type=HostView)


def _show_tables(view: HostView) -> None:
    rows = [
        (
            table.id,
            table.title,
            "waiting" if table.status == "waiting" else f"{_many(table.decisions, 'decision')}",
            ", ".join(map(_seat, table.seats)) + (f", {table.watchers} watching" if table.watchers else ""),
            _ago(view.now - table.changed),
        )
        for table in view.tables
    ]
    _print("Tables", ("table", "game", "status", "seats", "last"), rows, "No game goes on.")
    if view.unreadable:
        console.print(f"Cannot be read by these rules: {', '.join(view.unreadable)}", soft_wrap=True)


def _seat(seat: HostSeat) -> str:
    if seat.kind == "open":
        return "open"
    if seat.kind == "program":
        return f"({seat.level})"
    away = f" ({seat.level} plays on)" if seat.level else "" if seat.online in (True, None) else " (away)"
    return f"{seat.name}{away}"


def _show_people(view: HostView) -> None:
    rows = [
        (
            person.person,
            person.name,
            "here" if person.online else "–" if person.seen is None else _ago(view.now - person.seen),
            ", ".join(person.tables),
            person.address or "",
        )
        for person in view.people
    ]
    _print("People", ("person", "name", "seen", "tables", "address"), rows, "Nobody has been here.")


def _show_limits(view: HostView) -> None:
    rows = [
        (
            hit.budget,
            hit.name or hit.person or "",
            hit.address or "",
            str(hit.times),
            _ago(view.now - hit.last),
        )
        for hit in view.limits or ()
    ]
    empty = "Nobody has met a limit." if view.live else "Not known."
    _print("Limits met", ("limit", "who", "address", "times", "last"), rows, empty)


def _show_bans(view: HostView) -> None:
    rows = [
        (str(ban.number), ban.target, ban.name, _moment(ban.ends) if ban.ends else "when lifted", ban.why)
        for ban in view.bans
    ]
    _print("Bans", ("ban", "target", "name", "ends", "why"), rows, "Nobody is banned.")


def _show_keeping(view: HostView) -> None:
    if view.keeping is not None:
        days = {"Games that are over": view.keeping.finished, "Records and analyses": view.keeping.uploads}
        days |= {"Tables that never began, and names": view.keeping.idle}
        rows = [(what, "for ever" if n is None else f"{n:g} days") for what, n in days.items()]
        _print("Kept", ("what", "how long"), rows, "")
    if view.tidied is not None:
        old = view.tidied
        told = f"{_many(old.tables, 'table')}, {_many(old.records, 'record')}, "
        told += f"{_many(old.analyses, 'analysis', 'analyses')}, {_many(old.people, 'name')}"
        console.print(f"Removed {_ago(view.now - old.at)}: {told}.")
    else:
        console.print("Nothing has been removed because it was old.")


def _print(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], empty: str) -> None:
    console.print(f"[bold]{title}[/]")
    if not rows:
        console.print(f"[dim]{empty}[/]\n")
        return
    table = Table(box=None, pad_edge=False)
    for head in heads:
        table.add_column(head, header_style="dim", overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)
    console.print()


def _many(count: int, one: str, several: str | None = None) -> str:
    return f"1 {one}" if count == 1 else f"{count} {several or one + 's'}"


def _ago(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M %Z")


# -- The database ------------------------------------------------------------------------------------


def _run(database: str | None, work: Callable[[Storage], Awaitable[T]]) -> T:
    """Work on a server's database, also while it runs."""

    async def run() -> T:
        async with _opened(database or usual_database()) as storage:
            return await work(storage)

    return asyncio.run(run())


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Storage]:
    """A database that is there and of today's shape: to bring it up to date is the matter of a server."""
    url = database_url(address)
    with open_to_read(address).connect() as connection:
        if revision_of(connection) != HEAD:
            raise PalatineError(OLDER(address=url.render_as_string()))
    storage = Storage(url)
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def _place_of(address: str) -> str | None:
    """Where the server is that has a database file open, as it has noted."""
    url = database_url(address)
    if url.get_backend_name() != "sqlite" or not Path(f"{url.database}.lock").exists():
        return None
    try:
        with FileLock(f"{url.database}.lock", timeout=0):
            return None
    except Timeout:
        note = note_of(str(url.database))
        return note.read_text("utf-8") if note.exists() else None
