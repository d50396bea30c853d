"""Taking a castle, and how castles change hands."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.core.events import emit
from palatine.games.rheinlander.rules.components import NOBODY
from palatine.games.rheinlander.rules.events import CASTLE_TAKEN
from palatine.games.rheinlander.rules.groups import beside, leader


@rule
def new_castles(t: Any, s: Any, space: int) -> int:
    """Castles beside the space on which no knight stands yet, as bits."""
    castles = t.touch[space] & s.castles
    found = 0
    while castles:
        site = lowest_bit(castles)
        if s.holder[site] == NOBODY:
            found |= 1 << site
        castles &= castles - 1
    return found


@rule
def castle_taker(t: Any, s: Any, seat: int, space: int, here: int) -> int:
    """Who takes a castle that gets its first knight beside it ("Taking a castle"; rule 17).

    The owner of the duchy that the knight joins; where several players own one, the one of them with
    strictly most knights in the joined group; else the mover.
    """
    owner, several = NOBODY, False
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group < 0 or s.owner[group] == NOBODY:
            continue
        several = several or (owner != NOBODY and owner != s.owner[group])
        owner = int(s.owner[group])
    if owner == NOBODY:
        return seat
    if not several:
        return owner
    first = leader(s, here)
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group >= 0 and first != NOBODY and s.owner[group] == first:
            return first
    return seat


@rule
def put_on_castle(s: Any, group: int, site: int, seat: int, space: int, events: Array) -> None:
    """The player's knight stands on the castle; one who stood there goes home.

    A supply may go below zero: the knights are placed all the same (rule 20).
    """
    before = int(s.holder[site])
    if before != NOBODY:
        s.knights[before] += 1
        s.count[group, before] -= 1
    s.holder[site] = seat
    s.knights[seat] -= 1
    s.count[group, seat] += 1
    emit(events, CASTLE_TAKEN, seat, site, before, space, 0)


@rule
def take_castles(t: Any, s: Any, seat: int, space: int, here: int, events: Array) -> None:
    """The first knight beside a castle decides, before the duchy's owner is settled (rule 17)."""
    castles = new_castles(t, s, space)
    if not castles:
        return
    taker = castle_taker(t, s, seat, space, here)
    while castles:
        put_on_castle(s, here, lowest_bit(castles), taker, space, events)
        castles &= castles - 1


@rule
def hold_castles(s: Any, group: int, owner: int, space: int, events: Array) -> None:
    """Whoever owns a duchy holds all its castles ("How do castles change hands?"; rule 18)."""
    castles = int(s.sites[group]) & int(s.castles)
    while castles:
        site = lowest_bit(castles)
        if s.holder[site] != owner:
            put_on_castle(s, group, site, owner, space, events)
        castles &= castles - 1
