"""Clocks: made of the times in the log; who runs out of time is played for until the turn is over."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from palatine.server import timing
from palatine.server.identity import COOKIE
from palatine.server.levels import STAND_IN
from palatine.server.live.presence import REPORTED_EVERY
from palatine.server.storage import entries as log
from palatine.server.storage.entries import TimeControl
from palatine.server.tables import commands, views
from palatine.server.tables.clocks import ANSWERING, Clocks, SeatTime
from palatine.server.tables.undo import can_undo

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, play_on, program, running, settle
from .tables import START, TableLog, everything, full, header, shared
from .test_once import two_servers
from .test_table_state import do_anything, end_turn, refused
from .times import ManualTime
from .wording import lines_text, page_lines, problem

CLOCK = TimeControl(move=10, reserve=60)
BRIEF = {"move": 5, "reserve": 0}


def clocks(table: TableLog) -> Clocks:
    assert table.state.clocks is not None
    return table.state.clocks


def wait(table: TableLog, seconds: float) -> None:
    """Let time pass, less what the next entry takes by itself."""
    table.now += seconds - table.pace


def time_left(table: TableLog) -> dict[int, float]:
    """How much time those have in all whose clocks run, at the moment of the last entry."""
    return {seat: end - table.state.changed for seat, end in clocks(table).ends.items()}


# -- By the log ----------------------------------------------------------------------------------------


def test_a_decision_costs_what_it_takes_beyond_its_own_time() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    assert clocks(table).seats == [SeatTime(60, START + 3), SeatTime(60), SeatTime(60)]
    wait(table, 9)
    table.play(0, table.some_move(0))
    assert clocks(table).left == [60, 60, 60]
    assert time_left(table) == {0: 70}, "the next decision of the same turn has its own time"
    wait(table, 25)
    table.play(0, ".")
    assert clocks(table).left == [45, 60, 60]
    assert time_left(table) == {1: 70}
    wait(table, 30)
    table.play(1, table.some_move(1))
    assert clocks(table).left == [45, 40, 60]


def test_those_who_choose_at_the_same_time_have_each_their_own_clock() -> None:
    table = full("rivalkings", 3, clock=CLOCK)
    assert time_left(table) == {0: 70, 1: 70, 2: 70}
    wait(table, 15)
    table.play(1, table.some_move(1))
    assert clocks(table).left == [60, 55, 60]
    assert time_left(table) == {0: 55, 2: 55}
    wait(table, 5)
    table.play(0, table.some_move(0))
    assert clocks(table).left == [50, 55, 60]
    assert time_left(table) == {2: 50}
    wait(table, 7)
    table.play(1, table.state.game.action_text(table.state.match.alternatives(1)[0]))  # type: ignore[union-attr]
    assert clocks(table).left == [50, 55, 60], "who has chosen may change it at leisure"
    assert time_left(table) == {2: 43}


def test_of_those_who_share_a_device_one_clock_runs_after_the_other() -> None:
    table = shared("rivalkings", 3, clock=CLOCK)
    assert time_left(table) == {0: 70}
    wait(table, 15)
    table.play(0, table.some_move(0))
    assert clocks(table).left == [55, 60, 60]
    assert time_left(table) == {1: 70}


def test_no_clock_runs_before_the_game_for_programs_or_after_it() -> None:
    table, luck = full("rivalkings", 1, programs=1, clock=TimeControl(3600, 0)), Random(1)
    assert set(time_left(table)) == {0}
    while table.state.to_act:
        assert set(time_left(table)) <= {0}
        table.play_any(luck)
    assert time_left(table) == {}
    waiting = TableLog(header("rivalkings", [None, None], clock=CLOCK))
    waiting.join()
    assert time_left(waiting) == {}


def test_the_clock_of_somebody_who_is_asked_for_consent_stands() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    end_turn(table, 0)
    wait(table, 22)
    table.add(commands.undo(table.state, 0, "u"))
    assert time_left(table) == {}
    assert clocks(table).seats[1] == SeatTime(48), "what it goes on with"
    wait(table, 50)
    assert table.state.undo_request is not None
    table.add(commands.answer_undo(table.state, 1, table.state.undo_request.number, False, "no"))
    assert time_left(table) == {1: 48}
    wait(table, 8)
    table.play(1, table.some_move(1))
    assert clocks(table).left[1] == 40


def after_a_draw(table: TableLog, luck: Random) -> int:
    """Play until somebody who has seen something hidden by a decision is to decide once more; who."""
    while can_undo(table.state, table.state.to_act[0]) != "ask":
        table.play_any(luck)
    return table.state.to_act[0]


def test_the_clock_of_somebody_who_asks_to_take_back_goes_on() -> None:
    """Else one could think as long as one likes."""
    table = full("rivalkings", 2, clock=TimeControl(10, 500))
    seat = after_a_draw(table, Random(2))
    left = time_left(table)[seat]
    wait(table, 4)
    table.add(commands.undo(table.state, seat, "u"))
    assert time_left(table) == {seat: left - 4}
    wait(table, 5)
    assert table.state.undo_request is not None
    table.add(commands.answer_undo(table.state, 1 - seat, table.state.undo_request.number, False, "no"))
    assert time_left(table) == {seat: left - 9}
    assert refused(commands.undo(table.state, seat, "again")) == "declined"
    run_out(table, seat)


def test_those_who_share_a_device_with_who_asks_gain_no_time_either() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    table.state.seats[1].user = "user-0"
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    assert set(time_left(table)) == {1}


def test_who_does_not_answer_in_time_does_not_agree() -> None:
    """Else clocks could be stopped for ever by saying nothing."""
    table = full("rheinlander", 3, clock=CLOCK)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    request = table.state.undo_request
    assert request is not None
    assert table.state.due == request.until == table.now + ANSWERING
    table.add(commands.answer_undo(table.state, 2, request.number, True, "yes"))
    assert list(commands.run_out(table.state, request.until - 0.01)) == []
    table.now = request.until
    assert table.add(commands.run_out(table.state, request.until)) == [log.Lapsed(request.number)]
    assert table.state.undo_request is None
    assert set(time_left(table)) == {1}
    assert refused(commands.undo(table.state, 0, "again")) == "declined"
    assert lines_text(table.state, views.lines(table.state, 1)[-1:]) == [
        "Not all have answered Person 0 in time: the turn stays."
    ]
    assert everything(table.again()) == everything(table.state)


def test_without_clocks_an_answer_has_time() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    assert table.state.due is None
    assert list(commands.run_out(table.state, float("inf"))) == []


def test_the_time_to_answer_begins_anew_when_somebody_comes_to_an_empty_table() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    left = table.now
    wait(table, 5000)
    table.add(commands.resume(table.state, left, table.now))
    assert table.state.due == table.now + ANSWERING


def test_an_undo_gives_no_time_back() -> None:
    table = full("rheinlander", 1, programs=2, clock=CLOCK)
    wait(table, 30)
    table.play(0, table.some_move(0))
    wait(table, 14)
    table.play(0, ".")
    assert clocks(table).left[0] == 36
    wait(table, 400)
    table.add(commands.undo(table.state, 0, "u"))
    assert time_left(table) == {0: 10 + 40 - 14}, "the question goes on where it was"
    table.add(commands.undo(table.state, 0, "v"))
    assert time_left(table) == {0: 10 + 60 - 30 - 14 - 1}, "with all that was spent since"
    wait(table, 2)
    table.play(0, table.some_move(0))
    assert clocks(table).left[0] == 23


def test_taking_a_secret_choice_back_again_and_again_gives_no_time() -> None:
    table = full("rivalkings", 2, clock=CLOCK)
    for n in range(12):
        table.now += 5.5 - table.pace
        table.play(0, table.some_move(0))
        table.now -= table.pace
        table.add(commands.undo(table.state, 0, f"u{n}"))
    assert time_left(table)[0] == pytest.approx(70 - 12 * 5.5)


def test_a_turn_taken_back_does_not_pay_others_either() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    end_turn(table, 0)
    wait(table, 40)
    table.play(1, table.some_move(1))
    table.add(commands.undo(table.state, 0, "u"))
    for seat in (1, 2):
        assert table.state.undo_request is not None
        table.add(
            commands.answer_undo(table.state, seat, table.state.undo_request.number, True, f"yes {seat}")
        )
    assert table.state.to_act == (0,)
    assert clocks(table).left == [60, 30, 60]
    end_turn(table, 0, "again")
    assert time_left(table) == {1: 40}


def test_a_clock_stands_while_a_program_plays_on_and_coming_back_gives_no_time() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    wait(table, 18)
    table.add(commands.leave(table.state, 0))
    assert time_left(table) == {}
    wait(table, 500)
    table.add(commands.join(table.state, "user-0", "", None, table.now))
    assert time_left(table) == {0: 52}


def test_time_while_nobody_was_there_counts_for_nobody() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    left = table.now + 20
    wait(table, 5000)
    table.add(commands.resume(table.state, left, table.now))
    assert time_left(table) == {0: 50}
    wait(table, 3)
    table.add(commands.resume(table.state, left, table.now))
    assert time_left(table) == {0: 47}, "who comes later finds the clocks running"
    table.add([log.Resumed(0.0)])
    assert list(commands.resume(full("rheinlander", 3).state, 0.0, START)) == []
    assert everything(table.again()) == everything(table.state)


def test_the_time_of_a_log_never_goes_back() -> None:
    """Several machines write to it, and their clocks are not quite the same."""
    table = full("rheinlander", 3, clock=CLOCK)
    wait(table, 20)
    table.play(0, table.some_move(0))
    assert clocks(table).left[0] == 50
    latest = table.now
    table.now -= 9
    table.play(0, ".")
    assert table.state.changed == latest
    assert clocks(table).left[0] == 50
    assert clocks(table).since[1] == latest
    table.now = latest + 4 - table.pace
    table.play(1, table.some_move(1))
    assert clocks(table).left == [50, 60, 60]
    assert everything(table.again()) == everything(table.state)


def test_setting_the_clock_of_the_machine_takes_nobody_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, passed = 1_700_000_000.0, 50.0
    machine = SimpleNamespace(time=lambda: wall, monotonic=lambda: passed)
    monkeypatch.setattr(timing, "time", machine)
    time = timing.Time()
    assert time.now() == 1_700_000_000.0
    wall, passed = wall + 3600, passed + 2
    assert time.now() == 1_700_000_002.0
    wall -= 2 * 3600
    assert time.now() == 1_700_000_002.0


def run_out(table: TableLog, seat: int) -> None:
    table.now = clocks(table).ends[seat]
    assert table.add(commands.run_out(table.state, table.now)) == [log.RanOut(seat)]


def test_who_runs_out_of_time_is_played_for_in_this_turn_alone() -> None:
    table = full("rheinlander", 3, clock=CLOCK)
    assert list(commands.run_out(table.state, clocks(table).ends[0] - 0.01)) == []
    run_out(table, 0)
    seat = table.state.seats[0]
    assert (seat.program, seat.stand_in) == (STAND_IN, None)
    assert time_left(table) == {}
    assert lines_text(table.state, views.lines(table.state, 1)[-1:]) == [
        "Person 0's time is up: a program decides this turn."
    ]
    table.play(0, table.some_move(0))
    assert seat.program == STAND_IN
    table.play(0, ".")
    assert seat.program is None
    for seat in (1, 2):
        end_turn(table, seat, f"turn of {seat}")
    assert time_left(table) == {0: 10}, "the next turn is theirs again, without a reserve"
    assert everything(table.again()) == everything(table.state)


def test_a_turn_is_over_when_others_are_asked_too() -> None:
    """The last to act is at once one of those who choose: that is another turn."""
    table, luck = full("rivalkings", 2, clock=CLOCK), Random(1)
    while len(table.state.to_act) == 2 or clocks(table).left[table.state.to_act[0]] == 0:
        table.play_any(luck)
    seat = table.state.to_act[0]
    run_out(table, seat)
    while table.state.seats[seat].late:
        assert seat in table.state.to_act
        table.play_any(luck, seat)
    assert table.state.to_act != (seat,)


def test_of_several_only_those_whose_time_is_up_are_played_for() -> None:
    table = full("rivalkings", 3, clock=CLOCK)
    table.play(0, table.some_move(0))
    table.now = clocks(table).ends[2]
    assert table.add(commands.run_out(table.state, table.now)) == [log.RanOut(1), log.RanOut(2)]
    assert [seat.late for seat in table.state.seats] == [False, True, True]
    table.play(1, table.some_move(1))
    assert [seat.late for seat in table.state.seats] == [False, False, True]


def test_who_runs_out_of_time_is_still_asked_about_an_undo() -> None:
    table = full("rheinlander", 2 + 1, clock=CLOCK)
    end_turn(table, 0)
    run_out(table, 1)
    table.add(commands.undo(table.state, 0, "u"))
    assert table.state.undo_request is not None
    assert table.state.undo_request.waiting == {1, 2}
    assert list(commands.grant_undo(table.state)) == []


def test_taking_back_what_a_program_decided_for_want_of_time_does_not_help() -> None:
    table = full("rheinlander", 1, programs=2, clock=CLOCK)
    run_out(table, 0)
    for move in (table.some_move(0), "."):
        table.add(commands.play(table.state, 0, table.state.asked[0], [move], ""))
    assert not table.state.seats[0].late
    table.add(commands.undo(table.state, 0, "u"))
    assert table.state.to_act == (0,)
    assert time_left(table)[0] <= 0


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("game, people", [("rheinlander", 3), ("rivalkings", 2), ("rivalkings", 4)])
def test_the_clocks_of_a_table_that_is_read_again_are_the_same(game: str, people: int, number: int) -> None:
    luck = Random(f"clocks {game} {people} {number}")
    table = full(game, people, seed=number, clock=TimeControl(5, 20))
    for n in range(120):
        if not table.state.to_act:
            break
        table.pace = luck.choice((0.2, 3.0, 9.0))
        table.add(commands.run_out(table.state, table.now))
        if luck.randrange(20) == 0:
            table.add(commands.resume(table.state, table.now - 5, table.now))
        do_anything(table, luck)
        assert min(clocks(table).left) >= 0
        assert all(seat in table.state.to_act for seat in clocks(table).ends)
        if n % 12 == 0:
            assert everything(table.again()) == everything(table.state)
    assert everything(table.again()) == everything(table.state)


# -- At a table ----------------------------------------------------------------------------------------


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
async def test_a_clock_has_limits(timed: RunningServer) -> None:
    async with timed.browsers("Anna") as (anna,):
        for clock, words in BAD:
            wanted = {"game": "rivalkings", "seats": [ME, program()], "clock": clock}
            answer = await anna.http.post("/api/tables", json=wanted)
            assert answer.status_code == 400
            assert answer.json()["code"] == ("bad_clock" if words else "bad_request")
            assert words in problem(answer.json())
        table = await anna.open("rivalkings", ME, program(), clock={"move": 5, "reserve": 7200})
        info = (await anna.http.get(f"/api/tables/{table}")).json()["clock"]
        assert (info["move"], info["reserve"]) == (5, 7200)
        assert info["seats"] == [{"left": 7200.0, "since": None}] * 2, "nobody is there yet"
        page = await anna.at(table)
        seats = page.table["clock"]["seats"]
        assert seats[1] == {"left": 7200.0, "since": None}
        assert page.table["clock"]["now"] == seats[0]["since"]
        plain = await anna.at(await anna.open("rivalkings", ME, program()))
        assert plain.table["clock"] is None


def said(page: Page) -> list[str]:
    return [
        text
        for line, text in zip(page.lines, page_lines(page), strict=True)
        if line["kind"] == "table-ran-out"
    ]


@pytest.mark.anyio
async def test_a_decision_is_handed_over_when_the_time_is_up(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, clock=BRIEF)
        page, other = await anna.at(table), await bert.at(table)
        await bert.join(table)
        await page.until(lambda page: page.owes)
        end = page.table["clock"]["seats"][0]["since"] + 5
        await page.play(page.moves[0])
        await time.advance(4.9)
        await page.ping()
        assert not said(page)
        await time.advance(0.2)
        await page.until(said)
        assert said(page) == ["Bert's time is up: a program decides this turn."]
        assert 0 <= page.table["clock"]["now"] - end < 0.1
        await other.until(lambda page: page.table["to_act"] != [1])
        assert page.table["seats"][1]["stand_in"] is None
        entries = [entry for _, _, entry in await timed.game_server.storage.tables.entries(table)]
        assert sum(isinstance(entry, log.RanOut) for entry in entries) == 1


@pytest.mark.anyio
async def test_the_next_turn_is_asked_of_its_owner_again(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna") as (anna,):
        page = await anna.at(await anna.open("rivalkings", ME, program(), clock=BRIEF))
        for times in range(1, 4):
            await page.until(lambda page: page.owes)
            await time.advance(5.1)
            await page.until(partial(has_said, times))
            assert page.ask is None, "a program decides"
        await page.until(lambda page: page.owes)


@pytest.mark.anyio
async def test_what_comes_too_late_is_refused(
    timed: RunningServer, time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timed.game_server.programs, "wake", lambda table: None)
    async with timed.browsers("Anna") as (anna,):
        page = await anna.at(await anna.open("rivalkings", ME, program(), clock=BRIEF))
        move, question = page.moves[0], page.ask["question"]  # type: ignore[index]
        await time.advance(5.1)
        await page.until(said)
        assert (await page.play(move, question=question))["code"] == "late"
        assert (await page.undo())["code"] == "late"


@pytest.mark.anyio
async def test_a_request_that_is_not_answered_is_refused(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna", "Bert", "Cleo") as browsers:
        table = await browsers[0].open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT, clock=BRIEF | {"reserve": 60})
        for browser in browsers[1:]:
            await browser.join(table)
        pages = [await browser.at(table) for browser in browsers]
        (first,) = await settle_owing(pages)
        await first.play(first.moves[0], ".")
        (second,) = await settle_owing(pages)
        assert (await first.undo())["type"] == "ack"
        await second.until(lambda page: page.table["undo"])
        await time.advance(ANSWERING - 1)
        assert await second.ping() == second.number
        assert second.table["undo"]
        assert second.table["clock"]["seats"][second.me]["since"] is None
        await time.advance(1.1)
        await second.until(lambda page: page.table["undo"] is None)
        assert page_lines(second)[-1].endswith("in time: the turn stays.")
        assert not said(second)
        assert (await first.undo())["code"] == "declined"
        await time.advance(66)
        await second.until(said)


async def settle_owing(pages: list[Page]) -> list[Page]:
    """Those who owe a decision, once all pages know of it."""
    await settle(*pages)
    return [page for page in pages if page.owes]


@pytest.mark.anyio
async def test_at_an_empty_table_the_clocks_stand(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna", "Cleo") as (anna, cleo):
        table = await anna.open("rivalkings", ME, program(), clock={"move": 20, "reserve": 10})
        watching = await cleo.at(table)
        await time.advance(32)
        page = await anna.at(table)
        assert page.owes
        assert not said(page)
        assert page.table["clock"]["now"] == page.table["clock"]["seats"][0]["since"], "nobody was here"
        await time.advance(7)
        await page.close()
        await watching.until(lambda page: not any(page.online))
        await time.advance(1000)
        again = await anna.at(table)
        assert again.owes
        assert again.table["clock"]["now"] - again.table["clock"]["seats"][0]["since"] == pytest.approx(7)
        await time.advance(22.9)
        await again.ping()
        assert not said(again)
        await time.advance(0.2)
        await again.until(said)
        await settle(again, watching)


@pytest.mark.anyio
async def test_time_while_the_server_was_down_counts_for_nobody(tmp_path: Path, time: ManualTime) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database, time=time) as server, server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, clock=BRIEF)
        await bert.join(table)
        await play_on([await anna.at(table), await bert.at(table)], Random(1), 1)
        cookies = [anna.cookie, bert.cookie]
    await time.advance(100)
    async with (
        running(database, time=time) as server,
        Browser(server.address) as anna,
        Browser(server.address) as bert,
    ):
        for browser, cookie in zip((anna, bert), cookies, strict=True):
            browser.http.cookies.set(COOKIE, cookie)
        pages = [await anna.at(table), await bert.at(table)]
        await time.advance(4)
        assert not said(pages[0])
        owing = next(page for page in pages if page.owes)
        assert (await owing.play(owing.moves[0]))["type"] == "ack"
        assert not said(owing)


@pytest.mark.anyio
async def test_of_two_processes_one_hands_over(tmp_path: Path, time: ManualTime) -> None:
    async with two_servers(tmp_path, time) as (one, other), one.browsers("Anna") as (anna,):
        table = await anna.open("rheinlander", ME, program(), program(), clock=BRIEF)
        page, browser = await anna.at(table), Browser(other.address)
        browser.http.cookies.set(COOKIE, anna.cookie)
        twin = await browser.at(table)
        for times in (1, 2):
            await page.until(lambda page: page.owes)
            await time.advance(5.1)
            await page.until(partial(has_said, times))
        await time.advance(REPORTED_EVERY + 2)
        await twin.until(lambda page: len(said(page)) >= 2)
        entries = [entry for _, _, entry in await one.game_server.storage.tables.entries(table)]
        late = [n for n, entry in enumerate(entries) if isinstance(entry, log.RanOut)]
        assert len(late) >= 2
        assert any(isinstance(entry, log.Decided) and entry.seat == 0 for entry in entries[late[0] : late[1]])
        await browser.__aexit__()


def test_a_table_without_clocks_hands_nothing_over() -> None:
    assert list(commands.run_out(full("rheinlander", 3).state, float("inf"))) == []


def has_said(times: int, page: Page) -> bool:
    return len(said(page)) == times
