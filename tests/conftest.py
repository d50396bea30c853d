"""What all tests share."""

from __future__ import annotations

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # also of servers that tests start

import pytest
from hypothesis import HealthCheck, settings

from palatine.cli.serve import prepare_rules

# Compiling the rules may take a while in the first example, and a whole game is one example.
settings.register_profile(
    "palatine", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("long", settings.get_profile("palatine"))
settings.load_profile("palatine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="Go on much longer where that may find more.")


@pytest.fixture
def long(request: pytest.FixtureRequest) -> bool:
    """Whether there is time to go on much longer than usual."""
    return bool(request.config.getoption("--long"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the rules once for all tests, before there are several workers that would all do it.

    How long it may take is known by the profile to what is made when modules are read.
    """
    if config.getoption("--long"):
        settings.load_profile("long")
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        prepare_rules()
