"""What every answer tells the browser: pages take nothing from elsewhere, and all else is only data."""

from __future__ import annotations

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import Message, Scope

from palatine.server.identity import is_secure

PAGE_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"  # a drawing that is opened runs no script
ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
ONLY_HTTPS = "max-age=31536000"  # seconds that a browser which came by https comes by nothing else


async def add_headers(message: Message, scope: Scope) -> None:
    """Complete the headers of an answer, whatever it is and whoever made it."""
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
        return
    headers = MutableScopeHeaders.from_message(message)
    headers.update(ALWAYS)
    headers["content-security-policy"] = DATA_POLICY if is_api(scope) else PAGE_POLICY
    if is_secure(scope):
        headers["strict-transport-security"] = ONLY_HTTPS
    if scope["method"] == "OPTIONS":
        headers["allow"] = ", ".join(sorted(_methods(scope)))


def _methods(scope: Scope) -> set[str]:
    """All methods of an address; Litestar's own answer knows those of the handler that it found first."""
    routes = Litestar.from_scope(scope).routes
    return {
        method for route in routes if route.path == scope.get("path_template") for method in route.methods
    }


def is_api(scope: Scope) -> bool:
    """Whether an address is for programs; all others are the client's."""
    return scope["path"].startswith("/api/")
