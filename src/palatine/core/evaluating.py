"""Evaluating: what the search needs to know of a game beyond its rules; every part has a default.

All are compiled rules over `(constants, states, i, …)`, as the rules of a `Kernel` are.  A game that gives
none is judged by its scores, and every choice seems as good as any other at first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from palatine.core.compiled import Array, rule, specialise
from palatine.core.events import WIDTH

if TYPE_CHECKING:
    from palatine.core.game import Game

SCALE = 5.0  # points that make a difference, where a game does not say


class SearchSettings(msgspec.Struct, frozen=True):
    """How a search goes about a game; what is best was found by trial."""

    exploration: float = 0.6  # how much curiosity counts against what is known
    prior_sharpness: float = 1.0  # how far a prior decides what is tried first, for each point
    prior_visits: float = 2.0  # how many visits a prior is worth
    prior_scale: float = 0.055  # a point of a prior as a chance
    win_margin: float = 3.0  # points by which a win must be clear to count fully
    rollout_noise: float = 3.0  # points by which decisions of a rollout may be wrong
    rollout_decisions: int = 100  # before a position is judged, unless the game ends
    beginner_error: float = 10.0  # points by which a beginner's first impressions may be wrong


class Evaluating:
    """The rules for players that think; each may be left out.

    - `evaluate(constants, states, i, out)`: the points that every seat may expect in the end
    - `evaluation_scale(constants, states, i) -> float`: how many points make a difference
    - `action_priors(constants, states, i, seat, choices, n, more, out)`: a quick guess, in points, of what
      each of n choices brings
    - `worth_considering(constants, states, i, seat, choices, n) -> int`: the choices worth a thought, moved
      to the front, and how many they are
    - `default_action(constants, states, i, seat) -> int`: what is mostly decided, where that needs no
      thought, or -1
    - `can_evaluate(constants, states, i) -> int`: whether a position can be judged as it stands: no move is
      half done
    - `action_group(constants, states, i, action) -> int`: what half-done moves have in common
    - `reopen_secrets(constants, states, i, seat)`: choices that others have made in secret are open again

    Args:
        settings: how a search goes about the game.
        rules: those of the above that the game gives.

    Raises:
        TypeError: for a rule of another name.
    """

    def __init__(self, settings: SearchSettings | None = None, **rules: Callable[..., Any]) -> None:
        unknown = rules.keys() - DEFAULTS.keys()
        if unknown:
            raise TypeError(f"evaluating knows no rule {sorted(unknown)[0]!r}")
        self.settings = settings or SearchSettings()
        self.given = frozenset(rules)
        self.rules: dict[str, Callable[..., Any]] = {**DEFAULTS, **rules}


@cache
def thinking_rules(kind: type[Game]) -> dict[str, Callable[..., Any]]:
    """All compiled rules of a game by name: those of its kernel, those given for evaluating, and what can be
    said in general once these are there (`win_chances`, `chance_after`).
    """
    rules, where = dict(kind.kernel.rules), kind.__module__
    for name, function in kind.evaluating.rules.items():
        if name not in kind.evaluating.given or function is look_ahead:
            continue
        rules[name] = rule(function)
    for name in DEFAULTS.keys() - rules.keys() - {"action_priors"}:
        rules[name] = rule(specialise(DEFAULTS[name], rules, where))
    for general in (win_chances, chance_after):
        rules[general.__name__] = rule(specialise(general, rules, where))
    if "action_priors" not in rules:
        rules["action_priors"] = rule(specialise(kind.evaluating.rules["action_priors"], rules, where))
    return rules


# Names that are filled in for each game.
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]
scores: Callable[[Array, Array, int, Array], None]


def evaluate(constants: Array, states: Array, i: int, out: Array) -> None:
    points = np.zeros(out.shape[0], np.int32)
    scores(constants, states, i, points)
    for p in range(int(states[i].players)):
        out[p] = points[p]


def evaluation_scale(constants: Array, states: Array, i: int) -> float:
    return SCALE


def action_priors(
    constants: Array, states: Array, i: int, seat: int, choices: Array, n: int, more: Array, out: Array
) -> None:
    for k in range(n):
        out[k] = 0.0


def worth_considering(constants: Array, states: Array, i: int, seat: int, choices: Array, n: int) -> int:
    return n


def default_action(constants: Array, states: Array, i: int, seat: int) -> int:
    return -1


def can_evaluate(constants: Array, states: Array, i: int) -> int:
    return 1


def action_group(constants: Array, states: Array, i: int, action: int) -> int:
    return action


def reopen_secrets(constants: Array, states: Array, i: int, seat: int) -> None:
    pass


DEFAULTS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        evaluate,
        evaluation_scale,
        action_priors,
        worth_considering,
        default_action,
        can_evaluate,
        action_group,
        reopen_secrets,
    )
}


# -- What follows from them --------------------------------------------------------------------------

POINTS_OF_CHANCE = 20.0  # that a win for certain is worth, where chances are told in points


def win_chances(constants: Array, states: Array, i: int, margin: float, out: Array) -> None:
    """How likely each seat wins, by the points that it may expect; once the game is over, who has won.

    With a margin of some points the winner's lead counts: a win by far is surer than a narrow one.
    """
    evaluate(constants, states, i, out)
    players = int(states[i].players)
    most, total = -np.inf, 0.0
    for p in range(players):
        most = max(most, out[p])
    over = acting(constants, states, i) == 0
    scale = max(margin, 1e-3) if over else evaluation_scale(constants, states, i)
    for p in range(players):
        out[p] = np.exp((out[p] - most) / scale)
        total += out[p]
    for p in range(players):
        out[p] /= total


def chance_after(
    constants: Array, scratch: Array, i: int, seat: int, action: int, choices: Array, out: Array
) -> float:
    """A seat's win chance after a decision in scratch[i]; the best it can make of it, where it is half done.

    scratch[i + 1] and scratch[i + 2], choices and out are used up.
    """
    deaf = np.zeros((0, WIDTH), np.int32)
    scratch[i + 1] = scratch[i]
    apply(constants, scratch, i + 1, seat, action, deaf)
    if can_evaluate(constants, scratch, i + 1):
        win_chances(constants, scratch, i + 1, 0.0, out)
        return float(out[seat])
    best = 0.0
    for j in range(legal(constants, scratch, i + 1, seat, choices)):
        scratch[i + 2] = scratch[i + 1]
        apply(constants, scratch, i + 2, seat, int(choices[j]), deaf)
        win_chances(constants, scratch, i + 2, 0.0, out)
        best = max(best, float(out[seat]))
    return best


def look_ahead(
    constants: Array, scratch: Array, i: int, seat: int, choices: Array, n: int, more: Array, out: Array
) -> None:
    """For `action_priors` of a game whose evaluation is good: what each of n choices brings, tried out.

    more is room for choices, and behind the n places of out there is room for all seats.
    """
    for k in range(n):
        out[k] = POINTS_OF_CHANCE * chance_after(constants, scratch, i, seat, int(choices[k]), more, out[n:])
