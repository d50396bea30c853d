"""What a decision of a searching player may cost."""

from __future__ import annotations

import re

import msgspec

from palatine.core.errors import UnknownPlayer

MOST_SECONDS, MOST_ITERATIONS, MOST_THREADS = 3600.0, 1_000_000_000, 64
FORM = re.compile(r"(?P<amount>[0-9]{1,12}(?:\.[0-9]{1,6})?)(?P<unit>ms|s|)(?:\*(?P<threads>[0-9]{1,3}))?")


class Budget(msgspec.Struct, frozen=True):
    """Iterations or seconds or both, whichever is used up first."""

    iterations: int | None = None
    seconds: float | None = None
    threads: int = 1


def parse_budget(text: str) -> Budget:
    """What follows `search:` in the name of a player: 30ms, 1s, 500, with *2 for two threads."""
    parts = FORM.fullmatch(text)
    if parts is None:
        raise _bad(text, "after search: comes a time like 30ms or 1s or a number like 500, then perhaps *2")
    amount, unit, threads = parts["amount"], parts["unit"], int(parts["threads"] or 1)
    if not 1 <= threads <= MOST_THREADS:
        raise _bad(text, f"the threads are 1 to {MOST_THREADS}")
    if unit:
        seconds = float(amount) / (1000 if unit == "ms" else 1)
        if not 0 < seconds <= MOST_SECONDS:
            raise _bad(text, f"the time is more than nothing and at most {MOST_SECONDS:.0f}s")
        return Budget(seconds=seconds, threads=threads)
    if "." in amount or not 1 <= int(amount) <= MOST_ITERATIONS:
        raise _bad(text, f"without ms or s it is a whole number from 1 to {MOST_ITERATIONS:,}")
    return Budget(iterations=int(amount), threads=threads)


def _bad(text: str, reason: str) -> UnknownPlayer:
    return UnknownPlayer(f"there is no program 'search:{text}': {reason}")
