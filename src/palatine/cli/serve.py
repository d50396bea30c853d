"""`palatine serve`: the server, for the browser."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout
from platformdirs import user_data_path
from rich.markup import escape

from palatine.cli.common import console, messages
from palatine.core import compiled
from palatine.core.catalog import games
from palatine.core.errors import PalatineError
from palatine.server.app import Settings, build_app
from palatine.server.limits import read_limits
from palatine.server.storage import Storage, database_url

FIRST_PORT, PORTS = 8000, 20
WARM = "import sys; from palatine.server.warmup import load_rules; load_rules(sys.argv[1])"


def serve(
    host: str,
    port: int | None,
    database: str | None,
    redis: str | None,
    grace: float,
    limits: list[str] | None,
    open_browser: bool,
) -> None:
    """Run the server until it is interrupted; `limits` are those that are to be others, or none at all."""
    address = database or str(user_data_path("palatine") / "palatine.db")
    url = database_url(address)
    budgets = None if limits is None else read_limits(limits)
    app = build_app(Settings(address, redis, grace, budgets))
    if redis is not None:
        _reach(redis)
    lock = _only_one(str(url.database)) if url.get_backend_name() == "sqlite" and redis is None else None
    if isinstance(lock, str):
        console.print(f"Palatine is open already, on the same database: {escape(lock)}")
        if open_browser:
            webbrowser.open(lock)
        return
    prepare_rules()
    listening = _listen(host, port)
    place = _place(host, listening.getsockname()[1])
    if lock is not None:
        _note_of(str(url.database)).write_text(place, "utf-8")
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=65_536,
        timeout_graceful_shutdown=3,
        proxy_headers=True,
        server_header=False,
    )
    try:
        others = _other_places(host, listening.getsockname()[1])
        _Server(config, Storage(url), place, others, open_browser).run([listening])
    finally:
        if lock is not None:
            lock.release()


class _Server(uvicorn.Server):
    """Says when the server is open."""

    def __init__(
        self, config: uvicorn.Config, storage: Storage, place: str, others: list[str], open_browser: bool
    ) -> None:
        super().__init__(config)
        self.storage, self.place, self.others, self.open_browser = storage, place, others, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.storage.open()  # what is wrong with it is said here in a line, and later in forty
        await self.storage.close()
        await super().startup(sockets)
        if self.should_exit:
            return
        console.print(f"[bold]Palatine is open:[/] {escape(self.place)}")
        for place in self.others:
            console.print(f"In your network:  {escape(place)}")
        console.print("[dim]Ctrl+C closes it; all games are kept.[/]")
        if self.open_browser:
            webbrowser.open(self.place)


def prepare_rules() -> None:
    """Compile the rules of all games and the search, once for a machine and a version, side by side."""
    folder = compiled.FOLDER
    cold = [name for name in games() if folder and not (folder / f"{name}.ready").exists()]
    if not cold or folder is None:
        return
    words = "Preparing rules and programs for this machine. This happens once and takes about a minute…"
    with messages.status(words):
        running = {name: subprocess.Popen([sys.executable, "-c", WARM, name]) for name in cold}
        for name, process in running.items():
            if process.wait() == 0:
                (folder / f"{name}.ready").touch()


def _only_one(database: str) -> FileLock | str:
    """A lock on the database, or the address of the server that has it."""
    lock = FileLock(f"{database}.lock")
    try:
        Path(database).parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        note = _note_of(database)
        return note.read_text("utf-8") if note.exists() else "at another address"
    except OSError as error:
        raise PalatineError(f"{database} cannot be used: {error.strerror or error}") from None
    return lock


def _reach(redis: str) -> None:
    """Say in a line what is wrong with Redis, before anything is built on it."""
    from redis import Redis, RedisError

    try:
        with Redis.from_url(redis) as connection:
            connection.ping()
    except RedisError as error:
        raise PalatineError(f"Redis cannot be reached at {redis}: {error}") from None


def _note_of(database: str) -> Path:
    """Where a running server has noted its address."""
    return Path(f"{database}.address")


def _listen(host: str, port: int | None) -> socket.socket:
    """The port that was asked for, or the first free one."""
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in wanted:
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            return listening
        except (OSError, OverflowError) as error:
            listening.close()
            reason = getattr(error, "strerror", None) or str(error)
    taken = f"{host}:{port}" if port else f"ports {FIRST_PORT} to {FIRST_PORT + PORTS - 1} of {host}"
    raise PalatineError(f"cannot listen on {taken}: {reason}. Choose another port with --port")


def _place(host: str, port: int) -> str:
    """The address to type."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _other_places(host: str, port: int) -> list[str]:
    """Where others in the network find it, if it listens to them: a link from there works for friends."""
    if host not in ("0.0.0.0", "::"):
        return []
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
    return [f"http://{address}:{port}/" for address in found if not address.startswith("127.")]
