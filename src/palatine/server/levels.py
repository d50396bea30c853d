"""The programs that can take a seat: those that are offered, and two that only old tables have."""

from __future__ import annotations

from palatine.bots import LEVELS
from palatine.server.protocol.lobby import Level

STAND_IN = "greedy"  # who plays on for somebody who is away
SEATED = (
    *(Level(level.name, level.title, level.help, level.seconds) for level in LEVELS),
    Level("expert", "Expert", "Thinks for a twentieth of a second.", 0.05, offered=False),
    Level("random", "Careless", "Does anything that is allowed.", 0.0, offered=False),
)
TITLES = {level.name: level.title for level in SEATED}
SECONDS = {level.name: level.seconds for level in SEATED}
