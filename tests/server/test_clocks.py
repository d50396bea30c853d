"""Clocks: made of the times in the log; who runs out of time is played for until the turn is over."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palatine.server import entries as log
from palatine.server import planning
from palatine.server.clocks import Clocks
from palatine.server.levels import STAND_IN
from palatine.server.players import COOKIE
from palatine.server.protocol import Clock, SeatClock

from .rooms import START, Log, everything, full, header, shared
from .test_once import two_houses
from .test_room import do_anything, end_turn
from .visitors import ME, OPEN_SEAT, Open, Page, Visitor, opened, play_on, program, settle

CLOCK = Clock(move=10, reserve=60)
BRIEF = {"move": 1, "reserve": 0}


def clocks(table: Log) -> Clocks:
    assert table.room.clocks is not None
    return table.room.clocks


def wait(table: Log, seconds: float) -> None:
    """Let time pass, less what the next entry takes by itself."""
    table.now += seconds - table.pace


def running(table: Log) -> dict[int, float]:
    """How much time those have in all whose clocks run, at the moment of the last entry."""
    return {seat: end - table.room.changed for seat, end in clocks(table).ends.items()}


# -- By the log ----------------------------------------------------------------------------------------


def test_a_decision_costs_what_it_takes_beyond_its_own_time() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    assert clocks(table).seats == [SeatClock(60, START + 3), SeatClock(60), SeatClock(60)]
    wait(table, 9)
    table.play(0, table.some_move(0))
    assert clocks(table).left == [60, 60, 60]
    assert running(table) == {0: 70}, "the next decision of the same turn has its own time"
    wait(table, 25)
    table.play(0, ".")
    assert clocks(table).left == [45, 60, 60]
    assert running(table) == {1: 70}
    wait(table, 30)
    table.play(1, table.some_move(1))
    assert clocks(table).left == [45, 40, 60]


def test_those_who_choose_at_the_same_time_have_each_their_own_clock() -> None:
    table = full("rivalkings", 3, clock=CLOCK)
    assert running(table) == {0: 70, 1: 70, 2: 70}
    wait(table, 15)
    table.play(1, table.some_move(1))
    assert clocks(table).left == [60, 55, 60]
    assert running(table) == {0: 55, 2: 55}
    wait(table, 5)
    table.play(0, table.some_move(0))
    assert clocks(table).left == [50, 55, 60]
    assert running(table) == {2: 50}
    wait(table, 7)
    table.play(1, table.room.game.action_text(table.room.match.alternatives(1)[0]))  # type: ignore[union-attr]
    assert clocks(table).left == [50, 55, 60], "who has chosen may change it at leisure"
    assert running(table) == {2: 43}


def test_of_those_who_share_a_device_one_clock_runs_after_the_other() -> None:
    table = shared("rivalkings", 3, clock=CLOCK)
    assert running(table) == {0: 70}
    wait(table, 15)
    table.play(0, table.some_move(0))
    assert clocks(table).left == [55, 60, 60]
    assert running(table) == {1: 70}


def test_no_clock_runs_before_the_game_for_programs_or_after_it() -> None:
    table, luck = full("rivalkings", 1, programs=1, clock=Clock(3600, 0)), Random(1)
    assert set(running(table)) == {0}
    while table.room.to_act:
        assert set(running(table)) <= {0}
        table.play_any(luck)
    assert running(table) == {}
    waiting = Log(header("rivalkings", [None, None], clock=CLOCK))
    waiting.join()
    assert running(waiting) == {}


def test_a_clock_stands_while_an_undo_is_asked_for() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    end_turn(table, 0)
    wait(table, 22)
    table.add(table.room.may_undo(0, "u"))
    assert running(table) == {}
    assert clocks(table).seats[1] == SeatClock(48), "what it goes on with"
    wait(table, 500)
    assert table.room.wish is not None
    table.add(table.room.may_answer(1, table.room.wish.number, False, "no"))
    assert running(table) == {1: 48}
    wait(table, 8)
    table.play(1, table.some_move(1))
    assert clocks(table).left[1] == 40


def test_an_undo_gives_no_time_back() -> None:
    table = full("rheinlander", 1, programs=2, clock=CLOCK)
    wait(table, 30)
    table.play(0, table.some_move(0))
    wait(table, 14)
    table.play(0, ".")
    assert clocks(table).left[0] == 36
    wait(table, 400)
    table.add(table.room.may_undo(0, "u"))
    assert running(table) == {0: 10 + 40 - 14}, "the question goes on where it was"
    table.add(table.room.may_undo(0, "v"))
    assert running(table) == {0: 10 + 60 - 30 - 14 - 1}, "with all that was spent since"
    wait(table, 2)
    table.play(0, table.some_move(0))
    assert clocks(table).left[0] == 23


def test_taking_a_secret_choice_back_again_and_again_gives_no_time() -> None:
    table = full("rivalkings", 2, clock=CLOCK)
    for n in range(12):
        table.now += 5.5 - table.pace
        table.play(0, table.some_move(0))
        table.now -= table.pace
        table.add(table.room.may_undo(0, f"u{n}"))
    assert running(table)[0] == pytest.approx(70 - 12 * 5.5)


def test_a_turn_taken_back_does_not_pay_others_either() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    end_turn(table, 0)
    wait(table, 40)
    table.play(1, table.some_move(1))
    table.add(table.room.may_undo(0, "u"))
    for seat in (1, 2):
        assert table.room.wish is not None
        table.add(table.room.may_answer(seat, table.room.wish.number, True, f"yes {seat}"))
    assert table.room.to_act == (0,)
    assert clocks(table).left == [60, 30, 60]
    end_turn(table, 0, "again")
    assert running(table) == {1: 40}


def test_a_clock_stands_while_a_program_plays_on_and_coming_back_gives_no_time() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    wait(table, 18)
    table.add(table.room.may_leave(0))
    assert running(table) == {}
    wait(table, 500)
    table.add(table.room.may_join("player-0", "", None))
    assert running(table) == {0: 52}


def test_time_while_nobody_was_there_counts_for_nobody() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    left = table.now + 20
    wait(table, 5000)
    table.add(table.room.may_resume(left))
    assert running(table) == {0: 50}
    wait(table, 3)
    table.add(table.room.may_resume(left))
    assert running(table) == {0: 47}, "who comes later finds the clocks running"
    table.add([log.Resumed(0.0)])
    assert list(full("rheinlander", 3).room.may_resume(0.0)) == []
    assert everything(table.again()) == everything(table.room)


def run_out(table: Log, seat: int) -> None:
    table.now = clocks(table).ends[seat]
    assert table.add(table.room.may_hand_over(table.now)) == [log.RanOut(seat)]


def test_who_runs_out_of_time_is_played_for_in_this_turn_alone() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    assert list(table.room.may_hand_over(clocks(table).ends[0] - 0.01)) == []
    run_out(table, 0)
    chair = table.room.chairs[0]
    assert (chair.program, chair.stand_in) == (STAND_IN, None)
    assert running(table) == {}
    assert table.room.lines(1)[-1].text == "Person 0's time is up: a program decides this turn."
    table.play(0, table.some_move(0))
    assert chair.program == STAND_IN
    table.play(0, ".")
    assert chair.program is None
    for seat in (1, 2):
        end_turn(table, seat, f"turn of {seat}")
    assert running(table) == {0: 10}, "the next turn is theirs again, without a reserve"
    assert everything(table.again()) == everything(table.room)


def test_a_turn_is_over_when_others_are_asked_too() -> None:
    """The last to act is at once one of those who choose: that is another turn."""
    table, luck = full("rivalkings", 2, clock=CLOCK), Random(1)
    while len(table.room.to_act) == 2 or clocks(table).left[table.room.to_act[0]] == 0:
        table.play_any(luck)
    seat = table.room.to_act[0]
    run_out(table, seat)
    while table.room.chairs[seat].late:
        assert seat in table.room.to_act
        table.play_any(luck, seat)
    assert table.room.to_act != (seat,)


def test_of_several_only_those_whose_time_is_up_are_played_for() -> None:
    table = full("rivalkings", 3, clock=CLOCK)
    table.play(0, table.some_move(0))
    table.now = clocks(table).ends[2]
    assert table.add(table.room.may_hand_over(table.now)) == [log.RanOut(1), log.RanOut(2)]
    assert [chair.late for chair in table.room.chairs] == [False, True, True]
    table.play(1, table.some_move(1))
    assert [chair.late for chair in table.room.chairs] == [False, False, True]


def test_who_runs_out_of_time_is_still_asked_about_an_undo() -> None:
    table = full("rheinlander", 2 + 1, clock=CLOCK)
    end_turn(table, 0)
    run_out(table, 1)
    table.add(table.room.may_undo(0, "u"))
    assert table.room.wish is not None
    assert table.room.wish.waiting == {1, 2}
    assert list(table.room.may_grant()) == []


def test_taking_back_what_a_program_decided_for_want_of_time_does_not_help() -> None:
    table = full("rheinlander", 1, programs=2, clock=CLOCK)
    run_out(table, 0)
    for move in (table.some_move(0), "."):
        table.add(table.room.may_play(0, table.room.asked[0], [move], ""))
    assert not table.room.chairs[0].late
    table.add(table.room.may_undo(0, "u"))
    assert table.room.to_act == (0,)
    assert running(table)[0] <= 0


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("game, people", [("rheinlander", 3), ("rivalkings", 2), ("rivalkings", 4)])
def test_the_clocks_of_a_room_that_is_read_again_are_the_same(game: str, people: int, number: int) -> None:
    luck = Random(f"clocks {game} {people} {number}")
    table = full(game, people, seed=number, clock=Clock(5, 20))
    for n in range(120):
        if not table.room.to_act:
            break
        table.pace = luck.choice((0.2, 3.0, 9.0))
        table.add(table.room.may_hand_over(table.now))
        if luck.randrange(20) == 0:
            table.add(table.room.may_resume(table.now - 5))
        do_anything(table, luck)
        assert min(clocks(table).left) >= 0
        assert all(seat in table.room.to_act for seat in clocks(table).ends)
        if n % 12 == 0:
            assert everything(table.again()) == everything(table.room)
    assert everything(table.again()) == everything(table.room)


# -- At a table ----------------------------------------------------------------------------------------


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times that tests can wait for."""
    monkeypatch.setattr(planning, "check_clock", lambda clock: None)


BAD = [
    ({"move": 4, "reserve": 0}, "A decision has 5 to 3600 seconds."),
    ({"move": 3601, "reserve": 0}, "A decision has 5 to 3600 seconds."),
    ({"move": 30, "reserve": -1}, "The reserve is 0 to 7200 seconds."),
    ({"move": 30, "reserve": 7201}, "The reserve is 0 to 7200 seconds."),
    ({"move": 30}, ""),
    ({"move": 30.5, "reserve": 0}, ""),
    ({"move": 30, "reserve": 0, "more": 1}, ""),
]


@pytest.mark.anyio
async def test_a_clock_has_limits(house: Open) -> None:
    async with house.visitors("Anna") as (anna,):
        for clock, words in BAD:
            wanted = {"game": "rivalkings", "seats": [ME, program()], "clock": clock}
            answer = await anna.http.post("/api/tables", json=wanted)
            assert answer.status_code == 400
            assert answer.json()["code"] == ("bad_clock" if words else "bad_request")
            assert words in answer.json()["text"]
        table = await anna.open("rivalkings", ME, program(), clock={"move": 5, "reserve": 7200})
        info = (await anna.http.get(f"/api/tables/{table}")).json()["clock"]
        assert (info["move"], info["reserve"]) == (5, 7200)
        assert info["seats"] == [{"left": 7200.0, "since": None}] * 2, "nobody is there yet"
        page = await anna.at(table)
        seats = page.table["clock"]["seats"]
        assert seats[1] == {"left": 7200.0, "since": None}
        assert 0 <= page.table["clock"]["now"] - seats[0]["since"] < 5
        plain = await anna.at(await anna.open("rivalkings", ME, program()))
        assert plain.table["clock"] is None


def said(page: Page) -> list[str]:
    return [line["text"] for line in page.lines if line["kind"] == "table.ran_out"]


@pytest.mark.anyio
async def test_a_decision_is_handed_over_when_the_time_is_up(house: Open, brief: None) -> None:
    async with house.visitors("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, clock=BRIEF)
        page, other = await anna.at(table), await bert.at(table)
        await bert.join(table)
        await page.until(lambda page: page.owes)
        end = page.table["clock"]["seats"][0]["since"] + 1
        await page.play(page.moves[0])
        await page.until(said)
        assert said(page) == ["Bert's time is up: a program decides this turn."]
        assert 0 <= page.table["clock"]["now"] - end < 0.9, "a tenth of a second, if the machine is not busy"
        await other.until(lambda page: page.table["to_act"] != [1])
        assert page.table["seats"][1]["stand_in"] is None
        entries = [entry for _, _, entry in await house.house.storage.entries(table)]
        assert sum(isinstance(entry, log.RanOut) for entry in entries) == 1


@pytest.mark.anyio
async def test_the_next_turn_is_asked_of_its_owner_again(house: Open, brief: None) -> None:
    async with house.visitors("Anna") as (anna,):
        page = await anna.at(await anna.open("rivalkings", ME, program(), clock=BRIEF))
        for times in range(1, 4):
            while len(said(page)) != times:
                await page.hear()
            assert page.ask is None, "a program decides"
            await page.until(lambda page: page.owes)


@pytest.mark.anyio
async def test_what_comes_too_late_is_refused(house: Open, brief: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(house.house.thinkers, "wake", lambda table: None)
    async with house.visitors("Anna") as (anna,):
        page = await anna.at(await anna.open("rivalkings", ME, program(), clock=BRIEF))
        move, question = page.moves[0], page.ask["question"]  # type: ignore[index]
        await page.until(said)
        assert (await page.play(move, question=question))["code"] == "late"
        assert (await page.undo())["code"] == "late"


@pytest.mark.anyio
async def test_at_an_empty_table_the_clocks_stand(house: Open, brief: None) -> None:
    async with house.visitors("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rivalkings", ME, program(), clock={"move": 2, "reserve": 1})
        watching = await cleo.at(table)
        await asyncio.sleep(3.2)
        page = await anna.at(table)
        assert page.owes
        assert not said(page)
        begun = page.table["clock"]["seats"][0]["since"]
        assert page.table["clock"]["now"] - begun < 0.9, "nobody was here before"
        await asyncio.sleep(0.7)
        await page.close()
        await asyncio.sleep(2.0)
        again = await anna.at(table)
        assert again.owes
        assert 0.6 < again.table["clock"]["now"] - again.table["clock"]["seats"][0]["since"] < 2.0
        await again.until(said)
        await settle(again, watching)


@pytest.mark.anyio
async def test_time_while_the_house_was_closed_counts_for_nobody(tmp_path: Path, brief: None) -> None:
    database = str(tmp_path / "palatine.db")
    clock = {"move": 3, "reserve": 0}
    async with opened(database) as house, house.visitors("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, clock=clock)
        await bert.join(table)
        await play_on([await anna.at(table), await bert.at(table)], Random(1), 1)
        cookies = [anna.cookie, bert.cookie]
    await asyncio.sleep(3.5)
    async with opened(database) as house, Visitor(house.address) as anna, Visitor(house.address) as bert:
        for visitor, cookie in zip((anna, bert), cookies, strict=True):
            visitor.http.cookies.set(COOKIE, cookie)
        pages = [await anna.at(table), await bert.at(table)]
        assert not said(pages[0])
        owing = next(page for page in pages if page.owes)
        assert (await owing.play(owing.moves[0]))["type"] == "ack"
        assert not said(owing)


@pytest.mark.anyio
async def test_of_two_processes_one_hands_over(tmp_path: Path, brief: None) -> None:
    async with two_houses(tmp_path) as (one, other), one.visitors("Anna") as (anna,):
        table = await anna.open("rheinlander", ME, program(), program(), clock=BRIEF)
        page, visitor = await anna.at(table), Visitor(other.address)
        visitor.http.cookies.set(COOKIE, anna.cookie)
        twin = await visitor.at(table)
        await page.until(lambda page: len(said(page)) == 2)
        await twin.until(lambda page: len(said(page)) == 2)
        entries = [entry for _, _, entry in await one.house.storage.entries(table)]
        late = [n for n, entry in enumerate(entries) if isinstance(entry, log.RanOut)]
        assert len(late) == 2
        assert any(isinstance(entry, log.Decided) and entry.seat == 0 for entry in entries[late[0] : late[1]])
        await visitor.__aexit__()


def test_a_table_without_clocks_hands_nothing_over() -> None:
    assert list(full("rheinlander", 3).room.may_hand_over(float("inf"))) == []
