"""For those who run the server and for what watches over it: alive, ready, and in numbers."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from palatine.server.http.common import HttpRequest
from palatine.server.metrics import CONTENT_TYPE_LATEST, Metrics
from palatine.server.sight import Health, Sight


@get("/health", no_cookie=True, include_in_schema=False, sync_to_thread=False)
def health(sight: NamedDependency[Sight]) -> Health:
    """Alive, whatever else is the case."""
    return sight.health()


@get("/ready", no_cookie=True, include_in_schema=False)
async def ready(sight: NamedDependency[Sight]) -> Response[Health]:
    """Whether everybody can play here; 503 where not."""
    found = await sight.look()
    return Response(found, status_code=200 if found.ready else 503)


@get("/metrics", no_cookie=True, include_in_schema=False, sync_to_thread=False)
def metrics(
    request: HttpRequest, metrics: NamedDependency[Metrics], metrics_port: NamedDependency[int | None]
) -> Response[bytes]:
    """Numbers, at a port of their own and nowhere else: who may ask is a matter of who can reach it."""
    if metrics_port is None or (request.scope["server"] or ("", 0))[1] != metrics_port:
        raise NotFoundException
    return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)
