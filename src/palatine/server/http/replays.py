"""Games to watch again."""

from __future__ import annotations

import gzip

from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from palatine.server.http.common import HttpRequest, TheLimits, TheReplays, asker_of
from palatine.server.protocol.replays import Replay, ReplayInfo, Upload

ONE_UPLOAD = 20_000  # letters; what is longer counts as several


class ReplayController(Controller):
    """Games to watch again."""

    path = "/api/replays"
    tags = ("replays",)

    @post(status_code=200)
    async def upload(
        self, request: HttpRequest, replays: TheReplays, limits: TheLimits, data: JSONBody[Upload]
    ) -> ReplayInfo:
        """Give a record from elsewhere, to watch it; the answer has its id."""
        asker = asker_of(request, limits)
        limits.uploads.require(*asker, 1 + len(data.record) // ONE_UPLOAD)
        return await replays.upload(asker, data.record)

    @get("/{id:str}")
    async def look(
        self, request: HttpRequest, replays: TheReplays, limits: TheLimits, id: FromPath[str]
    ) -> ReplayInfo:
        """A game that is over, or a record: who played, and how it went."""
        asker = asker_of(request, limits)
        limits.replays.require(*asker)
        return await replays.info(asker, id)

    @get("/{id:str}/steps", packed=True, responses={200: ResponseSpec(Replay, description="All steps.")})
    async def steps(
        self,
        request: HttpRequest,
        replays: TheReplays,
        limits: TheLimits,
        id: FromPath[str],
        viewer: FromQuery[str] = "watcher",
    ) -> Response[bytes]:
        """All of it for one viewer: watcher, open, or the number of a seat."""
        asker = asker_of(request, limits)
        limits.replays.require(*asker)
        data, headers = await replays.steps(asker, id, viewer), {"vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            data = gzip.decompress(data)
        return Response(data, media_type=MediaType.JSON, headers=headers)

    @get("/{id:str}/record", media_type=MediaType.TEXT)
    async def record(
        self, request: HttpRequest, replays: TheReplays, limits: TheLimits, id: FromPath[str]
    ) -> Response[str]:
        """Its record, to keep, to check and to replay."""
        asker = asker_of(request, limits)
        limits.replays.require(*asker)
        record = await replays.record(asker, id)
        headers = {"content-disposition": f'attachment; filename="{record.header.game}-{id}.jsonl"'}
        return Response(record.text(), media_type="application/jsonl", headers=headers)
