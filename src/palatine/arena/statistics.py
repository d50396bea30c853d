"""What many games tell about a game: the order of play, its length, and what its pieces are worth.

All of it is worked out from records, replayed with their events.  What winning has to do with a thing is
told by comparison: those who had it won so often, and would have been expected to win so often, given how
often the same programs win altogether.  That is no proof that the thing is the reason.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from palatine.arena.ratings import Estimate, mean, share
from palatine.arena.results import FILE, read_results
from palatine.arena.simulation import play_game
from palatine.arena.tournament import Task, seat_names, seats_of
from palatine.core.catalog import game as load_game
from palatine.core.errors import PalatineError
from palatine.core.game import Game
from palatine.core.match import Match, replayed
from palatine.core.record import read_record
from palatine.core.statistics import EVERYBODY, Sighting, Topic

PEOPLE = ""  # all whose strength is not known from other games


class Facts(msgspec.Struct, frozen=True):
    """What is kept of one game; the lists are by seat."""

    deal: str  # games of one deal are not independent
    names: list[str]  # of programs; PEOPLE for others
    order: list[int]  # who begins has 0
    decisions: int
    scores: list[int]
    winners: list[int]
    reason: str
    sightings: list[Sighting]

    def won(self, seat: int) -> float:
        """A win, or its part of a shared one."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Spread(msgspec.Struct, frozen=True):
    """A mean, and what nine of ten lie between."""

    mean: Estimate
    low: float
    high: float


class Beginning(msgspec.Struct, frozen=True):
    """How a place in the order of play does."""

    place: int  # from 1
    win_share: Estimate
    score: Estimate


class Worth(msgspec.Struct, frozen=True):
    """What was seen of one thing; what is about winning is empty for things of the game as a whole."""

    thing: str
    a_game: Estimate  # how often, by all together
    seats: int  # how many had it at all
    had_by: float | None  # their share of all seats
    win_share: Estimate | None  # theirs
    expected: float | None
    gain: Estimate | None  # the difference
    correlation: float | None  # of how often a seat had it with its wins
    points: Estimate | None  # for each time


class Chapter(msgspec.Struct, frozen=True):
    """A topic with what was seen."""

    topic: Topic
    rows: list[Worth]


class Report(msgspec.Struct, frozen=True):
    """What many games of one kind tell."""

    game: str
    title: str
    options: dict[str, Any]
    games: int
    deals: int
    one_begins: bool  # else all decide at once, and places in the order of play are seats
    order: list[Beginning]
    decisions: Spread
    score: Spread
    best_score: Spread
    reasons: dict[str, int]
    chapters: list[Chapter]


def facts_of(match: Match) -> Facts:
    """What is kept of a finished match."""
    outcome = match.outcome
    if outcome is None:
        raise PalatineError("only finished games can be counted")
    first = beginners(match.game, match.seed)
    players = match.game.players
    return Facts(
        deal=match.seed.hex(),
        names=[name if name.startswith("bot:") else PEOPLE for name in match.seats],
        order=[(seat - first[0]) % players for seat in range(players)],
        decisions=len(match.decisions),
        scores=outcome.scores,
        winners=outcome.winners,
        reason=outcome.reason,
        sightings=list(match.game.statistics.sightings(match.state, match.events)),
    )


def beginners(game: Game, seed: bytes) -> tuple[int, ...]:
    """Who decides first."""
    return game.acting(game.new(seed))


def study(task: Task) -> Facts:
    """Play a game and keep what is to be counted, in whichever process."""
    game, pairing = load_game(task.game, task.options), task.pairing
    with seats_of(task) as players:
        decisions, _ = play_game(game, pairing.deal, players)
    match = Match(game, pairing.deal, seat_names(task))
    for decision in decisions:
        match.decide(*decision)
    return facts_of(match)


class Read(msgspec.Struct, frozen=True):
    """A record's game with its options, and what is kept of it; nothing of a game that is not over."""

    path: Path
    game: str
    options: dict[str, Any]
    facts: Facts | None


def study_record(path: Path) -> Read:
    """Replay a record and keep what is to be counted, in whichever process."""
    match = replayed(read_record(path))
    return Read(path, match.game.name, match.game.options, None if match.outcome is None else facts_of(match))


def records_in(path: Path) -> list[Path]:
    """The records that a path means: one file, a folder of them, or those of a tournament."""
    if path.is_dir():
        if found := sorted(path.rglob("*.jsonl")):
            return found
        if not (path / FILE).is_file():
            raise PalatineError(f"{path} has no records in it: they are files named *.jsonl")
        path = path / FILE
    if path.suffix != ".json":
        return [path]
    written = [path.parent / game.record for game in read_results(path).games if game.record]
    if not written:
        raise PalatineError(f"{path}: this tournament was played without --records")
    return written


def report(game: Game, games: Sequence[Facts]) -> Report:
    """All that is told about games of one kind."""
    if not games:
        raise PalatineError("there are no finished games to count")
    deals = Grouped(games)
    return Report(
        game=game.name,
        title=game.title,
        options=game.options,
        games=len(games),
        deals=deals.deals,
        one_begins=len(beginners(game, bytes.fromhex(games[0].deal))) == 1,
        order=[_beginning(deals, place) for place in range(game.players)],
        decisions=_spread(deals, lambda facts: [facts.decisions]),
        score=_spread(deals, lambda facts: facts.scores),
        best_score=_spread(deals, lambda facts: [max(facts.scores)]),
        reasons=dict(Counter(facts.reason for facts in games).most_common()),
        chapters=[_chapter(deals, topic) for topic in game.statistics.topics],
    )


class Grouped:
    """Games by their deal, which is what intervals are taken over."""

    def __init__(self, games: Sequence[Facts]) -> None:
        self.games = games
        self.players = len(games[0].scores)
        numbers: dict[str, int] = {}
        self.row_of = [numbers.setdefault(facts.deal, len(numbers)) for facts in games]
        self.deals = len(numbers)
        self.expected = self._expected()

    def _expected(self) -> dict[str, float]:
        """How often each program wins; people are not known, and are taken as all alike."""
        wins: dict[str, list[float]] = defaultdict(list)
        for facts in self.games:
            for seat, name in enumerate(facts.names):
                wins[name].append(facts.won(seat))
        return {
            name: 1 / self.players if name == PEOPLE else sum(won) / len(won) for name, won in wins.items()
        }

    def sums(self, value: Callable[[Facts], float]) -> Any:
        """A number of every game, added up by deal."""
        total = np.zeros(self.deals)
        for row, facts in zip(self.row_of, self.games, strict=True):
            total[row] += value(facts)
        return total


def _beginning(deals: Grouped, place: int) -> Beginning:
    games = deals.sums(lambda facts: 1)
    won = deals.sums(lambda facts: facts.won(facts.order.index(place)))
    score = deals.sums(lambda facts: facts.scores[facts.order.index(place)])
    return Beginning(place + 1, share(won, games), mean(score, games))


def _spread(deals: Grouped, values: Callable[[Facts], Sequence[float]]) -> Spread:
    total, count = deals.sums(lambda facts: sum(values(facts))), deals.sums(lambda facts: len(values(facts)))
    everything = [value for facts in deals.games for value in values(facts)]
    low, high = np.percentile(everything, (5, 95)).tolist()
    return Spread(mean(total, count), low, high)


def _chapter(deals: Grouped, topic: Topic) -> Chapter:
    seen: dict[str, list[list[Sighting]]] = {thing: [[] for _ in deals.games] for thing in topic.things}
    for n, facts in enumerate(deals.games):
        for sighting in facts.sightings:
            if sighting.topic == topic.name:
                seen[sighting.thing][n].append(sighting)
    rows = [_worth(deals, topic, thing, seen[thing]) for thing in topic.things]
    if topic.ranked:
        rows.sort(key=lambda row: -row.gain.value if row.gain else 1.0)
    return Chapter(topic, rows)


def _worth(deals: Grouped, topic: Topic, thing: str, seen: Sequence[Sequence[Sighting]]) -> Worth:
    """What is told about one thing; `seen` has its sightings game by game."""
    times, points, had, won, expected = (np.zeros(deals.deals) for _ in range(5))
    for row, facts, sightings in zip(deals.row_of, deals.games, seen, strict=True):
        for sighting in sightings:
            times[row] += sighting.times
            points[row] += sighting.points
            if sighting.seat != EVERYBODY:
                had[row] += 1
                won[row] += facts.won(sighting.seat)
                expected[row] += deals.expected[facts.names[sighting.seat]]
    seats, wins = int(had.sum()), share(won, had)
    usual = float(expected.sum()) / max(1, seats)
    return Worth(
        thing=thing,
        a_game=mean(times, deals.sums(lambda facts: 1)),
        seats=seats,
        had_by=seats / (deals.players * len(deals.games)) if seats else None,
        win_share=wins if seats else None,
        expected=usual if seats else None,
        gain=Estimate(wins.value - usual, wins.low - usual, wins.high - usual) if seats else None,
        correlation=_correlation(deals, seen) if seats else None,
        points=mean(points, times) if topic.points and times.any() else None,
    )


def _correlation(deals: Grouped, seen: Sequence[Sequence[Sighting]]) -> float | None:
    """Of how often a seat had the thing with its wins beyond what was expected; none if all had it alike."""
    pairs = list(_pairs(deals, seen))
    had, won = (np.array(column) for column in zip(*pairs, strict=True))
    if had.std() == 0 or won.std() == 0:
        return None
    return float(np.corrcoef(had, won)[0, 1])


def _pairs(deals: Grouped, seen: Sequence[Sequence[Sighting]]) -> Iterator[tuple[int, float]]:
    for facts, sightings in zip(deals.games, seen, strict=True):
        times = {sighting.seat: sighting.times for sighting in sightings}
        for seat, name in enumerate(facts.names):
            yield times.get(seat, 0), facts.won(seat) - deals.expected[name]
