"""Places that all share: when they are taken, who has most of them gives one to a newcomer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from palatine.server.errors import BUSY
from palatine.server.limits import AGAIN, AT_ONE_ADDRESS, Asker


@dataclass(eq=False)
class Place:
    """A place that somebody has, until it is left or goes to somebody else."""

    asker: Asker
    give_way: Callable[[], object] = bool  # done when it goes to somebody else
    given: bool = False


class SharedPlaces:
    """So many for everybody together, for one person, and at one address, which is worth several people.

    Example:
        Two who have taken all, and somebody who has none:

        >>> places = SharedPlaces(each=2, most=3)
        >>> taken = [places.enter(Asker(who, "192.0.2.1")) for who in ("anna", "anna", "bert")]
        >>> place = places.enter(Asker("clara", "192.0.2.2"))
        >>> [place.given for place in taken]
        [False, True, False]
    """

    def __init__(self, each: int, most: int) -> None:
        self.each, self.most = each, most
        self._taken: list[Place] = []  # the latest last

    def __len__(self) -> int:
        return len(self._taken)

    @property
    def are_taken(self) -> bool:
        return len(self._taken) >= self.most

    def has_enough(self, asker: Asker) -> bool:
        """Whether somebody has all the places that a person may have."""
        own = sum(place.asker.person == asker.person for place in self._taken)
        return bool(asker.person) and own >= self.each

    def can_enter(self, asker: Asker) -> bool:
        """Whether there is a place for somebody, or somebody else would give one."""
        return not self.has_enough(asker) and (not self._is_full(asker) or self._giving(asker) is not None)

    def enter(self, asker: Asker) -> Place:
        """Take a place; where none is left, from who has more.  Refusal where that would be no fairer."""
        if not self.can_enter(asker):
            raise BUSY.refuse(seconds=AGAIN)
        if self._is_full(asker) and (giving := self._giving(asker)):
            self.give(giving)
        place = Place(asker)
        self._taken.append(place)
        return place

    def give(self, place: Place) -> None:
        """Let a place go to somebody else."""
        self.leave(place)
        place.given = True
        place.give_way()

    def leave(self, place: Place) -> None:
        """Give a place back, if it is still one's own."""
        if not place.given and place in self._taken:
            self._taken.remove(place)

    def _is_full(self, asker: Asker) -> bool:
        """Whether no place is left, for anybody or at the address of somebody."""
        is_crowded = len(self._around(asker)) >= self.each * AT_ONE_ADDRESS
        return self.are_taken or (bool(asker.address) and is_crowded)

    def _giving(self, asker: Asker) -> Place | None:
        return _giving(self._taken if self.are_taken else self._around(asker), asker)

    def _around(self, asker: Asker) -> list[Place]:
        return [place for place in self._taken if place.asker.address == asker.address]


def _giving(taken: Sequence[Place], newcomer: Asker) -> Place | None:
    """The place that goes to a newcomer: the latest of the address that has most, and there of the person who
    has most.  None where they would then have less than the newcomer.
    """
    for whose in (_address, _person):
        counts = Counter(whose(place.asker) for place in taken)
        own = whose(newcomer)
        most = max(counts, key=lambda one: counts[one], default=own)
        if counts[most] > counts[own] + 1:
            return _latest([place for place in taken if whose(place.asker) == most])
        taken = [place for place in taken if whose(place.asker) == own]
    return None


def _latest(places: Sequence[Place]) -> Place:
    """Of the person who has most of some places, the latest."""
    counts = Counter(_person(place.asker) for place in places)
    most = max(counts.values())
    return [place for place in places if counts[_person(place.asker)] == most][-1]


def _address(asker: Asker) -> str:
    return asker.address or asker.person


def _person(asker: Asker) -> str:
    return asker.person or asker.address
