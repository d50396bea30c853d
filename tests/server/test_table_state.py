"""A table follows from its log: who sits where, what is asked, what may be taken back."""

from __future__ import annotations

from random import Random

import pytest

from palatine.server.errors import Refusal
from palatine.server.levels import STAND_IN
from palatine.server.storage import entries as log
from palatine.server.tables import commands, views
from palatine.server.tables.commands import MOST_MOVES
from palatine.server.tables.state import TableState
from palatine.server.tables.undo import can_undo

from .tables import TableLog, everything, full, header
from .wording import called_at, lines_text


def refused(wanted: object) -> str:
    """The code of a refusal; what was wanted is tried here."""
    with pytest.raises(Refusal) as refusal:
        list(wanted)  # type: ignore[call-overload]
    assert str(refusal.value).isprintable()
    return refusal.value.code


def kinds(state: TableState, seat: int | None = None) -> list[str]:
    return [line.kind for line in views.lines(state, seat)]


# -- Sitting down and getting up -----------------------------------------------------------------------


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    table = TableLog(header("rheinlander", [None, "greedy", None]))
    assert (table.state.status, table.state.to_act, table.state.match) == ("waiting", (), None)
    table.join(2)
    assert table.state.seat_of("user-0") == 2
    assert not table.state.match, "the game has not begun"
    table.join()
    assert table.state.status == "playing"
    assert table.state.to_act == (0,)
    assert table.state.asked == {0: 2}
    assert called_at(table.state) == ["Person 1", "Gold", "Person 0"]


def test_a_table_of_programs_begins_at_once() -> None:
    table = TableLog(header("rivalkings", ["random", "greedy"]))
    assert table.state.status == "playing"
    assert table.state.asked == {0: 0, 1: 0}


def test_a_seat_that_is_taken_or_not_there_cannot_be_taken() -> None:
    table = TableLog(header("rheinlander", [None, "greedy", None]))
    table.join(2)
    for seat in (1, 2, 3, -1, 99):
        assert refused(commands.join(table.state, "somebody", "Somebody", seat, table.now)) == "taken"
    table.join()
    assert refused(commands.join(table.state, "somebody", "Somebody", None, table.now)) == "full"
    assert list(commands.join(table.state, "user-0", "Person 0", None, table.now)) == []


def test_who_gets_up_before_the_game_leaves_an_open_seat() -> None:
    table = TableLog(header("rheinlander", [None, None, None]))
    table.join()
    table.add(commands.leave(table.state, 0))
    assert table.state.seats[0].is_open
    assert table.state.seat_of("user-0") is None
    assert kinds(table.state) == ["table-joined", "table-got-up"]
    assert (
        refused(
            commands.leave(
                table.state,
            )
        )
        == "watching"
    )
    table.join(0)
    assert table.state.seat_of("user-1") == 0


def test_who_leaves_a_running_game_keeps_the_seat_while_a_program_plays_on() -> None:
    table = full("rheinlander", 3)
    assert views.question(table.state, 0) is not None
    table.add(commands.leave(table.state, 0))
    seat = table.state.seats[0]
    assert (seat.user, seat.left, seat.program) == ("user-0", True, STAND_IN)
    assert list(commands.leave(table.state, 0)) == []
    assert views.question(table.state, 0) is None
    table.add(commands.join(table.state, "user-0", "Person 0", None, table.now))
    assert (seat.left, seat.program) == (False, None)
    ask = views.question(table.state, 0)
    assert ask is not None
    assert ask.question == 3, "the question is the same as before"
    assert kinds(table.state)[3:] == ["table-left", "table-returned"]


def test_a_stand_in_plays_until_the_owner_is_back() -> None:
    table = full("rivalkings", 2)
    table.add([log.StoodIn(1, "greedy")])
    assert table.state.seats[1].program == "greedy"
    assert not table.state.seats[1].left
    assert views.question(table.state, 1) is None
    table.add([log.Returned(1)])
    assert table.state.seats[1].program is None
    assert views.question(table.state, 1) is not None
    texts = lines_text(table.state, views.lines(table.state, None)[-2:])
    assert texts == ["Person 1 is away: a program (Quick) plays on.", "Person 1 is back and plays on."]


def test_programs_fill_the_open_seats_when_the_host_says_so() -> None:
    table = TableLog(header("rheinlander", [None, None, None, None]))
    table.join(1)
    assert refused(commands.fill(table.state, "somebody", "greedy")) == "not_host"
    assert refused(commands.fill(table.state, "user-0", "grandmaster")) == "unknown_level"
    table.add(commands.fill(table.state, "user-0", "greedy"))
    assert [seat.level for seat in table.state.seats] == ["greedy", None, "greedy", "greedy"]
    assert table.state.status == "playing"
    assert list(commands.fill(table.state, "user-0", "greedy")) == []


def test_people_who_share_a_name_or_are_called_like_a_colour_are_told_apart() -> None:
    table = TableLog(header("rheinlander", [None, None, None, None, "greedy"]))
    for name in ("Anna", "Anna", "Red", "Otto"):
        table.join(name=name)
    assert called_at(table.state) == ["Anna (Red)", "Anna (Gold)", "Red (Violet)", "Otto", "Green"]


# -- Questions -----------------------------------------------------------------------------------------


def test_what_others_choose_at_the_same_time_leaves_my_question_as_it_is() -> None:
    table = full("rivalkings", 3)
    assert table.state.asked == {0: 3, 1: 3, 2: 3}
    table.play(0, table.some_move(0))
    assert table.state.asked == {0: 4, 1: 3, 2: 3}
    table.play(2, table.some_move(2))
    assert table.state.asked == {0: 4, 1: 3, 2: 5}


def test_the_question_after_the_reveal_is_a_new_one_for_everybody() -> None:
    """Else a choice that was changed too late would be taken for an answer to it."""
    table = full("rivalkings", 2)
    for order in ((0, 1), (1, 0)) * 4:
        while len(table.state.to_act) == 1:
            table.play_any(Random(1))
        chosen = {}
        for seat in order:
            table.play(seat, table.some_move(seat))
            chosen[seat] = table.state.asked[seat]
        (asked,) = table.state.to_act
        assert table.state.asked[asked] == table.state.number
        if asked != order[-1]:
            assert chosen[asked] < table.state.number
            move = table.some_move(asked)
            assert refused(commands.play(table.state, asked, chosen[asked], [move], "late")) == "stale"


def test_things_about_the_seats_leave_questions_as_they_are() -> None:
    table = full("rheinlander", 3)
    table.add([log.StoodIn(1, "greedy"), log.Returned(1)])
    table.add(commands.leave(table.state, 2))
    assert table.state.asked == {0: 3}
    assert table.state.number == 6


def test_a_decision_needs_a_seat_a_game_a_turn_and_the_right_question() -> None:
    table = TableLog(header("rheinlander", [None, None, None]))
    table.join()
    assert refused(commands.play(table.state, 0, 0, ["."], "a")) == "waiting"
    table.join()
    table.join()
    move = table.some_move(0)
    assert refused(commands.play(table.state, None, 3, [move], "a")) == "watching"
    assert refused(commands.play(table.state, 1, 3, [move], "a")) == "not_your_turn"
    for question in (2, 4, -1, 10**9):
        assert refused(commands.play(table.state, 0, question, [move], "a")) == "stale"
    assert refused(commands.play(table.state, 0, 3, [], "a")) == "bad_message"
    assert refused(commands.play(table.state, 0, 3, [move] * (MOST_MOVES + 1), "a")) == "bad_message"
    for wrong in ("", "nonsense", "99>L99", ".", "☃", "x" * 5000):
        assert refused(commands.play(table.state, 0, 3, [wrong], "a")) == "illegal"
    assert table.state.number == 3


def test_of_several_moves_all_count_or_none() -> None:
    table = full("rheinlander", 3)
    move = table.some_move(0)
    assert refused(commands.play(table.state, 0, 3, [move, move], "a")) == "illegal"
    assert table.state.number == 3
    added = table.play(0, move, ".", id="turn")
    assert added == [log.Decided(0, move, "turn"), log.Decided(0, ".", "turn")]
    assert table.state.done == {(0, "turn"): 5}


def test_moves_end_where_something_hidden_comes_to_light() -> None:
    """Whether what follows is legal would tell what the card is that is drawn."""
    table = full("rheinlander", 3)
    moves = [table.some_move(0), ".", table.some_move(0)]
    assert refused(commands.play(table.state, 0, 3, moves, "a")) == "unforeseen"
    assert table.state.number == 3
    table = full("rivalkings", 2)
    table.play(0, table.some_move(0))
    moves = [table.some_move(1), "end"]
    assert refused(commands.play(table.state, 1, table.state.asked[1], moves, "a")) == "unforeseen"
    assert table.state.number == 3


def test_after_the_end_nothing_is_decided() -> None:
    table, luck = full("rivalkings", 2), Random(3)
    while table.state.to_act:
        table.play_any(luck)
    assert table.state.status == "over"
    assert refused(commands.play(table.state, 0, table.state.asked[0], ["end"], "a")) == "over"
    assert refused(commands.undo(table.state, 0, "a")) == "over"
    assert can_undo(table.state, 0) is None
    assert list(commands.leave(table.state, 0)) == []
    assert views.question(table.state, 0) is None


# -- Changing and taking back --------------------------------------------------------------------------


def test_a_secret_choice_can_be_changed_until_all_have_chosen() -> None:
    table = full("rivalkings", 3)
    first, other, third = table.state.match.legal(1)  # type: ignore[union-attr]
    table.play(1, first)
    ask = views.question(table.state, 1)
    assert ask is not None
    assert ask.chosen == first
    assert sorted(choice.move for choice in ask.choices) == sorted([other, third])
    table.play(0, table.some_move(0))
    assert table.play(1, other, id="b") == [log.TookBack(1, None, "b"), log.Decided(1, other, "b")]
    assert table.state.to_act == (2,)
    assert table.state.asked[1] == table.state.number
    assert table.state.done[1, "b"] == table.state.number
    for wrong in ([other], [first, third], ["end"], ["play Nobody"]):
        assert refused(commands.play(table.state, 1, table.state.asked[1], wrong, "c")) == "illegal"
    table.play(2, table.some_move(2))
    revealed = {line.seat: line for line in views.lines(table.state, None) if line.kind == "revealed"}
    assert f"play {revealed[1].data['character']}" == other
    assert kinds(table.state).count("chose") == 3


def test_a_changed_choice_is_told_to_nobody_else() -> None:
    table = full("rivalkings", 3)
    first, other, _ = table.state.match.legal(1)  # type: ignore[union-attr]
    table.play(1, first)
    before = lines_text(table.state, views.lines(table.state, 0))
    table.play(1, other)
    assert lines_text(table.state, views.lines(table.state, 0)) == before
    assert other.removeprefix("play ") in str(views.lines(table.state, 1)[-1].data)


def test_taking_a_secret_choice_back_leaves_those_of_others() -> None:
    table = full("rivalkings", 3)
    for seat in (2, 0):
        table.play(seat, table.some_move(seat))
    assert can_undo(table.state, 2) == "yes"
    assert table.add(commands.undo(table.state, 2, "u")) == [log.TookBack(2, None, "u")]
    assert table.state.to_act == (1, 2)
    assert table.state.asked == {0: 5, 1: 3, 2: 6}
    assert can_undo(table.state, 2) is None
    assert refused(commands.undo(table.state, 2, "v")) == "nothing"


def test_a_turn_is_taken_back_freely_while_nothing_hidden_was_seen() -> None:
    table = full("rheinlander", 3)
    state = table.state.match.state.tobytes()  # type: ignore[union-attr]
    table.play(0, table.some_move(0))
    assert [can_undo(table.state, seat) for seat in (0, 1, 2, None)] == ["yes", None, None, None]
    assert table.add(commands.undo(table.state, 0, "u")) == [log.TookBack(0, 0, "u")]
    assert table.state.match.state.tobytes() == state  # type: ignore[union-attr]
    assert table.state.asked[0] == table.state.number == 5
    assert kinds(table.state)[3:] == ["table-took-back"]
    assert refused(commands.undo(table.state, 0, "u2")) == "nothing"
    assert refused(commands.undo(table.state, 1, "u3")) == "nothing"
    assert refused(commands.undo(table.state, None, "u4")) == "watching"


def end_turn(table: TableLog, seat: int, id: str = "") -> None:
    """A whole turn of Rheinländer, sent together."""
    table.play(seat, table.some_move(seat), ".", id=id)


def test_after_a_draw_all_others_have_to_agree() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0, "turn")
    assert can_undo(table.state, 0) == "ask"
    table.add(commands.undo(table.state, 0, "u"))
    request = table.state.undo_request
    assert request is not None
    assert (request.number, request.seat, request.keep, request.waiting) == (6, 0, 0, {1, 2})
    assert refused(commands.undo(table.state, 0, "u2")) == "asked_already"
    assert refused(commands.answer_undo(table.state, 0, 6, True, "a")) == "not_asked"
    assert refused(commands.answer_undo(table.state, None, 6, True, "a")) == "not_asked"
    assert refused(commands.answer_undo(table.state, 1, 5, True, "a")) == "not_asked"
    assert table.add(commands.answer_undo(table.state, 1, 6, True, "a")) == [log.Answered(1, 6, True, "a")]
    assert table.state.to_act == (1,), "nothing happens before all have agreed"
    assert refused(commands.answer_undo(table.state, 1, 6, True, "b")) == "not_asked"
    added = table.add(commands.answer_undo(table.state, 2, 6, True, "c"))
    assert added == [log.Answered(2, 6, True, "c"), log.TookBack(0, 0)]
    assert table.state.to_act == (0,)
    assert table.state.match.decisions == []  # type: ignore[union-attr]
    assert table.state.undo_request is None
    assert table.state.asked[0] == table.state.number == 9


def test_one_who_refuses_is_enough() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    table.add(commands.answer_undo(table.state, 2, 6, False, "a"))
    assert table.state.undo_request is None
    assert table.state.to_act == (1,)
    assert refused(commands.answer_undo(table.state, 1, 6, True, "b")) == "not_asked"


def test_a_turn_that_others_want_to_stay_is_not_asked_for_again() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    table.add(commands.answer_undo(table.state, 2, 6, False, "a"))
    assert can_undo(table.state, 0) is None
    assert refused(commands.undo(table.state, 0, "again")) == "declined"
    table.add(commands.leave(table.state, 1))
    table.add(commands.leave(table.state, 2))
    assert refused(commands.undo(table.state, 0, "alone")) == "declined", "though nobody could mind any more"
    for seat in (1, 2, 0):
        end_turn(table, seat, f"next {seat}")
    assert can_undo(table.state, 0) == "yes", "another turn"
    assert everything(table.again()) == everything(table.state)


def test_a_decision_ends_the_asking() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    table.play(1, table.some_move(1))
    assert table.state.undo_request is None
    assert refused(commands.answer_undo(table.state, 2, 6, True, "a")) == "not_asked"


def test_programs_and_those_for_whom_one_plays_are_not_asked() -> None:
    table = full("rheinlander", 1, programs=2)
    end_turn(table, 0)
    assert can_undo(table.state, 0) == "yes"
    assert table.add(commands.undo(table.state, 0, "u")) == [log.TookBack(0, 0, "u")]
    table = full("rheinlander", 3, programs=1)
    table.add([log.StoodIn(2, "greedy")])
    end_turn(table, 0)
    assert can_undo(table.state, 0) == "ask"
    table.add(commands.undo(table.state, 0, "u"))
    assert table.state.undo_request is not None
    assert table.state.undo_request.waiting == {1}
    table.add(commands.answer_undo(table.state, 1, table.state.undo_request.number, True, "a"))
    assert table.state.to_act == (0,)


def test_nobody_agrees_for_somebody_who_is_away_to_what_they_decided_themselves() -> None:
    """Who was left alone took the whole game back, turn by turn."""
    table = full("rheinlander", 3)
    for turn in range(2):
        for seat in (0, 1, 2):
            end_turn(table, seat, f"turn {turn} of {seat}")
    table.add(commands.leave(table.state, 1))
    table.add([log.StoodIn(2, STAND_IN)])
    assert can_undo(table.state, 0) is None
    assert refused(commands.undo(table.state, 0, "u")) == "absent"
    end_turn(table, 0, "alone")
    for seat in (1, 2):
        for move in (table.some_move(seat), "."):
            table.add(commands.play(table.state, seat, table.state.asked[seat], [move], ""))
    assert can_undo(table.state, 0) == "yes", "since then only programs have decided"
    assert table.add(commands.undo(table.state, 0, "v")) == [log.TookBack(0, 12, "v")]
    assert refused(commands.undo(table.state, 0, "w")) == "absent"
    table.add([log.Returned(1), log.Returned(2)])
    assert can_undo(table.state, 0) == "ask", "who is back can be asked"
    assert everything(table.again()) == everything(table.state)


def test_what_somebody_decided_who_was_removed_stays() -> None:
    """The seat is a program's then, and nobody agrees for who sat there."""
    table = full("rheinlander", 3)
    for seat in (0, 1, 2):
        end_turn(table, seat, f"turn of {seat}")
    away = table.state.seats[2].user
    table.add([log.StoodIn(2, STAND_IN)])
    table.add([log.Removed(str(table.state.seats[1].user)), log.Removed(str(away))])
    assert can_undo(table.state, 0) is None
    assert refused(commands.undo(table.state, 0, "u")) == "absent"
    end_turn(table, 0, "alone")
    for seat in (1, 2):
        for move in (table.some_move(seat), "."):
            table.add(commands.play(table.state, seat, table.state.asked[seat], [move], ""))
    assert can_undo(table.state, 0) == "yes", "since then only programs have decided"
    table.add(commands.undo(table.state, 0, "v"))
    assert refused(commands.undo(table.state, 0, "w")) == "absent"
    assert everything(table.again()) == everything(table.state)


def test_what_a_program_decided_in_an_earlier_absence_is_not_taken_back_in_the_next() -> None:
    """Who came back has seen it, and has let it be."""
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.add([log.StoodIn(1, STAND_IN)])
    table.add(commands.play(table.state, 1, table.state.asked[1], [table.some_move(1)], ""))
    table.add([log.StoodIn(2, STAND_IN)])
    assert can_undo(table.state, 0) == "yes"
    table.add([log.Returned(1), log.StoodIn(1, STAND_IN)])
    assert can_undo(table.state, 0) is None


def test_who_is_asked_and_leaves_has_not_agreed_to_lose_a_decision() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.play(1, table.some_move(1))
    table.add(commands.undo(table.state, 0, "u"))
    request = table.state.undo_request
    assert request is not None
    table.add(commands.answer_undo(table.state, 2, request.number, True, "yes"))
    table.add(commands.leave(table.state, 1))
    assert table.state.undo_request is None
    assert list(commands.grant_undo(table.state)) == []
    assert refused(commands.undo(table.state, 0, "again")) == "absent"


def test_who_has_agreed_and_leaves_has_agreed() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.play(1, table.some_move(1))
    table.add(commands.undo(table.state, 0, "u"))
    request = table.state.undo_request
    assert request is not None
    table.add(commands.answer_undo(table.state, 1, request.number, True, "yes"))
    table.add(commands.leave(table.state, 1))
    added = table.add(commands.answer_undo(table.state, 2, request.number, True, "yes"))
    assert added[-1] == log.TookBack(0, 0)


def test_who_leaves_is_not_waited_for() -> None:
    table = full("rheinlander", 3)
    end_turn(table, 0)
    table.add(commands.undo(table.state, 0, "u"))
    table.add(commands.answer_undo(table.state, 1, 6, True, "a"))
    table.add(commands.leave(table.state, 2))
    table.add(commands.undo(table.state, 0, "again"))
    assert table.state.to_act == (0,)


def test_a_turn_that_was_sent_together_is_taken_back_together() -> None:
    table = full("rheinlander", 1, programs=2)
    table.play(0, table.some_move(0), id="one")
    table.play(0, ".", id="two")
    table.add(commands.undo(table.state, 0, "u"))
    assert len(table.state.match.decisions) == 1  # type: ignore[union-attr]
    table.add(commands.undo(table.state, 0, "v"))
    end_turn(table, 0, "both")
    table.add(commands.undo(table.state, 0, "w"))
    assert table.state.match.decisions == []  # type: ignore[union-attr]


def test_the_same_cards_come_again_after_a_turn_was_taken_back() -> None:
    table = full("rheinlander", 1, programs=2)
    move = table.some_move(0)
    table.play(0, move, ".")
    state = table.state.match.state.tobytes()  # type: ignore[union-attr]
    table.add(commands.undo(table.state, 0, "u"))
    table.play(0, move, ".")
    assert table.state.match.state.tobytes() == state  # type: ignore[union-attr]


def test_there_is_one_rematch() -> None:
    table, luck = full("rivalkings", 2), Random(5)
    assert refused(commands.rematch(table.state, 0, "new", "a")) == "playing"
    while table.state.to_act:
        table.play_any(luck)
    assert refused(commands.rematch(table.state, None, "new", "a")) == "watching"
    table.add(commands.rematch(table.state, 1, "new", "a"))
    assert table.state.rematch == "new"
    assert list(commands.rematch(table.state, 0, "other", "b")) == []


# -- The log is the truth ------------------------------------------------------------------------------


def do_anything(table: TableLog, luck: Random) -> None:
    """Whatever people do at a table; what is refused leaves no trace."""
    state, players = table.state, table.state.game.players
    before = everything(state)
    seat = luck.randrange(players)
    try:
        match luck.randrange(12):
            case 0:
                table.add(commands.undo(state, seat, f"undo-{state.number}"))
            case 1 if state.undo_request is not None:
                answer = luck.random() < 0.7
                table.add(
                    commands.answer_undo(
                        state, seat, state.undo_request.number, answer, f"answer-{state.number}"
                    )
                )
            case 2 if luck.random() < 0.3:
                table.add(commands.leave(state, seat))
            case 3:
                table.add(commands.join(state, f"user-{seat}", "", None, table.now))
            case 4 if luck.random() < 0.3 and not state.seats[seat].program:
                table.add([log.StoodIn(seat, "greedy")])
            case 5:
                changing = [s for s in range(players) if state.choosing(s) and s not in state.to_act]
                if changing:
                    table.play(changing[0], change(state, changing[0], luck))
            case 6:
                turn = luck.choice(state.to_act)
                table.play(turn, *turn_of(state, turn, luck))
            case _:
                table.play_any(luck)
    except Refusal:
        assert everything(state) == before


def change(state: TableState, seat: int, luck: Random) -> str:
    assert state.match is not None
    return state.game.action_text(luck.choice(state.match.alternatives(seat)))


def turn_of(state: TableState, seat: int, luck: Random) -> list[str]:
    """A few moves to send together."""
    assert state.match is not None
    position = state.match.state.copy()
    moves: list[str] = []
    while seat in state.game.acting(position) and len(moves) < 3:
        action = luck.choice(state.game.legal(position, seat))
        moves.append(state.game.action_text(action))
        state.game.apply(position, seat, action)
    return moves


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(
    "game, people, programs",
    [("rheinlander", 3, 0), ("rheinlander", 3, 2), ("rivalkings", 2, 0), ("rivalkings", 4, 0)],
)
def test_a_table_that_is_read_again_is_the_same(game: str, people: int, programs: int, number: int) -> None:
    """Whatever people do, at every moment the log tells all of it."""
    luck = Random(f"{game} {people} {number}")
    table = full(game, people, programs, seed=number)
    for n in range(160):
        do_anything(table, luck)
        if n % 16 == 0 or not table.state.to_act:
            assert everything(table.again()) == everything(table.state)
        if not table.state.to_act:
            break
    assert everything(table.again()) == everything(table.state)
    numbers = [line.number for line in views.lines(table.state, None)]
    assert numbers == sorted(numbers)
    assert all(1 <= number <= table.state.number for number in numbers)
