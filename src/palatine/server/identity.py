"""Who somebody is: an id in a signed cookie, which only that browser has.  No accounts, only names."""

from __future__ import annotations

import secrets
from typing import Any

from itsdangerous import BadSignature, Signer
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from palatine.server.errors import FOREIGN

COOKIE = "palatine"
A_YEAR = 365 * 24 * 3600
READING = ("GET", "HEAD", "OPTIONS")


class Identity(ASGIMiddleware):
    """Reads the cookie of every request; a browser that has none gets one with the page."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)
    exclude_opt_key = "no_cookie"  # so marked is a route that nobody in particular asks
    signer: Signer

    def learn(self, secret: str) -> None:
        """What the cookies are signed with."""
        self.signer = Signer(secret, salt="player")  # the cookies of old have it

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] not in READING and is_foreign(scope):
            raise FOREIGN.refuse()
        user = self.read(scope)
        if user is not None or not _gives_cookies(scope):
            scope["state"]["user"] = user
            await next_app(scope, receive, send)
            return
        user = scope["state"]["user"] = secrets.token_urlsafe(24)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                headers.add("set-cookie", self.cookie(user, scope["scheme"] == "https"))
                headers["cache-control"] = "no-store"  # or somebody else might be given it
            await send(message)

        await next_app(scope, receive, send_with_cookie)

    def read(self, scope: Scope) -> str | None:
        """The user's id, if the cookie is one that we have signed."""
        cookie = ASGIConnection[Any, Any, Any, Any](scope).cookies.get(COOKIE)
        try:
            return self.signer.unsign(cookie).decode() if cookie else None
        except (BadSignature, ValueError):
            return None

    def cookie(self, user: str, secure: bool) -> str:
        value = self.signer.sign(user).decode()
        words = [f"{COOKIE}={value}", "Path=/", f"Max-Age={A_YEAR}", "HttpOnly", "SameSite=Lax"]
        return "; ".join(words + ["Secure"] * secure)


def is_foreign(scope: Scope) -> bool:
    """Whether a page of another site is asking: browsers say so.  It may not use, or lose, our cookie."""
    headers = Headers.from_scope(scope)
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def _gives_cookies(scope: Scope) -> bool:
    """Pages, and what changes something; not what a page loads by the dozen, or it would get a dozen."""
    if scope["type"] != ScopeType.HTTP:
        return False
    path = scope["path"]
    return scope["method"] != "GET" or path == "/api/me" or not path.startswith(("/api/", "/assets/"))


def user_of(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """Who is asking; empty for somebody without a cookie, who has no seat anywhere."""
    return connection.scope["state"].get("user") or ""
