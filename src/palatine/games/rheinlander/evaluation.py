"""How well a seat stands, in points: what the greedy player and the search look at.

It looks at nothing that the seat does not know.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import rule
from palatine.games.rheinlander.components import NOBODY, OVER
from palatine.games.rheinlander.groups import knights_in, landmarks_worth
from palatine.games.rheinlander.scoring import ARCHBISHOP_BONUS, DUKE_BONUS, final_score

# How likely an owner keeps a duchy to the end, by how many knights he is ahead.
KEEPS = np.array([0.45, 0.62, 0.78, 0.88, 0.95])
# How likely a player still takes a duchy, by how many knights he is behind.
TAKES = np.array([0.30, 0.18, 0.08, 0.0])
BASTION_WORTH = 1.0


@rule
def strongest_other(s: Any, group: int, seat: int) -> int:
    """The most knights that any player but this one has in a group."""
    most = 0
    for p in range(s.players):
        if p != seat and s.count[group, p] > most:
            most = int(s.count[group, p])
    return most


@rule
def prospects(s: Any, group: int, seat: int) -> float:
    """What a group may bring a player: its worth if he owns it at the end, a payment if he loses it."""
    landmarks = landmarks_worth(s, int(s.sites[group]))
    final = DUKE_BONUS + landmarks
    ahead = int(s.count[group, seat]) - strongest_other(s, group, seat)
    if s.owner[group] == seat:
        keeps = KEEPS[min(max(ahead, 0), 4)]
        return keeps * final + (1.0 - keeps) * (1 + landmarks)
    if s.count[group, seat] == 0:
        return 0.0
    behind = min(max(-ahead, 0), 3)
    if s.owner[group] != NOBODY:
        behind = min(behind + 1, 3)
    return TAKES[behind] * final


@rule
def standing(s: Any, seat: int) -> float:
    """The points that a player may expect."""
    if s.phase == OVER:
        return float(final_score(s, seat))
    points = float(s.coins[seat]) + BASTION_WORTH * s.bastions[seat]
    if s.archbishop == seat:
        points += 0.8 * ARCHBISHOP_BONUS
    for group in range(s.groups):
        if knights_in(s, group) > 0:
            points += prospects(s, group, seat)
    return points


@rule
def evaluate(s: Any, seat: int) -> float:
    """A seat's points against the best of the others, and a little against all of them."""
    best, total = -np.inf, 0.0
    for p in range(s.players):
        if p != seat:
            points = standing(s, p)
            best = max(best, points)
            total += points
    return standing(s, seat) - 0.5 * best - 0.5 * total / (s.players - 1)
