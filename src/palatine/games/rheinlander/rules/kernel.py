"""The compiled rules of Rheinländer, in the shape that the contract gives them."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array
from palatine.core.kernel import Kernel, Shapes
from palatine.core.rng import start
from palatine.games.rheinlander import evaluation
from palatine.games.rheinlander.rules.decisions import DISCARD, DONE, REINFORCEMENT
from palatine.games.rheinlander.rules.components import ASK_BASTION, CONSTANTS, OVER, REINFORCE, STATE
from palatine.games.rheinlander.thinking.guessing import bastions_to_consider, guess
from palatine.games.rheinlander.rules.placing import legal_actions
from palatine.games.rheinlander.rules.scoring import final_score
from palatine.games.rheinlander.rules.turn import prepare, take_decision
from palatine.games.rheinlander.rules.imagining import imagine_state, know_nothing, see_own_hand, see_table


def set_up(constants: Array, states: Array, i: int, key: Array) -> None:
    s: Any = states[i]
    start(s, key)
    prepare(constants[0], s)


def acting(constants: Array, states: Array, i: int) -> int:
    s: Any = states[i]
    return 0 if s.phase == OVER else 1 << int(s.turn)


def legal(constants: Array, states: Array, i: int, seat: int, out: Array) -> int:
    return legal_actions(constants[0], states[i], seat, out)


def apply(constants: Array, states: Array, i: int, seat: int, action: int, events: Array) -> None:
    take_decision(constants[0], states[i], seat, action, events)


def scores(constants: Array, states: Array, i: int, out: Array) -> None:
    s: Any = states[i]
    for p in range(s.players):
        out[p] = final_score(s, p)


def view(constants: Array, states: Array, i: int, seat: int, out: Array, j: int) -> None:
    know_nothing(out[j])
    see_table(states[i], out[j])
    see_own_hand(states[i], out[j], seat)


def imagine(constants: Array, views: Array, i: int, seat: int, rng: Array, out: Array, j: int) -> None:
    out[j] = views[i]
    imagine_state(constants[0], out[j], seat, rng[0])


def evaluate(constants: Array, states: Array, i: int, out: Array) -> None:
    evaluation.evaluate(states[i], out)


def evaluation_scale(constants: Array, states: Array, i: int) -> float:
    return evaluation.SCALE


def can_evaluate(constants: Array, states: Array, i: int) -> int:
    """A card played as reinforcement wants its knight before anything can be said."""
    s: Any = states[i]
    return 0 if s.phase == REINFORCE else 1


def action_group(constants: Array, states: Array, i: int, action: int) -> int:
    """Whichever card is given away for a reinforcement, the same spaces are open to it."""
    return REINFORCEMENT if REINFORCEMENT <= action < DISCARD else action


def action_priors(
    constants: Array, states: Array, i: int, seat: int, choices: Array, n: int, more: Array, out: Array
) -> None:
    guess(constants[0], states[i], seat, choices, n, more, out)


def default_action(constants: Array, states: Array, i: int, seat: int) -> int:
    """Mostly no bastion is built."""
    s: Any = states[i]
    return DONE if s.phase == ASK_BASTION else -1


def worth_considering(constants: Array, states: Array, i: int, seat: int, choices: Array, n: int) -> int:
    s: Any = states[i]
    return bastions_to_consider(constants[0], s, seat, choices, n) if s.phase == ASK_BASTION else n


def reopen_secrets(constants: Array, states: Array, i: int, seat: int) -> None:
    """Nobody chooses in secret."""


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
    action_priors=action_priors,
    default_action=default_action,
    worth_considering=worth_considering,
    reopen_secrets=reopen_secrets,
)
