"""Changing the ownership of duchies, combining them, and what is paid for it."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rheinlander.rules.bishops import (
    bishop_seat,
    recall_bishop,
    replace_bishop,
    settle_archbishop,
)
from palatine.games.rheinlander.rules.castles import hold_castles, take_castles
from palatine.games.rheinlander.rules.components import NOBODY
from palatine.games.rheinlander.rules.events import (
    DUCHY_IN,
    DUKE,
    FORMED,
    GREW,
    KEPT,
    MERGED,
    PAID,
    SPACE_IN,
    TIED,
)
from palatine.games.rheinlander.rules.groups import (
    absorb,
    beside,
    first_space,
    found_group,
    is_duchy,
    knights_in,
    leader,
    value,
)


@rule
def pay(s: Any, seat: int, group: int, events: Array) -> None:
    """A duke leaves: his player is paid the value of the old duchy (rule 15)."""
    coins = value(s, group)
    s.coins[seat] += coins
    if events.shape[0] > 0:
        emit(events, PAID, seat, first_space(s, group), coins, s.sites[group], 0)


@rule
def name_duchies(s: Any, events: Array) -> None:
    """Say of which duchies the events tell: each is called after its first space once all has happened.

    What was paid for an old duchy tells its first space already.
    """
    if events.shape[0] == 0:
        return
    for n in range(1, int(events[0, 0]) + 1):
        kind = int(events[n, 0])
        if DUCHY_IN[kind] > 0:
            space = int(events[n, SPACE_IN[kind]])
            events[n, DUCHY_IN[kind]] = space if kind == PAID else first_space(s, int(s.group[space]))


@rule
def crown(s: Any, group: int, owner: int, space: int, events: Array) -> None:
    """The owner's duke stands at the duchy, and his knights on its castles (rule 18)."""
    s.owner[group] = owner
    if owner != NOBODY:
        hold_castles(s, group, owner, space, events)


@rule
def next_owner(s: Any, group: int, before: int) -> int:
    """An owner stays until another player has strictly more than everybody (rules 12 and 13)."""
    now = leader(s, group)
    return before if now == NOBODY else now


@rule
def change_owner(s: Any, here: int, old: int, space: int, events: Array) -> None:
    """No merge: the duchy `old` (-1: there was none) has become `here` ("Taking control…")."""
    before = int(s.owner[old]) if old >= 0 else NOBODY
    old_bishop = bishop_seat(s, before, int(s.sites[old])) if old >= 0 else NOBODY
    now = next_owner(s, here, before)
    if now != before:
        emit(events, DUKE, now, space, before, 0, 0)
        if before != NOBODY:
            pay(s, before, old, events)
    elif old >= 0 and is_duchy(s, here):
        emit(events, GREW, now, space, value(s, old), value(s, here), 0)
    replace_bishop(s, old_bishop, bishop_seat(s, now, int(s.sites[here])), space, events)
    crown(s, here, now, space, events)


@rule
def duke_who_stays(t: Any, s: Any, space: int, owner: int) -> int:
    """Of the owner's dukes in a merge, the one of his most valuable old duchy stays (rule 14)."""
    stays = -1
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group >= 0 and owner != NOBODY and s.owner[group] == owner:
            if stays < 0 or value(s, group) > value(s, stays):
                stays = group
    return stays


@rule
def merge(t: Any, s: Any, here: int, space: int, events: Array) -> None:
    """Two or more duchies have become one ("Combining duchies"; rule 14).

    The leader owns it; one of his old dukes may stay, all other old dukes are paid.  With a tie for the
    most, all are paid and nobody owns it.
    """
    now = leader(s, here)
    stays = duke_who_stays(t, s, space, now)
    if now == NOBODY:
        emit(events, TIED, NOBODY, space, 0, 0, 0)
    else:
        emit(events, DUKE if stays < 0 else KEPT, now, space, NOBODY, 0, 0)
    old_bishop = NOBODY
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group < 0 or s.owner[group] == NOBODY:
            continue
        owner = int(s.owner[group])
        if group != stays:
            pay(s, owner, group, events)
        if bishop_seat(s, owner, int(s.sites[group])) == NOBODY:
            continue
        if owner == now and old_bishop == NOBODY:
            old_bishop = now
        else:
            recall_bishop(s, owner, space, events)
    replace_bishop(s, old_bishop, bishop_seat(s, now, int(s.sites[here])), space, events)
    crown(s, here, now, space, events)


@rule
def settle_placement(t: Any, s: Any, seat: int, space: int, events: Array) -> None:
    """A knight was placed: castles first, then the duchy it stands in."""
    here = found_group(t, s, seat, space)
    take_castles(t, s, seat, space, here, events)
    if not is_duchy(s, here):
        s.group[space] = here
        return
    duchies, old = 0, -1
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group >= 0 and is_duchy(s, group):
            duchies += 1
            old = group
    if duchies >= 2:
        emit(events, MERGED, seat, space, duchies, 0, 0)
        merge(t, s, here, space, events)
    else:
        if old < 0:
            emit(events, FORMED, seat, space, knights_in(s, here), 0, 0)
        change_owner(s, here, old, space, events)
    if s.sites[here] & s.churches:
        settle_archbishop(s, events)
    absorb(t, s, space, here)


@rule
def settle_conversion(s: Any, space: int, events: Array) -> None:
    """A knight changed colour: the duchy may change hands, at its unchanged value."""
    group = int(s.group[space])
    change_owner(s, group, group, space, events)
    if s.sites[group] & s.churches:
        settle_archbishop(s, events)
