"""How often something may be done at a table, by what its log tells: every process comes to the same.

Play as people play never meets these limits.  They are for commands to ask; what is in a log counts, also
where it is more than would be allowed today.
"""

from __future__ import annotations

from collections import Counter

from palatine.core.game import Seat

MOST_TAKEN_BACK = 500  # turns that a seat may take back in a game
MOST_TAKEN_BACK_HERE = 50  # and before the game has gone on beyond where it was already
MOST_WAITED = 30  # times that a seat may give others more time before the game has gone on
EVERYBODY = ""  # who is counted where all users are counted together


class Allowance:
    """So many at once, and another one whenever some seconds have passed."""

    def __init__(self, most: int, every: float) -> None:
        self.most, self.every = most, every
        self._whole: dict[str, float] = {}  # for each user: when there will be so many at once again

    def take(self, who: str, at: float) -> None:
        """It was done once more; nobody gets into debt by it."""
        whole = max(at, self._whole.pop(who, at)) + self.every
        self._whole[who] = min(whole, at + self.most * self.every)
        while self._whole[first := next(iter(self._whole))] <= at:
            del self._whole[first]

    def wait(self, who: str, now: float) -> float:
        """The seconds until it may be done again, 0 where it may be done now."""
        return max(0.0, self._whole.get(who, now) - (self.most - 1) * self.every - now)


class Limits:
    """What is counted of a table's log."""

    def __init__(self) -> None:
        self.leaving = Allowance(20, every=60.0)
        self.crowd = Allowance(200, every=10.0)  # the same, of everybody together
        self.resuming = Allowance(60, every=60.0)
        self.taken_back: Counter[Seat] = Counter()
        self.taken_back_here: Counter[Seat] = Counter()
        self.waited: Counter[Seat] = Counter()
        self._furthest = 0  # so many decisions there were at most

    def left(self, user: str, at: float) -> None:
        """A user has got up."""
        self.leaving.take(user, at)
        self.crowd.take(EVERYBODY, at)

    def took_back(self, seat: Seat) -> None:
        self.taken_back[seat] += 1
        self.taken_back_here[seat] += 1

    def decided(self, decisions: int) -> None:
        """There are so many decisions now."""
        if decisions > self._furthest:
            self._furthest = decisions
            self.taken_back_here.clear()
            self.waited.clear()
