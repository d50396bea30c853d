"""What somebody may be called."""

from __future__ import annotations

from palatine.core.errors import is_plain
from palatine.server.errors import Refusal

MOST_LETTERS = 30
NAMELESS = "Guest"


def check_name(name: str) -> str:
    """A name as it will be shown, or a Refusal that says what a name is."""
    name = " ".join(name.split())
    if not is_plain(name) or len(name) > MOST_LETTERS or name.startswith("bot:"):
        raise Refusal("bad_name", f"A name is one line of 1 to {MOST_LETTERS} letters.", 400)
    return name
