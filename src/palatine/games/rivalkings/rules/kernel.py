"""The compiled rules of Rival Kings, in the shape that the contract gives them."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array
from palatine.core.kernel import Kernel
from palatine.core.rng import start
from palatine.games.rivalkings.rules.acting import legal_actions, obstacle_to, prepare, take_decision
from palatine.games.rivalkings.rules.components import CHOOSE, OVER, STATE
from palatine.games.rivalkings.rules.scoring import final_score, score_parts
from palatine.games.rivalkings.rules.view import imagine_state, see_more

see = STATE.see


def set_up(constants: Array, states: Array, i: int, key: Array) -> None:
    s: Any = states[i]
    start(s, key)
    prepare(s)


def acting(constants: Array, states: Array, i: int) -> int:
    s: Any = states[i]
    if s.phase == CHOOSE:
        return ((1 << int(s.players)) - 1) & ~int(s.ready)
    return 0 if s.phase == OVER else 1 << int(s.turn)


def legal(constants: Array, states: Array, i: int, seat: int, out: Array) -> int:
    return legal_actions(states[i], seat, out)


def apply(constants: Array, states: Array, i: int, seat: int, action: int, events: Array) -> None:
    take_decision(states[i], seat, action, events)


def scores(constants: Array, states: Array, i: int, out: Array) -> None:
    s: Any = states[i]
    for p in range(s.players):
        out[p] = final_score(s, p)


def parts(constants: Array, states: Array, i: int, out: Array) -> None:
    s: Any = states[i]
    for p in range(s.players):
        out[p, 0], out[p, 1], out[p, 2], out[p, 3], out[p, 4] = score_parts(s, p)


def obstacle(constants: Array, states: Array, i: int, seat: int, action: int) -> int:
    return obstacle_to(states[i], seat, action)


def view(constants: Array, states: Array, i: int, seat: int, out: Array, j: int) -> None:
    see(states[i], out[j], seat)
    see_more(states[i], out[j], seat)


def imagine(constants: Array, views: Array, i: int, seat: int, rng: Array, out: Array, j: int) -> None:
    out[j] = views[i]
    imagine_state(out[j], seat, rng[0])


KERNEL = Kernel(
    STATE,
    set_up=set_up,
    acting=acting,
    legal=legal,
    obstacle=obstacle,
    apply=apply,
    scores=scores,
    parts=parts,
    view=view,
    imagine=imagine,
)
