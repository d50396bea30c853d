"""What the search needs to know, in the shape that the contract gives it."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array
from palatine.core.evaluating import Evaluating, SearchSettings
from palatine.games.rheinlander.rules.components import ASK_BASTION, REINFORCE
from palatine.games.rheinlander.rules.decisions import DISCARD, DONE, REINFORCEMENT
from palatine.games.rheinlander.thinking.evaluation import SCALE, expected_points
from palatine.games.rheinlander.thinking.guessing import bastions_to_consider, guess


def evaluate(constants: Array, states: Array, i: int, out: Array) -> None:
    expected_points(states[i], out)


def evaluation_scale(constants: Array, states: Array, i: int) -> float:
    return SCALE


def is_settled(constants: Array, states: Array, i: int) -> int:
    """A card played as reinforcement wants its knight before anything can be said."""
    s: Any = states[i]
    return 0 if s.phase == REINFORCE else 1


def same_group(constants: Array, states: Array, i: int, action: int) -> int:
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


EVALUATING = Evaluating(
    SearchSettings(exploration=0.8, rollout_noise=2.0),
    evaluate=evaluate,
    evaluation_scale=evaluation_scale,
    is_settled=is_settled,
    same_group=same_group,
    action_priors=action_priors,
    default_action=default_action,
    worth_considering=worth_considering,
)
