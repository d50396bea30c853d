"""A test that stands still fails, and says where: some questions to a browser are never answered.

Most of what Playwright does gives up by itself after a while.  What has no limit of its own is evaluating on
a page, keys, taps and the protocol of Chromium, and closing anything.
"""

from __future__ import annotations

import faulthandler
import signal

import pytest

LIMIT = 600  # seconds; the longest tests take 40, and several times that on a busy machine
AGAIN = 15  # seconds until the next bite: one that hits a callback of the event loop is lost

bites = 0  # how often a test has stood still


def feed(seconds: float = LIMIT) -> None:
    """A test has so much time from now on; Windows has no such signal, and nobody watches there."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, bite)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)


def rest() -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def bite(*_: object) -> None:
    """Fail the test right where it is; Playwright lets this through and can be used again."""
    global bites
    bites += 1
    faulthandler.dump_traceback(file=2)  # all threads; pytest shows it with the failure
    pytest.fail("not done in time: it probably waits for something that never comes")
