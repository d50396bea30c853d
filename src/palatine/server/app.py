"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from palatine import __version__
from palatine.core.errors import PalatineError
from palatine.core.messages import Phrase
from palatine.server.http.analyses import AnalysisController
from palatine.server.http.errors import EXCEPTION_HANDLERS
from palatine.server.http.games import GameController
from palatine.server.http.pages import Pages, front_page, page
from palatine.server.http.people import PeopleController
from palatine.server.http.replays import ReplayController
from palatine.server.http.tables import TableController
from palatine.server.identity import Identity
from palatine.server.limits import BUDGETS, Budget, Limits
from palatine.server.live.channel import CHANNEL
from palatine.server.live.server import GameServer
from palatine.server.replays.analyses import AnalysisService
from palatine.server.replays.library import ReplayLibrary
from palatine.server.socket import play_socket
from palatine.server.storage import Storage, database_url
from palatine.server.timing import Time

HANDLERS: list[ControllerRouterHandler] = [
    GameController,
    PeopleController,
    TableController,
    AnalysisController,
    ReplayController,
    play_socket,
    front_page,
    page,
]
OPENAPI = OpenAPIConfig(
    "Palatine",
    __version__,
    path="/api/schema",
    use_handler_docstrings=True,
    # As data alone: the pages that could show it load their scripts from elsewhere.
    render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
)
PACKED = "packed"  # so marked is a route whose answers are compressed already
NO_REDIS = Phrase("error-redis-missing")
NO_REDIS_ADDRESS = Phrase("error-redis-address", text=str)


class Settings(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: str
    redis: str | None = None  # for several processes on one database
    grace: float = 60.0  # seconds before a program plays on for somebody who is away
    limits: Mapping[str, Budget] | None = BUDGETS  # what one visitor may ask for; none: as much as they like


def build_app(settings: Settings, time: Time | None = None) -> Litestar:
    """The server, ready to be run by an ASGI server."""
    time = time or Time()
    storage = Storage(database_url(settings.database), time)
    pages, identity = Pages(), Identity()
    channels = ChannelsPlugin(_backend(settings.redis), channels=[CHANNEL])
    shared = settings.redis is not None
    limits = Limits(settings.limits, time)
    server = GameServer(
        storage, channels, shared=shared, grace=settings.grace, build=pages.build, time=time, limits=limits
    )
    replays, analyses = ReplayLibrary(server), AnalysisService(storage, time)

    @asynccontextmanager
    async def run(_: Litestar) -> AsyncIterator[None]:
        await storage.open()
        identity.learn(await storage.users.secret())
        await server.start()
        try:
            yield
        finally:
            await analyses.stop()
            replays.stop()
            await server.stop()
            await storage.close()

    given = {"server": server, "analyses": analyses, "replays": replays, "pages": pages, "limits": limits}
    return Litestar(
        route_handlers=HANDLERS,
        dependencies={name: _provide(value) for name, value in given.items()},
        plugins=[channels],
        lifespan=[run],
        middleware=[identity],
        exception_handlers=EXCEPTION_HANDLERS,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=PACKED),
        cache_control=CacheControlHeader(no_store=True),  # unless an answer says otherwise
        openapi_config=OPENAPI,
        signature_types=[type(value) for value in given.values()],
        logging_config=None,
    )


def _provide(value: Any) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


def _backend(redis: str | None) -> ChannelsBackend:
    if redis is None:
        return MemoryChannelsBackend()
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis
    except ImportError:
        raise PalatineError(NO_REDIS()) from None
    try:
        return RedisChannelsPubSubBackend(redis=Redis.from_url(redis))
    except ValueError:
        raise PalatineError(NO_REDIS_ADDRESS(text=redis)) from None
