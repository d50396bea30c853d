"""What a page is going to ask for, told in its head: all of it comes at once, not one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

import msgspec

from palatine.core.catalog import games
from palatine.core.errors import PalatineError
from palatine.core.words import LANGUAGE
from palatine.server.http.art import Drawn

# Modules of the client that are loaded when they are needed, as its build calls them.
ENTRY = "index.html"
PAGES = {  # by the first part of an address
    "": "src/lobby/Lobby.svelte",
    "t": "src/table/TablePage.svelte",
    "g": "src/replay/ReplayPage.svelte",
    "host": "src/host/HostPage.svelte",
}
OF_A_GAME, OF_OTHERS = "src/games/{}/index.ts", "src/plain/index.ts"
LIGHTS = {"day": "not all and (prefers-color-scheme: dark)", "night": "(prefers-color-scheme: dark)"}


class Chunk(msgspec.Struct, frozen=True):
    """A file of scripts, as Vite's manifest tells of it, with its style sheets and the chunks it imports."""

    file: str
    css: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()


class Ahead:
    """What pages load beside the files that the HTML of a build names anyway."""

    def __init__(self, manifest: bytes) -> None:
        self._chunks = msgspec.json.decode(manifest, type=dict[str, Chunk])
        self._named = set(self._files(ENTRY))

    def links(self, page: str, game: Drawn | None) -> str:
        """The elements that tell of all of it, for the head of a page; of a game where it shows one."""
        return "".join(self._links(page, game))

    def _links(self, page: str, game: Drawn | None) -> Iterator[str]:
        own = game is not None and OF_A_GAME.format(game.game) in self._chunks
        wanted = [PAGES[page]] if page in PAGES else []
        if game is not None:
            wanted.append(OF_A_GAME.format(game.game) if own else OF_OTHERS)
        for file in self._files(*wanted):
            if file not in self._named:
                yield _file(file)
        if game is not None and game.game in games():
            yield _data(f"/api/games/{quote(game.game)}/words/{LANGUAGE}")
            if own:
                yield from _drawings(game)

    def _files(self, *names: str) -> list[str]:
        """What chunks are made of, with all that they import."""
        found: dict[str, Chunk] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name not in found and (chunk := self._chunks.get(name)):
                found[name] = chunk
                waiting += chunk.imports
        return [file for chunk in found.values() for file in (chunk.file, *chunk.css)]


def _drawings(game: Drawn) -> Iterator[str]:
    try:
        files = game.drawing.files
    except PalatineError:
        return  # of a board that is gone
    for file in files:
        for theme, light in LIGHTS.items():
            yield _data(game.address(file, theme), light)


def _file(file: str) -> str:
    what = 'rel="preload" as="style"' if file.endswith(".css") else 'rel="modulepreload"'
    return f'<link {what} crossorigin href="/{escape(file)}">'


def _data(address: str, media: str | None = None) -> str:
    when = f' media="{escape(media)}"' if media else ""
    return f'<link rel="preload" as="fetch" crossorigin href="{escape(address)}"{when}>'
