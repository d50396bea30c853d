"""Advice and analyses for the browser, in one thread of low priority beside the tables.

People take turns at it, a decision at a time, and advice counts as one; of several analyses of one person the
first comes first.  One that nobody looks at any more waits for all others.

An analysis is known by what is asked: whoever asks for the same again gets the same one.  It is written to
the database as it goes, so that it outlives a restart and can be fetched from another process; one that
nobody works on any more is taken up where it was left.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import count

import msgspec

from palatine.bots.advice import Advice, advise, advise_moment
from palatine.bots.analysis import VERSION, Analysis, Depth, Moment, analyse, analysis_of, fingerprint
from palatine.bots.budget import Budget
from palatine.core.game import Seat
from palatine.core.match import distinct_names, replayed
from palatine.core.record import Record, parse_record
from palatine.server.errors import BUSY, ENOUGH_BEGUN, NOTHING_ASKED, OUR_FAULT, UNKNOWN_ANALYSIS, Refusal
from palatine.server.limits import AGAIN, Asker
from palatine.server.live.tasks import Tasks
from palatine.server.places import Place, SharedPlaces
from palatine.server.protocol.replays import AnalysisStatus
from palatine.server.queues import FairQueue
from palatine.server.storage import Storage
from palatine.server.tables.state import TableState
from palatine.server.timing import Time

logger = logging.getLogger("palatine")

ADVICE = Budget(seconds=1.0)
ITERATIONS = 1000  # of an analysis, a decision
QUICK = 300  # of one that is to be there soon
MOST_WAITING = 32  # analyses that are begun, and as many questions for advice
MOST_EACH = 4  # of these, of one person
UNSEEN = 180.0  # seconds after which nobody looks at an analysis any more
KEPT = 50  # analyses that stay in memory
WRITTEN_EVERY = 5.0  # seconds
GIVEN_UP = 60.0  # seconds without a word from the process that worked on it


class Job:
    """An analysis that is being made, or is made."""

    def __init__(
        self, id: str, asker: Asker, number: int, record: Record, depth: Depth, moments: list[Moment]
    ) -> None:
        self.id, self.asker, self.number = id, asker, number
        self.record, self.depth, self.moments = record, depth, moments
        game, _ = record.open_header()
        self.names = distinct_names(record.header.seats, game.colours)
        self.place: Place | None = None  # among all that are under way
        self.seen = 0.0  # when somebody looked at it last
        self.failed = False
        self.task: asyncio.Task[None] | None = None

    @property
    def analysis(self) -> Analysis:
        return analysis_of(self.record, self.names, self.depth, self.moments)

    @property
    def over(self) -> bool:
        """Nothing more is done for it."""
        return self.failed or len(self.moments) == len(self.record.moves)


class AnalysisService:
    """Who thinks about records: one thread, one decision at a time."""

    def __init__(self, storage: Storage, time: Time) -> None:
        self._storage, self._time = storage, time
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.begun, self.asking = (SharedPlaces(MOST_EACH, MOST_WAITING) for _ in range(2))
        self._numbers = count(1)
        self._queue = FairQueue(1, "analyst", time)
        self._tasks = Tasks()

    async def stop(self) -> None:
        """What is under way is left; it is in the database as far as it was."""
        await self._tasks.stop()
        self._queue.stop()

    # -- Advice --------------------------------------------------------------------------------------

    async def advise(self, asker: Asker, record: Record, at: int | None, seat: Seat | None) -> Advice:
        """What could be decided at a moment of a record."""
        return await self._advice(asker, partial(_advise, record, at, seat))

    async def hint(self, asker: Asker, state: TableState, seat: Seat | None) -> Advice:
        """Advice for one's own seat at a table, from what this seat may see and nothing else."""
        if seat is None or state.match is None or not state.choosing(seat):
            raise NOTHING_ASKED.refuse()
        view = state.game.view(state.match.reconsidered(seat), seat)
        return await self._advice(asker, partial(advise, state.game, view, seat, ADVICE))

    async def _advice(self, asker: Asker, work: Callable[[], Advice]) -> Advice:
        """Have a question thought about; whose place goes to somebody else is refused after all."""
        place = self.asking.enter(asker)
        thinking = asyncio.ensure_future(self._queue.run(asker, work))
        place.give_way = thinking.cancel
        try:
            return await thinking
        except asyncio.CancelledError:
            if place.given:
                raise BUSY.refuse(seconds=AGAIN) from None
            raise
        finally:
            self.asking.leave(place)

    # -- Analyses ------------------------------------------------------------------------------------

    async def begin(
        self, asker: Asker, record: Record, true_deal: bool, quick: bool = False
    ) -> AnalysisStatus:
        """Analyse a record, or find the analysis that there is; for a quick one a thorough one will do."""
        thorough = await self.stored(asker, record, true_deal) if quick else None
        if thorough is not None and thorough.analysis is not None:
            return thorough
        depth = Depth(QUICK if quick else ITERATIONS, None, true_deal)
        id = _id(record, depth)
        failed = self.jobs.get(id)
        if failed is not None and failed.failed:
            del self.jobs[id]
            return await self._take_up(asker, id, record, depth, failed.moments)
        try:
            return await self.look(asker, id)
        except Refusal as refusal:
            if refusal.code != "unknown_analysis":
                raise
        return await self._take_up(asker, id, record, depth, [])

    async def stored(self, asker: Asker, record: Record, true_deal: bool) -> AnalysisStatus | None:
        """The analysis that there is of a record, if there is one."""
        try:
            return await self.look(asker, _id(record, Depth(ITERATIONS, None, true_deal)))
        except Refusal:
            return None

    async def look(self, asker: Asker, id: str) -> AnalysisStatus:
        """How far an analysis is."""
        job = self.jobs.get(id)
        if job is not None:
            if job.failed:
                raise OUR_FAULT.refuse()
            self.jobs.move_to_end(id)
            return self._status(job)
        stored = await self._storage.analyses.find(id) if id.isprintable() else None
        found = _current(stored.analysis) if stored else None
        if stored is None or found is None:
            raise UNKNOWN_ANALYSIS.refuse(id=id)
        if found.complete or self._time.now() - stored.at < GIVEN_UP:  # else who worked on it is gone
            return AnalysisStatus(id, len(found.moments), found.decisions, found if found.complete else None)
        if not self.begun.can_enter(asker) and not self._unseen():
            return AnalysisStatus(id, len(found.moments), found.decisions, before=len(self.begun))  # it waits
        record = await self._queue.run(asker, partial(parse_record, stored.record.encode()))
        return await self._take_up(asker, id, record, found.depth, found.moments)

    async def _take_up(
        self, asker: Asker, id: str, record: Record, depth: Depth, moments: list[Moment]
    ) -> AnalysisStatus:
        if id in self.jobs:  # somebody else has asked meanwhile
            return self._status(self.jobs[id])
        if self.begun.has_enough(asker):
            raise ENOUGH_BEGUN.refuse(most=MOST_EACH, seconds=AGAIN)
        self._leave_unseen()
        place = self.begun.enter(asker)
        job = self.jobs[id] = Job(id, asker, next(self._numbers), record, depth, list(moments))
        job.place, job.seen = place, self._time.monotonic()
        place.give_way = partial(self._leave, job)
        self._forget()
        try:
            await self._write(job)
        except BaseException:
            self._leave(job)
            self.begun.leave(place)
            raise
        if not place.given:
            job.task = self._tasks.start(self._work(job))
            job.task.add_done_callback(lambda _: self.begun.leave(place))
        return self._status(job)

    def _status(self, job: Job) -> AnalysisStatus:
        """How far an analysis is, for somebody who looks at it."""
        job.seen = self._time.monotonic()
        done, decisions = len(job.moments), len(job.record.moves)
        return AnalysisStatus(
            job.id, done, decisions, job.analysis if done == decisions else None, self._before(job)
        )

    def _before(self, job: Job) -> int:
        """How many have their turn before the next decision of an analysis: one of everybody else who looks
        at theirs, and all that the same person has asked for earlier.
        """
        others = [other for other in self._under_way() if other is not job and not self._rank(other)]
        own = sum(other.asker == job.asker and other.number < job.number for other in others)
        return 0 if job.over else own + len({other.asker for other in others} - {job.asker})

    def _rank(self, job: Job) -> int:
        """What nobody looks at any more waits for the others."""
        return int(self._time.monotonic() - job.seen > UNSEEN)

    def _under_way(self) -> list[Job]:
        return [job for job in self.jobs.values() if not job.over]

    def _leave_unseen(self) -> None:
        """Where all places are taken, what nobody looks at gives way first."""
        if self.begun.are_taken and (unseen := self._unseen()):
            left = min(unseen, key=lambda job: job.seen)
            assert left.place is not None
            self.begun.give(left.place)

    def _unseen(self) -> list[Job]:
        return [job for job in self._under_way() if self._rank(job)]

    def _leave(self, job: Job) -> None:
        """Leave an analysis as it is stored: it goes on when somebody asks for it and there is room."""
        if self.jobs.get(job.id) is job:
            del self.jobs[job.id]
        if job.task is not None:
            job.task.cancel()

    def _forget(self) -> None:
        """Hold the latest that are done; the others are in the database."""
        done = [id for id, job in self.jobs.items() if job.over]
        for id in done[: max(0, len(self.jobs) - KEPT)]:
            del self.jobs[id]

    async def _work(self, job: Job) -> None:
        """Judge one decision after the other; in between others have their turn."""
        try:
            written = self._time.monotonic()
            coming = analyse(job.record, job.depth, known=job.moments)
            while (moment := await self._next(job, coming)) is not None:
                job.moments.append(moment)
                if self._time.monotonic() - written > WRITTEN_EVERY:
                    await self._write(job)
                    written = self._time.monotonic()
            await self._write(job)
        except Exception:
            logger.exception("analysis %s failed", job.id)
            job.failed = True

    async def _next(self, job: Job, coming: Iterator[Moment]) -> Moment | None:
        rank = partial(self._rank, job)
        return await self._queue.run(job.asker, partial(next, coming, None), rank=rank, order=job.number)

    async def _write(self, job: Job) -> None:
        text = msgspec.json.encode(job.analysis).decode()
        await self._storage.analyses.keep(job.id, job.asker.person, record=job.record.text(), analysis=text)


def _current(text: str) -> Analysis | None:
    """A stored analysis, unless it is one of an older version of ours."""
    try:
        found = msgspec.json.decode(text, type=Analysis)
    except msgspec.ValidationError:
        return None
    return found if found.version == VERSION else None


def _advise(record: Record, at: int | None, seat: Seat | None) -> Advice:
    """Advice for one seat, the first of those that decide then unless said; the game is replayed once."""
    last = len(record.moves) - (record.result is not None)
    match = replayed(record, last if at is None else at)
    if seat is None:
        seat = next(iter(match.to_act), None)
    return advise_moment(record, match, seat, ADVICE)[0]


def ids_of(record: Record) -> list[str]:
    """The analyses that there may be of a record."""
    return [
        _id(record, Depth(iterations, None, true_deal))
        for iterations in (ITERATIONS, QUICK)
        for true_deal in (False, True)
    ]


def _id(record: Record, depth: Depth) -> str:
    asked = f"{VERSION} {fingerprint(record)} {msgspec.json.encode(depth).decode()}"
    return sha256(asked.encode()).hexdigest()[:32]
