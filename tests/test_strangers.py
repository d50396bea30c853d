"""Nothing outside a game's own folders names a game; the client has a test of its own for it."""

from __future__ import annotations

import re
from pathlib import Path

import palatine
from palatine.core.catalog import games

SOURCES = Path(palatine.__file__).parent


def test_no_code_of_the_house_names_a_game() -> None:
    names = "|".join(re.escape(word) for about in games().values() for word in (about.name, about.title))
    files = [
        path
        for suffix in ("py", "ftl", "html")
        for path in SOURCES.rglob(f"*.{suffix}")
        if not path.is_relative_to(SOURCES / "games")
        and not path.is_relative_to(SOURCES / "server" / "client")
    ]
    assert len(files) > 100
    found = [str(path) for path in files if re.search(names, path.read_text("utf-8"), re.IGNORECASE)]
    assert not found
