"""A match: taking decisions back, and changing what was chosen at the same time as others."""

from __future__ import annotations

import pytest

from palatine.core.errors import PalatineError
from palatine.core.match import Match


def choosing(*seats: int) -> Match:
    """A table of three at Rival Kings where these seats have chosen their first character, in this order."""
    match = Match.new("rivalkings", players=3, seed=bytes(32), seats=["Anna", "Bruno", "Clara"])
    for seat in seats:
        match.play(match.legal(seat)[0], seat)
    return match


def test_nothing_to_take_back() -> None:
    match = choosing()
    assert not match.can_take_back(0)
    with pytest.raises(PalatineError, match="nothing of yours to take back yet"):
        match.take_back(0)


def test_the_last_decision_is_taken_back_like_an_undo() -> None:
    match = Match.new("rheinlander", players=3, seed=bytes(32))
    before, seat = match.state.tobytes(), match.to_act[0]
    match.play(match.legal()[0])
    assert match.can_take_back(seat)
    match.take_back(seat)
    assert match.state.tobytes() == before
    assert (match.decisions, match.events) == ([], [])


def test_a_drawn_card_was_seen() -> None:
    match = Match.new("rheinlander", players=3, seed=bytes(32))
    seat = match.to_act[0]
    match.play(match.legal()[0])
    match.play(".")
    assert not match.can_take_back(seat)
    why = match.why_final(seat)
    assert why is not None
    assert match.text(why) == "something hidden was seen: that cannot be taken back"
    match.take_back(seat)  # all have agreed
    assert match.to_act == (seat,)


def test_others_have_decided_since() -> None:
    match = Match.new("rheinlander", players=3, seed=bytes(32))
    seat = match.to_act[0]
    for move in (match.legal()[0], "."):
        match.play(move)
    match.play(match.legal()[0])
    assert not match.can_take_back(seat)
    with pytest.raises(PalatineError, match="others have decided since"):
        match.take_back(seat)


def test_what_others_choose_at_the_same_time_stays() -> None:
    match = choosing(0, 2)
    state = match.state.tobytes()
    (_, chosen), (_, other) = match.decisions
    assert match.can_take_back(0)
    match.take_back(0)
    assert match.to_act == (0, 1)
    assert match.decisions == [(2, other)]
    assert [(event.decision, event.kind, event.seat) for event in match.events] == [(1, "chose", 2)]
    match.decide(0, chosen)
    assert match.state.tobytes() == state


def test_a_secret_choice_can_be_changed_while_somebody_thinks() -> None:
    match = choosing(0, 2)
    legal = choosing().legal(0)
    chosen = match.changeable(0)
    assert chosen == match.decisions[0][1]
    assert [match.game.action_text(action) for action in match.alternatives(0)] == legal[1:]
    assert match.game.legal(match.reconsidered(0), 0) == sorted([chosen, *match.alternatives(0)])
    assert match.changeable(1) is None
    assert match.alternatives(1) == []
    match.take_back(0)
    match.play(legal[2], 0)
    match.play(match.legal(1)[0], 1)
    assert [move.move for move in match.record().moves if move.seat == 0] == [legal[2]]


def test_a_choice_is_final_once_all_have_chosen() -> None:
    match = choosing(0, 2, 1)
    for seat in range(3):
        assert match.changeable(seat) is None
        assert not match.can_take_back(seat)
    assert match.reconsidered(0) is match.state


def test_a_record_after_a_change_is_the_record_of_the_final_choices() -> None:
    changed, straight = choosing(0, 2), choosing(0, 2)
    action = changed.decisions[0][1]
    changed.take_back(0)
    changed.decide(0, action)
    for match in (changed, straight):
        match.play(match.legal(1)[0], 1)
    assert changed.record() == straight.record()
    assert changed.state.tobytes() == straight.state.tobytes()
