"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler, Scope

from palatine import __version__
from palatine.core.errors import PalatineError
from palatine.core.messages import Phrase
from palatine.server.errors import OUR_FAULT, Refusal
from palatine.server.host.desk import HostDesk
from palatine.server.host.retention import Retention
from palatine.server.host.session import HostSessions
from palatine.server.hosts import Hosts
from palatine.server.http.analyses import AnalysisController
from palatine.server.http.describing import Description
from palatine.server.http.errors import EXCEPTION_HANDLERS
from palatine.server.http.games import GameController
from palatine.server.http.guard import Door, Guard
from palatine.server.http.headers import add_headers
from palatine.server.http.host import HostController
from palatine.server.http.pages import Pages, front_page, page, replay_page, table_page
from palatine.server.http.people import PeopleController
from palatine.server.http.replays import ReplayController
from palatine.server.http.sight import health, metrics, ready
from palatine.server.http.tables import TableController
from palatine.server.http.timed import Timed
from palatine.server.http.turns import Turns
from palatine.server.identity import Identity
from palatine.server.limits import BUDGETS, Budget, Limits
from palatine.server.live.channel import ProcessChannel
from palatine.server.live.server import GameServer
from palatine.server.live.tasks import Tasks, end
from palatine.server.metrics import Metrics
from palatine.server.pictures import TablePictures
from palatine.server.protocol.host import HostKeeping
from palatine.server.replays.analyses import AnalysisService
from palatine.server.replays.library import ReplayLibrary
from palatine.server.sight import Sight
from palatine.server.socket import play_socket
from palatine.server.storage import Storage, database_url
from palatine.server.timing import Time

HANDLERS: list[ControllerRouterHandler] = [
    GameController,
    PeopleController,
    TableController,
    AnalysisController,
    ReplayController,
    HostController,
    health,
    ready,
    metrics,
    front_page,
    table_page,
    replay_page,
    page,
]
OPENAPI = OpenAPIConfig(
    "Palatine",
    __version__,
    path="/api/schema",
    use_handler_docstrings=True,
    # As data alone: the pages that could show it load their scripts from elsewhere.
    render_plugins=[Description(path=["/", "/openapi.json"])],
)
MOST_BYTES = 2_000_000  # of a request: the longest record, whatever it is written in
PACKING = 4  # how hard other answers are compressed, of 9: nobody is served meanwhile
PACKED = "packed"  # so marked is a route whose answers are compressed already
NO_REDIS = Phrase("error-redis-missing")


class Settings(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: str
    redis: str | None = None  # for several processes on one database
    grace: float = 60.0  # seconds before a program plays on for somebody who is away
    host: str = "127.0.0.1"  # what it listens on
    allowed_hosts: tuple[str, ...] = ()  # other names that lead to it
    metrics_port: int | None = None  # where numbers are given out; none: nowhere
    limits: Mapping[str, Budget] | None = BUDGETS  # what one visitor may ask for; none: as much as they like
    keeping: HostKeeping = HostKeeping()  # for how many days what is kept


def build_app(settings: Settings, time: Time | None = None) -> Litestar:
    """The server, ready to be run by an ASGI server."""
    time = time or Time()
    storage = Storage(database_url(settings.database), time)
    pages, identity = Pages(), Identity()
    channel, limits = _channel(settings.redis, time), Limits(settings.limits, time)
    server = GameServer(storage, channel, grace=settings.grace, build=pages.build, time=time, limits=limits)
    replays, analyses = ReplayLibrary(server), AnalysisService(storage, time)
    pictures = TablePictures(limits, time)
    sight, desk = Sight(server), HostDesk(server, replays)
    sessions, retention = HostSessions(storage.host, time), Retention(storage, settings.keeping, time)
    tidying, hosts = Tasks(), Hosts(settings.host, settings.allowed_hosts)

    @asynccontextmanager
    async def run(_: Litestar) -> AsyncIterator[None]:
        await storage.open()
        secret = await storage.users.secret()
        identity.learn(secret)
        sessions.learn(secret)
        await desk.start()
        await server.start()
        tidying.start(retention.run(server))
        try:
            yield
        finally:
            replays.stop()
            pictures.stop()
            await end(analyses.stop(), server.stop(), sight.stop(), desk.stop(), tidying.stop())
            await end(storage.close())

    given = {"server": server, "analyses": analyses, "replays": replays, "pages": pages, "sight": sight}
    given |= {"pictures": pictures}
    given |= {"metrics": Metrics(server, analyses, replays, sight), "metrics_port": settings.metrics_port}
    given |= {"limits": limits, "desk": desk, "sessions": sessions, "keeping": settings.keeping}
    return Litestar(
        route_handlers=[*HANDLERS, play_socket(server, desk)],
        dependencies={name: _provide(value) for name, value in given.items()},
        state=State({"server": server, "sessions": sessions}),
        lifespan=[run],
        middleware=[
            Timed(server.counts, time),
            Turns(limits),
            Guard(hosts, settings.metrics_port),
            identity,
            Door(desk.bans),
        ],
        before_send=[add_headers],
        request_max_body_size=MOST_BYTES,
        exception_handlers=EXCEPTION_HANDLERS,
        after_exception=[_count],
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=PACKING, exclude_opt_key=PACKED
        ),
        cache_control=CacheControlHeader(no_store=True),  # unless an answer says otherwise
        openapi_config=OPENAPI,
        signature_types=[type(value) for value in given.values()],
        logging_config=None,
    )


def _provide(value: Any) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


async def _count(error: Exception, scope: Scope) -> None:
    """Whatever was not done over HTTP."""
    asked = "bad_request" if isinstance(error, HTTPException | PalatineError) else OUR_FAULT.code
    scope["app"].state.server.counts.refused(error.code if isinstance(error, Refusal) else asked)


def _channel(redis: str | None, time: Time) -> ProcessChannel:
    if redis is None:
        return ProcessChannel()
    try:
        from palatine.server.live.redis_channel import RedisChannel
    except ImportError:
        raise PalatineError(NO_REDIS()) from None
    return RedisChannel(redis, time)
