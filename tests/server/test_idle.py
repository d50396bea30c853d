"""What a table costs where nothing happens: nothing; and other processes: what is new."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from palatine.server.errors import STORAGE_UNUSABLE, Unavailable
from palatine.server.live.presence import REPORTED_EVERY
from palatine.server.live.server import GameServer
from palatine.server.storage.presence import Counts

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, program, running
from .times import ManualTime

pytestmark = pytest.mark.anyio
A_WHILE = 3.0  # seconds: the tables were looked at meanwhile


async def two_at(anna: Browser, bert: Browser) -> tuple[str, Page, Page]:
    table = await anna.open("rivalkings", ME, OPEN_SEAT)
    await bert.join(table)
    return table, await anna.at(table), await bert.at(table)


def looked_at(server: RunningServer) -> set[str]:
    return {table.id for table in server.game_server.absence.unsettled}


async def test_nobody_looks_at_a_table_where_all_are_there_and_somebody_thinks(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table, page, gone = await two_at(anna, bert)
        await time.advance(A_WHILE)
        assert looked_at(timed) == set()
        assert (await page.play(page.moves[0]))["type"] == "ack"
        assert looked_at(timed) == {table}
        await gone.close()
        await page.until(lambda page: page.online == [True, False])
        await time.advance(A_WHILE)
        assert looked_at(timed) == {table}, "somebody is missing"
        await time.advance(timed.game_server.absence.grace)
        assert timed.table(table).state.seats[1].stand_in is not None


async def test_nobody_looks_at_a_table_where_nobody_is(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        _, page, other = await two_at(anna, bert)
        await page.close()
        await other.close()
        await time.advance(A_WHILE)
        assert looked_at(timed) == set()


async def test_a_clock_is_looked_at(timed: RunningServer, time: ManualTime) -> None:
    """Whose turn could not be handed over while the disk was full is found by the next look."""
    async with timed.browsers("Anna") as (anna,):
        table = await anna.open("rheinlander", ME, program(), program(), clock={"move": 5, "reserve": 0})
        page = await anna.at(table)
        await page.until(lambda page: page.owes)
        await time.advance(A_WHILE)
        assert looked_at(timed) == {table}


# -- Several processes ---------------------------------------------------------------------------------


class Reports:
    """What a process has told others of its tables."""

    def __init__(self, server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.told: list[tuple[Counts, list[str]]] = []
        self.write, self.store = server.storage.presence.report, server.storage.presence
        monkeypatch.setattr(self.store, "report", self.report)

    async def report(self, process: str, counts: Counts, tables: list[str]) -> None:
        await self.write(process, counts, tables)
        self.told.append((counts, tables))


async def test_only_who_came_and_went_is_told_to_others(
    timed: RunningServer, time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = timed.game_server
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        first, page, _ = await two_at(anna, bert)
        second, _, _ = await two_at(anna, bert)
        server.channel.shared = True
        await time.advance(REPORTED_EVERY + 2)
        reports = Reports(server, monkeypatch)
        await time.advance(REPORTED_EVERY + 2)
        assert reports.told == [], "nothing is new"
        await page.close()
        while not reports.told:
            await asyncio.sleep(0.001)
        assert reports.told == [({(first, 1): 1}, [first])]
        seen = await server.storage.presence.elsewhere("another", 0.0)
        assert seen == {(first, 1): 1, (second, 0): 1, (second, 1): 1}
        await time.advance(10 * REPORTED_EVERY)
        seen = await server.storage.presence.elsewhere("another", time.now() - REPORTED_EVERY - 2)
        assert seen == {(first, 1): 1, (second, 0): 1, (second, 1): 1}, "it was renewed"


async def test_of_many_who_come_at_once_one_report_tells(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    presence = server.game_server.presence
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table, _, _ = await two_at(anna, bert)
        reports = Reports(server.game_server, monkeypatch)
        presence.changed(server.table(table))
        assert sorted(await asyncio.gather(*(presence.report() for _ in range(10)))) == [False] * 9 + [True]
        assert len(reports.told) == 1


async def test_what_could_not_be_told_is_told_later(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise Unavailable(STORAGE_UNUSABLE.code, STORAGE_UNUSABLE(), STORAGE_UNUSABLE.status)

    presence = server.game_server.presence
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table, _, _ = await two_at(anna, bert)
        presence.changed(server.table(table))
        with monkeypatch.context() as patched:
            patched.setattr(server.game_server.storage.presence, "report", away)
            with pytest.raises(Unavailable):
                await presence.report()
        assert await presence.report()
        assert not await presence.report()


async def test_only_logs_that_have_grown_unheard_are_read(tmp_path: Path, time: ManualTime) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database, time=time) as one, running(database, time=time) as other:
        one.game_server.channel.shared = other.game_server.channel.shared = True
        async with one.browsers("Anna", "Bert") as (anna, bert), Browser(other.address) as watcher:
            (table, page, _), (quiet, _, _) = await two_at(anna, bert), await two_at(anna, bert)
            seen, _ = await watcher.at(table), await watcher.at(quiet)
            read: list[str] = []
            refresh = other.game_server.refresh

            async def noted(table: object) -> None:
                read.append(table.id)  # type: ignore[attr-defined]
                await refresh(table)  # type: ignore[arg-type]

            other.game_server.refresh = noted  # type: ignore[method-assign]
            number = (await page.play(page.moves[0]))["number"]
            await time.advance(REPORTED_EVERY + 2)
            await seen.upto(number)
            assert read == [table]
