"""The log of a server: lines for people, or JSON for machines.  Neither names a user, a seed or a cookie."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Literal

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from palatine.server.timing import Time

LogFormat = Literal["text", "json"]
PLAIN = "%(levelname)s: %(message)s"
# How uvicorn begins to speak of visitors who send nonsense: they are told, and could fill the log by it.
NONSENSE = ("Invalid HTTP", "Unsupported upgrade", "Invalid UTF-8")

access = logging.getLogger("palatine.access")


def set_up_logs(format: LogFormat, with_access: bool) -> None:
    """Write what is worth knowing to the standard error; requests only where they are wanted."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if format == "json" else logging.Formatter(PLAIN))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("palatine.host").setLevel(logging.INFO)  # what whoever runs the server has done
    logging.getLogger("uvicorn.error").addFilter(is_worth_knowing)
    access.setLevel(logging.INFO if with_access else logging.WARNING)


def is_worth_knowing(record: logging.LogRecord) -> bool:
    """Whether something is logged that no visitor can bring about at will."""
    return not str(record.msg).startswith(NONSENSE)


class JsonLines(logging.Formatter):
    """A line of JSON for everything that is logged."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class AccessLog:
    """Tells of every request what was asked, how it was answered, and the time that took.

    A path is told as its route is written, `/api/tables/{table}`: an address can be the key to a table.
    """

    def __init__(self, app: ASGIApp, time: Time) -> None:
        self._app, self._time = app, time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began, status = self._time.monotonic(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            _tell(scope, status, self._time.monotonic() - began)


def _tell(scope: HTTPScope, status: int, seconds: float) -> None:
    path = scope.get("path_template", "-")  # none where there is no such address
    told = {"method": scope["method"], "path": path, "status": status, "ms": round(1000 * seconds, 1)}
    access.info("%(method)s %(path)s %(status)s %(ms)s ms", told, extra={"fields": told})
