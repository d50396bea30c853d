"""What a choice brings at a glance, without playing it out: what a search tries first.

It is a guess in points from the groups beside a space; what really happens is in `duchies` and `castles`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.games.rheinlander.rules.board import NEIGHBOURS
from palatine.games.rheinlander.rules.castles import new_castles
from palatine.games.rheinlander.rules.components import NOBODY, PLAYERS, WORD
from palatine.games.rheinlander.rules.decisions import BUILD, CONVERT, DISCARD, DONE, REINFORCEMENT, STATION
from palatine.games.rheinlander.rules.groups import ahead_of_all, landmarks_worth
from palatine.games.rheinlander.rules.placing import reinforcement_spaces
from palatine.games.rheinlander.thinking.evaluation import add_prospects

HARM = 3.0  # points that a knight must threaten before a bastion is worth a thought
PLACES = 3  # where one is thought about
ROOM = PLAYERS + NEIGHBOURS


@rule
def duke_of(counts: Array, players: int, before: int) -> int:
    """Who would own a group: two knights and more than anybody else, or who did before."""
    first = ahead_of_all(counts, players)
    return first if first != NOBODY and counts[first] >= 2 else before


@rule
def castles_change_hands(s: Any, sites: int, owner: int, counts: Array) -> None:
    """Count the knights on castles as the owner's, whose they become."""
    castles = sites & int(s.castles)
    while castles:
        holder = int(s.holder[lowest_bit(castles)])
        if holder not in (NOBODY, owner):
            counts[holder] -= 1
            counts[owner] += 1
        castles &= castles - 1


@rule
def knight_brings(t: Any, s: Any, seat: int, space: int, counts: Array, gain: Array) -> None:
    """What everybody would gain or lose if a player's knight came onto a free space.

    counts has room for the players' knights, and behind them for the groups beside the space.
    """
    players = int(s.players)
    for p in range(players):
        counts[p], gain[p] = 0, 0.0
    counts[seat] = 1
    sites = int(t.touch[space])
    heir, heirs, duchies, groups = NOBODY, 0, 0, 0
    for k in range(t.degree[space]):
        group = int(s.group[t.adjacent[space, k]])
        for j in range(PLAYERS, PLAYERS + groups):
            group = -1 if counts[j] == group else group
        if group < 0:
            continue
        counts[PLAYERS + groups] = group
        groups += 1
        owner, knights = int(s.owner[group]), 0
        for p in range(players):
            counts[p] += s.count[group, p]
            knights += int(s.count[group, p])
        landmarks = landmarks_worth(s, int(s.sites[group]))
        add_prospects(s.count[group], players, owner, landmarks, -1.0, gain)
        duchies += int(knights >= 2)
        if owner != NOBODY:
            gain[owner] += 1.0 + landmarks  # his duke is paid, unless he stays
            heirs += int(heir != owner)
            heir = owner
        sites |= int(s.sites[group])
    castles = new_castles(t, s, space)
    while castles:
        counts[heir if heirs == 1 else seat] += 1
        castles &= castles - 1
    now = duke_of(counts, players, heir if duchies == 1 else NOBODY)
    if now != NOBODY and heirs > 0:  # his most valuable duke stays
        dearest = 0
        for j in range(PLAYERS, PLAYERS + groups):
            if s.owner[counts[j]] == now:
                dearest = max(dearest, 1 + landmarks_worth(s, int(s.sites[counts[j]])))
        gain[now] -= dearest
    if now != NOBODY:
        castles_change_hands(s, sites, now, counts)
    add_prospects(counts, players, now, landmarks_worth(s, sites), 1.0, gain)


@rule
def conversion_brings(s: Any, seat: int, space: int, counts: Array, gain: Array) -> None:
    """What everybody would gain or lose if a player converted the knight on a space."""
    players, group = int(s.players), int(s.group[space])
    landmarks, owner = landmarks_worth(s, int(s.sites[group])), int(s.owner[group])
    for p in range(players):
        counts[p], gain[p] = int(s.count[group, p]), 0.0
    add_prospects(counts, players, owner, landmarks, -1.0, gain)
    counts[seat] += 1
    counts[s.occupant[space]] -= 1
    now = duke_of(counts, players, owner)
    if now != owner:
        castles_change_hands(s, int(s.sites[group]), now, counts)
        if owner != NOBODY:
            gain[owner] += 1.0 + landmarks
    add_prospects(counts, players, now, landmarks, 1.0, gain)


@rule
def balance(players: int, seat: int, gain: Array) -> float:
    """One's own gain against what the others gain on average."""
    total = 0.0
    for p in range(players):
        total += gain[p]
    return float(gain[seat] - (total - gain[seat]) / (players - 1))


@rule
def best_reinforcement(t: Any, s: Any, seat: int, counts: Array, gain: Array) -> float:
    """The most that a knight placed as reinforcement brings, whichever card is given away for it."""
    best = -np.inf
    for w in range(2):
        spaces = reinforcement_spaces(s, seat, w)
        while spaces:
            knight_brings(t, s, seat, lowest_bit(spaces) + WORD * w, counts, gain)
            spaces &= spaces - 1
            best = max(best, balance(s.players, seat, gain))
    return float(best)


@rule
def guess(t: Any, s: Any, seat: int, choices: Array, n: int, counts: Array, out: Array) -> None:
    """What each choice brings, in points; behind the n places of out there is room for all players."""
    gain, again = out[n:], -np.inf
    for i in range(n):
        action = int(choices[i])
        if action < CONVERT or STATION <= action < BUILD:
            space = int(t.area[action // 3, action % 3]) if action < CONVERT else action - STATION
            knight_brings(t, s, seat, space, counts, gain)
            out[i] = balance(s.players, seat, gain)
        elif action < REINFORCEMENT:
            space = int(t.area[(action - CONVERT) // 3, action % 3])
            conversion_brings(s, seat, space, counts, gain)
            out[i] = balance(s.players, seat, gain)
        elif action < DISCARD:
            if again == -np.inf:
                again = best_reinforcement(t, s, seat, counts, gain)
            out[i] = again
        else:
            out[i] = 0.0


@rule
def harm(t: Any, s: Any, seat: int, space: int, counts: Array, gain: Array) -> float:
    """What another player's knight on a space would cost a player, at worst, against the others."""
    worst = 0.0
    for p in range(s.players):
        if p != seat:
            knight_brings(t, s, p, space, counts, gain)
            worst = max(worst, -balance(s.players, seat, gain))
    return worst


@rule
def concerns(t: Any, s: Any, seat: int, space: int) -> bool:
    """Whether a knight on a space would join knights of a player, however far away they stand."""
    for k in range(t.degree[space]):
        group = int(s.group[t.adjacent[space, k]])
        if group >= 0 and s.count[group, seat] > 0:
            return True
    return False


@rule
def bastions_to_consider(t: Any, s: Any, seat: int, choices: Array, n: int) -> int:
    """No bastion, or one where a rival's knight would do the most harm; how many choices that are."""
    counts, gain = np.empty(ROOM, np.int64), np.empty(PLAYERS)
    places, harms = np.empty(PLACES, np.int64), np.full(PLACES, HARM)
    found = 0
    for i in range(n - 1):
        space = int(choices[i]) - BUILD
        if not concerns(t, s, seat, space):
            continue
        here = harm(t, s, seat, space, counts, gain)
        if here <= harms[PLACES - 1]:
            continue
        k = PLACES - 1
        while k > 0 and here > harms[k - 1]:
            places[k], harms[k] = places[k - 1], harms[k - 1]
            k -= 1
        places[k], harms[k] = space, here
        found = min(found + 1, PLACES)
    choices[0] = DONE
    for k in range(found):
        choices[1 + k] = BUILD + places[k]
    return 1 + found
