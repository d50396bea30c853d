"""What the handlers share."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from palatine.server.identity import user_of
from palatine.server.limits import Asker, Limits, address_of
from palatine.server.live.server import GameServer
from palatine.server.pictures import TablePictures
from palatine.server.replays.analyses import AnalysisService
from palatine.server.replays.library import ReplayLibrary

RECORD = "application/jsonl"  # the media type of a record

HttpRequest = Request[Any, Any, Any]
TheServer = NamedDependency[GameServer]
TheReplays = NamedDependency[ReplayLibrary]
ThePictures = NamedDependency[TablePictures]
TheAnalyses = NamedDependency[AnalysisService]
TheLimits = NamedDependency[Limits]


def asker_of(request: HttpRequest, limits: Limits) -> Asker:
    """Who asks, and from where, as the server or the proxy that it trusts tells it."""
    return limits.note(Asker(user_of(request), address_of(request.client.host if request.client else None)))
