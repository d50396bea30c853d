"""What does not come in: requests for other servers, from pages of other sites, bodies that are no JSON."""

from __future__ import annotations

import logging

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException, WebSocketException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from palatine.server.errors import FOREIGN, NOT_JSON, WRONG_HOST
from palatine.server.host.bans import Bans
from palatine.server.hosts import Hosts
from palatine.server.http.headers import is_api
from palatine.server.identity import is_foreign

logger = logging.getLogger("palatine")

READING = ("GET", "HEAD", "OPTIONS")
METRICS = "/metrics"
HOST = "/api/host"  # a host who was banned by mistake can still lift it
MOST_TOLD = 20  # names that the log tells of; whoever makes them up should not fill it


class Guard(ASGIMiddleware):
    """Looks at every request before anybody else does."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, hosts: Hosts, metrics_port: int | None) -> None:
        self.hosts, self._metrics_port = hosts, metrics_port
        self._told: set[str] = set()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        _, port = scope["server"] or ("", None)
        if self._metrics_port is not None and port == self._metrics_port:
            if scope["path"] != METRICS:  # the house has another door, with a proxy before it
                raise NotFoundException
            await next_app(scope, receive, send)  # whatever the port is called by those who may reach it
            return
        headers = Headers.from_scope(scope)
        host = ", ".join(headers.getall("host", []))  # of two, a proxy and we might read different ones
        if not self.hosts.know(host):
            self._tell(host)
            if scope["type"] == ScopeType.WEBSOCKET:
                raise WebSocketException(detail=WRONG_HOST.code)  # before it is open: a 403
            raise WRONG_HOST.refuse(host=host)
        if scope["type"] == ScopeType.HTTP and scope["method"] not in READING:
            if is_foreign(scope):
                raise FOREIGN.refuse()
            if _has_body(headers) and not _is_json(headers):
                raise NOT_JSON.refuse()
        await next_app(scope, receive, send)

    def _tell(self, host: str) -> None:
        """Say once in the log what the host may have forgotten."""
        if host not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(host)
            logger.warning("refused requests for the host %r: if it is ours, name it by --allowed-host", host)


class Door(ASGIMiddleware):
    """Lets nobody in who is banned; pages they may load, which tell them so."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, bans: Bans) -> None:
        self._bans = bans

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if is_api(scope) and not scope["path"].startswith(HOST):
            client = scope["client"]
            if refusal := self._bans.refusal(scope["state"].get("user"), client[0] if client else None):
                raise refusal
        await next_app(scope, receive, send)


def _has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def _is_json(headers: Headers) -> bool:
    """Whether it says so: a form of another site cannot, without asking us first."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"
