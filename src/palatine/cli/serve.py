"""`palatine serve`: the server, for the browser."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout
from litestar import Litestar
from rich.markup import escape

from palatine.cli.common import console, messages
from palatine.core import compiled
from palatine.core.catalog import games
from palatine.core.errors import PalatineError
from palatine.server.app import Settings, build_app
from palatine.server.hosts import EVERYWHERE
from palatine.server.http.arrival import PunctualProtocol
from palatine.server.limits import read_limits
from palatine.server.logs import AccessLog, LogFormat, set_up_logs
from palatine.server.protocol.host import HostKeeping
from palatine.server.running import PoliteServer
from palatine.server.storage import Storage, database_url
from palatine.server.storage.database import usual_database
from palatine.server.timing import Time
from palatine.server.transport import SocketProtocol

FIRST_PORT, PORTS = 8000, 20
SWITCHING = (
    0.0005  # seconds that who plays waits for a thread that works on something else, at each of many turns
)
RARELY = (10_000, 20, 50)  # how often garbage is looked for: there are many objects and hardly any circles
__all__ = ["HostKeeping", "Watching", "serve"]

WARM = "import sys; from palatine.server.warmup import load_rules; load_rules(sys.argv[1])"


@dataclass(frozen=True)
class Watching:
    """What those who run the server want to see of it."""

    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    log_format: LogFormat = "text"
    access_log: bool = False


def serve(
    host: str,
    port: int | None,
    database: str | None,
    redis: str | None,
    grace: float,
    limits: list[str] | None,
    keeping: HostKeeping,
    open_browser: bool,
    allowed_hosts: Sequence[str],
    watching: Watching,
) -> None:
    """Run the server until it is interrupted; `limits` are those that are to be others, or none at all."""
    address = database or usual_database()
    url = database_url(address)
    budgets = None if limits is None else read_limits(limits)
    settings = Settings(
        address, redis, grace, host, tuple(allowed_hosts), watching.metrics_port, budgets, keeping
    )
    app = build_app(settings)
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
    sockets = [listening]
    if watching.metrics_port is not None:
        sockets.append(_listen(watching.metrics_host, watching.metrics_port, "--metrics-port"))
    place = _place(host, listening.getsockname()[1])
    if lock is not None:
        note_of(str(url.database)).write_text(place, "utf-8")
    allow_all_files()
    sys.setswitchinterval(SWITCHING)
    set_up_logs(watching.log_format, watching.access_log)
    config = uvicorn.Config(
        AccessLog(app, Time()) if watching.access_log else app,
        http=PunctualProtocol,
        ws=SocketProtocol,
        log_config=None,  # as ours
        access_log=False,
        ws_max_size=65_536,
        timeout_graceful_shutdown=3,
        proxy_headers=True,
        server_header=False,
    )
    try:
        others = _other_places(host, listening.getsockname()[1])
        _Server(config, app, Storage(url), place, others, open_browser).run(sockets)
    finally:
        if lock is not None:
            lock.release()


class _Server(PoliteServer):
    """Says when the server is open."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Litestar,
        storage: Storage,
        place: str,
        others: list[str],
        open_browser: bool,
    ) -> None:
        super().__init__(config, app)
        self.storage, self.place, self.others, self.open_browser = storage, place, others, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.storage.open()  # what is wrong with it is said here in a line, and later in forty
        await self.storage.close()
        await super().startup(sockets)
        if self.should_exit:
            return
        gc.collect()
        gc.freeze()  # what is there now stays: no need to look through it again and again
        gc.set_threshold(*RARELY)
        console.print(f"[bold]Palatine is open:[/] {escape(self.place)}")
        for place in self.others:
            console.print(f"In your network:  {escape(place)}")
        console.print("[dim]Ctrl+C closes it; all games are kept.[/]")
        if self.open_browser:
            webbrowser.open(self.place)


def prepare_rules() -> None:
    """Compile the rules of all games and the search, once for a machine and a version, side by side."""
    folder = compiled.FOLDER
    if folder is None or not _cold(folder):
        return
    words = "Preparing rules and programs for this machine. This happens once and takes about a minute…"
    with messages.status(words), FileLock(folder / "preparing.lock"):  # who starts beside waits for it
        running = {name: subprocess.Popen([sys.executable, "-c", WARM, name]) for name in _cold(folder)}
        for name, process in running.items():
            if process.wait() == 0:
                (folder / f"{name}.ready").touch()


def allow_all_files() -> None:
    """Have as many files and connections open as the system lets this process: it gives fewer at first."""
    if sys.platform == "win32":
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):  # where most is more than there may be
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _cold(folder: Path) -> list[str]:
    """The games whose rules are not compiled yet."""
    return [name for name in games() if not (folder / f"{name}.ready").exists()]


def _only_one(database: str) -> FileLock | str:
    """A lock on the database, or the address of the server that has it."""
    lock = FileLock(f"{database}.lock")
    try:
        Path(database).parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        note = note_of(database)
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
        place = redis.rpartition("@")[2]  # without a password
        raise PalatineError(f"Redis cannot be reached at {place}: {error}") from None


def note_of(database: str) -> Path:
    """Where a running server has noted its address."""
    return Path(f"{database}.address")


def _listen(host: str, port: int | None, option: str = "--port") -> socket.socket:
    """The port that was asked for, or the first free one."""
    wanted = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for number in wanted:
        # By its protocol asyncio knows that nothing small is to be held back, as uvloop does in any case.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            return listening
        except (OSError, OverflowError) as error:
            listening.close()
            reason = getattr(error, "strerror", None) or str(error)
    taken = f"{host}:{port}" if port else f"ports {FIRST_PORT} to {FIRST_PORT + PORTS - 1} of {host}"
    raise PalatineError(f"cannot listen on {taken}: {reason}. Choose another port with {option}")


def _place(host: str, port: int) -> str:
    """The address to type."""
    shown = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _other_places(host: str, port: int) -> list[str]:
    """Where others in the network find it, if it listens to them: a link from there works for friends."""
    if host not in EVERYWHERE:
        return []
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []
    return [f"http://{address}:{port}/" for address in found if not address.startswith("127.")]
