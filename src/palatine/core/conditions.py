"""Conditions: what a decision has to fulfil to be legal, by name and with the rule that asks for it.

    CONDITIONS = Conditions()
    IN_HAND = CONDITIONS.add("in-hand", rule=5)

The compiled rules know a condition by its number, from 1 on; what `legal` lists is what no condition
forbids, and the one that forbids a decision is the one that a refusal names: its words are those of the
message `refused-in-hand`.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Condition(msgspec.Struct, frozen=True):
    """What a decision has to fulfil: its name, the rule that asks for it, and what a refusal speaks of."""

    name: str
    rule: int | None
    arguments: dict[str, Any]  # names and types of what a refusal says, beside the seat and the rule


class Conditions:
    """The conditions of one game."""

    def __init__(self) -> None:
        self.all: list[Condition] = []

    def add(self, name: str, rule: int | None = None, **arguments: Any) -> int:
        """Declare a condition; the words of a refusal are those of `refused-NAME`.

        Args:
            name: of the condition.
            rule: of the rules page, that asks for it.
            arguments: names and types of what a refusal says; `Explaining.about` finds them.

        Returns:
            The number that the compiled rules know it by, from 1 on.
        """
        self.all.append(Condition(name, rule, arguments))
        return len(self.all)

    def __getitem__(self, number: int) -> Condition:
        return self.all[number - 1]
