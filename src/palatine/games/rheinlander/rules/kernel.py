"""The compiled rules of Rheinländer, in the shape that the contract gives them."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array
from palatine.core.kernel import Kernel
from palatine.core.rng import start
from palatine.games.rheinlander.rules.components import CONSTANTS, OVER, STATE
from palatine.games.rheinlander.rules.duchies import name_duchies
from palatine.games.rheinlander.rules.imagining import imagine_state
from palatine.games.rheinlander.rules.placing import first_obstacle, legal_actions
from palatine.games.rheinlander.rules.scoring import final_score
from palatine.games.rheinlander.rules.turn import prepare, take_decision


def set_up(constants: Array, states: Array, i: int, key: Array) -> None:
    s: Any = states[i]
    start(s, key)
    prepare(constants[0], s)


def acting(constants: Array, states: Array, i: int) -> int:
    s: Any = states[i]
    return 0 if s.phase == OVER else 1 << int(s.turn)


def legal(constants: Array, states: Array, i: int, seat: int, out: Array) -> int:
    return legal_actions(constants[0], states[i], seat, out)


def obstacle(constants: Array, states: Array, i: int, seat: int, action: int) -> int:
    return first_obstacle(constants[0], states[i], seat, action)


def apply(constants: Array, states: Array, i: int, seat: int, action: int, events: Array) -> None:
    take_decision(constants[0], states[i], seat, action, events)
    name_duchies(states[i], events)


def scores(constants: Array, states: Array, i: int, out: Array) -> None:
    s: Any = states[i]
    for p in range(s.players):
        out[p] = final_score(s, p)


def imagine(constants: Array, views: Array, i: int, seat: int, rng: Array, out: Array, j: int) -> None:
    out[j] = views[i]
    imagine_state(constants[0], out[j], seat, rng[0])


KERNEL = Kernel(
    STATE,
    CONSTANTS,
    set_up=set_up,
    acting=acting,
    legal=legal,
    obstacle=obstacle,
    apply=apply,
    scores=scores,
    imagine=imagine,
)
