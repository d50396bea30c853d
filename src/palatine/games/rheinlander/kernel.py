"""The compiled rules of Rheinländer, in the shape that the contract gives them."""

from __future__ import annotations

from typing import Any

from palatine.core.chance import start
from palatine.core.compiled import Array
from palatine.core.kernel import Kernel, Shapes
from palatine.games.rheinlander import evaluation
from palatine.games.rheinlander.actions import DISCARD, DONE, REINFORCEMENT
from palatine.games.rheinlander.components import ASK_BASTION, OVER, REINFORCE, STATE, TABLES
from palatine.games.rheinlander.guessing import bastions_to_consider, guess
from palatine.games.rheinlander.placing import legal_actions
from palatine.games.rheinlander.scoring import final_score
from palatine.games.rheinlander.turn import prepare, take_decision
from palatine.games.rheinlander.view import imagine_state, know_nothing, see_own_hand, see_table


def set_up(tables: Array, states: Array, i: int, key: Array) -> None:
    s: Any = states[i]
    start(s, key)
    prepare(tables[0], s)


def acting(tables: Array, states: Array, i: int) -> int:
    s: Any = states[i]
    return 0 if s.phase == OVER else 1 << int(s.turn)


def legal(tables: Array, states: Array, i: int, seat: int, out: Array) -> int:
    return legal_actions(tables[0], states[i], seat, out)


def apply(tables: Array, states: Array, i: int, seat: int, action: int, events: Array) -> None:
    take_decision(tables[0], states[i], seat, action, events)


def scores(tables: Array, states: Array, i: int, out: Array) -> None:
    s: Any = states[i]
    for p in range(s.players):
        out[p] = final_score(s, p)


def view(tables: Array, states: Array, i: int, seat: int, out: Array, j: int) -> None:
    know_nothing(out[j])
    see_table(states[i], out[j])
    see_own_hand(states[i], out[j], seat)


def imagine(tables: Array, views: Array, i: int, seat: int, chance: Array, out: Array, j: int) -> None:
    out[j] = views[i]
    imagine_state(tables[0], out[j], seat, chance[0])


def expect(tables: Array, states: Array, i: int, out: Array) -> None:
    evaluation.expect(states[i], out)


def spread(tables: Array, states: Array, i: int) -> float:
    return evaluation.SPREAD


def quiet(tables: Array, states: Array, i: int) -> int:
    """A card played as reinforcement wants its knight before anything can be said."""
    s: Any = states[i]
    return 0 if s.phase == REINFORCE else 1


def alike(tables: Array, states: Array, i: int, action: int) -> int:
    """Whichever card is given away for a reinforcement, the same spaces are open to it."""
    return REINFORCEMENT if REINFORCEMENT <= action < DISCARD else action


def urges(
    tables: Array, states: Array, i: int, seat: int, choices: Array, n: int, more: Array, out: Array
) -> None:
    guess(tables[0], states[i], seat, choices, n, more, out)


def plain(tables: Array, states: Array, i: int, seat: int) -> int:
    """Mostly no bastion is built."""
    s: Any = states[i]
    return DONE if s.phase == ASK_BASTION else -1


def sensible(tables: Array, states: Array, i: int, seat: int, choices: Array, n: int) -> int:
    s: Any = states[i]
    return bastions_to_consider(tables[0], s, seat, choices, n) if s.phase == ASK_BASTION else n


def reopen(tables: Array, states: Array, i: int, seat: int) -> None:
    """Nobody chooses in secret."""


KERNEL = Kernel.of(
    Shapes(STATE, TABLES),
    set_up=set_up,
    acting=acting,
    legal=legal,
    apply=apply,
    scores=scores,
    view=view,
    imagine=imagine,
    expect=expect,
    spread=spread,
    quiet=quiet,
    alike=alike,
    urges=urges,
    plain=plain,
    sensible=sensible,
    reopen=reopen,
)
