"""`palatine` in processes that are there at once: forked from one that has loaded all that a server needs.

As a command each would first import and fetch rules for seconds, and that is not what those tests are about
that start a server again and again.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

context: Any = multiprocessing.get_context("spawn")
if "forkserver" in multiprocessing.get_all_start_methods():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.loaded"])


class Forked:
    """`palatine` with these arguments, as `subprocess.Popen` would give it; what it says is added to a log.

    Before it begins, `first` is called in it.
    """

    def __init__(self, arguments: Sequence[str], log: Path, first: Callable[[], None] | None = None) -> None:
        self._process = context.Process(target=_run, args=(list(arguments), log, first), daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    def poll(self) -> int | None:
        code: int | None = self._process.exitcode
        return code

    def wait(self, timeout: float | None = None) -> int:
        """How it ended; TimeoutError where it did not."""
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise TimeoutError(f"it has not ended after {timeout} s")
        return code

    def kill(self) -> None:
        """As a loss of power does."""
        self._process.kill()

    def terminate(self) -> None:
        """As those do who run servers."""
        self._process.terminate()


def _run(arguments: list[str], log: Path, first: Callable[[], None] | None) -> None:
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(written, stream.fileno())
    os.close(written)
    if first is not None:
        first()
    from palatine.cli import main

    sys.argv = ["palatine", *arguments]
    main()
