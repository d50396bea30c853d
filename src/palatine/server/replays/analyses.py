"""Advice and analyses for the browser, in one thread of low priority beside the tables.

An analysis is known by what is asked: whoever asks for the same again gets the same one.  It is written to
the database as it goes, so that it outlives a restart and can be fetched from another process; one that
nobody works on any more is taken up where it was left.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import TypeVar

import msgspec

from palatine.bots.advice import Advice, advise, advise_moment
from palatine.bots.analysis import VERSION, Analysis, Depth, Moment, analyse, analysis_of, fingerprint
from palatine.bots.budget import Budget
from palatine.core.game import Seat
from palatine.core.match import distinct_names, replayed
from palatine.core.record import Record, parse_record
from palatine.server.errors import OUR_FAULT, Refusal
from palatine.server.live.tasks import Tasks
from palatine.server.protocol.replays import AnalysisStatus
from palatine.server.storage import Storage
from palatine.server.tables.state import TableState
from palatine.server.threads import quiet_pool
from palatine.server.timing import Time

logger = logging.getLogger("palatine")

ADVICE = Budget(seconds=1.0)
ITERATIONS = 1000  # of an analysis, a decision
MOST_WAITING = 8  # analyses that are begun, and as many questions for advice
KEPT = 50  # analyses that stay in memory
WRITTEN_EVERY = 5.0  # seconds
GIVEN_UP = 60.0  # seconds without a word from the process that worked on it

T = TypeVar("T")


class Job:
    """An analysis that is being made, or is made."""

    def __init__(self, id: str, record: Record, depth: Depth, moments: list[Moment]) -> None:
        self.id, self.record, self.depth, self.moments = id, record, depth, moments
        game, _ = record.open_header()
        self.names = distinct_names(record.header.seats, game.seat_names)
        self.failed = False

    @property
    def analysis(self) -> Analysis:
        return analysis_of(self.record, self.names, self.depth, self.moments)

    @property
    def over(self) -> bool:
        """Nothing more is done for it."""
        return self.failed or len(self.moments) == len(self.record.moves)

    @property
    def status(self) -> AnalysisStatus:
        done, decisions = len(self.moments), len(self.record.moves)
        return AnalysisStatus(self.id, done, decisions, self.analysis if done == decisions else None)


class AnalysisService:
    """Who thinks about records: one thread, one analysis at a time, and advice in between."""

    def __init__(self, storage: Storage, time: Time) -> None:
        self._storage, self._time = storage, time
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self.advising = 0
        self._pool = quiet_pool(1, "analyst")
        self._one = asyncio.Lock()
        self._tasks = Tasks()

    async def stop(self) -> None:
        """What is under way is left; it is in the database as far as it was."""
        await self._tasks.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _think(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    # -- Advice --------------------------------------------------------------------------------------

    async def advise(self, record: Record, at: int | None, seat: Seat | None) -> Advice:
        """What could be decided at a moment of a record."""
        return await self._advice(partial(_advise, record, at, seat))

    async def hint(self, state: TableState, seat: Seat | None) -> Advice:
        """Advice for one's own seat at a table, from what this seat may see and nothing else."""
        if seat is None or state.match is None or not state.choosing(seat):
            raise Refusal("not_your_turn", "Nothing is asked of you now.")
        view = state.game.view(state.match.reconsidered(seat), seat)
        return await self._advice(partial(advise, state.game, view, seat, state.names, ADVICE))

    async def _advice(self, work: Callable[[], Advice]) -> Advice:
        if self.advising >= MOST_WAITING:
            raise _busy()
        self.advising += 1
        try:
            return await self._think(work)
        finally:
            self.advising -= 1

    # -- Analyses ------------------------------------------------------------------------------------

    async def begin(self, record: Record, true_deal: bool) -> AnalysisStatus:
        """Analyse a record, or find the analysis that there is."""
        depth = Depth(ITERATIONS, None, true_deal)
        id = _id(record, depth)
        failed = self.jobs.get(id)
        if failed is not None and failed.failed:
            del self.jobs[id]
            return (await self._take_up(id, record, depth, failed.moments)).status
        try:
            return await self.look(id)
        except Refusal as refusal:
            if refusal.code != "unknown_analysis":
                raise
        return (await self._take_up(id, record, depth, [])).status

    async def stored(self, record: Record, true_deal: bool) -> AnalysisStatus | None:
        """The analysis that there is of a record, if there is one."""
        try:
            return await self.look(_id(record, Depth(ITERATIONS, None, true_deal)))
        except Refusal:
            return None

    async def look(self, id: str) -> AnalysisStatus:
        """How far an analysis is."""
        job = self.jobs.get(id)
        if job is not None:
            if job.failed:
                raise Refusal("our_fault", OUR_FAULT, 500)
            self.jobs.move_to_end(id)
            return job.status
        stored = await self._storage.analyses.find(id) if id.isprintable() else None
        found = _current(stored.analysis) if stored else None
        if stored is None or found is None:
            raise Refusal("unknown_analysis", f"There is no analysis {id}. Ask for it with its game.", 404)
        if found.complete or self._time.now() - stored.at < GIVEN_UP:  # else who worked on it is gone
            return AnalysisStatus(id, len(found.moments), found.decisions, found if found.complete else None)
        record = await self._think(partial(parse_record, stored.record.encode()))
        return (await self._take_up(id, record, found.depth, found.moments)).status

    async def _take_up(self, id: str, record: Record, depth: Depth, moments: list[Moment]) -> Job:
        if id in self.jobs:  # somebody else has asked meanwhile
            return self.jobs[id]
        if sum(not job.over for job in self.jobs.values()) >= MOST_WAITING:
            raise _busy()
        job = self.jobs[id] = Job(id, record, depth, list(moments))
        self._forget()
        await self._write(job)
        self._tasks.start(self._work(job))
        return job

    def _forget(self) -> None:
        """Hold the latest that are done; the others are in the database."""
        done = [id for id, job in self.jobs.items() if job.over]
        for id in done[: max(0, len(self.jobs) - KEPT)]:
            del self.jobs[id]

    async def _work(self, job: Job) -> None:
        """Judge one decision after the other; in between somebody may want advice."""
        try:
            async with self._one:
                written = self._time.monotonic()
                coming = analyse(job.record, job.depth, known=job.moments)
                while (moment := await self._think(partial(next, coming, None))) is not None:
                    job.moments.append(moment)
                    if self._time.monotonic() - written > WRITTEN_EVERY:
                        await self._write(job)
                        written = self._time.monotonic()
                await self._write(job)
        except Exception:
            logger.exception("analysis %s failed", job.id)
            job.failed = True

    async def _write(self, job: Job) -> None:
        text = msgspec.json.encode(job.analysis).decode()
        await self._storage.analyses.keep(job.id, job.record.text(), text)


def _current(text: str) -> Analysis | None:
    """A stored analysis, unless it is one of an older version of ours."""
    try:
        found = msgspec.json.decode(text, type=Analysis)
    except msgspec.ValidationError:
        return None
    return found if found.version == VERSION else None


def _busy() -> Refusal:
    return Refusal("busy", "Too much is being thought about at the moment. Ask again in a while.", 503)


def _advise(record: Record, at: int | None, seat: Seat | None) -> Advice:
    """Advice for one seat, the first of those that decide then unless said; the game is replayed once."""
    last = len(record.moves) - (record.result is not None)
    match = replayed(record, last if at is None else at)
    if seat is None:
        seat = next(iter(match.to_act), None)
    return advise_moment(record, match, seat, ADVICE)[0]


def _id(record: Record, depth: Depth) -> str:
    asked = f"{VERSION} {fingerprint(record)} {msgspec.json.encode(depth).decode()}"
    return sha256(asked.encode()).hexdigest()[:32]
