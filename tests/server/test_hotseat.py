"""Several people at one device: one browser with several seats, of which one is selected at most."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palatine.server.identity import COOKIE
from palatine.server.levels import STAND_IN
from palatine.server.live.connection import Connection
from palatine.server.live.table import LiveTable
from palatine.server.storage import entries as log
from palatine.server.tables import commands, views
from palatine.server.tables.undo import can_undo

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, me, program, running, settle
from .tables import everything, full, shared
from .test_leaks import TELLER, Spy, ask_about, check_against_log, check_secrets, check_twins, encode
from .test_once import two_servers
from .test_seats import post, problem
from .test_table_state import end_turn, refused
from .times import ManualTime

ANNA_AND_BERT = (ME, me("Bert"))


# -- States --------------------------------------------------------------------------------------------


def test_of_several_seats_one_is_selected_or_none() -> None:
    state = shared("rivalkings", 3).state
    assert state.seats_of("user-0") == [0, 1, 2]
    assert state.seats_of(None) == state.seats_of("") == state.seats_of("somebody") == []
    assert state.seat_of("user-0") is None
    assert [state.seat_of("user-0", viewer) for viewer in (0, 1, 2, 3, -1)] == [0, 1, 2, None, None]
    alone = full("rivalkings", 2).state
    assert [alone.seat_of("user-1", viewer) for viewer in (None, 0, 1)] == [1, 1, 1]
    assert alone.seat_of("somebody", 1) is None


def test_those_at_one_device_are_not_asked_about_an_undo() -> None:
    table = shared("rheinlander", 3)
    end_turn(table, 0)
    table.play(1, table.some_move(1))
    assert can_undo(table.state, 0) == "yes"
    table.add(commands.undo(table.state, 0, "u"))
    assert table.state.to_act == (0,)


def test_others_are_asked_all_the_same() -> None:
    table = full("rheinlander", 3)
    table.state.seats[1].user = "user-0"
    end_turn(table, 0)
    assert can_undo(table.state, 0) == "ask"
    table.add(commands.undo(table.state, 0, "u"))
    assert table.state.undo_request is not None
    assert table.state.undo_request.waiting == {2}
    assert (
        refused(commands.answer_undo(table.state, 1, table.state.undo_request.number, True, "a"))
        == "not_asked"
    )


def test_everybody_sees_which_seats_share_a_device_and_not_whose_it_is() -> None:
    table = full("rheinlander", 5)
    for seat, user in enumerate(["a", "b", "a", "b", "c"]):
        table.state.seats[seat].user = user
    for viewer in (None, "a", "c"):
        info = views.table_info(table.state, viewer, [True] * 5, 0.0)
        assert [seat.device for seat in info.seats] == [0, 1, 0, 1, None]
    table.state.seats[1].user = None
    info = views.table_info(table.state, None, [True] * 5, 0.0)
    assert [seat.device for seat in info.seats] == [0, None, 0, None, None]


def test_all_get_up_and_come_back_together() -> None:
    table = shared("rivalkings", 2)
    table.add(commands.leave(table.state, *table.state.seats_of("user-0")))
    assert [seat.left for seat in table.state.seats] == [True, True]
    table.add(commands.join(table.state, "user-0", "", None, table.now))
    assert [seat.program for seat in table.state.seats] == [None, None]
    table.add([log.StoodIn(0, STAND_IN), log.StoodIn(1, STAND_IN)])
    table.add(commands.come_back(table.state, "user-0"))
    assert [seat.program for seat in table.state.seats] == [None, None]
    assert everything(table.again()) == everything(table.state)


# -- At a table ----------------------------------------------------------------------------------------

BAD_SEATS: list[tuple[list[Any], str]] = [
    ([ME, ME], "bad_seats"),
    ([ME, me("Anna")], "bad_seats"),
    ([me("Bert"), me("BERT")], "bad_seats"),
    ([me("Bert"), me(" Bert ")], "bad_seats"),
    ([ME, me("")], "bad_name"),
    ([ME, me("x" * 31)], "bad_name"),
    ([ME, me("bot:greedy")], "bad_name"),
    ([ME, {"kind": "open", "name": "Bert"}], "bad_seats"),
    ([ME, {**program(), "name": "Bert"}], "bad_seats"),
]


@pytest.mark.anyio
async def test_those_at_one_device_have_names_that_differ(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        for seats, code in BAD_SEATS:
            answer = await anna.http.post("/api/tables", json={"game": "rivalkings", "seats": seats})
            assert problem(answer, 400) == code, seats
        table = await anna.open("rivalkings", me(" Dora  Maar "), me("Bert"), program())
        info = (await anna.http.get(f"/api/tables/{table}")).json()
        assert [seat["name"] for seat in info["seats"]] == ["Dora Maar", "Bert", ""]
        assert [seat["yours"] for seat in info["seats"]] == [True, True, False]
        assert (info["you"], info["status"]) == (None, "playing")
        mine = (await anna.http.get("/api/tables")).json()["mine"]
        assert [info["id"] for info in mine] == [table]


@pytest.mark.anyio
async def test_a_seat_is_selected_and_let_go(server: RunningServer) -> None:
    async with server.browsers("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rivalkings", *ANNA_AND_BERT)
        page, watching = await anna.at(table), await cleo.at(table)
        assert (page.table["you"], page.ask) == (None, None)
        assert page.shown == watching.shown
        for seat in (0, 1, 0):
            snapshot = await page.select(seat)
            assert (snapshot["reason"], page.me) == ("select_seat", seat)
            assert [each["you"] for each in page.table["seats"]] == [seat == 0, seat == 1]
            assert page.owes
            hands = [player["hand"] for player in page.shown["players"]]  # type: ignore[index]
            assert [hand is not None for hand in hands] == [seat == 0, seat == 1]
        await page.select(None)
        assert (page.table["you"], page.ask, page.shown) == (None, None, watching.shown)
        for seat in (2, -1):
            assert (await page.select(seat))["code"] == "not_your_seat"
        assert (await watching.select(0))["code"] == "not_your_seat"
        assert page.table["you"] is None


@pytest.mark.anyio
async def test_who_has_one_seat_always_looks_from_it(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        page = await anna.at(await anna.open("rivalkings", ME, program()))
        for seat in (None, 0):
            assert (await page.select(seat))["table"]["you"] == 0
        assert (await page.select(1))["code"] == "not_your_seat"


@pytest.mark.anyio
async def test_only_the_selected_seat_decides(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", *ANNA_AND_BERT)
        page = await anna.at(table)
        assert (await page.play("play Count", question=2))["code"] == "no_seat_selected"
        assert (await page.undo())["code"] == "no_seat_selected"
        assert (await page.consent(True, 2))["code"] == "no_seat_selected"
        for kind in ("consider", "explain"):
            words: dict[str, Any] = {"things": []} if kind == "explain" else {}
            answer = await page.reply(kind, "considered", "explanation", question=2, moves=[], **words)
            assert answer["code"] == "not_your_turn"
        await page.select(1)
        answer = await page.play(page.moves[0], id="choice")
        assert answer == {"type": "ack", "id": "choice", "number": 3}
        assert page.table["to_act"] == [0]
        entries = [entry for _, _, entry in await server.game_server.storage.tables.entries(table)]
        assert isinstance(entries[-1], log.Decided)
        assert entries[-1].seat == 1
        for seat in (None, 0, 1):
            await page.select(seat)
            again = await page.play("play Count", question=2, id="choice")
            assert again == answer, "what was done is not done again, whoever is looking"


@pytest.mark.anyio
async def test_two_pages_of_one_browser_select_each_their_own_seat(server: RunningServer) -> None:
    async with server.browsers("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rivalkings", *ANNA_AND_BERT)
        pages = [await anna.at(table) for _ in range(3)]
        watching = await cleo.at(table)
        for page, seat in zip(pages, (0, 1, None), strict=True):
            await page.select(seat)
        await pages[0].play(pages[0].moves[0])
        await settle(*pages, watching)
        assert [page.table["you"] for page in pages] == [0, 1, None]
        assert [page.lines[-1]["data"]["character"] is None for page in pages] == [False, True, True]
        assert [seat["yours"] for seat in pages[2].table["seats"]] == [True, True]
        assert [seat["yours"] for seat in watching.table["seats"]] == [False, False]
        assert pages[2].shown == watching.shown


@pytest.mark.anyio
async def test_all_seats_of_a_browser_are_there_or_none(server: RunningServer) -> None:
    async with server.browsers("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rheinlander", *ANNA_AND_BERT, OPEN_SEAT)
        await cleo.join(table)
        watching = await cleo.at(table)
        page = await anna.at(table)
        await watching.until(lambda page: page.online == [True, True, True])
        assert watching.watchers == 0
        await page.close()
        await watching.until(lambda page: page.online == [False, False, True])


@pytest.mark.anyio
async def test_programs_stand_in_for_all_and_all_come_back(tmp_path: Path) -> None:
    async with (
        running(str(tmp_path / "palatine.db"), grace=0.2) as server,
        server.browsers("Anna", "Cleo") as (anna, cleo),
    ):
        table = await anna.open("rivalkings", *ANNA_AND_BERT, OPEN_SEAT)
        await cleo.join(table)
        page = await cleo.at(table)
        stood_in = lambda page: [seat["stand_in"] for seat in page.table["seats"]]  # noqa: E731
        await page.until(lambda page: stood_in(page) == [STAND_IN, STAND_IN, None])
        await anna.at(table)
        await page.until(lambda page: stood_in(page) == [None, None, None])


@pytest.mark.anyio
async def test_leaving_gets_up_from_all_seats(server: RunningServer) -> None:
    async with server.browsers("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rheinlander", *ANNA_AND_BERT, OPEN_SEAT)
        info = (await post(anna, table, "leave")).json()
        assert [seat["kind"] for seat in info["seats"]] == ["open"] * 3
        assert problem(await post(anna, table, "leave"), 403) == "watching"
        assert (await anna.http.get("/api/tables")).json()["mine"] == []
        other = await anna.open("rivalkings", *ANNA_AND_BERT, OPEN_SEAT)
        await cleo.join(other)
        page = await anna.at(other)
        assert [seat["left"] for seat in (await post(anna, other, "leave")).json()["seats"]] == [
            True,
            True,
            False,
        ]
        await page.select(0)
        assert page.ask is None
        assert [seat["left"] for seat in (await anna.join(other))["seats"]] == [False] * 3
        await page.until(lambda page: page.table["seats"][0]["stand_in"] is None)


@pytest.mark.anyio
async def test_nobody_plays_on_at_a_device_that_all_have_left(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", *ANNA_AND_BERT)
        page = await anna.at(table)
        await post(anna, table, "leave")
        await page.upto(4)
        await time.advance(120)
        assert await page.ping() == 4


async def pass_around(page: Page, luck: Random, most: int = 10_000) -> None:
    """People at one device decide at random, one after the other."""
    for _ in range(most):
        if page.over:
            return
        own = [seat for seat in page.table["to_act"] if page.table["seats"][seat]["yours"]]
        if not own:
            await page.hear()
            continue
        await page.select(luck.choice(own))
        if page.owes:
            assert (await page.play(luck.choice(page.moves)))["type"] == "ack"
        await page.select(None)


@pytest.mark.anyio
async def test_a_rematch_keeps_all_names_at_the_device(server: RunningServer) -> None:
    async with server.browsers("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rivalkings", me("Dora"), me("Bert"), clock={"move": 600, "reserve": 60})
        page, watching = await anna.at(table), await cleo.at(table)
        await pass_around(page, Random(3))
        assert (await watching.rematch())["code"] == "watching"
        assert page.table["you"] is None
        answer = await page.rematch("once")
        assert answer["type"] == "ack"
        assert await page.rematch("once") == answer
        new = await anna.at(page.table["rematch"])
        assert [seat["name"] for seat in new.table["seats"]] == ["Dora", "Bert"]
        assert [seat["yours"] for seat in new.table["seats"]] == [True, True]
        assert (new.table["you"], new.table["clock"]["move"]) == (None, 600)


@pytest.mark.anyio
async def test_the_same_browser_at_two_processes(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (one, other), one.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", *ANNA_AND_BERT)
        browser = Browser(other.address)
        browser.http.cookies.set(COOKIE, anna.cookie)
        page, twin = await anna.at(table), await browser.at(table)
        await page.select(0)
        await twin.select(1)
        answers = await asyncio.gather(page.play(page.moves[0]), twin.play(twin.moves[0]))
        assert [answer["type"] for answer in answers] == ["ack", "ack"]
        await one.game_server._report_presence()
        await other.game_server._look_elsewhere()
        await twin.close()
        while other.table(table).connections:
            await asyncio.sleep(0.01)
        assert other.game_server.presence.online(other.table(table)) == [True, True]
        assert other.game_server.presence.watchers(other.table(table)) == 0
        await browser.__aexit__()


# -- Nothing of another hand ---------------------------------------------------------------------------


def test_other_hands_of_the_same_browser_make_no_difference_to_any_byte() -> None:
    """Whatever the selected seat does not see, also where it belongs to the same browser."""
    for game, people in (("rheinlander", 3), ("rivalkings", 3)):
        luck, table = Random(f"shared {game}"), shared(game, people)
        for _ in range(40):
            if luck.randrange(4) == 0:
                check_twins(table, luck.choice([None, *range(people)]), luck)
            table.play_any(luck)


def test_without_a_selected_seat_a_page_is_told_what_a_watcher_is_told() -> None:
    luck, table = Random(9), shared("rivalkings", 3)
    for _ in range(60):
        live = LiveTable(table.state)
        owner, watcher = (
            json.loads(encode(TELLER.snapshot(live, Connection(who)))) for who in ("user-0", "x")
        )
        for seat in owner["table"]["seats"]:
            assert seat.pop("yours") is True
        for seat in watcher["table"]["seats"]:
            assert seat.pop("yours") is False
        assert (owner["table"].pop("host"), watcher["table"].pop("host")) == (True, False)
        assert owner == watcher
        table.play_any(luck)


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_a_whole_game_at_one_device_tells_only_what_the_selected_seat_may_see(
    server: RunningServer, game: str
) -> None:
    """Every frame, by the seat that was selected when it came, is held against the log."""
    luck = Random(f"device {game}")
    async with Spy(server.address) as anna:
        await anna.come("Anna")
        table = await anna.open(game, *ANNA_AND_BERT, program())
        page = await anna.at(table)
        while not page.over:
            own = [seat for seat in page.table["to_act"] if page.table["seats"][seat]["yours"]]
            if not own:
                await page.hear()
                continue
            await page.select(None)
            await page.select(luck.choice([*own, 0, 1, None]))
            if page.owes:
                if luck.randrange(8) == 0:
                    await ask_about(page, luck)
                assert (await page.play(luck.choice(page.moves)))["type"] == "ack"
        header = await server.game_server.storage.tables.header(table)
        entries = await server.game_server.storage.tables.entries(table)
        assert header is not None
        check_secrets(anna.everything(), header, [header.host])
        for seat in (0, 1, None):
            check_against_log(through(page, seat), seat, header, entries, least=5)


def through(page: Page, seat: int | None) -> Page:
    """What a page was told while a seat was selected."""
    part = Page(page.connection)
    part.frames = [
        frame for frame in page.frames if json.loads(frame).get("table", {"you": "none"})["you"] == seat
    ]
    return part
