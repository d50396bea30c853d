"""Reading records takes no longer than they are long, whatever is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from palatine.core import record as module
from palatine.core.errors import BadRecord
from palatine.core.match import Match, replay
from palatine.core.record import Redeal, parse_record, read_record

GOLDEN = Path(__file__).parent / "golden"
RECORD = read_record(GOLDEN / "rivalkings" / "3-greedy.jsonl")


class Key(str):
    """A key that counts how often it is looked at."""

    looked_at = 0

    def __hash__(self) -> int:
        Key.looked_at += 1
        return super().__hash__()

    __eq__ = str.__eq__


def test_a_doubled_key_is_found_at_a_glance() -> None:
    many = 2000
    pairs: list[tuple[str, Any]] = [(Key(f"key {n}"), n) for n in range(many)]
    Key.looked_at = 0
    with pytest.raises(module.KeyTwice, match="key 1999"):
        module._no_key_twice([*pairs, (Key(f"key {many - 1}"), 0)])
    assert Key.looked_at < 4 * many
    Key.looked_at = 0
    assert module._no_key_twice(pairs) == dict(pairs)


@pytest.mark.parametrize(
    "line, name",
    [
        ('{"seat":0,"seat":0,"move":"x"}', "seat"),
        ('{"seat":0,"move":"x","more":{"a":1,"b":2,"b":3,"a":4}}', "b"),
    ],
)
def test_the_first_key_that_is_there_twice_is_named(line: str, name: str) -> None:
    text = RECORD.text().splitlines()[0] + "\n" + line + "\n"
    with pytest.raises(BadRecord, match=rf"line 2: the key {name} is there twice"):
        parse_record(text.encode())


class Dealt:
    """A new deal that counts how often it is asked when it is to be."""

    asked = 0

    def __init__(self, redeal: Redeal) -> None:
        self.seat, self.seed, self._at = redeal.seat, redeal.seed, redeal.at

    @property
    def at(self) -> int:
        Dealt.asked += 1
        return self._at


def test_many_new_deals_are_not_looked_through_at_every_decision() -> None:
    redeals = [cast(Redeal, Dealt(Redeal(1000 + n, 0, "00" * 32))) for n in range(50)]
    game, seed = RECORD.open_header()
    match = Match(game, seed, RECORD.header.seats, redeals)
    Dealt.asked = 0
    for move in RECORD.moves[:40]:
        match.play(move.move, move.seat)
    assert Dealt.asked == 0


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_the_latest_events_are_those_of_the_last_decision(game: str) -> None:
    record = read_record(GOLDEN / game / "3-greedy.jsonl")
    for match in replay(record):
        assert match.latest == [event for event in match.events if event.decision == len(match.decisions)]
    match.undo()
    assert match.latest == [event for event in match.events if event.decision == len(match.decisions)]


def test_a_record_dealt_anew_often_replays_as_before() -> None:
    redeals = [Redeal(at, seat, f"{at:02}" * 32) for at in (0, 3, 3, 9) for seat in (0, 1)]
    game, seed = RECORD.open_header()
    match, luckless = Match(game, seed, None, redeals), Match(game, seed)
    for _ in range(12):
        seat = match.to_act[0]
        match.play(match.legal(seat)[0], seat)
    again = [m.state.tobytes() for m in replay(parse_record(match.record().text().encode()))]
    assert again[-1] == match.state.tobytes()
    assert again[0] != luckless.state.tobytes()
