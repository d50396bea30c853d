"""Work for a few threads, in an order that is fair: who has used them least goes first."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, TypeVar

from palatine.server.limits import Asker, accounts
from palatine.server.threads import quiet_pool
from palatine.server.timing import Time

LEAST = 0.001  # seconds that any work counts as
MOST_ACCOUNTS = 1000  # before it is looked which are needed

T = TypeVar("T")


@dataclass(eq=False)
class Ticket:
    """Work that waits, or is being done."""

    asker: Asker
    work: Callable[[], Any]
    seconds: float  # that it will take, as far as is known
    share: float
    rank: Callable[[], int]
    order: int
    number: int
    done: asyncio.Future[Any]
    began: float = field(default=0.0)


class FairQueue:
    """Threads of low priority that are shared by persons, and by addresses, which count as several persons.

    Everybody has an account of the seconds that were worked for them, and the lowest account is served next.
    Who has not asked for a while begins with the account of the one who is being served: nobody can save up,
    and nobody has to make up for what was used when nobody else asked.
    """

    def __init__(self, threads: int, name: str, time: Time) -> None:
        self._pool, self._time = quiet_pool(threads, name), time
        self._threads = self._free = threads
        self._waiting: list[Ticket] = []
        self._accounts: dict[str, float] = {}
        self._served = 0.0  # the account of the one who was served last
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        """How much waits or is worked on."""
        return len(self._waiting) + self._threads - self._free

    async def run(
        self,
        asker: Asker,
        work: Callable[[], T],
        *,
        seconds: float = LEAST,
        share: float = 1.0,
        rank: Callable[[], int] = int,
        order: int = 0,
    ) -> T:
        """Have something done in one of the threads, when it is this asker's turn.

        Args:
            asker: for whom.
            work: what is done.
            seconds: how long it will take, as far as is known; what it took counts in the end.
            share: less than 1 for what has less weight: it counts for more.
            rank: what is of a higher rank waits for all others, whoever asks for it.
            order: of what the same asker asks for, the lowest comes first.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        ticket = Ticket(asker, work, max(seconds, LEAST), share, rank, order, next(self._numbers), done)
        for key, _ in _accounts(asker):
            self._accounts[key] = max(self._accounts.get(key, 0.0), self._served)
        self._waiting.append(ticket)
        self._serve()
        try:
            return await done
        finally:
            if ticket in self._waiting:  # whoever asked does not wait any more
                self._waiting.remove(ticket)

    def stop(self) -> None:
        """Nothing more is begun."""
        for ticket in self._waiting:
            ticket.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _serve(self) -> None:
        """Begin what is next, as long as a thread is free."""
        idle = self._free == self._threads and not self._waiting
        if idle or len(self._accounts) > MOST_ACCOUNTS:  # who is not ahead needs none
            ahead = math.inf if idle else self._served
            self._accounts = {key: account for key, account in self._accounts.items() if account > ahead}
        while self._free and self._waiting:
            ticket = min(self._waiting, key=self._place)
            self._waiting.remove(ticket)
            self._free -= 1
            self._served = max(self._served, self._account(ticket.asker))
            self._book(ticket, ticket.seconds)
            ticket.began = self._time.monotonic()
            working = asyncio.get_running_loop().run_in_executor(self._pool, ticket.work)
            working.add_done_callback(partial(self._end, ticket))

    def _end(self, ticket: Ticket, working: asyncio.Future[Any]) -> None:
        took = max(self._time.monotonic() - ticket.began, LEAST)
        self._book(ticket, took - ticket.seconds)
        self._free += 1
        error = None if working.cancelled() else working.exception()
        if ticket.done.done() or working.cancelled():  # whoever asked does not wait any more, or we stop
            ticket.done.cancel()
        elif error is not None:
            ticket.done.set_exception(error)
        else:
            ticket.done.set_result(working.result())
        # Whoever has waited for this goes on first: what they ask for next may be next.
        asyncio.get_running_loop().call_soon(self._serve)

    def _place(self, ticket: Ticket) -> tuple[int, float, int, int]:
        return ticket.rank(), self._account(ticket.asker), ticket.order, ticket.number

    def _account(self, asker: Asker) -> float:
        """What was worked for somebody: for the person, or for the address where that is more."""
        return max(self._accounts.get(key, self._served) for key, _ in _accounts(asker))

    def _book(self, ticket: Ticket, seconds: float) -> None:
        for key, worth in _accounts(ticket.asker):
            self._accounts[key] = self._accounts.get(key, self._served) + seconds / ticket.share / worth


def _accounts(asker: Asker) -> list[tuple[str, int]]:
    """Whose account it goes on; those of whom nothing is known have one together."""
    return accounts(*asker) or [("nobody", 1)]
