"""Why a decision is refused, why something leads to no choice, and what speaks for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from palatine.core.conditions import Condition
from palatine.core.decisions import Decision
from palatine.core.events import Event
from palatine.core.explaining import Explaining
from palatine.core.game import Action, Seat, State
from palatine.core.messages import Message, Phrase, Value
from palatine.games.rheinlander.explaining.facts import Case
from palatine.games.rheinlander.explaining.problems import problems
from palatine.games.rheinlander.presenting.narrating import asked_for
from palatine.games.rheinlander.rules.components import (
    ASK_BASTION,
    BASTION,
    LAND,
    OVER,
    PLAY,
    REINFORCE,
    WORD,
)
from palatine.games.rheinlander.rules.conditions import CONVERTS_ON_LAND, IN_HAND, SPACE_FREE
from palatine.games.rheinlander.rules.decisions import (
    BUILD,
    CONVERT,
    DISCARD,
    PLACE,
    REINFORCEMENT,
    STATION,
)

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

OPTIONAL = (int, type(None))
NO_CHOICE = Phrase("why-no-choice", asked=str, rule=int)
CARD_IS_DEAD = Phrase("why-card-is-dead", spaces=list)
NEEDS_CARD = Phrase("why-needs-card", space=str, card=int, another=OPTIONAL)
NEEDS_CARD_OR_REINFORCEMENT = Phrase("why-needs-card-or-reinforcement", space=str, card=int, another=OPTIONAL)
OTHER_AREA = Phrase("why-other-area", space=str, area=int, spaces=list)
NO_REINFORCEMENT_ON_RIVER = Phrase("why-no-reinforcement-on-river", space=str)
NO_BASTION_ON_RIVER = Phrase("why-no-bastion-on-river", space=str)

DUE = {PLAY: 5, REINFORCE: 7, ASK_BASTION: 10, OVER: 20}  # by phase: the rule of what is due then
USES = {"reinforce": REINFORCEMENT, "discard": DISCARD}  # of a card, as they are pointed at


class RheinlanderExplaining(Explaining):
    """What forbids and what speaks for decisions; which condition forbids one, the rules themselves say."""

    game: Rheinlander

    # -- Refusals ------------------------------------------------------------------------------------

    def about(self, condition: Condition, state: State, seat: Seat, action: Action) -> dict[str, Value]:
        decision = self.game.notation.decision(action)
        return {name: SPOKEN_OF[name](self.game, state[0], seat, decision) for name in condition.arguments}

    def _obstacle(self, state: State, seat: Seat, action: Action) -> int:
        assert self.game.kernel.obstacle is not None
        return int(self.game.kernel.obstacle(self.game.constants, state, 0, seat, action))

    def _refusal(self, state: State, seat: Seat, action: Action) -> Message | None:
        """Why a decision is refused, or None where it is not."""
        return self.why_not(state, seat, action) if self._obstacle(state, seat, action) else None

    # -- Pointing ------------------------------------------------------------------------------------

    def why(self, state: State, seat: Seat, things: Sequence[str]) -> Message:
        last = dict(thing.split(":", 1) for thing in things if ":" in thing)  # the last one of each kind
        phase, space = int(state["phase"][0]), self.game.layout.index.get(last.get("space", ""))
        reason = None
        if phase == PLAY:
            reason = self._play(state, seat, self._card(last.get("card", "")), space, last.get("use", ""))
        elif phase != OVER and space is not None:
            reason = self._on_land(state, seat, phase, space)
        asked = asked_for(phase, self.game.legal(state, seat)).key.removeprefix("ask-")
        return reason or NO_CHOICE(asked=asked, rule=DUE[phase])

    def _card(self, text: str) -> int | None:
        known = text.isascii() and text.isdigit() and 1 <= int(text) <= len(self.game.layout.board.area)
        return int(text) - 1 if known else None

    def _holds(self, state: State, seat: Seat, card: int) -> bool:
        return self._obstacle(state, seat, REINFORCEMENT + card) != IN_HAND

    def _play(
        self, state: State, seat: Seat, card: int | None, space: int | None, use: str
    ) -> Message | None:
        """Why neither a card nor a space, or both, are a choice."""
        if card is not None and not self._holds(state, seat, card):
            return self.why_not(state, seat, REINFORCEMENT + card)
        if space is not None:
            return self._space(state, seat, card, space)
        if card is None:
            return None
        if use in USES:
            return self._refusal(state, seat, USES[use] + card)
        return CARD_IS_DEAD(spaces=list(self.game.layout.board.area[card]))

    def _space(self, state: State, seat: Seat, card: int | None, space: int) -> Message | None:
        """Why a space cannot be reached, by the card in hand that was pointed at or else by any."""
        board, name = self.game.layout.board, self.game.layout.names[space]
        cards = [number - 1 for number in board.space[name].areas]
        if card is not None and card not in cards:
            return OTHER_AREA(space=name, area=card + 1, spaces=list(board.area[card]))
        reason = self._no_way(state, seat, cards[0], name)
        if reason or any(self._holds(state, seat, card) for card in cards):
            return reason
        needs = NEEDS_CARD_OR_REINFORCEMENT if self._reinforceable(state, seat, space) else NEEDS_CARD
        first, *more = (card + 1 for card in cards)
        return needs(space=name, card=first, another=more[0] if more else None)

    def _no_way(self, state: State, seat: Seat, card: int, name: str) -> Message | None:
        """Why no card of its area leads to a space, by number or conversion; None where one does."""
        held = state.copy()
        held["hand"][0, seat] |= 1 << card
        use = 3 * card + self.game.layout.board.area[card].index(name)
        by_number = self._obstacle(held, seat, PLACE + use)
        by_conversion = self._obstacle(held, seat, CONVERT + use)
        if 0 in (by_number, by_conversion):
            return None
        piece = _piece(self.game, held[0], seat, self.game.notation.decision(PLACE + use))
        an_opponents = by_number == SPACE_FREE and piece not in (None, seat)
        converted = an_opponents and by_conversion == CONVERTS_ON_LAND
        return self.why_not(held, seat, (CONVERT if converted else PLACE) + use)

    def _reinforceable(self, state: State, seat: Seat, space: int) -> bool:
        """Whether a reinforcement could go there."""
        played = state.copy()
        played["phase"] = REINFORCE
        return space < LAND and self._obstacle(played, seat, STATION + space) == 0

    def _on_land(self, state: State, seat: Seat, phase: int, space: int) -> Message | None:
        """Why neither a reinforcement nor a bastion goes there."""
        if space >= LAND:
            refused = NO_REINFORCEMENT_ON_RIVER if phase == REINFORCE else NO_BASTION_ON_RIVER
            return refused(space=self.game.layout.names[space])
        return self._refusal(state, seat, (STATION if phase == REINFORCE else BUILD) + space)

    # -- The rest ------------------------------------------------------------------------------------

    def facts(self, before: State, after: State, seat: Seat, told: Sequence[Event]) -> list[Message]:
        return list(dict.fromkeys(Case(self.game, before, after, seat, told).all()))

    def problems(self, state: State) -> Iterator[str]:
        return problems(self.game.layout, state[0])


# What a refusal speaks of, given the game, the state, the seat and the decision.


def _space(game: Rheinlander, decision: Decision) -> int:
    return game.layout.index[decision.names["space"]]


def _piece(game: Rheinlander, s: Any, seat: Seat, decision: Decision) -> int | None:
    who = int(s["occupant"][_space(game, decision)])
    return None if who == BASTION else who


def _rival(game: Rheinlander, s: Any, seat: Seat, decision: Decision) -> int:
    """The first opponent with a knight beside the space."""
    space = _space(game, decision)
    near = s["near"][:, space // WORD] >> space % WORD & 1
    return next(p for p in range(game.players) if p != seat and near[p])


SPOKEN_OF = {
    "card": lambda game, s, seat, decision: int(decision.names["card"]),
    "space": lambda game, s, seat, decision: decision.names["space"],
    "piece": _piece,
    "banks": lambda game, s, seat, decision: list(game.layout.board.area[decision.numbers[0]][:2]),
    "knights": lambda game, s, seat, decision: bool(s["river_needs_knights"]),
    "rival": _rival,
}
