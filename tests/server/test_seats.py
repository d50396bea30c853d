"""People, their cookies, names and seats; who is there, who stands in, and how it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from palatine.server.app import Settings
from palatine.server.identity import A_YEAR, COOKIE
from palatine.server.levels import STAND_IN
from palatine.server.live import programs
from palatine.server.live.absence import MOMENT

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, play_on, program, running, settle
from .times import ManualTime
from .wording import page_lines
from .wording import problem as worded

pytestmark = pytest.mark.anyio
GRACE = Settings("").grace


def problem(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"code", "message", "game"}
    assert worded(answer.json())
    return str(answer.json()["code"])


async def post(browser: Browser, table: str, what: str, **words: Any) -> Any:
    return await browser.http.post(f"/api/tables/{table}/{what}", json=words)


# -- Cookies and names ---------------------------------------------------------------------------------


async def test_a_browser_gets_one_signed_cookie_that_scripts_cannot_read(server: RunningServer) -> None:
    async with Browser(server.address) as browser:
        answer = await browser.http.get("/api/me")
        (header,) = answer.headers.get_list("set-cookie")
        cookie = SimpleCookie(header)[COOKIE]
        assert cookie["httponly"] is True
        assert cookie["samesite"].lower() == "lax"
        assert cookie["path"] == "/"
        assert int(cookie["max-age"]) == A_YEAR
        assert not cookie["secure"]
        user, _, signature = cookie.value.rpartition(".")
        assert len(user) >= 32
        assert len(signature) >= 27
        assert cookie.value not in answer.text
        assert user not in answer.text
        for path in ("/api/me", "/", "/api/tables"):
            assert "set-cookie" not in (await browser.http.get(path)).headers


@pytest.mark.parametrize(
    "path, given", [("/", 1), ("/t/xyz", 1), ("/api/me", 1), ("/api/games", 0), ("/assets/x.js", 0)]
)
async def test_pages_give_a_cookie_and_what_they_load_does_not(
    server: RunningServer, path: str, given: int
) -> None:
    async with Browser(server.address) as browser:
        answer = await browser.http.get(path)
        assert len(answer.headers.get_list("set-cookie")) == given


async def test_a_forged_cookie_is_replaced(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,), Browser(server.address) as forger:
        for forged in (anna.cookie[:-1], f"x{anna.cookie}", "junk", anna.cookie.partition(".")[0]):
            answer = await forger.http.get("/api/me", headers={"cookie": f"{COOKIE}={forged}"})
            assert answer.json()["name"] == "Guest"
            assert "set-cookie" in answer.headers
            forger.http.cookies.clear()


@pytest.mark.parametrize("others", ['theme={"dark": true}', "a=b", "x y=z", "=", "ä=ö"])
async def test_cookies_of_others_on_the_same_host_do_no_harm(server: RunningServer, others: str) -> None:
    """All servers of a machine share the cookies of localhost, whatever they put into them."""
    async with server.browsers("Anna") as (anna,), Browser(server.address) as bare:
        for cookie in (f"{others}; {COOKIE}={anna.cookie}", f"{COOKIE}={anna.cookie}; {others}"):
            answer = await bare.http.get("/api/me", headers={b"cookie": cookie.encode()})
            assert answer.json()["name"] == "Anna"


async def test_a_name_is_one_plain_line(server: RunningServer) -> None:
    async with Browser(server.address) as browser:
        assert (await browser.http.get("/api/me")).json()["name"] == "Guest"
        for name in ("", " ", "x" * 31, "bot:greedy", "a\u0000b", "a\u202eb", "\ue000"):
            assert problem(await browser.http.put("/api/me", json={"name": name}), 400) == "bad_name"
        for name, shown in (
            ("  Anna   Maria ", "Anna Maria"),
            ("Żółć 😀", "Żółć 😀"),
            ("<b>x</b>", "<b>x</b>"),
        ):
            answer = await browser.http.put("/api/me", json={"name": name})
            assert answer.json()["name"] == shown
            assert (await browser.http.get("/api/me")).json()["name"] == shown
        wrong: list[Any] = [{}, {"name": 7}, {"name": "x", "id": "y"}, []]
        for body in wrong:
            problem(await browser.http.put("/api/me", json=body), 400)


async def test_the_same_name_told_twice_at_once_is_one_name(server: RunningServer) -> None:
    async with Browser(server.address) as browser:
        await browser.http.get("/api/me")
        answers = await asyncio.gather(
            *(browser.http.put("/api/me", json={"name": "Anna"}) for _ in range(5))
        )
        assert [answer.status_code for answer in answers] == [200] * 5


# -- Seats ---------------------------------------------------------------------------------------------


async def test_people_join_by_the_link_until_the_table_is_full(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Cleo", "Dora") as (anna, bert, cleo, dora):
        table = await anna.open("rheinlander", OPEN_SEAT, ME, OPEN_SEAT)
        page = await anna.at(table)
        assert page.table["status"] == "waiting"
        assert (page.shown, page.ask) == (None, None)
        assert (await bert.join(table, 2))["you"] == 2
        assert (await bert.join(table))["you"] == 2, "who sits already keeps the seat"
        assert problem(await post(cleo, table, "join", seat=1), 409) == "taken"
        assert problem(await post(cleo, table, "join", seat=7), 409) == "taken"
        info = await cleo.join(table)
        assert info["status"] == "playing"
        assert [seat["name"] for seat in info["seats"]] == ["Cleo", "Anna", "Bert"]
        assert [seat["you"] for seat in info["seats"]] == [True, False, False]
        assert problem(await post(dora, table, "join", seat=None), 409) == "full"
        await page.until(lambda page: page.table["status"] == "playing")
        assert page.shown is not None
        assert page_lines(page)[:2] == ["Anna takes a seat.", "Bert takes a seat."]


async def test_many_who_want_one_seat_at_once(server: RunningServer) -> None:
    names = [f"Person {n}" for n in range(8)]
    async with server.browsers("Anna", *names) as (anna, *others):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        answers = await asyncio.gather(*(post(other, table, "join", seat=None) for other in others))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        assert server.table(table).state.number == 2


async def test_who_leaves_before_the_game_makes_place(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table = await anna.open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT)
        await bert.join(table)
        assert (await post(bert, table, "leave")).json()["you"] is None
        assert problem(await post(bert, table, "leave"), 403) == "watching"
        assert (await cleo.join(table))["you"] == 1
        assert (await bert.http.get("/api/tables")).json()["mine"] == []


async def test_who_leaves_a_running_game_can_come_back(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        page, other = await anna.at(table), await bert.at(table)
        assert (await post(bert, table, "leave")).json()["seats"][1]["left"] is True
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)
        await page.until(lambda page: page.table["to_act"] == [0])
        assert any("has left: Quick plays on." in text for text in page_lines(page))
        await settle(page, other)
        assert other.ask is None, "nothing is asked of somebody who has left"
        again = await bert.at(table)
        assert again.table["seats"][1]["left"] is True, "looking in is not coming back"
        await bert.join(table)
        await page.until(lambda page: page.table["seats"][1]["stand_in"] is None)
        await settle(page, again)
        assert again.table["seats"][1]["left"] is False
        assert again.ask is not None, "the choice that was made for me can be changed"


async def test_only_the_host_fills_the_table_with_programs(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT, OPEN_SEAT)
        await bert.join(table)
        assert problem(await post(bert, table, "fill", level="greedy"), 403) == "not_host"
        assert problem(await post(anna, table, "fill", level="deep"), 400) == "unknown_level"
        info = (await post(anna, table, "fill", level="greedy")).json()
        assert [seat["kind"] for seat in info["seats"]] == ["person", "person", "program", "program"]
        assert info["status"] == "playing"
        assert (await post(anna, table, "fill", level="greedy")).status_code == 200


# -- Who is there --------------------------------------------------------------------------------------


async def test_everybody_sees_who_is_there(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        page = await anna.at(table)
        await page.until(lambda page: page.online == [True, False])
        other, watching = await bert.at(table), await cleo.at(table)
        await page.until(lambda page: (page.online, page.watchers) == ([True, True], 1))
        second = await bert.at(table)
        await other.close()
        await page.ping()
        assert page.online == [True, True], "another page of the same browser is still open"
        await second.close()
        await page.until(lambda page: page.online == [True, False])
        await watching.close()
        await page.until(lambda page: page.watchers == 0)
        seats = (await cleo.http.get(f"/api/tables/{table}")).json()["seats"]
        assert [seat["online"] for seat in seats] == [True, False]


async def test_a_watcher_who_takes_a_seat_is_one_no_more(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        page, other = await anna.at(table), await bert.at(table)
        await page.until(lambda page: page.watchers == 1)
        await bert.join(table)
        await settle(page, other)
        await other.until(lambda page: page.table["you"] == 1)
        assert other.ask is not None
        assert other.shown["players"][1]["hand"] is not None  # type: ignore[index]
        whole = await page.sync()
        assert whole["watchers"] == 0
        assert [seat["online"] for seat in whole["table"]["seats"]] == [True, True]


async def test_a_page_of_another_site_gets_no_socket(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        host = server.address.removeprefix("http://")
        assert (await anna.at(table, Origin=f"http://{host}")).number == 1
        for origin in ("http://evil.example", "null", f"http://{host}.evil.example", "http://127.0.0.1:1"):
            socket = await anna.dial(table, Origin=origin)
            with pytest.raises(Exception, match="4403"):
                await socket.recv()
        assert server.table(table).connections != set()


async def test_an_unknown_table_says_so_over_the_socket(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        socket = await anna.dial("nowhere")
        assert '"code":"unknown_table"' in str(await socket.recv())
        with pytest.raises(Exception, match="4404"):
            await socket.recv()


async def test_a_server_that_stops_says_that_it_comes_back(tmp_path: Path) -> None:
    async with Browser("") as anna:
        async with running(str(tmp_path / "palatine.db")) as server, server.browsers("Host") as (host,):
            anna.address = server.address
            page = await anna.at(await host.open("rivalkings", ME, OPEN_SEAT))
        with contextlib.suppress(ConnectionClosed):
            while True:
                await page.hear()
        assert page.connection.close_code == 1012
        assert '"restarting"' in page.frames[-1]


async def test_a_browser_that_vanishes_leaves_nothing_behind(server: RunningServer) -> None:
    """No good-bye, in the middle of everything."""
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        page = await anna.at(table)
        for _ in range(5):
            gone = await bert.at(table)
            await gone.say("consider", question=2, moves=[])
            gone.connection.transport.abort()
        while len(server.table(table).connections) > 1:
            await asyncio.wait_for(page.hear(), 5)
        await page.until(lambda page: page.online == [True, False])


# -- Standing in ---------------------------------------------------------------------------------------


async def test_a_program_stands_in_after_the_grace_time_until_the_owner_returns(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        page = await anna.at(table)
        await time.advance(GRACE - 1)
        assert await page.ping() == 2
        await time.advance(3)
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)
        assert page.table["seats"][1]["left"] is False
        await page.until(lambda page: page.table["to_act"] == [0])
        assert "Bert is away: a program (Quick) plays on." in page_lines(page)
        other = await bert.at(table)
        await other.until(lambda page: page.table["seats"][1]["stand_in"] is None)
        await page.play(page.moves[0])
        await settle(page, other)
        while 1 not in page.table["to_act"]:
            await play_on([page], Random(1), 1)
        await time.advance(2 * GRACE)
        assert await page.ping() == page.number, "nobody decides for somebody who is there"
        assert (await other.upto(page.number)).owes


async def test_nobody_stands_in_at_an_empty_table_or_for_a_watcher(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        await time.advance(2 * GRACE)
        watching = await cleo.at(table)
        await time.advance(2 * GRACE)
        assert await watching.ping() == 2
        assert [seat.program for seat in timed.table(table).state.seats] == [None, None]


async def test_what_a_stand_in_was_thinking_counts_no_more_when_the_owner_is_back(
    timed: RunningServer, time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, go_on = threading.Event(), threading.Event()
    choose = programs._choose

    def slowly(*words: Any) -> int:
        thinking.set()
        assert go_on.wait(30)
        return choose(*words)

    monkeypatch.setattr(programs, "_choose", slowly)
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        page = await anna.at(table)
        await time.advance(GRACE + 2)
        await asyncio.to_thread(thinking.wait, 30)
        other = await bert.at(table)
        await other.until(lambda page: page.table["seats"][1]["stand_in"] is None)
        go_on.set()
        await timed.until_decided()
        assert await other.ping() == other.number == 4
        assert other.owes
        assert (await other.play(other.moves[0]))["type"] == "ack"
        assert page.table["you"] == 0


async def seated(anna: Browser, *others: Browser, **words: Any) -> tuple[str, Page]:
    """A table where all but the first are away; and what the first sees of it."""
    table = await anna.open("rivalkings", ME, *[OPEN_SEAT] * len(others), **words)
    for other in others:
        await other.join(table)
    return table, await anna.at(table)


def left(page: Page) -> dict[int, float | None]:
    """How long the table waits for whom."""
    return {away["seat"]: away["left"] for away in page.away}


async def test_who_waits_is_told_for_whom_and_how_long(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table, page = await seated(anna, bert)
        await time.advance(MOMENT - 1)
        await page.ping()
        assert page.away == [], "whoever loads a page again is not away"
        await time.advance(3)
        await page.until(lambda page: page.away)
        assert list(left(page)) == [1]
        assert GRACE - MOMENT - 3 <= (left(page)[1] or 0) <= GRACE - MOMENT
        other = await bert.at(table)
        await page.until(lambda page: not page.away)
        await other.close()
        await time.advance(MOMENT + 2)
        await page.until(lambda page: page.away)
        second = await anna.at(table)
        assert list(left(second)) == [1], "who comes later is told too"


@pytest.mark.parametrize("grace", [30, 300, 86400])
async def test_a_table_may_agree_on_how_long_it_waits(
    timed: RunningServer, time: ManualTime, grace: int
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table, page = await seated(anna, bert, grace=grace)
        state = timed.table(table).state
        await time.advance(MOMENT + 2)
        await page.until(lambda page: page.away)
        time.leap(grace - MOMENT - 4)
        await time.advance(1)
        assert state.seats[1].stand_in is None
        await time.advance(3)
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)
        await page.until(lambda page: not page.away)


async def test_a_table_may_wait_for_ever(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table, page = await seated(anna, bert, grace="never")
        await time.advance(MOMENT + 2)
        await page.until(lambda page: page.away)
        assert left(page) == {1: None}
        time.leap(30 * 86400)
        await time.advance(3)
        assert timed.table(table).state.seats[1].stand_in is None
        assert (await page.hand_over(1))["type"] == "ack", "but whoever is there may think otherwise"
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)


async def test_patience_is_between_seconds_and_days(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        for grace in (0, 9, -1, 7 * 86400 + 1):
            wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT], "grace": grace}
            assert problem(await anna.http.post("/api/tables", json=wanted), 400) == "bad_clock"
        wanted["grace"] = "always"
        assert problem(await anna.http.post("/api/tables", json=wanted), 400) == "bad_request"


async def test_whoever_would_rather_wait_gives_as_much_time_again(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table, page = await seated(anna, bert)
        await time.advance(GRACE - 5)
        await page.until(lambda page: page.away)
        assert (await page.wait(1))["number"] == 3
        await page.until(lambda page: (left(page)[1] or 0) > GRACE - 1)
        assert (await page.wait(1))["number"] == 3, "twice at once is no more than once"
        await time.advance(GRACE - 2)
        assert timed.table(table).state.seats[1].stand_in is None
        await time.advance(3)
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)


async def test_a_program_plays_on_at_once_when_all_who_are_there_say_so(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table, page = await seated(anna, bert, cleo)
        third = await cleo.at(table)
        await time.advance(MOMENT + 2)
        for one in (page, third):
            await one.until(lambda page: page.away)
        assert (await page.hand_over(1))["type"] == "ack"
        await third.until(lambda page: page.away[0]["agreed"] == [0])
        assert timed.table(table).state.seats[1].stand_in is None
        assert (await third.wait(1))["type"] == "ack", "one of them may still be patient"
        assert (await page.hand_over(1))["type"] == "ack"
        assert timed.table(table).state.seats[1].stand_in is None
        assert (await third.hand_over(1))["type"] == "ack"
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)
        other = await bert.at(table)
        await other.until(lambda page: page.table["seats"][1]["stand_in"] is None)


async def test_who_goes_is_not_asked_any_more_whether_a_program_may_play_on(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table, page = await seated(anna, bert, cleo)
        third = await cleo.at(table)
        await time.advance(MOMENT + 2)
        await page.until(lambda page: page.away)
        await page.hand_over(1)
        await third.close()
        await page.until(lambda page: page.online == [True, False, False])
        await time.advance(2)
        await page.until(lambda page: page.table["seats"][1]["stand_in"] == STAND_IN)
        assert page.table["seats"][2]["stand_in"] is None


async def test_nobody_pushes_out_who_is_thinking_or_has_just_come_back(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table, page = await seated(anna, bert)
        watching, state = await cleo.at(table), timed.table(table).state
        for away in (1, 0, 7, -1):
            assert (await page.hand_over(away))["code"] == "not_away", "it was only a moment"
        await time.advance(MOMENT + 2)
        await page.until(lambda page: page.away)
        for way in (watching.hand_over, watching.wait):
            assert (await way(1))["code"] == "watching"
        other = await bert.at(table)
        await page.until(lambda page: page.online == [True, True])
        for way in (page.hand_over, page.wait):
            assert (await way(1))["code"] == "not_away"
        assert other.owes
        assert state.seats[1].stand_in is None


async def test_who_was_back_in_between_is_not_handed_over_by_an_old_word(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table, page = await seated(anna, bert, cleo)
        third = await cleo.at(table)
        await time.advance(MOMENT + 2)
        await page.until(lambda page: page.away)
        await page.hand_over(1)
        other = await bert.at(table)
        await other.close()
        await time.advance(MOMENT + 3)
        await third.until(lambda page: page.away and page.online == [True, False, True])
        assert (await third.hand_over(1))["type"] == "ack"
        assert timed.table(table).state.seats[1].stand_in is None
        assert "Bert is back and plays on." not in page_lines(page), "Bert had never been replaced"


async def test_a_watcher_who_sits_down_is_counted_no_more(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, OPEN_SEAT)
        page, _, watching = await anna.at(table), await bert.at(table), await cleo.at(table)
        await page.until(lambda page: page.watchers == 2)
        await bert.join(table)
        await page.until(lambda page: (page.online, page.watchers) == ([True, True, False], 1))
        await watching.until(lambda page: page.watchers == 1)
        await post(bert, table, "leave")
        await page.until(lambda page: (page.online, page.watchers) == ([True, False, False], 2))


async def test_programs_among_themselves_play_while_somebody_watches(
    timed: RunningServer, time: ManualTime
) -> None:
    async with timed.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", program(), program("greedy"))
        await time.advance(60)
        assert timed.table(table).state.number == 0
        page = await anna.at(table)
        for number in range(1, 6):
            await time.until_asleep(2)  # who watches the tables, and the program that has decided
            assert await page.ping() == number - 1
            await time.advance(programs.PACE)
            await page.upto(number)
        await page.close()
        await time.advance(60)
        number = timed.table(table).state.number
        await time.advance(60)
        assert timed.table(table).state.number == number


# -- Once more, and again tomorrow ---------------------------------------------------------------------


async def finished(server: RunningServer, anna: Browser, bert: Browser) -> tuple[str, Page, Page]:
    table = await anna.open("rivalkings", ME, program("random"), OPEN_SEAT)
    await bert.join(table)
    first, second = await anna.at(table), await bert.at(table)
    await play_on([first, second], Random(4))
    return table, first, second


async def test_a_rematch_keeps_everybody_and_tells_watchers(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Cleo") as (anna, bert, cleo):
        table, page, other = await finished(server, anna, bert)
        watching = await cleo.at(table)
        answers = await asyncio.gather(other.rematch(), page.rematch())
        assert [answer["type"] for answer in (*answers, await other.rematch())] == ["ack"] * 3
        await settle(page, other, watching)
        new = page.table["rematch"]
        assert new
        assert new == other.table["rematch"] == watching.table["rematch"] != table
        info = (await bert.http.get(f"/api/tables/{new}")).json()
        assert info["status"] == "playing"
        assert info["you"] == 2
        assert [seat["name"] for seat in info["seats"]] == ["Anna", "", "Bert"]
        assert info["seats"][1]["level"] == "random"
        assert info["commitment"] != page.table["commitment"]
        mine = (await anna.http.get("/api/tables")).json()["mine"]
        assert sorted(each["id"] for each in mine) == sorted([table, new]), "there is one new table"


async def test_my_games_are_there_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server, server.browsers("Anna", "Bert") as (anna, bert):
        tables = [
            await anna.open(game, ME, OPEN_SEAT, OPEN_SEAT) for game in ("rheinlander", "rivalkings") * 2
        ]
        await bert.join(tables[1])
        (page,) = [await anna.at(await anna.open("rivalkings", ME, program()))]
        await play_on([page], Random(1), 5)
        before = (await anna.http.get("/api/tables")).json()
        cookies = [anna.cookie, bert.cookie]
    async with running(database) as server, Browser(server.address) as anna, Browser(server.address) as bert:
        for browser, cookie in zip((anna, bert), cookies, strict=True):
            browser.http.cookies.set(COOKIE, cookie)
        after = (await anna.http.get("/api/tables")).json()
        assert [info["id"] for info in after["mine"]] == [info["id"] for info in before["mine"]]
        assert len(after["mine"]) == 5
        assert [info["id"] for info in (await bert.http.get("/api/tables")).json()["mine"]] == [tables[1]]
        assert (await bert.http.get("/api/me")).json()["name"] == "Bert"
        again = await anna.at(after["mine"][0]["id"])
        assert again.me == 0


async def test_several_tables_at_once(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        tables = [await anna.open("rivalkings", ME, OPEN_SEAT) for _ in range(4)]
        for table in tables:
            await bert.join(table)
        pages = [[await anna.at(table), await bert.at(table)] for table in tables]
        await asyncio.gather(*(play_on(both, Random(n), 30) for n, both in enumerate(pages)))
        assert len({both[0].table["commitment"] for both in pages}) == 4
        mine = (await bert.http.get("/api/tables")).json()["mine"]
        assert {info["id"] for info in mine} == set(tables)


async def test_the_lobby_lists_open_tables_and_no_others(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        hidden = await anna.open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT)
        shown = await anna.open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT, listed=True)
        lobby = (await bert.http.get("/api/tables")).json()
        assert [info["id"] for info in lobby["listed"]] == [shown]
        assert lobby["mine"] == []
        lobby = (await anna.http.get("/api/tables")).json()
        assert [info["id"] for info in lobby["mine"]] == [shown, hidden]
        assert lobby["listed"] == []
