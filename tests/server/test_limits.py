"""However often people come and go or take back: a table stays small, and nobody is kept from it for long."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
import pytest

from palatine.server.errors import Refusal
from palatine.server.storage import entries as log
from palatine.server.storage.entries import Entry, LoggedEntry, TimeControl
from palatine.server.tables import commands, views
from palatine.server.tables.limits import MOST_TAKEN_BACK, MOST_TAKEN_BACK_HERE, MOST_WAITED, Allowance
from palatine.server.tables.state import MOST_DONE, MOST_NOTES, read_table
from palatine.server.tables.undo import can_undo

from .browsers import ME, OPEN_SEAT, RunningServer
from .tables import START, TableLog, everything, full, header
from .test_seats import post
from .test_table_state import refused
from .wording import problem

REPEATS = 4600  # of what was done to a table before there were limits


def refusal(wanted: Iterable[Entry]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        list(wanted)
    return caught.value


def sit_down(table: TableLog, user: str) -> None:
    table.add(commands.join(table.state, user, user, None, table.now))


def get_up(table: TableLog, user: str) -> None:
    table.add(commands.leave(table.state, *table.state.seats_of(user)))


# -- So many at once -----------------------------------------------------------------------------------


def test_an_allowance_comes_back_with_time() -> None:
    allowance = Allowance(3, every=10.0)
    for _ in range(3):
        assert allowance.wait("anna", 100.0) == 0
        allowance.take("anna", 100.0)
    assert allowance.wait("anna", 100.0) == 10
    assert allowance.wait("anna", 104.0) == 6
    assert allowance.wait("bert", 100.0) == 0
    assert allowance.wait("anna", 110.0) == 0
    allowance.take("anna", 110.0)
    assert allowance.wait("anna", 110.0) == 10
    assert [allowance.wait("anna", now) for now in (120.0, 1000.0)] == [0, 0]


def test_what_was_done_much_too_often_is_not_paid_for_for_ever() -> None:
    allowance = Allowance(3, every=10.0)
    for _ in range(REPEATS):
        allowance.take("anna", 100.0)
    assert allowance.wait("anna", 100.0) == 10


def test_nobody_is_remembered_whose_allowance_is_whole() -> None:
    allowance = Allowance(3, every=10.0)
    for n in range(REPEATS):
        allowance.take(f"user-{n}", 100.0 + n)
    assert len(allowance._whole) == 10


# -- Coming and going ----------------------------------------------------------------------------------


def test_who_sits_down_and_gets_up_again_and_again_has_to_wait() -> None:
    table = TableLog(header("rheinlander", [None, None, None]))
    table.pace = 0.0
    for _ in range(table.state.limits.leaving.most):
        sit_down(table, "losing")
        get_up(table, "losing")
    told = refusal(commands.join(table.state, "losing", "", None, table.now + 0.5))
    assert (told.code, told.status, told.message.args) == ("too_often", 429, {"seconds": 60})
    assert "You can sit down again in 60 seconds." in problem({"message": msgspec.to_builtins(told.message)})
    sit_down(table, "somebody else")
    table.now += 60
    sit_down(table, "losing")
    assert everything(table.again()) == everything(table.state)


def test_who_leaves_a_game_and_comes_back_again_and_again_has_to_wait() -> None:
    table = full("rheinlander", 3)
    table.pace = 0.0
    for _ in range(table.state.limits.leaving.most - 1):
        get_up(table, "user-0")
        sit_down(table, "user-0")
    get_up(table, "user-0")
    assert refused(commands.join(table.state, "user-0", "", None, table.now)) == "too_often"
    table.add([log.StoodIn(1, "greedy")])
    sit_down(table, "user-1")
    assert table.state.seats[1].stand_in is None, "who was only away comes back at once"
    table.now += 60
    sit_down(table, "user-0")
    assert table.state.seats[0].stand_in is None


def test_many_who_come_and_go_do_not_fill_a_table_either() -> None:
    """Whoever asks for a name gets one: that many users may be one person."""
    table = TableLog(header("rheinlander", [None, None, None]))
    table.pace = 0.0
    for n in range(table.state.limits.crowd.most):
        sit_down(table, f"one of many {n}")
        get_up(table, f"one of many {n}")
    told = refusal(commands.join(table.state, "friend", "", None, table.now))
    assert (told.code, told.message.args) == ("too_often", {"seconds": 10})
    table.now += 10
    sit_down(table, "friend")


@pytest.mark.anyio
async def test_the_server_says_how_long_to_wait(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, OPEN_SEAT)
        while (answer := await post(bert, table, "join", seat=None)).status_code == 200:
            assert (await post(bert, table, "leave")).status_code == 200
        assert answer.status_code == 429
        assert answer.json()["code"] == "too_often"
        assert 0 < answer.json()["message"]["args"]["seconds"] <= 60
        assert server.table(table).state.number == 1 + 2 * server.table(table).state.limits.leaving.most


def test_a_table_where_people_came_and_went_for_ever_can_be_opened() -> None:
    head = header("rheinlander", [None, None, None])
    entries: list[Entry] = []
    for n in range(REPEATS):
        entries += [log.Joined(0, "losing", f"Name {n}"), log.Left(0)]
    state = read_table(head, (LoggedEntry(n, START, entry) for n, entry in enumerate(entries, start=1)))
    lines = views.lines(state, None)
    assert [line.number for line in lines] == list(range(2 * REPEATS - MOST_NOTES + 1, 2 * REPEATS + 1))
    assert refused(commands.join(state, "losing", "", None, START)) == "too_often"
    assert list(commands.join(state, "losing", "Name", None, START + 60)) == [log.Joined(0, "losing", "Name")]


def test_the_clocks_do_not_stand_for_who_comes_and_goes_all_the_time() -> None:
    table = full("rheinlander", 3, clock=TimeControl(10, 60))
    table.pace = 0.0
    for _ in range(table.state.limits.resuming.most):
        assert table.add(commands.resume(table.state, table.now, table.now))
    assert not table.add(commands.resume(table.state, table.now, table.now))
    assert table.add(commands.resume(table.state, table.now, table.now + 60))


# -- Taking back ---------------------------------------------------------------------------------------


def test_a_turn_is_taken_back_often_but_not_for_ever() -> None:
    table = full("rheinlander", 3)
    for n in range(MOST_TAKEN_BACK_HERE):
        table.play(0, table.some_move(0))
        assert can_undo(table.state, 0) == "yes"
        table.add(commands.undo(table.state, 0, f"u{n}"))
    table.play(0, table.some_move(0))
    assert can_undo(table.state, 0) is None
    assert refused(commands.undo(table.state, 0, "u")) == "too_often"
    table.play(0, ".")
    table.play(1, table.some_move(1))
    assert can_undo(table.state, 1) == "yes", "others are not meant"
    table.play(1, ".")
    table.play(2, table.some_move(2), ".")
    table.play(0, table.some_move(0))
    assert can_undo(table.state, 0) == "yes", "the game has gone on"
    assert everything(table.again()) == everything(table.state)


def test_a_secret_choice_is_changed_often_but_not_for_ever() -> None:
    table = full("rivalkings", 2)
    first, second, *_ = table.state.match.legal(0)  # type: ignore[union-attr]
    table.play(0, first)
    for n in range(MOST_TAKEN_BACK_HERE):
        table.play(0, (second, first)[n % 2])
    change = commands.play(table.state, 0, table.state.asked[0], [second], "change")
    assert refused(change) == "too_often"
    assert refused(commands.undo(table.state, 0, "u")) == "too_often"
    assert table.state.number == 2 + 1 + 2 * MOST_TAKEN_BACK_HERE
    table.play(1, table.some_move(1))
    assert len(table.state.to_act) == 1, "the game goes on with what was chosen last"


def test_there_is_an_end_of_taking_back_in_a_game() -> None:
    table, luck, count = full("rheinlander", 1, programs=2), Random(1), 0
    while count < MOST_TAKEN_BACK:
        seat = table.play_any(luck)
        if seat == 0 and table.state.limits.taken_back_here[0] < 40:
            table.add(commands.undo(table.state, 0, f"undo {count}"))
            count += 1
    table.play_any(luck, 0)
    told = refusal(commands.undo(table.state, 0, "once more"))
    assert (told.code, told.message.args) == ("too_often", {"most": MOST_TAKEN_BACK})
    assert can_undo(table.state, 0) is None
    assert len(table.state.notes) == MOST_NOTES


def test_a_game_where_turns_were_taken_back_for_ever_can_be_opened() -> None:
    table = full("rheinlander", 3)
    move = table.some_move(0)
    for n in range(REPEATS):
        for entry in (log.Decided(0, move, f"play {n}"), log.TookBack(0, 0, f"back {n}")):
            table.entries.append(LoggedEntry(len(table.entries) + 1, table.now, entry))
    state = table.again()
    assert len(views.lines(state, 0)) == MOST_NOTES
    assert len(state.done) == MOST_DONE
    assert (0, f"back {REPEATS - 1}") in state.done
    list(commands.play(state, 0, state.asked[0], [move], "on"))
    state.apply(state.number + 1, table.now, log.Decided(0, move, "on"))
    assert refused(commands.undo(state, 0, "u")) == "too_often"


# -- Waiting for others ----------------------------------------------------------------------------------


def test_more_time_is_given_so_often_until_the_game_goes_on() -> None:
    table = full("rivalkings", 2)

    def wait(id: str) -> Iterable[Entry]:
        return commands.wait_for(table.state, 1, 0, [0], id)

    for n in range(MOST_WAITED):
        table.add(wait(f"wait {n}"))
    assert refusal(wait("once more")).code == "too_often"
    luck = Random(1)
    while table.state.to_act != (0,) or table.state.limits.waited:
        table.play_any(luck)
    table.add(wait("now"))
