"""Servers in processes of their own, as everybody runs them."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import httpx

from tests.forked import Forked

PATIENCE = 240.0  # seconds: the rules may have to be compiled first


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """`palatine serve`, which can be killed and started again at the same address."""

    def __init__(self, folder: Path, *options: str, database: str | None = None) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = database or str(folder / "palatine.db")
        self.log = folder / f"server-{self.port}.log"
        self.options = options
        self.running: Forked | None = None

    async def start(self) -> float:
        """Start it and wait until it answers; how long that took."""
        begin = time.monotonic()
        where = ["--port", str(self.port), "--database", self.database]
        self.running = Forked(["serve", *where, "--no-limits", *self.options], self.log)
        async with httpx.AsyncClient(trust_env=False) as http:
            while True:
                try:
                    await http.get(f"{self.address}/api/me")
                    return time.monotonic() - begin
                except httpx.TransportError:
                    alive = self.running.poll() is None and time.monotonic() - begin < PATIENCE
                    assert alive, f"the server does not start:\n{self.said()}"
                    await asyncio.sleep(0.02)

    def kill(self) -> None:
        """As a loss of power does."""
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            self.running = None

    def stop(self) -> None:
        """As Ctrl+C does."""
        if self.running is not None:
            self.running.terminate()
            assert self.running.wait(20) is not None
            self.running = None

    def said(self) -> str:
        return self.log.read_text("utf-8", errors="replace")
