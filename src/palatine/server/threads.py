"""Threads that think, and stand back for whoever plays."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

NICE = 10  # how far threads that think stand back


def quiet_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """Threads of low priority."""
    return ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=_step_back)


def _step_back() -> None:
    """Whoever plays comes first: this thread yields, where the system knows how."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
