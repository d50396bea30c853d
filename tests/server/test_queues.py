"""Turns at a few threads: who has used them least goes first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import pytest

from palatine.server.limits import AT_ONE_ADDRESS, Asker
from palatine.server.queues import FairQueue
from palatine.server.timing import Time

pytestmark = pytest.mark.anyio

ANNA, BERT = Asker("anna", "192.0.2.1"), Asker("bert", "192.0.2.2")


class Counted(Time):
    """Time that only work takes."""

    def __init__(self) -> None:
        self.passed = 0.0

    def monotonic(self) -> float:
        return self.passed


class Shop:
    """One thread, which is kept busy until all have asked; and what was done then, in its order."""

    def __init__(self, threads: int = 1) -> None:
        self.time = Counted()
        self.queue = FairQueue(threads, "shop", self.time)
        self.done: list[str] = []
        self.go_on = threading.Event()
        self.asked: list[asyncio.Task[None]] = []

    def work(self, name: str, seconds: float) -> Callable[[], None]:
        def work() -> None:
            self.time.passed += seconds
            self.done.append(name)

        return work

    async def keep_busy(self) -> None:
        asker = Asker("somebody else", "192.0.2.99")
        self.asked.append(asyncio.create_task(self.queue.run(asker, lambda: self._wait())))
        await asyncio.sleep(0)

    def _wait(self) -> None:
        assert self.go_on.wait(60)

    async def ask(
        self,
        asker: Asker,
        *names: str,
        seconds: float = 1.0,
        share: float = 1.0,
        rank: Callable[[], int] = int,
        order: int = 0,
    ) -> None:
        for name in names:
            work = self.work(name, seconds)
            asking = self.queue.run(asker, work, share=share, rank=rank, order=order)
            self.asked.append(asyncio.create_task(asking))
        await asyncio.sleep(0)

    async def all(self) -> list[str]:
        self.go_on.set()
        await asyncio.wait_for(asyncio.gather(*self.asked), 60)
        return self.done


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    shop = Shop()
    await shop.keep_busy()
    yield shop
    shop.go_on.set()
    shop.queue.stop()


async def test_who_asks_once_does_not_wait_for_all_of_who_asks_often(shop: Shop) -> None:
    await shop.ask(ANNA, "a1", "a2", "a3", "a4")
    await shop.ask(BERT, "b1", "b2")
    assert await shop.all() == ["a1", "b1", "a2", "b2", "a3", "a4"]


async def test_seconds_count_and_not_how_often(shop: Shop) -> None:
    await shop.ask(ANNA, "A1", "A2", seconds=10)
    await shop.ask(BERT, *(f"b{n}" for n in range(12)))
    done = await shop.all()
    assert done[0] == "A1"
    assert done.index("A2") in (10, 11, 12), "Bert has had as much by then"


async def test_people_at_one_address_have_the_share_of_a_few(shop: Shop) -> None:
    crowd = [Asker(f"person {n}", "192.0.2.7") for n in range(20)]
    for n in range(2):
        for asker in crowd:
            await shop.ask(asker, f"crowd {n}")
    await shop.ask(ANNA, *(f"anna {n}" for n in range(4)))
    done = await shop.all()
    first = done[: 4 * (AT_ONE_ADDRESS + 1)]
    assert sum(name.startswith("anna") for name in first) in (3, 4)


async def test_a_family_at_one_address_waits_no_longer_than_neighbours(shop: Shop) -> None:
    family = [Asker(name, "192.0.2.7") for name in ("anna", "bert", "clara")]
    neighbours = [Asker(name, f"192.0.2.1{n}") for n, name in enumerate(("dora", "emil", "fritz"))]
    for asker in (*family, *neighbours):
        await shop.ask(asker, asker.person, asker.person)
    done = await shop.all()
    assert sorted(done[:6]) == sorted(done[6:]), "everybody once, and then everybody again"


async def test_what_has_less_weight_has_less_time(shop: Shop) -> None:
    await shop.ask(ANNA, *(f"watched {n}" for n in range(4)), share=0.25)
    await shop.ask(BERT, *(f"waited for {n}" for n in range(12)))
    done = await shop.all()
    assert [name.partition(" ")[0] for name in done[:10]].count("watched") in (2, 3)


async def test_a_higher_rank_waits_for_all_others_until_it_has_none(shop: Shop) -> None:
    left = {"anna": 1}
    await shop.ask(ANNA, "a1", "a2", rank=lambda: left["anna"])
    await shop.ask(BERT, "b1", "b2")
    assert await shop.all() == ["b1", "b2", "a1", "a2"]
    left["anna"] = 0
    await shop.ask(ANNA, "a3", rank=lambda: left["anna"])
    assert (await shop.all())[-1] == "a3"


async def test_the_same_person_says_what_comes_first(shop: Shop) -> None:
    await shop.ask(ANNA, "second", order=2)
    await shop.ask(ANNA, "first", order=1)
    await shop.ask(ANNA, "advice")
    assert await shop.all() == ["advice", "first", "second"]


async def test_nobody_saves_up_and_nobody_pays_for_what_nobody_else_wanted(shop: Shop) -> None:
    await shop.ask(ANNA, *(f"alone {n}" for n in range(20)))
    await shop.all()
    shop.go_on.clear()
    await shop.keep_busy()
    await shop.ask(ANNA, "a1", "a2")
    await shop.ask(BERT, "b1", "b2")
    assert (await shop.all())[20:] == ["a1", "b1", "a2", "b2"]


async def test_who_goes_on_asking_comes_before_those_behind(shop: Shop) -> None:
    """What somebody asks for as soon as they have an answer is as good as what was asked for before."""

    async def one_after_the_other() -> None:
        for n in range(3):
            await shop.queue.run(ANNA, shop.work(f"a{n}", 1.0), order=1)

    shop.asked.append(asyncio.create_task(one_after_the_other()))
    await asyncio.sleep(0)
    await shop.ask(ANNA, "later", order=2)
    assert await shop.all() == ["a0", "a1", "a2", "later"]


async def test_who_does_not_wait_any_more_is_not_worked_for(shop: Shop) -> None:
    await shop.ask(ANNA, "a1")
    await shop.ask(BERT, "b1")
    shop.asked.pop(1).cancel()
    assert await shop.all() == ["b1"]


async def test_what_fails_is_told_and_the_others_go_on(shop: Shop) -> None:
    def fail() -> None:
        raise ValueError("no")

    failing = asyncio.create_task(shop.queue.run(ANNA, fail))
    await shop.ask(BERT, "b1")
    assert await shop.all() == ["b1"]
    with pytest.raises(ValueError, match="no"):
        await failing


async def test_nobody_is_remembered_when_nothing_is_to_be_done(shop: Shop) -> None:
    for n in range(50):
        await shop.ask(Asker(f"person {n}", ""), "x")
    await shop.ask(Asker("", ""), "somebody of whom nothing is known")
    await shop.all()
    await asyncio.sleep(0)
    assert len(shop.queue) == 0
    assert shop.queue._accounts == {}


async def test_nothing_is_begun_after_the_end(shop: Shop) -> None:
    await shop.ask(ANNA, "a1")
    waiting = shop.asked[-1]
    shop.queue.stop()
    shop.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert shop.done == []


async def test_several_threads_are_not_all_of_one_person() -> None:
    shop = Shop(threads=2)
    for _ in range(2):
        await shop.keep_busy()
    await shop.ask(ANNA, "a1", "a2", "a3", "a4")
    await shop.ask(BERT, "b1")
    done = await shop.all()
    assert done.index("b1") <= 2
    shop.queue.stop()
