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
    name: str
    rule: int | None
    arguments: dict[str, Any]  # names and types of what a refusal says, beside the seat and the rule


class Conditions:
    """The conditions of one game."""

    def __init__(self) -> None:
        self.all: list[Condition] = []

    def add(self, name: str, rule: int | None = None, **arguments: Any) -> int:
        self.all.append(Condition(name, rule, arguments))
        return len(self.all)

    def __getitem__(self, number: int) -> Condition:
        return self.all[number - 1]
