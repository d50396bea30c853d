"""The command `palatine`, as its users call it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from unittest import mock

from palatine.cli import common, main

PALATINE = [sys.executable, "-c", "from palatine.cli import main; main()"]
PLAIN = {"COLUMNS": "200", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}  # a wide terminal without colour

Done = subprocess.CompletedProcess[str]


def process(*arguments: str | Path, stdin: str = "", folder: Path | None = None, **env: str) -> Done:
    """Run the command in a process of its own, with what is typed and an environment."""
    return subprocess.run(
        [*PALATINE, *map(str, arguments)],
        input=stdin,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **PLAIN, **env},
        timeout=300,
    )


def palatine(*arguments: str | Path, folder: Path | None = None) -> Done:
    """Run the command right here, which is much quicker: what it says, and its exit code."""
    words = ["palatine", *map(str, arguments)]
    said, complained = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    code, wide = 0, int(PLAIN["COLUMNS"])
    with (
        chdir(folder or Path.cwd()),
        mock.patch.multiple(sys, argv=words, stdin=io.StringIO(), stdout=said, stderr=complained),
        mock.patch.dict(os.environ, PLAIN),
        mock.patch.multiple(common.console, _width=wide),
        mock.patch.multiple(common.messages, _width=wide),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Done(words, code, *(_text(stream) for stream in (said, complained)))


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
