"""The end of the game and the final scores."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rheinlander.rules.components import BLOCKED, BY_KNIGHTS, NO_END, NOBODY, OVER
from palatine.games.rheinlander.rules.events import ENDED, SCORED, WON
from palatine.games.rheinlander.rules.groups import landmarks_worth

DUKE_BONUS = 5
ARCHBISHOP_BONUS = 5


@rule
def reason_to_end(s: Any) -> int:
    """An empty supply, or no player in turn who could place anything (rules 9 and 20)."""
    for p in range(s.players):
        if s.knights[p] <= 0:
            return BY_KNIGHTS
    return BLOCKED if s.stuck >= s.players else NO_END


@rule
def dukes_of(s: Any, seat: int) -> int:
    """How many duchies a player owns."""
    dukes = 0
    for group in range(s.groups):
        if s.owner[group] == seat:
            dukes += 1
    return dukes


@rule
def landmarks_of(s: Any, seat: int) -> int:
    """What the landmarks of all duchies of a player are worth."""
    worth = 0
    for group in range(s.groups):
        if s.owner[group] == seat:
            worth += landmarks_worth(s, int(s.sites[group]))
    return worth


@rule
def final_score(s: Any, seat: int) -> int:
    """Coins, 5 and the landmarks for each duchy, 5 for the archbishop (rule 21)."""
    score = int(s.coins[seat]) + DUKE_BONUS * dukes_of(s, seat) + landmarks_of(s, seat)
    return score + (ARCHBISHOP_BONUS if s.archbishop == seat else 0)


@rule
def end_game(s: Any, reason: int, events: Array) -> None:
    """Announce the reason, the scores in their parts and who has won; equal best scores share (rule 21)."""
    s.phase = OVER
    s.turn = NOBODY
    s.reason = reason
    if events.shape[0] == 0:
        return
    emit(events, ENDED, NOBODY, reason, 0, 0, 0)
    best = final_score(s, 0)
    for p in range(s.players):
        best = max(best, final_score(s, p))
        archbishop = ARCHBISHOP_BONUS if s.archbishop == p else 0
        emit(events, SCORED, p, s.coins[p], DUKE_BONUS * dukes_of(s, p), landmarks_of(s, p), archbishop)
    for p in range(s.players):
        if final_score(s, p) == best:
            emit(events, WON, p, best, 0, 0, 0)
