"""The browser client's files, as its build left them; held in memory, compressed once."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

FOLDER = Path(__file__).parent.parent / "client"
WORKER = "sw.js"  # the service worker; a page in its place would be taken for a broken one
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
MEDIA = {".webmanifest": "application/manifest+json"}  # what not every Python knows
PACKED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
MISSING = Path(__file__).with_name("not_built.html").read_text("utf-8")


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    data: bytes
    packed: bytes | None
    media: str
    tag: str
    cache: str


class Pages:
    """All files of the client."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        self.files = {path.relative_to(folder).as_posix(): _read(path) for path in found}
        build = self.files.get("build.txt")
        self.build = build.data.decode().strip() if build else ""

    def send(self, name: str, request: Request) -> Response[bytes]:  # type: ignore[type-arg]
        """A file of the client; any other address is a page, which the client itself finds its way in."""
        file = self.files.get(name)
        if file is None and (name.startswith("assets/") or name == WORKER or not self.files):
            return Response(MISSING.encode(), status_code=404, media_type="text/html")
        file = file or self.files["index.html"]
        headers = {"cache-control": file.cache, "etag": file.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(b"", status_code=304, headers=headers)
        data = file.data
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            data, headers["content-encoding"] = file.packed, "gzip"
        return Response(data, media_type=file.media, headers=headers)


def _read(path: Path) -> File:
    data = path.read_bytes()
    media = MEDIA.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    hashed = path.parent.name == "assets"
    text = path.suffix in PACKED and not media.startswith("text/")  # to those Litestar adds it
    return File(
        data=data,
        packed=gzip.compress(data, 9, mtime=0) if path.suffix in PACKED else None,
        media=f"{media}; charset=utf-8" if text else media,
        tag=f'"{sha256(data).hexdigest()[:20]}"',
        cache=FOREVER if hashed else ASK_AGAIN,
    )


@get("/", packed=True, include_in_schema=False, sync_to_thread=False)
def front_page(request: Request, pages: NamedDependency[Pages]) -> Response[bytes]:  # type: ignore[type-arg]
    """The client's first page."""
    return pages.send("index.html", request)


@get("/{name:path}", packed=True, include_in_schema=False, sync_to_thread=False)
def page(
    request: Request,  # type: ignore[type-arg]
    pages: NamedDependency[Pages],
    name: FromPath[str],
) -> Response[bytes]:
    """The client's other pages, and its files."""
    return pages.send(name.lstrip("/"), request)
