"""The browser client's files, as its build left them; held in memory, compressed once."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from palatine.server.errors import Unavailable
from palatine.server.http.ahead import Ahead
from palatine.server.http.art import Drawn
from palatine.server.http.common import HttpRequest, TheReplays, TheServer
from palatine.server.live.server import GameServer

FOLDER = Path(__file__).parent.parent / "client"
PAGE, MANIFEST = "index.html", "manifest.json"  # the one page; what the build is made of
WORKER = "sw.js"  # the service worker; a page in its place would be taken for a broken one
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
MEDIA = {".webmanifest": "application/manifest+json"}  # what not every Python knows
PATIENCE = 0.2  # seconds
BROTLI = ".br"  # packed best, by the build; Python itself has no Brotli
PACKED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
MISSING = Path(__file__).with_name("not_built.html").read_text("utf-8")


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    data: bytes
    packed: Mapping[str, bytes]  # by how, the smallest first
    media: str
    tag: str
    cache: str

    @classmethod
    def of(
        cls, data: bytes, media: str, cache: str = ASK_AGAIN, pack: bool = True, brotli: bytes | None = None
    ) -> File:
        """A file; to compress it takes longer than all else, and is done once."""
        packed = {"br": brotli} if brotli else {}
        if pack:
            packed["gzip"] = gzip.compress(data, 9, mtime=0)
        return cls(data, packed, media, f'"{sha256(data).hexdigest()[:20]}"', cache)

    def send(self, request: HttpRequest) -> Response[bytes]:
        """The file, or a word that it is still the one that the browser has."""
        headers = {"cache-control": self.cache, "etag": self.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(b"", status_code=304, headers=headers)
        known = {
            way.partition(";")[0].strip() for way in request.headers.get("accept-encoding", "").split(",")
        }
        data = self.data
        for way, packed in self.packed.items():
            if way in known:
                data, headers["content-encoding"] = packed, way
                break
        return Response(data, media_type=self.media, headers=headers)


class Pages:
    """All files of the client."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        self.files = {
            path.relative_to(folder).as_posix(): _read(path) for path in found if path.suffix != BROTLI
        }
        build, manifest = self.files.get("build.txt"), self.files.pop(MANIFEST, None)
        self.build = build.data.decode().strip() if build else ""
        self._ahead = Ahead(manifest.data if manifest else b"{}")
        self._heads = lru_cache(maxsize=64)(self._with_head)  # not for ever: there are many boards

    def send(self, name: str, request: HttpRequest) -> Response[bytes]:
        """A file of the client; any other address is a page, which the client itself finds its way in."""
        file = self.files.get(name)
        if file is not None:
            return file.send(request)
        if name.startswith("assets/") or name == WORKER:
            return _missing()
        return self.page(name.partition("/")[0], request)

    def page(self, kind: str, request: HttpRequest, game: Drawn | None = None) -> Response[bytes]:
        """A page, with word of what it will ask for; of a game where it shows one."""
        return self._heads(kind, game).send(request) if self.files else _missing()

    def _with_head(self, kind: str, game: Drawn | None) -> File:
        page = self.files[PAGE]
        told = self._ahead.links(kind, game)
        return File.of(page.data.replace(b"</head>", told.encode() + b"</head>", 1), page.media, page.cache)


def _missing() -> Response[bytes]:
    return Response(MISSING.encode(), status_code=404, media_type="text/html")


def _read(path: Path) -> File:
    media = MEDIA.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    hashed = path.parent.name == "assets"
    text = path.suffix in PACKED and not media.startswith("text/")  # to those Litestar adds it
    smaller = path.with_name(path.name + BROTLI)  # as the build has left it
    return File.of(
        path.read_bytes(),
        f"{media}; charset=utf-8" if text else media,
        FOREVER if hashed else ASK_AGAIN,
        path.suffix in PACKED,
        smaller.read_bytes() if smaller.is_file() else None,
    )


@get("/", packed=True, include_in_schema=False, sync_to_thread=False)
def front_page(request: HttpRequest, pages: NamedDependency[Pages]) -> Response[bytes]:
    """The client's first page."""
    return pages.page("", request)


@get("/t/{id:str}", packed=True, include_in_schema=False)
async def table_page(
    request: HttpRequest, pages: NamedDependency[Pages], server: TheServer, id: FromPath[str]
) -> Response[bytes]:
    """A table."""
    return pages.page("t", request, await _soon(_game_of(server, id)))


@get("/g/{id:str}", packed=True, include_in_schema=False)
async def replay_page(
    request: HttpRequest,
    pages: NamedDependency[Pages],
    server: TheServer,
    replays: TheReplays,
    id: FromPath[str],
) -> Response[bytes]:
    """A game to watch again."""
    played = replays.games.get(id)
    header = played.record.header if played else None
    game = Drawn.of(header.game, header.options) if header else await _soon(_game_of(server, id))
    return pages.page("g", request, game)


@get("/{name:path}", packed=True, include_in_schema=False, sync_to_thread=False)
def page(request: HttpRequest, pages: NamedDependency[Pages], name: FromPath[str]) -> Response[bytes]:
    """The client's other pages, and its files."""
    return pages.send(name.lstrip("/"), request)


async def _game_of(server: GameServer, id: str) -> Drawn | None:
    """What is played at a table, if there is one; its log is not read for it."""
    table = server.tables.get(id)
    try:
        header = table.state.header if table else await server.storage.tables.header(id)
    except Unavailable:
        return None
    return Drawn.of(header.game, header.options) if header else None


async def _soon(asked: Coroutine[Any, Any, Drawn | None]) -> Drawn | None:
    """An answer that only makes a page faster; it is not waited for long."""
    task = asyncio.ensure_future(asked)
    await asyncio.wait({task}, timeout=PATIENCE)
    return task.result() if task.done() else None
