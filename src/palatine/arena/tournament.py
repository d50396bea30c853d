"""Tournaments: entrants meet on equal deals in all seats until enough is known about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from palatine.arena import pool
from palatine.arena.results import VERSION, Fault, GameResult, Results, Stop
from palatine.arena.schedule import Entrant, Pairing, line_ups, pairings, whole_blocks
from palatine.arena.simulation import play_game, seated
from palatine.arena.standings import Tally
from palatine.bots import Limits, Player, check_spec, seat_name
from palatine.core.catalog import game as load_game
from palatine.core.errors import BadOptions, PalatineError
from palatine.core.game import Game
from palatine.core.record import Record
from palatine.core.words import house_words

FEWEST_BLOCKS = 10  # before an interval is believed
RECORDS = "records"


class Plan(msgspec.Struct, frozen=True):
    """What is to be played."""

    game: str
    options: dict[str, Any]
    entrants: list[Entrant]
    seed: str
    games: int  # at most, rounded up to whole blocks
    precision: float | None = None  # half the width of every rating's interval, to end sooner
    anchor: str | None = None  # who has the rating 0; none: the mean
    records: Path | None = None  # a folder to write them into
    limit: float | None = None  # seconds that a decision of a foreign player may take

    @property
    def seats(self) -> int:
        return int(self.options["players"])

    @property
    def blocks(self) -> int:
        """How many blocks at most."""
        return whole_blocks(self.games, len(self.entrants), self.seats)


class Task(msgspec.Struct, frozen=True):
    """What a worker has to know for one game."""

    game: str
    options: dict[str, Any]
    pairing: Pairing
    entrants: list[Entrant]
    records: Path | None
    limit: float | None


def check(plan: Plan) -> None:
    """Refuse what cannot be played, before anything is waited for."""
    if len(plan.entrants) < 2:
        raise BadOptions("a tournament needs two players or more: --player greedy --player random")
    names = [entrant.name for entrant in plan.entrants]
    if plan.anchor is not None and plan.anchor not in names:
        raise BadOptions(f"no player is called {plan.anchor!r}; there is {', '.join(names)}")
    check_players(plan)


def check_players(plan: Plan) -> None:
    """Refuse entrants that cannot be made."""
    for entrant in plan.entrants:
        check_spec(entrant.spec, Limits.of(plan.limit))


def play(plan: Plan, jobs: int, watch: Callable[[Tally], None] = lambda _: None) -> Results:
    """Play until enough is known, or Ctrl-C or a failure ends it; `watch` is called after every game."""
    check(plan)
    started, begun = datetime.now(UTC), perf_counter()
    tally = Tally(plan.entrants, plan.anchor)
    games: list[GameResult] = []
    stopped: Stop = "games"
    failure = None

    def count(game: GameResult) -> None:
        games.append(game)
        tally.add(game)
        watch(tally)

    answers = pool.in_order(play_pairing, tasks(plan), jobs)
    enough = Enough(plan)
    try:
        for game in answers:
            count(game)
            if enough.known(game, tally):
                stopped = "precision"
                break
    except pool.Stopped as stop:
        stopped = "interrupted"
        for game in stop.answers:
            count(game)
    except KeyboardInterrupt:
        stopped = "interrupted"
    except PalatineError as error:
        if not games:
            raise
        stopped, failure = "failed", str(error)  # what was played before is worth keeping
    finally:
        answers.close()  # type: ignore[attr-defined]
    load = load_game(plan.game, plan.options)
    return Results(
        format="palatine-arena",
        version=VERSION,
        game=load.name,
        ruleset=load.ruleset,
        options=load.options,
        seed=plan.seed,
        entrants=plan.entrants,
        anchor=plan.anchor,
        precision=plan.precision,
        stopped=stopped,
        failure=failure,
        started=started.isoformat(timespec="seconds"),
        seconds=round(perf_counter() - begun, 3),
        jobs=jobs,
        standings=tally.standings(),
        games=sorted(games, key=lambda game: game.number),
    )


class Enough:
    """Whether the ratings are known as exactly as was asked for.

    It is looked at after whole rounds, and the more rarely the more has been played; so when it ends
    depends on the games alone.
    """

    def __init__(self, plan: Plan) -> None:
        self.precision = plan.precision
        self.a_round = plan.seats * len(line_ups(len(plan.entrants), plan.seats))
        self.next = plan.seats * FEWEST_BLOCKS

    def known(self, game: GameResult, tally: Tally) -> bool:
        """Whether it can end after this game."""
        if self.precision is None or game.number % self.a_round or game.number < self.next:
            return False
        self.next = int(1.05 * game.number)
        return max(rating.margin for rating in tally.ratings()) <= self.precision


def tasks(plan: Plan) -> Iterator[Task]:
    """The games of a plan, in order."""
    drawn = pairings(len(plan.entrants), plan.seats, plan.seed)
    for pairing in islice(drawn, plan.blocks * plan.seats):
        yield Task(plan.game, plan.options, pairing, plan.entrants, plan.records, plan.limit)


def seats_of(task: Task) -> AbstractContextManager[list[Player]]:
    """The players of a game."""
    specs = [task.entrants[n].spec for n in task.pairing.seats]
    return seated(specs, task.pairing.lucks, Limits.of(task.limit))


def seat_names(task: Task) -> list[str]:
    """What its record calls them."""
    return [seat_name(task.entrants[n].name) for n in task.pairing.seats]


@lru_cache(maxsize=1)
def _game(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return load_game(name, dict(options))


def play_pairing(task: Task) -> GameResult:
    """Play one game, in whichever process."""
    game, pairing = _game(task.game, tuple(task.options.items())), task.pairing
    seconds = [0.0] * game.players
    with seats_of(task) as players:
        pool.playing[:] = players
        decisions, outcome = play_game(game, pairing.deal, players, seconds)
        faults = [fault for seat, player in enumerate(players) for fault in faults_of(player, seat)]
    pool.playing.clear()
    record = None
    if task.records is not None:
        record = f"{RECORDS}/{game.name}-{pairing.number:06}.jsonl"
        Record.of(game, pairing.deal, seat_names(task), decisions, outcome).write(task.records / record)
    taken = [seat for seat, _ in decisions]
    return GameResult(
        number=pairing.number,
        block=pairing.block,
        deal=pairing.deal.hex(),
        seats=list(pairing.seats),
        scores=outcome.scores,
        winners=outcome.winners,
        reason=outcome.reason,
        decisions=[taken.count(seat) for seat in range(game.players)],
        seconds=[round(spent, 6) for spent in seconds],
        faults=faults,
        record=record,
    )


def faults_of(player: object, seat: int) -> Sequence[Fault]:
    """What a guard noted about its player."""
    noted = getattr(player, "faults", ())
    say = house_words().say
    return [Fault(seat, fault.decision, fault.kind, say(fault.message)) for fault in noted]
