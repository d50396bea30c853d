"""Positions as changes: whoever applies them has the position, and its checksum."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from palatine.core.presenting import Position
from palatine.server.live.screens import Screens
from palatine.server.tables.changes import Changes, checksum

from . import browsers
from .tables import full


class Pile(msgspec.Struct, frozen=True):
    cards: list[str | None]
    money: int | bool
    paid: int | UnsetType | None = UNSET


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    steal: int | None = None
    do: list[str] | None = None


class Shown(Position, frozen=True):
    spaces: dict[str, int | str]
    piles: list[Pile]
    due: Due | None
    hands: list[list[int] | None]


BEFORE = Shown(4, [1], {"L2": 0, "R7": "bastion"}, [Pile(["A", None], True, 2)], Due(steal=1), [[3, 4], None])
AFTERS = {
    "nothing": BEFORE,
    "a key comes": msgspec.structs.replace(BEFORE, spaces={**BEFORE.spaces, "L3": 1}),
    "a key goes": msgspec.structs.replace(BEFORE, spaces={"L2": 0}),
    "a list grows": msgspec.structs.replace(BEFORE, piles=[*BEFORE.piles, Pile([], 0)]),
    "a list shrinks": msgspec.structs.replace(BEFORE, hands=[[3], None]),
    "true becomes one": msgspec.structs.replace(BEFORE, piles=[Pile(["A", None], 1, 2)]),
    "a field is left out": msgspec.structs.replace(BEFORE, piles=[Pile(["A", None], True)]),
    "defaults are left out": msgspec.structs.replace(BEFORE, due=Due(do=["x"])),
    "none": msgspec.structs.replace(BEFORE, due=None, hands=[None, None]),
}


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def applied(before: Position, after: Position) -> Any:
    changes = Changes()
    for name in before.__struct_fields__:
        changes.note((name,), getattr(before, name), getattr(after, name))
    told = {"changed": plain(changes.changed), "gone": plain(changes.gone)}
    return browsers.changed(plain(before), told)


@pytest.mark.parametrize("what", AFTERS)
def test_changes_lead_from_one_position_to_the_other_and_back(what: str) -> None:
    assert applied(BEFORE, AFTERS[what]) == plain(AFTERS[what])
    assert applied(AFTERS[what], BEFORE) == plain(BEFORE)


def test_nothing_is_told_twice() -> None:
    changes = Changes()
    changes.note((), BEFORE, msgspec.structs.replace(BEFORE, n=5))
    assert (changes.changed, changes.gone) == ([(("n",), 5)], [])


def test_the_checksum_is_the_one_that_is_documented() -> None:
    for position in AFTERS.values():
        assert checksum(position) == browsers.checksum(plain(position))


@pytest.mark.parametrize("game, people", [("rheinlander", 4), ("rivalkings", 2), ("rivalkings", 4)])
def test_screens_follow_a_whole_game_for_every_seat(game: str, people: int) -> None:
    """Seats that come and go in between are shown the same as those that stay."""
    luck, log = Random(f"screens {game} {people}"), full(game, people)
    match = log.state.match
    assert match is not None
    screens = Screens(match)
    shown = {seat: plain(match.show(seat)) for seat in (None, *range(people))}
    for seat in shown:
        screens.add(match, seat)
    while log.state.to_act:
        looking = {seat for seat in shown if luck.random() < 0.8} | {0}
        log.play_any(luck)
        for seat, (changed, gone, check) in screens.advance(match, looking).items():
            told = {"changed": plain(changed), "gone": plain(gone)}
            shown[seat] = browsers.changed(shown[seat], told)
            assert shown[seat] == plain(match.show(seat))
            assert check == browsers.checksum(shown[seat])
        for seat in shown.keys() - looking:
            assert screens.add(match, seat) == checksum(match.show(seat))
            shown[seat] = plain(match.show(seat))
