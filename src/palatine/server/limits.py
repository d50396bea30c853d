"""What one visitor may ask for, so that there is enough for the others.

A budget is a bucket: so much may be used at once, and so much comes back in a minute.  Every person (a
cookie) has one, and so has every address, which is worth several people.  Whoever has nothing left is told
how long to wait.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, IPv6Network, ip_address
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from palatine.core.errors import PalatineError
from palatine.core.messages import Phrase
from palatine.server.errors import BUSY, TOO_MUCH, Refusal
from palatine.server.timing import Time

BAD_LIMIT = Phrase("error-bad-share", text=str, names=list)

AT_ONE_ADDRESS = 5  # people that an address is worth
REMEMBERED = 10_000  # buckets of a budget that are not full, addresses of people, and where tables come from
LISTED_EACH = 3  # tables of one host that the list of open tables shows
LISTED_AT_ADDRESS = LISTED_EACH * AT_ONE_ADDRESS
HITS = 1000  # that are remembered
AGAIN = 20  # seconds after which somebody may ask again for whom there was no place
TIDY = 64  # buckets, before it is worth looking for full ones
EPSILON = 1e-6  # seconds: what is only a matter of rounding
MINUTE = 60.0
LIMIT = re.compile(r"(\w+)=(?:(\d+(?:\.\d+)?)/)?(\d+(?:\.\d+)?)")


class Asker(NamedTuple):
    """Who asks for something: a person, by the id in the cookie, and from where; empty if not known."""

    person: str
    address: str


class Hit(NamedTuple):
    """How often somebody, or an address, has met a limit since the start, and when last."""

    budget: str
    asker: Asker
    times: int
    last: float  # seconds since 1970


class Hits:
    """The limits that were met, the latest last; of very many the latest."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._hits: OrderedDict[tuple[str, Asker], Hit] = OrderedDict()

    def __iter__(self) -> Iterator[Hit]:
        return iter(self._hits.values())

    def note(self, budget: str, person: str, address: str) -> None:
        asker = Asker(person, address)
        before = self._hits.pop((budget, asker), None)
        times = before.times + 1 if before else 1
        self._hits[budget, asker] = Hit(budget, asker, times, self._time.now())
        if len(self._hits) > HITS:
            self._hits.popitem(last=False)


class Budget(msgspec.Struct, frozen=True):
    """How much one person may use: so much comes back in a minute, and so much may be used at once."""

    rate: float
    burst: float


# All budgets that there are, and what they are for everybody unless the host says otherwise.
BUDGETS: Mapping[str, Budget] = MappingProxyType(
    {
        "requests": Budget(1200, 200),  # over HTTP, and sockets that are opened; only addresses are counted
        "messages": Budget(600, 300),  # on sockets
        "connections": Budget(0, 30),  # open at once, as sockets are; only addresses are counted
        "sockets": Budget(0, 20),  # open at once: nothing comes back but by leaving
        "tables": Budget(1, 20),  # opened
        "joins": Budget(10, 60),  # sitting down, getting up, letting programs sit down, putting tables away
        "names": Budget(2, 20),  # another name
        "uploads": Budget(2, 30),  # records, one for each 20,000 letters that are begun
        "replays": Budget(60, 200),  # games to watch again, and pictures of tables
        "advice": Budget(20, 60),  # and hints
        "analyses": Budget(0.5, 12),
        "keys": Budget(1, 10),  # to the host's page, wrong ones
        "thinking": Budget(30, 3600),  # seconds that programs think at one's tables
    }
)


def read_limits(wanted: list[str]) -> dict[str, Budget]:
    """The budgets with those that a host has changed: NAME=RATE/BURST, a minute and at once, or NAME=MOST.

    Raises:
        PalatineError: one that cannot be.
    """
    budgets = dict(BUDGETS)
    for text in wanted:
        found = LIMIT.fullmatch(text)
        name, rate, burst = (found[1], float(found[2] or 0), float(found[3])) if found else ("", 0.0, 0.0)
        if name not in BUDGETS or burst < 1 or (rate > 0) != (BUDGETS[name].rate > 0):
            raise PalatineError(BAD_LIMIT(text=text, names=list(BUDGETS)))
        budgets[name] = Budget(rate, burst)
    return budgets


def address_of(host: str | None) -> str:
    """The address that is counted: of IPv6 the network of 64 bits that one household has."""
    try:
        address = ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address, 64), strict=False))
    return str(address)


class Allowance:
    """One budget, of every person and every address.

    Of each bucket there is one number: when it will be full again.  Full ones are forgotten.

    Example:
        A socket asks for every message, and goes on, or says how long it does not listen:

        >>> messages = Allowance("messages", Budget(rate=60, burst=2), Time())
        >>> [messages.take("anna", "192.0.2.1") for _ in range(2)]
        [0.0, 0.0]
        >>> 0.9 < messages.take("anna", "192.0.2.1") <= 1.0
        True
    """

    def __init__(self, name: str, budget: Budget | None, time: Time, hits: Hits | None = None) -> None:
        """By a budget, or without any."""
        self.name, self.budget, self._time = name, budget, time
        self._hits = hits or Hits(time)
        self._full: dict[str, float] = {}  # when a bucket will be full again, by person or address
        self._tidy_at = TIDY
        self.slowed = 0  # how many have waited for it, and were not refused

    def __len__(self) -> int:
        return len(self._full)

    def take(self, person: str, address: str, cost: float = 1.0) -> float:
        """Use some of it, if it is there; else the seconds until it will be, and nothing is used."""
        wait = self.wait(person, address, cost)
        if wait == 0.0:
            self.charge(person, address, cost)
        else:
            self._hits.note(self.name, person, address)
        return wait

    async def use(self, person: str, address: str) -> None:
        """Use some of it, and wait until it is there: who asks for very much is slowed down."""
        wait = self.take(person, address)
        self.slowed += wait > 0
        while wait:
            await self._time.sleep(wait)
            wait = self.take(person, address)

    def check(self, person: str, address: str) -> None:
        """Refusal where nothing is left; nothing is used."""
        if wait := self.wait(person, address):
            self._hits.note(self.name, person, address)
            raise self.refusal(wait)

    def wait(self, person: str, address: str, cost: float = 1.0) -> float:
        """How many seconds it will take until so much can be used; 0.0 for at once."""
        if self.budget is None:
            return 0.0
        now, wait = self._time.monotonic(), 0.0
        for key, worth in accounts(person, address):
            may_be_missing = self.budget.burst * worth - min(cost, self.budget.burst)
            wait = max(wait, self._full.get(key, now) - now - self._seconds(may_be_missing, worth))
        return wait if wait > EPSILON else 0.0

    def charge(self, person: str, address: str, cost: float) -> None:
        """Use some of it, whether it is there or not: what was used cannot be refused any more."""
        if self.budget is None:
            return
        now = self._time.monotonic()
        for key, worth in accounts(person, address):
            self._full[key] = max(self._full.get(key, now), now) + self._seconds(cost, worth)
        if len(self._full) > self._tidy_at:
            self._tidy(now)

    def require(self, person: str, address: str, cost: float = 1.0) -> None:
        """Use some of it; Refusal with the time to wait where it is not there."""
        if wait := self.take(person, address, cost):
            raise self.refusal(wait)

    def refusal(self, wait: float) -> Refusal:
        """What somebody is told who has to wait."""
        seconds = math.ceil(wait)
        return TOO_MUCH.refuse(what=self.name, seconds=seconds, minutes=math.ceil(seconds / MINUTE))

    def _seconds(self, cost: float, worth: int) -> float:
        """How long it takes until so much has come back."""
        assert self.budget is not None
        return cost / (self.budget.rate * worth) * MINUTE

    def _tidy(self, now: float) -> None:
        """Forget the buckets that are full, and of very many those that soon will be."""
        left = sorted((full, key) for key, full in self._full.items() if full > now)
        self._full = {key: full for full, key in left[-REMEMBERED:]}
        self._tidy_at = TIDY + 2 * len(self._full)


class Places:
    """How many of something there may be at once: of one person, and at one address.

    Example:
        >>> sockets = Places(2)
        >>> [sockets.enter("anna", "192.0.2.1") for _ in range(3)]
        [True, True, False]
        >>> sockets.leave("anna", "192.0.2.1")
        >>> sockets.enter("anna", "192.0.2.1")
        True
    """

    def __init__(self, most: int | None) -> None:
        """So many for a person, or as many as they like."""
        self.most = most
        self._taken: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._taken)

    def enter(self, person: str, address: str) -> bool:
        """Take a place; false where none is left, and then there is none to leave."""
        keys = accounts(person, address)
        if self.most is not None and any(self._taken.get(key, 0) >= self.most * n for key, n in keys):
            return False
        self._taken.update({key: self._taken.get(key, 0) + 1 for key, _ in keys})
        return True

    @contextmanager
    def hold(self, person: str, address: str) -> Iterator[None]:
        """Have a place for a while; Refusal where none is left."""
        if not self.enter(person, address):
            raise BUSY.refuse(seconds=AGAIN)
        try:
            yield
        finally:
            self.leave(person, address)

    def leave(self, person: str, address: str) -> None:
        """Give a place back."""
        for key, _ in accounts(person, address):
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


class Origin(NamedTuple):
    """Where a table was opened from, and whether it is open to everybody."""

    address: str
    listed: bool


class Openings:
    """Where the latest tables were opened from: known to this process, as long as it runs, and never stored.

    A cookie costs nothing, and whoever has thousands could let the address of one of them be forgotten.
    Tables have a budget.

    Example:
        >>> openings = Openings()
        >>> for n in range(LISTED_AT_ADDRESS + 1):
        ...     openings.note(f"table{n}", "192.0.2.1", listed=True)
        >>> openings.take_off("192.0.2.1")
        ['table0']
    """

    def __init__(self) -> None:
        self._latest: OrderedDict[str, Origin] = OrderedDict()

    def note(self, table: str, address: str, *, listed: bool) -> None:
        """Remember where a table was opened from."""
        self._latest[table] = Origin(address, listed)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)

    def address(self, table: str) -> str:
        """Where a table was opened from; empty if not known."""
        return self._latest[table].address if table in self._latest else ""

    def take_off(self, address: str) -> list[str]:
        """The tables of an address that are to be listed no more, since it has opened so many later ones."""
        listed = [table for table, origin in self._latest.items() if origin == (address, True)]
        surplus = listed[:-LISTED_AT_ADDRESS] if address else []
        for table in surplus:
            self._latest[table] = Origin(address, listed=False)
        return surplus


class Limits:
    """All budgets of one process."""

    def __init__(self, budgets: Mapping[str, Budget] | None, time: Time) -> None:
        """By budgets, or without any."""

        self.hits = Hits(time)

        def of(name: str) -> Allowance:
            return Allowance(name, budgets[name] if budgets is not None else None, time, self.hits)

        def places(name: str) -> Places:
            return Places(int(budgets[name].burst) if budgets is not None else None)

        self.connections, self.sockets = places("connections"), places("sockets")
        self.requests, self.messages, self.thinking = of("requests"), of("messages"), of("thinking")
        self.tables, self.joins, self.names = of("tables"), of("joins"), of("names")
        self.uploads, self.replays = of("uploads"), of("replays")
        self.advice, self.analyses, self.keys = of("advice"), of("analyses"), of("keys")
        self.openings = Openings()
        self._seen: OrderedDict[str, str] = OrderedDict()

    def note(self, asker: Asker) -> Asker:
        """Remember where somebody asks from."""
        if asker.person:
            self._seen[asker.person] = asker.address
            self._seen.move_to_end(asker.person)
            if len(self._seen) > REMEMBERED:
                self._seen.popitem(last=False)
        return asker

    def find(self, person: str) -> Asker:
        """Somebody, with the address that they asked from last."""
        return Asker(person, self._seen.get(person, ""))

    def opener(self, table: str, host: str) -> Asker:
        """Who has opened a table, and from where: then, or where that is not known, where they asked last."""
        return Asker(host, self.openings.address(table) or self.find(host).address)


def accounts(person: str, address: str) -> list[tuple[str, int]]:
    """Whose account it goes on, and how many people each is worth."""
    found = [(f"person {person}", 1)] if person else []
    return found + ([(f"address {address}", AT_ONE_ADDRESS)] if address else [])
