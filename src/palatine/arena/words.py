"""Numbers in words, alike on the page and in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from palatine.arena.ratings import Estimate
from palatine.arena.results import Results


def times(count: int, what: str, several: str = "") -> str:
    """1 game, 2,000 games."""
    return f"1 {what}" if count == 1 else f"{count:,} {several or what + 's'}"


def signed(value: float, decimals: int = 0) -> str:
    """A number with its sign; nothing has none."""
    rounded = round(value, decimals)
    if not rounded:
        return f"{0:.{decimals}f}"
    return f"{'+' if rounded > 0 else '−'}{abs(rounded):.{decimals}f}"


def percent(value: float, decimals: int = 0) -> str:
    return f"{100 * value:.{decimals}f} %"


def plus_minus(estimate: Estimate, scale: float = 1, decimals: int = 1, unit: str = "") -> str:
    """A number with half the width of its interval; alone where there is none, as after a single block."""
    value = f"{scale * estimate.value:.{decimals}f}".replace("-", "−")
    return f"{value} ± {scale * estimate.margin:.{decimals}f}{unit}" if estimate.margin else f"{value}{unit}"


def duration(seconds: float) -> str:
    """A time, as exactly as anybody wants to know it."""
    if seconds < 1e-3:
        return f"{1e6 * seconds:.0f} µs"
    if seconds < 1:
        return f"{1e3 * seconds:.{1 if seconds < 0.01 else 0}f} ms"
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def moment(written: str) -> str:
    """A time of ISO's form, for people."""
    then = datetime.fromisoformat(written)
    return f"{then.day} {then:%B %Y, %H:%M} UTC"


def settings(options: Mapping[str, Any]) -> str:
    """The options of a game: 3 players, board rhine, open coins."""
    words = [f"{options['players']} players"]
    for name, value in options.items():
        if name != "players":
            spoken = name.replace("_", " ")
            words.append(spoken if value is True else f"{spoken} {value}")
    return ", ".join(words)


def why_stopped(results: Results) -> str:
    """Why a tournament ended."""
    if results.stopped == "precision":
        return f"every rating is known to ± {results.precision:g}"
    return "as many as were asked for" if results.stopped == "games" else "it was stopped before its end"
