"""Who stands where: ratings, win shares, scores and places of the entrants, from the games so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from palatine.arena.ratings import Draws, Estimate, mean, ratings, share
from palatine.arena.results import GameResult, Standing
from palatine.arena.schedule import Entrant
from palatine.core.compiled import Array

SEATS, WINS, SCORE, PLACE = range(4)


class Tally:
    """Games added up, block by block."""

    def __init__(self, entrants: Sequence[Entrant], anchor: str | None = None) -> None:
        self.entrants = entrants
        self.anchor = None if anchor is None else [entrant.name for entrant in entrants].index(anchor)
        self.draws = Draws(len(entrants))
        self.sums: list[Array] = []  # by block: seats, wins, score and place of every entrant
        self.number: dict[int, int] = {}
        self.decisions = [0] * len(entrants)
        self.seconds = [0.0] * len(entrants)
        self.faults: Counter[int] = Counter()
        self.games = 0

    def add(self, game: GameResult) -> None:
        """Count one more game."""
        if game.block not in self.number:
            self.number[game.block] = len(self.sums)
            self.sums.append(np.zeros((4, len(self.entrants))))
            self.draws.add([])
        block = self.number[game.block]
        places = game.places()
        self.draws.extend(block, tuple(tuple(game.seats[seat] for seat in sharing) for sharing in places))
        for seat, place in places_of(game).items():
            won = 1 / len(game.winners) if seat in game.winners else 0
            self.sums[block][:, game.seats[seat]] += (1, won, game.scores[seat], place)
        for seat, entrant in enumerate(game.seats):
            self.decisions[entrant] += game.decisions[seat]
            self.seconds[entrant] += game.seconds[seat]
        self.faults.update(game.seats[fault.seat] for fault in game.faults)
        self.games += 1

    @property
    def blocks(self) -> int:
        return len(self.sums)

    def ratings(self) -> list[Estimate]:
        """The entrants' ratings."""
        return ratings(self.draws, self.anchor)

    def standings(self) -> list[Standing]:
        """All entrants, the best rating first."""
        if not self.games:
            return []
        sums = np.array(self.sums)
        rated = self.ratings()
        table = [
            Standing(
                entrant.name,
                rated[n],
                share(sums[:, WINS, n], sums[:, SEATS, n]),
                mean(sums[:, SCORE, n], sums[:, SEATS, n]),
                mean(sums[:, PLACE, n], sums[:, SEATS, n]),
                int(sums[:, SEATS, n].sum()),
                self.faults[n],
                self.seconds[n] / max(1, self.decisions[n]),
            )
            for n, entrant in enumerate(self.entrants)
        ]
        return sorted(table, key=lambda standing: -standing.rating.value)


def tally(entrants: Sequence[Entrant], games: Iterable[GameResult], anchor: str | None = None) -> Tally:
    """Games added up at once."""
    counted = Tally(entrants, anchor)
    for game in games:
        counted.add(game)
    return counted


def places_of(game: GameResult) -> dict[int, float]:
    """The place of every seat; who shares places gets their mean: 2.5 for second and third."""
    places: dict[int, float] = {}
    for sharing in game.places():
        middle = len(places) + (len(sharing) + 1) / 2
        places.update(dict.fromkeys(sharing, middle))
    return places


def wins_by_seat(entrants: int, seats: int, games: Sequence[GameResult]) -> list[list[Estimate]]:
    """The win share of every entrant in every seat; each block has one or more of its games there."""
    blocks = sorted({game.block for game in games})
    row = {block: n for n, block in enumerate(blocks)}
    played, won = (np.zeros((len(blocks), entrants, seats)) for _ in range(2))
    for game in games:
        for seat, entrant in enumerate(game.seats):
            played[row[game.block], entrant, seat] += 1
            won[row[game.block], entrant, seat] += (seat in game.winners) / len(game.winners)
    return [[share(won[:, n, seat], played[:, n, seat]) for seat in range(seats)] for n in range(entrants)]


def duels(entrants: int, games: Sequence[GameResult]) -> list[list[Estimate | None]]:
    """How often each entrant came before each other at one table; shared places count half."""
    blocks = sorted({game.block for game in games})
    row = {block: n for n, block in enumerate(blocks)}
    met, before = (np.zeros((len(blocks), entrants, entrants)) for _ in range(2))
    for game in games:
        places = places_of(game)
        for a, mine in enumerate(game.seats):
            for b, theirs in enumerate(game.seats):
                if mine != theirs:
                    met[row[game.block], mine, theirs] += 1
                    before[row[game.block], mine, theirs] += (1 + np.sign(places[b] - places[a])) / 2
    return [
        [share(before[:, a, b], met[:, a, b]) if met[:, a, b].any() else None for b in range(entrants)]
        for a in range(entrants)
    ]
