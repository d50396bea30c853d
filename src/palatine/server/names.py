"""What somebody may be called."""

from __future__ import annotations

from palatine.core.errors import is_plain
from palatine.server.errors import BAD_NAME

MOST_LETTERS = 30
NAMELESS = "Guest"


def check_name(name: str) -> str:
    """A name as it will be shown, or a Refusal that says what a name is."""
    name = " ".join(name.split())
    if not is_plain(name) or len(name) > MOST_LETTERS or name.startswith("bot:"):
        raise BAD_NAME.refuse(most=MOST_LETTERS)
    return name
