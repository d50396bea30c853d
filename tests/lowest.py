"""Goofspiel after an update of its rules: the lowest bid takes the prize.  Ruleset 1 is kept as it was."""

from __future__ import annotations

from typing import Any

from palatine.core.catalog import About
from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.core.kernel import Kernel

from . import elsewhere  # noqa: F401 - which knows where Goofspiel is

from goofspiel import game as before  # isort: skip
from goofspiel.game import BID, NONE, SHOWN, STATE, TIED, TOOK, Goofspiel, bidders, turn_prize  # isort: skip

ABOUT = About(
    "goofspiel",
    "Goofspiel",
    players=(2, 4),
    minutes=(5, 10),
    module="tests.lowest",
    older=("goofspiel.game",),
)


@rule
def award_lowest(s: Any, events: Array) -> None:
    """The lowest bid takes the prize, unless it was made twice (rule 3)."""
    best, winner = 99, NONE
    for p in range(s.players):
        emit(events, SHOWN, p, s.bid[p], 0, 0, 0)
        s.hand[p, s.bid[p] - 1] = 0
        if s.bid[p] == best:
            winner = NONE
        elif s.bid[p] < best:
            best, winner = int(s.bid[p]), p
    if winner == NONE:
        emit(events, TIED, NONE, s.prize, 0, 0, 0)
    else:
        s.won[winner] += s.prize
        emit(events, TOOK, winner, s.prize, 0, 0, 0)


def apply(constants: Array, states: Array, i: int, seat: int, action: int, events: Array) -> None:
    s: Any = states[i]
    s.decisions += 1
    s.bid[seat], s.bidding[seat] = action + 1, 0
    emit(events, BID, seat, action + 1, 0, 0, 0)
    if not bidders(s):
        award_lowest(s, events)
        turn_prize(s, events)
        if s.left == 0:
            award_lowest(s, events)


class LowestBid(Goofspiel):
    about = ABOUT
    ruleset = 2
    kernel = Kernel(
        STATE,
        set_up=before.set_up,
        acting=before.acting,
        legal=before.legal,
        apply=apply,
        scores=before.scores,
        imagine=before.imagine,
    )


GAME = LowestBid
