"""Groups of connected knights: those of two and more are duchies.

Knights never leave the board and conversion only changes colour, so groups only ever grow together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.games.rheinlander.rules.components import NOBODY, SPACES, WORTH


@rule
def beside(t: Any, s: Any, space: int, k: int) -> int:
    """The group on the k-th neighbour of a space, or -1 if there is none or an earlier neighbour is of it."""
    group = int(s.group[t.adjacent[space, k]])
    for j in range(k):
        if s.group[t.adjacent[space, j]] == group:
            return -1
    return group


@rule
def knights_in(s: Any, group: int) -> int:
    """All knights of a group, those on its castles included (rule 11)."""
    total = 0
    for p in range(s.players):
        total += int(s.count[group, p])
    return total


@rule
def is_duchy(s: Any, group: int) -> bool:
    """A duchy has at least two knights ("Forming a duchy"; rule 11)."""
    return knights_in(s, group) >= 2


@rule
def ahead_of_all(counts: Array, players: int) -> int:
    """Who has strictly more than every other player, or NOBODY."""
    best, most, second = NOBODY, 0, 0
    for p in range(players):
        here = int(counts[p])
        if here > most:
            best, most, second = p, here, most
        elif here > second:
            second = here
    return best if most > second else NOBODY


@rule
def leader(s: Any, group: int) -> int:
    """Who has at least two knights and more than every other player ("Who owns a duchy"; rule 12)."""
    first = ahead_of_all(s.count[group], s.players)
    return first if first != NOBODY and s.count[group, first] >= 2 else NOBODY


@rule
def landmarks_worth(s: Any, sites: int) -> int:
    """1 for each castle and church, its number for each city ("The value of a duchy")."""
    worth = 0
    while sites:
        worth += int(WORTH[s.landmark[lowest_bit(sites)]])
        sites &= sites - 1
    return worth


@rule
def value(s: Any, group: int) -> int:
    """What a duke is paid when he leaves: 1 and the landmarks (rule 15)."""
    return 1 + landmarks_worth(s, int(s.sites[group]))


@rule
def first_space(s: Any, group: int) -> int:
    """The space that a group is called by."""
    space = 0
    while s.group[space] != group:
        space += 1
    return space


@rule
def found_group(t: Any, s: Any, seat: int, space: int) -> int:
    """A new knight founds a group that counts the knights of all groups beside it; see `absorb`."""
    here = int(s.groups)
    s.groups += 1
    s.count[here, seat] += 1
    s.sites[here] = t.touch[space]
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group >= 0:
            for p in range(s.players):
                s.count[here, p] += s.count[group, p]
            s.sites[here] |= s.sites[group]
    return here


@rule
def relabel(s: Any, old: int, new: int) -> None:
    was, now = np.int8(old), np.int8(new)
    for space in range(SPACES):
        here = s.group[space]
        s.group[space] = now if here == was else here


@rule
def clear_group(s: Any, group: int) -> None:
    for p in range(s.players):
        s.count[group, p] = 0
    s.sites[group] = 0
    s.owner[group] = NOBODY


@rule
def absorb(t: Any, s: Any, space: int, here: int) -> None:
    """A new knight's group and those beside it are one from now on, by the number of the first of them."""
    into = -1
    for k in range(t.degree[space]):
        group = beside(t, s, space, k)
        if group >= 0 and into < 0:
            into = group
        elif group >= 0:
            relabel(s, group, into)
            clear_group(s, group)
    if into < 0:
        into = here
    else:
        for p in range(s.players):
            s.count[into, p] = s.count[here, p]
        s.sites[into] = s.sites[here]
        s.owner[into] = s.owner[here]
        clear_group(s, here)
        s.groups -= 1
    s.group[space] = into
