"""Everybody's time at a table: made of the times in its log, and of nothing else.

A decision has its own seconds; what it takes beyond them comes from the seat's reserve.  A clock stands
while its owner is asked to let a turn be taken back, while a program plays on, and while nobody is at the
table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from palatine.core.game import Seat
from palatine.server.storage.entries import TimeControl

ANSWERING = 60.0  # seconds that clocks stand for a request, at most


@dataclass(frozen=True)
class SeatTime:
    """What a seat has of its reserve, and since when its clock runs."""

    left: float
    since: float | None = None


class Clocks:
    """The clocks of all seats."""

    def __init__(self, clock: TimeControl, seats: int) -> None:
        self.move = clock.move
        self.left = [float(clock.reserve)] * seats  # of the reserves, before the present questions
        self.since: list[float | None] = [None] * seats  # when a question came up, were there no pauses
        self._held = [0.0] * seats  # what a question has taken, while its clock stands
        self._resumed = 0.0  # when somebody came to an empty table the last time
        self._asked: dict[Seat, int] = {}
        self._spent: list[tuple[float, float]] = []  # for each decision: what it took, also from the reserve
        self._again: dict[Seat, tuple[float, float]] = {}  # the same, of what was taken back just now

    # -- What the log tells --------------------------------------------------------------------------

    def decided(self, seat: Seat, at: float, before: int) -> None:
        """A decision, after so many others."""
        taken = self._taken(seat, at)
        cost = self._pay(seat, taken)
        self.since[seat], self._held[seat] = None, 0.0
        self._spent += [(0.0, 0.0)] * (before - len(self._spent))
        self._spent.append((taken, cost))

    def took_back(self, first: int, seats: Sequence[Seat]) -> None:
        """Decisions of these seats are no more: all that they took counts for the question asked again."""
        gone = self._spent[first : first + len(seats)]
        del self._spent[first : first + len(seats)]
        for seat, (taken, cost) in zip(seats, gone, strict=True):
            before = self._again.get(seat, (0.0, 0.0))
            self._again[seat] = before[0] + taken, before[1] + cost

    def ran_out(self, seat: Seat) -> None:
        self.left[seat] = 0.0

    def resumed(self, at: float, gone: float) -> None:
        """Nobody was at the table for a while: that counts for nobody; who comes next finds somebody."""
        if gone < self._resumed:
            return
        self._resumed = at
        for seat, since in enumerate(self.since):
            if since is not None:
                self.since[seat] = since + max(0.0, at - max(gone, since))

    def run(self, at: float, asked: Mapping[Seat, int], running: Collection[Seat]) -> None:
        """After every entry: who owes an answer to which question, and whose clock runs."""
        for seat in range(len(self.left)):
            if asked.get(seat) != self._asked.get(seat):
                self._ask(seat, at, seat in asked)
            if seat in running and self.since[seat] is None:
                self.since[seat] = at - self._held[seat]
            elif seat not in running:
                self._held[seat], self.since[seat] = self._taken(seat, at), None
        self._asked, self._again = dict(asked), {}

    def _ask(self, seat: Seat, at: float, asked: bool) -> None:
        """Another question, or none: one that was answered before goes on with all that it took."""
        taken = self._taken(seat, at)
        if asked and seat in self._again:
            before, cost = self._again[seat]
            self.left[seat] += cost
            self._held[seat] = before + taken
        else:
            self._pay(seat, taken)
            self._held[seat] = 0.0
        self.since[seat] = None

    def _pay(self, seat: Seat, taken: float) -> float:
        """Take from the reserve what an answer took beyond its own time."""
        cost = min(self.left[seat], max(0.0, taken - self.move))
        self.left[seat] -= cost
        return cost

    def _taken(self, seat: Seat, at: float) -> float:
        """What the present question of a seat has taken."""
        since = self.since[seat]
        return self._held[seat] if since is None else max(0.0, at - since)

    # -- What follows from it ------------------------------------------------------------------------

    @property
    def ends(self) -> dict[Seat, float]:
        """When the time of those will be up whose clocks run."""
        running = ((seat, since) for seat, since in enumerate(self.since) if since is not None)
        return {seat: since + self.move + self.left[seat] for seat, since in running}

    @property
    def seats(self) -> list[SeatTime]:
        """The clocks as everybody sees them; one that stands shows the reserve that it will go on with."""
        over = [max(0.0, held - self.move) for held in self._held]
        return [
            SeatTime(left if since is not None else max(0.0, left - late), since)
            for left, since, late in zip(self.left, self.since, over, strict=True)
        ]
