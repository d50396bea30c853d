"""What a refusal speaks of: each argument of a condition, worked out from the state and the decision."""

from __future__ import annotations

from typing import Any

from palatine.core.decisions import Decision
from palatine.games.rivalkings.presenting.positions import actions, row
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    CARD_NAMES,
    CHARACTER_NAMES,
    KINDS,
    SUBJECT,
    TRADES,
)
from palatine.games.rivalkings.rules.components import DUE_STEAL, PRICE
from palatine.games.rivalkings.rules.decisions import DOES


class Refused:
    """A decision that a condition forbids; the properties are named as the arguments of conditions."""

    def __init__(self, s: Any, seat: int, decision: Decision) -> None:
        self.s, self.seat = s, seat
        self.block, self.named = decision.block, decision.names

    @property
    def character(self) -> str:
        return self.named["character"]

    @property
    def victim(self) -> int:
        """Who is robbed now."""
        return int(self.s["due_what"])

    @property
    def robbed(self) -> str:
        """The victim's character."""
        return CHARACTER_NAMES[self.s["character"][self.victim]]

    @property
    def action(self) -> str:
        """Which of the five actions it is about."""
        return self.named.get("action") or DOES[self.block.split("_")[-1]]

    @property
    def thief(self) -> int:
        return int(self.s["covered"][self.seat, ACTION_NAMES.index(self.action)])

    @property
    def due(self) -> list[str]:
        return actions(int(self.s["due_what"])) if self.s["due"] > DUE_STEAL else []

    @property
    def pile(self) -> int:
        return int(self.named["pile"])

    @property
    def card(self) -> str:
        """The one that was named, or the top of the pile."""
        pile = self.pile - 1
        top = CARD_NAMES[self.s["pile"][pile, self.s["height"][pile] - 1]]
        return self.named.get("card") or top

    @property
    def type(self) -> str:
        """Of the card that was wanted."""
        return KINDS[int(self.block not in ("recruit", "innkeeper", "farmer_recruit", "sailor_recruit"))]

    @property
    def cost(self) -> int:
        kind, trade = divmod(CARD_NAMES.index(self.card), TRADES)
        return int(PRICE[kind, trade]) - (self.block == "blacksmith")

    @property
    def purse(self) -> int:
        return int(self.s["purse"][self.seat])

    @property
    def active(self) -> str:
        """The newest subject."""
        return row(self.s, self.seat, SUBJECT)[-1]

    @property
    def mine(self) -> str:
        return self.named["mine"]

    @property
    def theirs(self) -> str:
        return self.named["theirs"]

    @property
    def rival(self) -> int:
        return int(self.named["seat"])
