"""What could have been decided in a game to watch."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from palatine.bots.advice import Advice
from palatine.server.errors import BUSY, UNKNOWN_ANALYSIS
from palatine.server.http.common import HttpRequest, TheAnalyses, TheLimits, TheReplays, asker_of
from palatine.server.http.describing import reading, writing
from palatine.server.http.replays import NO_REPLAY
from palatine.server.protocol.replays import AdviceRequest, AnalysisRequest, AnalysisStatus


class AnalysisController(Controller):
    """What could have been decided."""

    path = "/api"
    tags = ("analyses",)

    @post("/replays/{id:str}/advice", status_code=200, responses=writing(*NO_REPLAY, BUSY))
    async def advice(
        self,
        request: HttpRequest,
        analyses: TheAnalyses,
        replays: TheReplays,
        limits: TheLimits,
        id: FromPath[str],
        data: JSONBody[AdviceRequest],
    ) -> Advice:
        """The best few choices at a moment of a game, from what the seat knew then."""
        asker = asker_of(request, limits)
        limits.advice.require(*asker)
        return await analyses.advise(asker, await replays.record(asker, id), data.at, data.seat)

    @post("/replays/{id:str}/analysis", status_code=200, responses=writing(*NO_REPLAY, BUSY))
    async def begin(
        self,
        request: HttpRequest,
        analyses: TheAnalyses,
        replays: TheReplays,
        limits: TheLimits,
        id: FromPath[str],
        data: JSONBody[AnalysisRequest],
    ) -> AnalysisStatus:
        """Analyse a whole game; the answer has the id to look for the analysis with."""
        asker = asker_of(request, limits)
        limits.analyses.require(*asker)
        return await analyses.begin(asker, await replays.record(asker, id), data.true_deal, data.quick)

    @get("/replays/{id:str}/analysis", responses=reading(*NO_REPLAY))
    async def stored(
        self,
        request: HttpRequest,
        analyses: TheAnalyses,
        replays: TheReplays,
        limits: TheLimits,
        id: FromPath[str],
        true_deal: FromQuery[bool] = False,
    ) -> AnalysisStatus | None:
        """The analysis of a game, if anybody has asked for it; none is begun."""
        asker = asker_of(request, limits)
        limits.replays.require(*asker)
        return await analyses.stored(asker, await replays.record(asker, id), true_deal)

    @get("/analyses/{id:str}", responses=reading(UNKNOWN_ANALYSIS, BUSY))
    async def look(
        self, request: HttpRequest, analyses: TheAnalyses, limits: TheLimits, id: FromPath[str]
    ) -> AnalysisStatus:
        """How far an analysis is, and all of it once it is done."""
        return await analyses.look(asker_of(request, limits), id)
