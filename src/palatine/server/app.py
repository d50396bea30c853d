"""The application: everything put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from palatine import __version__
from palatine.core.errors import PalatineError
from palatine.server.analysis import Analyses, Analysts
from palatine.server.errors import OUR_FAULT, Refusal
from palatine.server.house import NEWS, House
from palatine.server.lobby import Games, People, Tables
from palatine.server.pages import Pages, front_page, page
from palatine.server.players import Identity
from palatine.server.protocol import Problem
from palatine.server.replays import Replays, Watching
from palatine.server.socket import play_socket
from palatine.server.storage import Storage, database_url

logger = logging.getLogger("palatine")

# As data alone: the pages that could show it load their scripts from elsewhere.
DESCRIPTION = JsonRenderPlugin(path=["/", "/openapi.json"])
PACKED = ["^/(assets/.*)?$", "^/api/replays/[^/]+/steps$"]  # what is compressed once, and kept so


class Settings(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: str
    redis: str | None = None  # for several processes on one database
    grace: float = 60.0  # seconds before a program plays on for somebody who is away


def build_app(settings: Settings) -> Litestar:
    """The server, ready to be run by an ASGI server."""
    storage = Storage(database_url(settings.database))
    pages, identity, analysts = Pages(), Identity(), Analysts(storage)
    channels = ChannelsPlugin(_backend(settings.redis), channels=[NEWS])
    house = House(
        storage, channels, shared=settings.redis is not None, grace=settings.grace, build=pages.build
    )
    replays = Replays(house)

    @asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        await storage.open()
        identity.learn(await storage.secret())
        await house.start()
        try:
            yield
        finally:
            await analysts.stop()
            replays.stop()
            await house.stop()
            await storage.close()

    return Litestar(
        route_handlers=[Games, People, Tables, Analyses, Watching, play_socket, front_page, page],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "analysts": Provide(lambda: analysts, sync_to_thread=False),
            "replays": Provide(lambda: replays, sync_to_thread=False),
            "pages": Provide(lambda: pages, sync_to_thread=False),
        },
        plugins=[channels],
        lifespan=[open_house],
        middleware=[identity],
        exception_handlers={
            Refusal: _refused,
            PalatineError: _refused,
            HTTPException: _http_error,
            RecursionError: _nested,
            Exception: _our_fault,
        },
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=PACKED),
        cache_control=CacheControlHeader(no_store=True),  # unless an answer says otherwise
        openapi_config=OpenAPIConfig(
            "Palatine",
            __version__,
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[DESCRIPTION],
        ),
        signature_types=[Analysts, House, Pages, Replays],
        logging_config=None,
    )


def _backend(redis: str | None) -> ChannelsBackend:
    if redis is None:
        return MemoryChannelsBackend()
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis
    except ImportError:
        raise PalatineError(
            "for several processes install palatine with its extra: palatine[redis]"
        ) from None
    try:
        return RedisChannelsPubSubBackend(redis=Redis.from_url(redis))
    except ValueError:
        raise PalatineError(f"{redis!r} is no address of Redis: give redis://host:port/0") from None


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
