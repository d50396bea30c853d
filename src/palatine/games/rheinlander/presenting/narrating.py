"""What there is to say of what happened and of what can be decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from palatine.core.events import Kind
from palatine.core.game import Action, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.narrating import Narrating
from palatine.games.rheinlander.rules import components
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES
from palatine.games.rheinlander.rules.decisions import CONVERT, DISCARD, REINFORCEMENT

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

PLACE_BY_CARD = Phrase("choice-place-by-card", card=str, space=str)
CONVERT_BY_CARD = Phrase("choice-convert-by-card", card=str, space=str)
BY_CARD = {"place": PLACE_BY_CARD, "convert": CONVERT_BY_CARD}  # where another card leads to the space too

ASK_OVER = Phrase("ask-over")
ASK_BASTION = Phrase("ask-bastion")
ASK_REINFORCE = Phrase("ask-reinforce")
ASK_DISCARD = Phrase("ask-discard")
ASK_CONVERT = Phrase("ask-convert")
ASK_PLAY = Phrase("ask-play")

USE_REINFORCE = Phrase("use-reinforce")
USE_DISCARD = Phrase("use-discard")
THINGS = {"use:reinforce": USE_REINFORCE, "use:discard": USE_DISCARD}


def asked_for(phase: int, legal: Sequence[Action]) -> Phrase:
    """What is asked."""
    if phase == components.OVER:
        return ASK_OVER
    if phase == components.ASK_BASTION:
        return ASK_BASTION
    if phase == components.REINFORCE:
        return ASK_REINFORCE
    if legal and legal[0] >= DISCARD:
        return ASK_DISCARD
    return ASK_CONVERT if any(CONVERT <= action < REINFORCEMENT for action in legal) else ASK_PLAY


class RheinlanderNarrating(Narrating):
    """What Rheinländer adds to what its declarations say."""

    game: Rheinlander

    def also(self, state: State, kind: Kind, seat: Seat, data: dict[str, Any]) -> dict[str, Any]:
        return {name: getattr(self, f"_{name}")(state[0], kind, data) for name in kind.also}

    def _between(self, s: Any, kind: Kind, data: dict[str, Any]) -> list[str]:
        return next(list(site.spaces) for site in self.game.layout.board.sites if site.name == data["site"])

    def _gain(self, s: Any, kind: Kind, data: dict[str, Any]) -> int:
        return int(data["value"] - data["before"])

    def _landmarks(self, s: Any, kind: Kind, data: dict[str, Any]) -> int:
        return int(data["value"] - 1)

    def _paid_for(self, s: Any, kind: Kind, data: dict[str, Any]) -> list[str]:
        sites = [site.name for site in self.game.layout.board.sites]
        return ["duke", *(LANDMARK_NAMES[s["landmark"][sites.index(site)]] for site in data["sites"])]

    def _parts(self, s: Any, kind: Kind, data: dict[str, Any]) -> list[list[Any]]:
        return [_part(name) for name in self._paid_for(s, kind, data)]

    def _total(self, s: Any, kind: Kind, data: dict[str, Any]) -> int:
        return sum(data[part] for part in kind.fields)

    def label(self, action: Action) -> Message:
        decision = self.game.notation.decision(action)
        several = decision.block in BY_CARD and len(self._areas(decision.names["space"])) > 1
        return BY_CARD[decision.block](**decision.names) if several else decision.message

    def _areas(self, space: str) -> tuple[int, ...]:
        return self.game.layout.board.space[space].areas

    def prompt(self, view: State, seat: Seat, legal: Sequence[Action]) -> Message:
        return asked_for(int(view["phase"][0]), legal)()

    def thing(self, thing: str) -> Message | None:
        return THINGS[thing]() if thing in THINGS else None


def _part(name: str) -> list[Any]:
    """A part of a payment: duke, castle or church 1, city 2 to 4."""
    return ["city", int(name[-1])] if name.startswith("city") else [name, 1]
