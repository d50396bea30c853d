"""What all tests share."""

from __future__ import annotations

import os
import subprocess
import sys

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # before anything is compiled

import pytest
from hypothesis import HealthCheck, settings

from palatine.core.catalog import games

# In a process of its own: all that playing a game and thinking about it need.
WARM = "import sys; from palatine.server.warmup import load_rules; load_rules(sys.argv[1])"

# Compiling the rules may take a while in the first example, and a whole game is one example.
settings.register_profile(
    "palatine", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("palatine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="Go on much longer where that may find more.")


@pytest.fixture
def long(request: pytest.FixtureRequest) -> bool:
    """Whether there is time to go on much longer than usual."""
    return bool(request.config.getoption("--long"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile each game once, side by side, before there are several workers that would all do it."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        running = [subprocess.Popen([sys.executable, "-c", WARM, name]) for name in games()]
        for process in running:
            process.wait()
