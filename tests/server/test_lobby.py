"""The lobby keeps house: what is put away, what comes back, and small pictures of what goes on."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from palatine.core.catalog import words_of
from palatine.server.host.retention import A_DAY, Retention
from palatine.server.identity import COOKIE
from palatine.server.limits import BUDGETS, Budget
from palatine.server.protocol.host import HostKeeping
from palatine.server.storage import Storage
from palatine.server.storage.schema import put_away

from .browsers import ME, OPEN_SEAT, Browser, RunningServer, play_on, program, running
from .times import ManualTime

pytestmark = pytest.mark.anyio


async def mine(browser: Browser) -> list[str]:
    return [table["id"] for table in (await browser.http.get("/api/tables")).json()["mine"]]


async def put(browser: Browser, *tables: str, away: bool = True) -> list[str]:
    """Put tables away, or take them back; what the lobby shows then."""
    answer = await browser.http.post("/api/tables/put-away", json={"tables": tables, "away": away})
    assert answer.status_code == 200, answer.text
    return [table["id"] for table in answer.json()["mine"]]


async def away(storage: Storage) -> int:
    async with storage.database.read() as connection:
        return int(await connection.scalar(sa.select(sa.func.count()).select_from(put_away)) or 0)


# -- Put away ------------------------------------------------------------------------------------------


async def test_tables_are_put_away_and_taken_back(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        over = await anna.open("rivalkings", ME, program())
        await play_on([await anna.at(over)], Random(1))
        silent = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(silent)
        other = await anna.open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT)
        assert set(await mine(anna)) == {over, silent, other}
        assert set(await put(anna, over, silent)) == {other}
        assert await mine(anna) == [other]
        assert await mine(bert) == [silent], "others have it as before"
        assert set(await put(anna, over, away=False)) == {over, other}
        assert set(await put(anna, over, over, silent, other)) == set()
        assert set(await put(anna, over, silent, other, away=False)) == {over, silent, other}
        assert (await anna.http.get(f"/api/tables/{over}")).status_code == 200


async def test_who_has_no_seat_puts_nothing_away(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, listed=True)
        assert await put(bert, table, "nosuchtable") == []
        assert await away(server.game_server.storage) == 0
        listed = (await bert.http.get("/api/tables")).json()["listed"]
        assert [each["id"] for each in listed] == [table]
    async with Browser(server.address) as nobody:
        answer = await nobody.http.post("/api/tables/put-away", json={"tables": [table]})
        assert answer.json()["mine"] == []


async def test_a_table_comes_back_when_one_is_waited_for_anew(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        assert await put(anna, table) == []
        assert await mine(anna) == []
        await bert.join(table)
        assert await mine(anna) == [table], "the game has begun, and asks for something"
        assert await put(anna, table) == [], "it stays away as long as nothing happens"
        assert await mine(anna) == []
        first, second = await anna.at(table), await bert.at(table)
        await second.play(second.moves[0])
        assert await mine(anna) == [table]
        await first.play(first.moves[0])
        assert await mine(anna) == [table], "for good"


async def test_a_word_about_an_undo_is_asked_for_at_a_table_that_was_put_away(
    server: RunningServer,
) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        pages = [await anna.at(table), await bert.at(table)]
        for page in pages:
            await page.play(page.moves[0])
        state = server.table(table).state
        asking = next((n for n in (0, 1) if n not in state.to_act), None)
        if asking is None:  # a gardener asks first
            asking = 1 - state.to_act[0]
        waiting = (anna, bert)[1 - asking]
        await put(waiting, table)
        assert await mine(waiting) == []
        await pages[asking].until(lambda page: page.number >= state.number)
        assert (await pages[asking].undo())["type"] == "ack"
        assert state.undo_request is not None
        assert await mine(waiting) == [table]


async def test_what_is_put_away_stays_so_after_a_restart_and_has_a_budget(tmp_path: Path) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server, server.browsers("Anna") as (anna,):
        tables = [await anna.open("rivalkings", ME, OPEN_SEAT) for _ in range(2)]
        await put(anna, tables[0])
        cookie = anna.cookie
    limits = {**BUDGETS, "joins": Budget(1, 2)}
    async with running(database, limits=limits) as server, Browser(server.address) as anna:
        anna.http.cookies.set(COOKIE, cookie)
        assert await mine(anna) == [tables[1]]
        assert await put(anna, tables[1]) == []
        assert await put(anna, tables[1], away=False) == [tables[1]]
        answer = await anna.http.post("/api/tables/put-away", json={"tables": tables})
        assert answer.status_code == 429
        assert await mine(anna) == [tables[1]]


async def test_nothing_is_known_of_what_was_put_away_once_it_is_removed(tmp_path: Path) -> None:
    time = ManualTime()
    async with running(str(tmp_path / "palatine.db"), time=time) as server:
        storage = server.game_server.storage
        async with server.browsers("Anna", "Bert") as (anna, bert):
            waiting = await anna.open("rivalkings", ME, OPEN_SEAT)
            going_on = await bert.open("rivalkings", ME, program())
            await put(anna, waiting)
            await put(bert, going_on)
        assert await away(storage) == 2
        time.leap(8 * A_DAY)
        await Retention(storage, HostKeeping(7, 7, 7), time).tidy()
        assert await away(storage) == 1, "a game that goes on stays, and so does what its people want"


# -- Pictures ------------------------------------------------------------------------------------------


async def picture(browser: Browser, table: str, **headers: str) -> Any:
    return await browser.http.get(f"/api/tables/{table}/picture", headers=headers)


@pytest.mark.parametrize("game", ["rivalkings", "rheinlander"])
async def test_a_picture_tells_what_its_viewer_may_know(server: RunningServer, game: str) -> None:
    async with server.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table = await anna.open(game, ME, *[OPEN_SEAT] * (1 if game == "rivalkings" else 2))
        await bert.join(table)
        if game == "rheinlander":
            await (await bert.at(table)).close()
            async with server.browsers("Dora") as (dora,):
                await dora.join(table)
        state = server.table(table).state
        assert state.match is not None
        for browser, seat in ((anna, 0), (bert, 1), (cleo, None)):
            answer = await picture(browser, table)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert answer.headers["cache-control"] == "private, no-cache"
            shown = state.match.show(seat)
            drawn = state.game.drawing.draw(shown, state.names, [], words_of(game))
            assert answer.text == drawn, "made of what is shown to that seat, and of nothing else"


async def test_a_picture_is_drawn_anew_when_something_has_happened(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        before = await picture(anna, table)
        assert (before.status_code, before.json()["code"]) == (409, "waiting")
        await bert.join(table)
        first = await picture(anna, table)
        tag = first.headers["etag"]
        again = await picture(anna, table, **{"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
        other = await picture(bert, table, **{"if-none-match": tag})
        assert other.status_code == 200, "Bert sees something else"
        page = await anna.at(table)
        await page.play(page.moves[0])
        later = await picture(anna, table, **{"if-none-match": tag})
        assert later.status_code == 200
        assert later.headers["etag"] != tag
        assert later.text != first.text
        assert (await picture(anna, "nosuchtable")).status_code == 404


async def test_pictures_have_a_budget_and_what_is_known_costs_nothing(tmp_path: Path) -> None:
    limits = {**BUDGETS, "replays": Budget(1, 1)}
    async with (
        running(str(tmp_path / "palatine.db"), limits=limits) as server,
        server.browsers("Anna") as (anna,),
    ):
        tables = [await anna.open("rivalkings", ME, program()) for _ in range(2)]
        first = await picture(anna, tables[0])
        assert first.status_code == 200
        assert (await picture(anna, tables[0])).status_code == 200, "it is kept"
        refused = await picture(anna, tables[1])
        assert (refused.status_code, refused.json()["code"]) == (429, "too_much")
        tag = {"if-none-match": first.headers["etag"]}
        assert (await picture(anna, tables[0], **tag)).status_code == 304
        assert len(gzip.compress(first.content)) < 30_000
