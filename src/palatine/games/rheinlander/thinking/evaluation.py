"""How many points each player may expect: what the greedy player and the search look at.

It looks at nothing that is hidden.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, rule
from palatine.games.rheinlander.rules.components import NOBODY, OVER
from palatine.games.rheinlander.rules.groups import landmarks_worth
from palatine.games.rheinlander.rules.scoring import ARCHBISHOP_BONUS, DUKE_BONUS, final_score

# What a player is in a group of knights.
OWNER = 0  # and how many knights he is ahead, up to LEAD
LEAD = 4
RIVAL = OWNER + LEAD + 1  # and how many he is behind the strongest other, up to BEHIND
BEHIND = 3

# How likely somebody in such a role owns the duchy in the end.
OWNS = (0.45, 0.62, 0.78, 0.88, 0.95, 0.30, 0.18, 0.08, 0.0)
KEEPS_ARCHBISHOP = 0.8
BASTION_WORTH = 1.0
SCALE = 4.0  # how many points make a difference


# What a group brings in such a role: a base, and more for each point of landmarks.  Whoever owns it in the
# end has the bonus and the landmarks, a duke who leaves before is paid.
BASE = np.array([p * DUKE_BONUS + (1 - p) * (r < RIVAL) for r, p in enumerate(OWNS)])
EACH = np.array([p + (1 - p) * (r < RIVAL) for r, p in enumerate(OWNS)])


@rule
def add_prospects(counts: Array, players: int, owner: int, landmarks: int, sign: float, out: Array) -> None:
    """Add to everybody's points what a group with so many knights of each may bring him, or take it away.

    A duke counts as one knight more.
    """
    most, second = 0, 0
    for p in range(players):
        here = int(counts[p])
        if here > most:
            most, second = here, most
        elif here > second:
            second = here
    for p in range(players):
        mine = int(counts[p])
        if mine == 0 and p != owner:
            continue
        ahead = mine - (second if mine == most else most)
        if p == owner:
            role = OWNER + min(max(ahead, 0), LEAD)
        else:
            role = RIVAL + min(max(-ahead, 0) + int(owner != NOBODY), BEHIND)
        out[p] += sign * (BASE[role] + landmarks * EACH[role])


@rule
def expected_points(s: Any, out: Array) -> None:
    """The points that every player may expect; once the game is over, those that he has."""
    for p in range(s.players):
        if s.phase == OVER:
            out[p] = float(final_score(s, p))
            continue
        out[p] = s.coins[p] + BASTION_WORTH * s.bastions[p]
        if s.archbishop == p:
            out[p] += KEEPS_ARCHBISHOP * ARCHBISHOP_BONUS
    if s.phase == OVER:
        return
    for group in range(s.groups):
        landmarks = landmarks_worth(s, int(s.sites[group]))
        add_prospects(s.count[group], s.players, int(s.owner[group]), landmarks, 1.0, out)
