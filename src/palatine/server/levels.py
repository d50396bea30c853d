"""The programs that can take a seat: those that are offered, and two that only old tables have."""

from __future__ import annotations

from palatine.bots import LEVELS as OFFERED
from palatine.server.protocol.lobby import Level

STAND_IN = "greedy"  # who plays on for somebody who is away
SEATED = (
    *(Level(level.name, level.seconds) for level in OFFERED),
    Level("expert", 0.05, offered=False),
    Level("random", 0.0, offered=False),
)
LEVELS = frozenset(level.name for level in SEATED)
SECONDS = {level.name: level.seconds for level in SEATED}
