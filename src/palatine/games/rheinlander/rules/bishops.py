"""Bishops and the archbishop."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rheinlander.rules.components import NOBODY
from palatine.games.rheinlander.rules.events import ARCHBISHOP, BISHOP_COMES, BISHOP_LEAVES
from palatine.games.rheinlander.rules.groups import ahead_of_all


@rule
def bishop_seat(s: Any, owner: int, sites: int) -> int:
    """Whose bishop a duchy has: its owner's, if a church is among its sites (rule 19)."""
    return owner if sites & s.churches else NOBODY


@rule
def install_bishop(s: Any, seat: int, space: int, events: Array) -> None:
    s.bishops[seat] += 1
    emit(events, BISHOP_COMES, seat, space, s.bishops[seat], 0, 0)


@rule
def recall_bishop(s: Any, seat: int, space: int, events: Array) -> None:
    s.bishops[seat] -= 1
    emit(events, BISHOP_LEAVES, seat, space, s.bishops[seat], 0, 0)


@rule
def replace_bishop(s: Any, before: int, now: int, space: int, events: Array) -> None:
    """The bishop of a duchy goes with its owner and comes with its first church."""
    if before == now:
        return
    if before != NOBODY:
        recall_bishop(s, before, space, events)
    if now != NOBODY:
        install_bishop(s, now, space, events)


@rule
def settle_archbishop(s: Any, events: Array) -> None:
    """The archbishop is with the player who has strictly more bishops than every other (rule 19)."""
    now = ahead_of_all(s.bishops, s.players)
    if now != s.archbishop:
        emit(events, ARCHBISHOP, now, s.archbishop, 0, 0, 0)
        s.archbishop = now
