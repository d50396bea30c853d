"""Games to watch again, advice and analyses."""

from __future__ import annotations

import msgspec

from palatine.bots.advice import Advice, Judged
from palatine.bots.analysis import Account, Analysis, Depth, Moment, TurningPoint
from palatine.core.dealing import Deal, DealPart
from palatine.core.messages import Message
from palatine.core.presenting import Position
from palatine.server.protocol.tables import Line, TableInfo

# Sent as they are.
__all__ = ("Account", "Advice", "Analysis", "Deal", "DealPart", "Depth", "Judged", "Moment", "TurningPoint")


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to watch, by its text."""

    record: str


class ReplayInfo(msgspec.Struct, frozen=True):
    """A game that can be watched: one that was played here, or a record from elsewhere."""

    id: str
    table: TableInfo  # as it was in the end
    decisions: int
    seed: str  # what all luck came from
    uploaded: bool
    course: list[list[int]]  # everybody's points, had it ended so: at first, and after each decision
    deal: Deal | None = None  # what the seed was made of; none where that was the server's secret alone


class ReplayStep(msgspec.Struct, frozen=True):
    """A game after so many decisions, as one viewer saw it."""

    seat: int | None  # who decided; none before the first decision
    move: str | None  # none where the viewer did not see it
    label: Message | None
    lines: list[Line]
    shown: Position
    to_act: list[int]


class Replay(msgspec.Struct, frozen=True):
    """A whole game as one viewer saw it: a seat, a watcher, or one to whom all is open."""

    viewer: str
    steps: list[ReplayStep]


class AdviceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what could be decided at a moment of a game to watch."""

    at: int | None = None  # after so many decisions; the last moment that somebody decides at unless said
    seat: int | None = None  # where several decide at once; the first of them unless said


class AnalysisRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for the analysis of a game to watch."""

    true_deal: bool = False  # as if all cards had been known
    quick: bool = False  # with less thought: enough to find the greatest mistakes


class AnalysisStatus(msgspec.Struct, frozen=True):
    """How far an analysis is, and the whole of it once it is done."""

    id: str
    done: int  # decisions
    decisions: int
    analysis: Analysis | None = None
    before: int = 0  # other analyses that have their turn before its next decision
