"""What a decision of a searching player may cost."""

from __future__ import annotations

import re

import msgspec

from palatine.core.errors import UnknownPlayer
from palatine.core.messages import Message, Phrase

MOST_SECONDS, MOST_ITERATIONS, MOST_THREADS = 3600, 1_000_000_000, 64
BAD_BUDGET = Phrase("error-bad-budget", budget=str, reason=Message)
BUDGET_FORM = Phrase("budget-form")
BUDGET_THREADS = Phrase("budget-threads", most=int)
BUDGET_TIME = Phrase("budget-time", most=int)
BUDGET_ITERATIONS = Phrase("budget-iterations", most=int)

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
        raise _bad(text, BUDGET_FORM())
    amount, unit, threads = parts["amount"], parts["unit"], int(parts["threads"] or 1)
    if not 1 <= threads <= MOST_THREADS:
        raise _bad(text, BUDGET_THREADS(most=MOST_THREADS))
    if unit:
        seconds = float(amount) / (1000 if unit == "ms" else 1)
        if not 0 < seconds <= MOST_SECONDS:
            raise _bad(text, BUDGET_TIME(most=MOST_SECONDS))
        return Budget(seconds=seconds, threads=threads)
    if "." in amount or not 1 <= int(amount) <= MOST_ITERATIONS:
        raise _bad(text, BUDGET_ITERATIONS(most=MOST_ITERATIONS))
    return Budget(iterations=int(amount), threads=threads)


def _bad(text: str, reason: Message) -> UnknownPlayer:
    return UnknownPlayer(BAD_BUDGET(budget=text, reason=reason))
