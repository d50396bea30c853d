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

COOKIE = "palatine"
SECURE_COOKIE = "__Host-palatine"  # by https: browsers take it from this very host alone
A_YEAR = 365 * 24 * 3600
ELSEWHERE = ("cross-site", "same-site")  # where a page is from that is none of ours, as browsers say


class Identity(ASGIMiddleware):
    """Reads the cookie of every request; a browser that has none gets one with the page."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)
    exclude_opt_key = "no_cookie"  # so marked is a route that nobody in particular asks
    signer: Signer
    older: Signer  # of cookies from before there was another by https

    def learn(self, secret: str) -> None:
        """What the cookies are signed with."""
        self.signer, self.older = Signer(secret, salt="browser"), Signer(secret, salt="player")

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        name = SECURE_COOKIE if is_secure(scope) else COOKIE
        cookies = ASGIConnection[Any, Any, Any, Any](scope).cookies
        current = _read(cookies.get(name), self.signer) or _read(cookies.get(name), self.older)
        # By https a plain cookie counts only if it is an old one: others can be put there by a neighbour of
        # our domain, who would then share all seats.
        user = current or _read(cookies.get(COOKIE), self.older)
        if current is None and _gives_cookies(scope):
            user = user or secrets.token_urlsafe(24)
            old = [f"{COOKIE}=; Path=/; Max-Age=0"] if name != COOKIE and COOKIE in cookies else []
            send = _with_cookies(send, [self.cookie(name, user), *old])
        scope["state"]["user"] = user
        await next_app(scope, receive, send)

    def cookie(self, name: str, user: str) -> str:
        value = self.signer.sign(user).decode()
        words = [f"{name}={value}", "Path=/", f"Max-Age={A_YEAR}", "HttpOnly", "SameSite=Lax"]
        return "; ".join(words + ["Secure"] * (name == SECURE_COOKIE))


def _read(cookie: str | None, signer: Signer) -> str | None:
    """The user's id, if the cookie is one that we have signed."""
    try:
        return signer.unsign(cookie).decode() if cookie else None
    except (BadSignature, ValueError):
        return None


def _with_cookies(send: Send, cookies: list[str]) -> Send:
    """Give cookies with an answer."""

    async def send_with_cookies(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for cookie in cookies:
                headers.add("set-cookie", cookie)
            headers["cache-control"] = "no-store"  # or somebody else might be given it
        await send(message)

    return send_with_cookies


def is_secure(scope: Scope) -> bool:
    """Whether a request came by https, to us or to the proxy before us."""
    return scope["scheme"] in ("https", "wss")


def is_foreign(scope: Scope) -> bool:
    """Whether a page of another site is asking: browsers say so.  It may not use, or lose, our cookie."""
    headers = Headers.from_scope(scope)
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host"):
        return True
    return headers.get("sec-fetch-site") in ELSEWHERE


def _gives_cookies(scope: Scope) -> bool:
    """Pages, and what changes something; not what a page loads by the dozen, or it would get a dozen."""
    if scope["type"] != ScopeType.HTTP:
        return False
    path = scope["path"]
    return scope["method"] != "GET" or path == "/api/me" or not path.startswith(("/api/", "/assets/"))


def user_of(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """Who is asking; empty for somebody without a cookie, who has no seat anywhere."""
    return connection.scope["state"].get("user") or ""
