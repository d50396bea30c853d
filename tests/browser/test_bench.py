"""`palatine bench client` measures in a browser of its own, and in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from . import watchdog
from .conftest import chromium

PATIENCE = 600  # seconds: it may have to compile the rules first
START = "import sys; from palatine.cli import main; sys.argv[0] = 'palatine'; main()"


def bench(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    watchdog.feed(2 * PATIENCE)  # it has a limit of its own
    return subprocess.run(
        [sys.executable, "-c", START, "bench", "client", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "COLUMNS": "120", **variables},
    )


def test_a_smoke_run_measures_every_kind_of_page(tmp_path: Path):
    file = tmp_path / "client.json"
    found = chromium()
    known = {"PALATINE_CHROMIUM": found} if found else {}
    done = bench("--quick", "--game", "rivalkings", "--json", str(file), **known)
    assert done.returncode == 0, done.stderr
    assert "The first useful picture of the lobby" in done.stdout
    report = json.loads(file.read_text("utf-8"))
    pages = [(one["page"], one["cache"]) for one in report["loading"]]
    kinds = ["floor: one drawing", "lobby", "Rival Kings, table", "Rival Kings, replay"]
    assert pages == [(page, cache) for page in kinds for cache in ("cold", "warm")]
    for one in report["loading"]:
        assert one["useful"] is not None
        assert one["requests"] > 0
    for cold, warm in zip(report["loading"][::2], report["loading"][1::2], strict=True):
        assert warm["bytes"] < cold["bytes"]
    moved = [one["page"] for one in report["motion"]]
    assert moved == ["floor: one drawing", "Rival Kings, table", "Rival Kings, replay"]
    assert report["motion"][0]["frames"] > 0


def test_what_is_no_browser_is_an_error_in_words(tmp_path: Path):
    no_browser = tmp_path / "chromium"
    no_browser.write_text("#!/bin/sh\nexit 1\n")
    no_browser.chmod(0o755)
    done = bench("--quick", PALATINE_CHROMIUM=str(no_browser))
    assert done.returncode != 0
    assert "Chromium does not start" in done.stderr
    assert "Traceback" not in done.stderr
