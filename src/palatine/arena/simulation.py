"""Games between programs, without a person and without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

import msgspec

from palatine.bots import Fault, Limits, Player, make_player, seat_name
from palatine.core.events import deaf_buffer
from palatine.core.game import Action, Game, Outcome, Seat
from palatine.core.record import Record
from palatine.core.rng import derive_seed


class Played(msgspec.Struct, frozen=True):
    """A finished game between programs."""

    number: int
    seed: bytes
    decisions: list[tuple[Seat, Action]]
    outcome: Outcome
    faults: list[list[Fault]]  # of each seat


Decisions = list[tuple[Seat, Action]]


def play_game(
    game: Game, seed: bytes, players: Sequence[Player], seconds: list[float] | None = None
) -> tuple[Decisions, Outcome]:
    """One game to its end; every player sees its view and nothing else.

    What the decisions of each seat took is added to `seconds`.
    """
    state, deaf = game.new(seed), deaf_buffer()
    decisions: Decisions = []
    while acting := game.acting(state):
        seat = acting[0]
        view, begun = game.view(state, seat), perf_counter()
        action = players[seat].choose(game, view, seat)
        if seconds is not None:
            seconds[seat] += perf_counter() - begun
        game.apply(state, seat, action, deaf)
        decisions.append((seat, action))
    outcome = game.outcome(state)
    assert outcome is not None, "nobody has to decide, so the game is over"
    return decisions, outcome


@contextmanager
def seated(
    specs: Sequence[str], seeds: Sequence[bytes], limits: Limits | None = None
) -> Iterator[list[Player]]:
    """Players for one game; those that have something to close are closed at its end."""
    players: list[Player] = []
    try:
        for spec, seed in zip(specs, seeds, strict=True):
            players.append(make_player(spec, seed, limits))
        yield players
    finally:
        dismiss(players)


def dismiss(players: Sequence[Player]) -> None:
    """Close the players that have something to close, a program that runs beside us for instance."""
    for player in players:
        if close := getattr(player, "close", None):
            close()


def simulate(
    game: Game, bots: Sequence[str], games: int, seed: str, limits: Limits | None = None
) -> Iterator[Played]:
    """Games that follow from the seed alone: the same call plays the same games."""
    for number in range(1, games + 1):
        deal = derive_seed("deal", seed, number)
        lucks = [derive_seed("player", seed, number, k) for k in range(len(bots))]
        with seated(bots, lucks, limits) as players:
            ended = play_game(game, deal, players)
        yield Played(number, deal, *ended, [getattr(player, "faults", []) for player in players])


def record_of(game: Game, bots: Sequence[str], played: Played) -> Record:
    """The record of a simulated game."""
    seats = [seat_name(bot) for bot in bots]
    return Record.of(game, played.seed, seats, played.decisions, played.outcome)


class Series(msgspec.Struct, frozen=True):
    """A match: several games with the points added up."""

    games: int
    points: list[int]
    over: bool

    @property
    def winners(self) -> list[Seat]:
        """Most points; equal best share."""
        return [seat for seat, points in enumerate(self.points) if points == max(self.points)]


def series_of(outcomes: Iterable[Outcome], games: int | None, points: int | None) -> list[Series]:
    """Games in a row as matches: each ends after so many games, or once somebody has so many points."""
    matches: list[Series] = []
    for outcome in outcomes:
        if not matches or matches[-1].over:
            matches.append(Series(0, [0] * len(outcome.scores), False))
        last = matches[-1]
        total = [sum(pair) for pair in zip(last.points, outcome.scores, strict=True)]
        over = last.games + 1 == games or (points is not None and max(total) >= points)
        matches[-1] = Series(last.games + 1, total, over)
    return matches
