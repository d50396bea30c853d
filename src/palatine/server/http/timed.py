"""How long requests take, for the numbers of those who run the server."""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from palatine.server.counting import Counts
from palatine.server.errors import Refusal
from palatine.server.timing import Time


class Timed(ASGIMiddleware):
    """Counts every request by its route as it is written, since an address can be the key to a table."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, counts: Counts, time: Time) -> None:
        self._counts, self._time = counts, time

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        began, status = self._time.monotonic(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await next_app(scope, receive, noting)
        except Exception as error:  # it is answered outside of here
            status = _status_of(error)
            raise
        finally:
            if status:  # else whoever asked is gone
                self._counts.answered(scope["path_template"], status, self._time.monotonic() - began)


def _status_of(error: Exception) -> int:
    """The status that an error will be answered with."""
    if isinstance(error, Refusal):
        return error.status
    return error.status_code if isinstance(error, HTTPException) else 500
