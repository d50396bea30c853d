"""The compiled rules of Rival Kings, in the shape that the contract gives them."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array
from palatine.core.kernel import Kernel, Shapes
from palatine.core.rng import start
from palatine.games.rivalkings import evaluation
from palatine.games.rivalkings.rules.acting import legal_actions, prepare, take_decision
from palatine.games.rivalkings.rules.components import CHOOSE, CONSTANTS, DUE_STOLEN, NOTHING, OVER, STATE
from palatine.games.rivalkings.rules.scoring import final_score
from palatine.games.rivalkings.rules.view import imagine_state, know_nothing, see_own, see_table


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


def view(constants: Array, states: Array, i: int, seat: int, out: Array, j: int) -> None:
    know_nothing(out[j])
    see_table(states[i], out[j])
    see_own(states[i], out[j], seat)


def imagine(constants: Array, views: Array, i: int, seat: int, rng: Array, out: Array, j: int) -> None:
    out[j] = views[i]
    imagine_state(out[j], seat, rng[0])


def evaluate(constants: Array, states: Array, i: int, out: Array) -> None:
    evaluation.evaluate(states[i], out)


def evaluation_scale(constants: Array, states: Array, i: int) -> float:
    return evaluation.SCALE


def can_evaluate(constants: Array, states: Array, i: int) -> int:
    """A theft wants the stolen action to be done before anything can be said."""
    s: Any = states[i]
    return 0 if s.due == DUE_STOLEN else 1


def action_group(constants: Array, states: Array, i: int, action: int) -> int:
    """No two decisions mean the same."""
    return action


def default_action(constants: Array, states: Array, i: int, seat: int) -> int:
    """Every decision needs a thought."""
    return -1


def worth_considering(constants: Array, states: Array, i: int, seat: int, choices: Array, n: int) -> int:
    """Every choice is worth a thought."""
    return n


def reopen_secrets(constants: Array, states: Array, i: int, seat: int) -> None:
    """What others have chosen in secret is back in their hands: it may have been anything."""
    s: Any = states[i]
    if s.phase != CHOOSE:
        return
    for p in range(s.players):
        if p != seat and s.ready >> p & 1:
            s.hand[p] |= 1 << int(s.character[p])
            s.character[p] = NOTHING
            s.ready &= ~(1 << p)


KERNEL = Kernel.of(
    Shapes(STATE, CONSTANTS),
    set_up=set_up,
    acting=acting,
    legal=legal,
    apply=apply,
    scores=scores,
    view=view,
    imagine=imagine,
    evaluate=evaluate,
    evaluation_scale=evaluation_scale,
    can_evaluate=can_evaluate,
    action_group=action_group,
    default_action=default_action,
    worth_considering=worth_considering,
    reopen_secrets=reopen_secrets,
)
