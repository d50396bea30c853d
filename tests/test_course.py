"""Two courses of a game part at the first state that is another, and in what."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from palatine.core.course import Course, course_of, parting
from palatine.core.game import State
from palatine.core.presenting import Position, Presenting
from palatine.core.record import read_record

GOLDEN = Path(__file__).parent / "golden" / "rivalkings" / "2-greedy.jsonl"


def course(*states: dict[str, int]) -> list[str]:
    result = Course()
    for number, state in enumerate(states):
        result.add(str(number), {name: bytes([value]) for name, value in state.items()})
    return result.lines


def test_a_line_has_what_has_changed() -> None:
    first, second, third = course({"turn": 1, "coins": 2}, {"turn": 2, "coins": 2}, {"turn": 2, "coins": 2})
    assert [part.split(":")[0] for part in first.split()] == ["0", "turn", "coins"]
    assert [part.split(":")[0] for part in second.split()] == ["1", "turn"]
    assert third == "2"


def test_the_first_difference_is_told_with_its_fields() -> None:
    was = course({"turn": 1, "coins": 2}, {"turn": 2, "coins": 3}, {"turn": 3, "coins": 4})
    assert parting(was, was) is None
    assert parting(was, course({"turn": 1, "coins": 2}, {"turn": 2, "coins": 5})) == (1, "coins")
    assert parting(was, course({"turn": 1, "coins": 2}, {"turn": 1, "coins": 2})) == (1, "turn, coins")
    assert parting(was, was[:2]) == (2, "the game is over already")
    assert parting(was[:2], was) == (2, "the game goes on")
    assert parting(["0", "1-seat-0"], ["0", "1-seat-1"]) == (1, "1-seat-1 instead of 1-seat-0")


def test_a_rule_that_goes_wrong_is_found_at_its_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody's coins were counted wrong from the twentieth decision on."""
    record = read_record(GOLDEN)
    kind = type(record.open_header()[0].presenting)
    position = kind.position

    def wrong(self: Presenting, state: State) -> Position:
        found: Position = position(self, state)
        return replace(found, supply=None) if found.n >= 20 else found

    was = course_of(record)
    monkeypatch.setattr(kind, "position", wrong)
    assert parting(was, course_of(record)) == (20, "supply")
