"""What goes wrong, as it is answered: a word for programs, a message for people."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from palatine.core.errors import PalatineError
from palatine.core.messages import Message, Phrase
from palatine.server.errors import BUSY, OUR_FAULT, TOO_DEEP, TOO_MUCH, Refusal
from palatine.server.http.describing import BAD_REQUEST, CODES
from palatine.server.http.headers import is_api
from palatine.server.protocol.lobby import Problem

logger = logging.getLogger("palatine")

HTTP = Phrase("problem-http", parts=list)  # in the words of the framework, for whoever writes a client


def _problem(
    status: int, code: str, message: Message, game: str | None = None, headers: dict[str, str] | None = None
) -> Response[Problem]:
    problem, headers = Problem(code, message, game), {**(headers or {}), "cache-control": "no-store"}
    if status in (TOO_MUCH.status, BUSY.status) and "seconds" in message.args:
        headers["retry-after"] = str(message.args["seconds"])
    return Response(problem, status_code=status, headers=headers)


def _refused(request: Request[Any, Any, Any], error: PalatineError) -> Response[Problem] | Response[str]:
    status, code = (error.status, error.code) if isinstance(error, Refusal) else (400, BAD_REQUEST)
    if not is_api(request.scope):  # a person looks at it, and has no client that could word it
        return Response(str(error), status_code=status, media_type=MediaType.TEXT)
    return _problem(status, code, error.message, error.game)


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses: a path that is not there, a body that is no table."""
    words = [str(error.detail)]
    extra = error.extra if isinstance(error.extra, list) else []
    words += [f"{e.get('key', '')}: {e.get('message', '')}".strip(": ") for e in extra if isinstance(e, dict)]
    code = CODES.get(error.status_code, BAD_REQUEST)
    return _problem(error.status_code, code, HTTP(parts=words), headers=error.headers)


def _nested(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    return _problem(400, BAD_REQUEST, TOO_DEEP())


def _our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    path = request.scope.get("path_template", "-")  # as its route is written: an address can be a key
    logger.exception("%s %s failed", request.method, path, exc_info=error)
    return _problem(500, OUR_FAULT.code, OUR_FAULT())


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    Refusal: _refused,
    PalatineError: _refused,
    HTTPException: _http_error,
    RecursionError: _nested,
    Exception: _our_fault,
}
