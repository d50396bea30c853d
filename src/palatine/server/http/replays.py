"""Games to watch again."""

from __future__ import annotations

import gzip
from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from palatine.server.errors import (
    NEVER_BEGAN,
    RECORD_TOO_LARGE,
    REPLAY_EARLY,
    UNKNOWN_REPLAY,
    UNKNOWN_VIEWER,
    UNREADABLE_TABLE,
)
from palatine.server.http.common import RECORD, HttpRequest, TheLimits, TheReplays, asker_of
from palatine.server.http.describing import reading, writing
from palatine.server.protocol.replays import Replay, ReplayInfo, Upload
from palatine.server.replays.steps import OPEN, WATCHER

Viewer = Annotated[str, QueryParameter(schema_extra={"pattern": f"^({WATCHER}|{OPEN}|[0-9]+)$"})]
NO_REPLAY = (UNKNOWN_REPLAY, REPLAY_EARLY, NEVER_BEGAN, UNREADABLE_TABLE)

ONE_UPLOAD = 20_000  # letters; what is longer counts as several


class ReplayController(Controller):
    """Games to watch again."""

    path = "/api/replays"
    tags = ("replays",)

    @post(status_code=200, responses=writing(RECORD_TOO_LARGE))
    async def upload(
        self, request: HttpRequest, replays: TheReplays, limits: TheLimits, data: JSONBody[Upload]
    ) -> ReplayInfo:
        """Give a record from elsewhere, to watch it; the answer has its id."""
        asker = asker_of(request, limits)
        limits.uploads.require(*asker, 1 + len(data.record) // ONE_UPLOAD)
        return await replays.upload(asker, data.record)

    @get("/{id:str}", responses=reading(*NO_REPLAY))
    async def look(
        self, request: HttpRequest, replays: TheReplays, limits: TheLimits, id: FromPath[str]
    ) -> ReplayInfo:
        """A game that is over, or a record: who played, and how it went."""
        asker = asker_of(request, limits)
        limits.replays.require(*asker)
        return await replays.info(asker, id)

    @get(
        "/{id:str}/steps",
        packed=True,
        responses={**reading(*NO_REPLAY, UNKNOWN_VIEWER), 200: ResponseSpec(Replay, generate_examples=False)},
    )
    async def steps(
        self,
        request: HttpRequest,
        replays: TheReplays,
        limits: TheLimits,
        id: FromPath[str],
        viewer: Viewer = WATCHER,
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

    @get("/{id:str}/record", media_type=RECORD, responses=reading(*NO_REPLAY))
    async def record(
        self, request: HttpRequest, replays: TheReplays, limits: TheLimits, id: FromPath[str]
    ) -> Response[str]:
        """Its record, to keep, to check and to replay."""
        asker = asker_of(request, limits)
        limits.replays.require(*asker)
        record = await replays.record(asker, id)
        headers = {"content-disposition": f'attachment; filename="{record.header.game}-{id}.jsonl"'}
        return Response(record.text(), media_type=RECORD, headers=headers)
