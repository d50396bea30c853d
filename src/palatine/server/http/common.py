"""What the handlers share."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from palatine.server.live.server import GameServer
from palatine.server.replays.analyses import AnalysisService
from palatine.server.replays.library import ReplayLibrary

RECORD = "application/jsonl"  # the media type of a record

HttpRequest = Request[Any, Any, Any]
TheServer = NamedDependency[GameServer]
TheReplays = NamedDependency[ReplayLibrary]
TheAnalyses = NamedDependency[AnalysisService]
