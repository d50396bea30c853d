"""Servers that a benchmark starts for itself: they end with it, and leave nothing behind."""

import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from palatine.core.errors import PalatineError

START = "import sys; from palatine.cli import main; sys.argv[0] = 'palatine'; main()"
PATIENCE = 120.0  # seconds for a server to start

Server = tuple[subprocess.Popen[str], str]  # and its address


@contextmanager
def running(
    command: Sequence[str], sign: str, log: IO[str] | None = None, /, **variables: str
) -> Iterator[Server]:
    """A server, from the moment that it says where it is until the end of the block."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **variables}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    assert process.stdout is not None
    impatience = threading.Timer(PATIENCE, process.kill)
    impatience.start()
    try:
        said = next((line for line in process.stdout if sign in line), None)
        impatience.cancel()
        if said is None:
            raise PalatineError(f"the server did not start; it ended with {process.wait()}")
        yield process, said.partition(sign)[2].strip().rstrip("/")
    finally:
        impatience.cancel()
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextmanager
def served(limits: bool = False) -> Iterator[Server]:
    """`palatine serve` as its users run it, on a fresh database of its own; without limits unless said."""
    with tempfile.TemporaryDirectory(prefix="palatine-bench-", ignore_cleanup_errors=True) as folder:
        database = str(Path(folder) / "bench.db")
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--database", database]
        if not limits:
            command.append("--no-limits")  # all who are measured come from one address
        with (
            (Path(folder) / "log").open("w", encoding="utf-8") as log,  # a flood may fill it
            running(command, "Palatine is open:", log if limits else None) as server,
        ):
            yield server


def await_ready(address: str) -> None:
    """Wait until everybody can play at a server."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(600):
        with suppress(OSError), opener.open(f"{address}/ready", timeout=5):
            return
        time.sleep(0.05)
    raise PalatineError("a server did not become ready")


def load() -> tuple[float, int]:
    """How busy this machine is, in processes that want to run, and how many cores it has for them."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0, os.cpu_count() or 1
