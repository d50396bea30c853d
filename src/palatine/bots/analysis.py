"""Analysis: a whole game, decision by decision, from what each seat knew at that moment.

A decision is judged by a search of its own, whose luck follows from what was known and from nothing else:
the result is the same in whatever order, and on however many threads, the decisions are looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from palatine.bots.advice import Judged, Question, rounded, set_apart
from palatine.bots.budget import Budget
from palatine.core.errors import CANNOT_READ, CANNOT_WRITE, BadFile, PalatineError
from palatine.core.game import Action, Outcome
from palatine.core.match import replay
from palatine.core.messages import Message, Phrase
from palatine.core.record import Record
from palatine.core.words import Names

OTHER_VERSION = Phrase("analysis-other-version", theirs=int, ours=int)
NO_ANALYSIS = Phrase("analysis-none", detail=str)
UNSOUND = Phrase("analysis-unsound")

VERSION = 3
MISTAKE = 0.05  # a decision that costs more than this chance to win
SWING = 0.1  # a decision after which somebody's chance is so much another one
TURNING_POINTS = 6  # of each kind


class Depth(msgspec.Struct, frozen=True):
    """How a game is to be analysed."""

    iterations: int | None = None  # a decision
    seconds: float | None = None  # a decision
    true_deal: bool = False  # as if all cards had been known

    @property
    def budget(self) -> Budget:
        return Budget(iterations=self.iterations, seconds=self.seconds)


class Moment(msgspec.Struct, frozen=True):
    """A decision of a game, and what could have been decided instead."""

    decision: int  # its number, from 1
    seat: int
    forced: bool  # there was one choice only, and nothing was thought about
    secret: bool  # others had to decide at the same time, and came later in the record
    chances: list[float]  # of every seat to win, before it; empty where it was forced
    played: Judged
    best: Judged
    loss: float  # of chance to win, by playing something else than the best


class Account(msgspec.Struct, frozen=True):
    """How a seat has decided."""

    seat: int
    name: str | Message
    decisions: int  # without those that were forced
    loss: float  # of chance to win, a decision
    mistakes: int


class TurningPoint(msgspec.Struct, frozen=True):
    """Where somebody's chance to win became another one: by a mistake, or by what others did and luck.

    Both chances are thought from the eyes of that seat.
    """

    decision: int
    kind: Literal["mistake", "swing"]
    seat: int
    before: float  # with the best choice; or after this seat's own last decision
    after: float  # with what was played; or before its next one, or in the end

    @property
    def size(self) -> float:
        return round(abs(self.after - self.before), 4)


class Analysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a game so far; complete once every decision has its moment."""

    format: Literal["palatine-analysis"]
    version: int
    record: str  # SHA-256 of the record's text
    game: str
    names: list[str | Message]
    depth: Depth
    decisions: int
    moments: list[Moment]  # in the order of the game
    accounts: list[Account]
    turning_points: list[TurningPoint]  # in the order of the game; none before it is complete

    @property
    def complete(self) -> bool:
        return len(self.moments) == self.decisions

    def write(self, path: Path) -> None:
        """Write the file in one go: whoever looks finds the old one or the new one."""
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")
            beside.replace(path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise PalatineError(CANNOT_WRITE(path=str(path), why=str(error.strerror or error))) from None


class Position(msgspec.Struct, frozen=True):
    """A decision that is to be judged."""

    number: int
    action: Action
    secret: bool
    question: Question


def fingerprint(record: Record) -> str:
    """What a record is known by."""
    return sha256(record.text().encode()).hexdigest()


def positions(record: Record, true_deal: bool = False) -> list[Position]:
    """All decisions of a record, each with what its seat knew; BadRecord where it does not replay."""
    found: list[Position] = []
    matches = replay(record)
    for match, move in zip(matches, record.moves, strict=False):
        view = match.game.view(match.state, move.seat)
        truth = match.state.copy() if true_deal else None
        question = Question(match.game, view, move.seat, truth)
        action, secret = match.parse(move.move, move.seat), len(match.to_act) > 1
        found.append(Position(len(found) + 1, action, secret, question))
    for _ in matches:  # to the end, so that the result is checked too
        pass
    return found


def judge(position: Position, budget: Budget) -> Moment:
    """One decision: the chances before it, what was played, and the best that could have been."""
    question, seat = position.question, position.question.seat
    if len(question.legal) == 1:
        text, things = question.game.action_text(position.action), question.things([position.action])
        label = question.game.narrating.label(position.action)
        only = Judged(text, label, [], 0, [text], things, [], True)
        return Moment(position.number, seat, True, position.secret, [], only, only, 0.0)
    thought = question.think(budget)
    best = played = thought.choices[0]
    if best.action != position.action:  # each is weighed alone: the best of many looks better than it is
        best, played = question.weigh(best.action, budget), question.weigh(position.action, budget)
    if played.chances[seat] >= best.chances[seat]:
        best = played
    loss = round(best.chances[seat] - played.chances[seat], 4)
    argue = loss >= MISTAKE
    shown = question.judge(played, budget, played=True, argue=argue)
    better = shown
    if played.action != best.action:
        better = question.judge(best, budget, argue=argue)
        if argue:
            shown, better = set_apart([shown, better])
    chances = rounded(thought.chances)
    return Moment(position.number, seat, False, position.secret, chances, shown, better, loss)


def analyse(
    record: Record, depth: Depth, *, known: Iterable[Moment] = (), threads: int = 1
) -> Iterator[Moment]:
    """The moments of a record that are not known yet, each as soon as it is judged.

    Whoever stops asking stops the work: what has begun is finished, and nothing else is begun.
    """
    done = {moment.decision for moment in known}
    waiting = [position for position in positions(record, depth.true_deal) if position.number not in done]
    if threads == 1:
        for position in waiting:
            yield judge(position, depth.budget)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="analysis") as pool:
        futures = [pool.submit(judge, position, depth.budget) for position in waiting]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def analysis_of(record: Record, names: Names, depth: Depth, moments: Iterable[Moment]) -> Analysis:
    """What the moments that are judged so far add up to."""
    ordered = sorted(moments, key=lambda moment: moment.decision)
    return Analysis(
        format="palatine-analysis",
        version=VERSION,
        record=fingerprint(record),
        game=record.header.game,
        names=list(names),
        depth=depth,
        decisions=len(record.moves),
        moments=ordered,
        accounts=[_account(seat, name, ordered) for seat, name in enumerate(names)],
        turning_points=turning_points(ordered, record.result) if len(ordered) == len(record.moves) else [],
    )


def _account(seat: int, name: str | Message, moments: Sequence[Moment]) -> Account:
    own = [moment for moment in moments if moment.seat == seat and not moment.forced]
    loss = sum(moment.loss for moment in own) / len(own) if own else 0.0
    return Account(seat, name, len(own), round(loss, 4), sum(moment.loss >= MISTAKE for moment in own))


def turning_points(moments: Sequence[Moment], result: Outcome | None) -> list[TurningPoint]:
    """The largest mistakes and the largest swings, in the order of the game; at each decision one."""
    mistakes = [
        TurningPoint(
            m.decision, "mistake", m.seat, m.best.chances[m.seat], round(m.best.chances[m.seat] - m.loss, 4)
        )
        for m in moments
        if m.loss >= MISTAKE and not m.forced
    ]
    largest = {turn.decision: turn for turn in sorted(_swings(moments, result), key=lambda turn: turn.size)}
    mistaken = {turn.decision for turn in mistakes}
    swings = [turn for turn in largest.values() if turn.decision not in mistaken]
    kept = [sorted(kind, key=lambda turn: -turn.size)[:TURNING_POINTS] for kind in (mistakes, swings)]
    return sorted((turn for turns in kept for turn in turns), key=lambda turn: turn.decision)


def _swings(moments: Sequence[Moment], result: Outcome | None) -> Iterator[TurningPoint]:
    """What others and luck have made of a seat's chance, from one of its decisions to the next.

    It is compared with what the same seat thought: others see other cards, and so other chances.
    """
    for seat in {moment.seat for moment in moments}:
        own = [moment for moment in moments if moment.seat == seat and not moment.forced]
        later = [(moment.decision - 1, moment.chances[seat]) for moment in own[1:]]
        if result is not None:
            later.append((moments[-1].decision, (seat in result.winners) / len(result.winners)))
        for moment, (decision, after) in zip(own, later, strict=False):
            turn = TurningPoint(decision, "swing", seat, moment.played.chances[seat], after)
            if turn.size >= SWING:
                yield turn


def path_beside(record: Path, true_deal: bool) -> Path:
    """Where the analysis of a record is kept: game.jsonl has game.analysis.json beside it."""
    return record.with_name(f"{record.stem}{'.true-deal' if true_deal else ''}.analysis.json")


class _Version(msgspec.Struct, frozen=True):
    """Which analysis a file holds: one of another version may have any other fields."""

    format: Literal["palatine-analysis"]
    version: int


def read_analysis(path: Path) -> Analysis | None:
    """A stored analysis; none where there is no file, BadFile where it is something else."""
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=_Version).version
        if version != VERSION:
            raise BadFile(str(path), None, OTHER_VERSION(theirs=version, ours=VERSION))
        analysis = msgspec.json.decode(data, type=Analysis)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadFile(str(path), None, CANNOT_READ(why=str(error.strerror or error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(str(path), None, NO_ANALYSIS(detail=str(error))) from None
    if not _is_sound(analysis):
        raise BadFile(str(path), None, UNSOUND())
    return analysis


def _is_sound(analysis: Analysis) -> bool:
    """Whether the numbers in a stored analysis go together."""
    numbers = [moment.decision for moment in analysis.moments]
    players = len(analysis.names)
    return (
        numbers == sorted(set(numbers))
        and all(1 <= number <= analysis.decisions for number in numbers)
        and all(0 <= moment.seat < players for moment in analysis.moments)
        and all(len(moment.chances) == (0 if moment.forced else players) for moment in analysis.moments)
        and {turn.decision for turn in analysis.turning_points} <= set(numbers)
    )
