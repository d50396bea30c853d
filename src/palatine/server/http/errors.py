"""What goes wrong, as it is answered: a word for programs, a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from palatine.core.errors import PalatineError
from palatine.server.errors import OUR_FAULT, Refusal
from palatine.server.protocol.lobby import Problem

logger = logging.getLogger("palatine")


def _problem(status: int, code: str, text: str) -> Response[Problem]:
    return Response(Problem(code, text), status_code=status, headers={"cache-control": "no-store"})


def _refused(_: Request[Any, Any, Any], error: PalatineError) -> Response[Problem]:
    if isinstance(error, Refusal):
        return _problem(error.status, error.code, error.text)
    return _problem(400, "bad_request", str(error))


def _http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses: a path that is not there, a body that is no table."""
    words = [str(error.detail)]
    extra = error.extra if isinstance(error.extra, list) else []
    words += [f"{e.get('key', '')}: {e.get('message', '')}".strip(": ") for e in extra if isinstance(e, dict)]
    code = {404: "not_found", 405: "wrong_method", 413: "too_large"}.get(error.status_code, "bad_request")
    return _problem(error.status_code, code, "; ".join(words))


def _nested(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    return _problem(400, "bad_request", "This is nested too deeply.")


def _our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    logger.exception("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(500, "our_fault", OUR_FAULT)


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    Refusal: _refused,
    PalatineError: _refused,
    HTTPException: _http_error,
    RecursionError: _nested,
    Exception: _our_fault,
}
