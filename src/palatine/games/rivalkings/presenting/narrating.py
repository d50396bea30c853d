"""What is said of events, of choices and of what is pointed at; and what a seat is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from palatine.core.events import Kind
from palatine.core.game import Action, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.narrating import SENTENCE, Narrating
from palatine.games.rivalkings.presenting.positions import actions
from palatine.games.rivalkings.rules.cards import ACTION_NAMES, CARD_NAMES, CHARACTER_NAMES, SUBJECTS
from palatine.games.rivalkings.rules.components import (
    ACT,
    ASK_GARDENER,
    ASK_WATCHMAN,
    CHOOSE,
    DUE_NOTHING,
    DUE_STEAL,
    DUE_STOLEN,
    OVER,
)
from palatine.games.rivalkings.rules.decisions import SKIP, USE, USER
from palatine.games.rivalkings.rules.scoring import MARKER_POINTS

if TYPE_CHECKING:
    from palatine.core.game import Game

ASK_OVER = Phrase("ask-over")
ASK_CHARACTER = Phrase("ask-character")
ASK_CHOSEN = Phrase("ask-chosen", character=str)
ASK_WAIT = Phrase("ask-wait")
ASK_FOR_GARDENER = Phrase("ask-gardener")
ASK_FOR_WATCHMAN = Phrase("ask-watchman")
ASK_USE_OR_END = Phrase("ask-use-or-end", subject=str)
ASK_END = Phrase("ask-end")
ASK_STEAL = Phrase("ask-steal", victim=int)
ASK_SKIP = Phrase("ask-skip", actions=list)
ASK_SKIP_OR_USE = Phrase("ask-skip-or-use", actions=list, subject=str)
ASK_ONE_OF = Phrase("ask-one-of", actions=list)
ASK_STOLEN = Phrase("ask-stolen", actions=list, victim=int)
ASK_DO = Phrase("ask-do", actions=list)

DO_THING = Phrase("thing-do", action=str)
USE_THING = Phrase("thing-use", subject=str)
PICK_THING = Phrase("thing-pick", card=str)
PILE_THING = Phrase("thing-pile", pile=str)
SEAT_THING = Phrase("thing-seat", seat=int)


class CourtNarrating(Narrating):
    """What is said of Rival Kings."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.agreed.open_piles:  # else what lies at a pile may not be counted (rule 3)
            self.unforeseen -= {"took"}

    def also(self, state: State, kind: Kind, seat: Seat, data: dict[str, Any]) -> dict[str, Any]:
        """What markers cost, and the whole score."""
        markers = -MARKER_POINTS * int(state["burden"][0, seat])
        return {"markers": markers, "total": sum(data.values()) + markers}

    def prompt(self, view: State, seat: Seat, legal: Sequence[Action]) -> Message:
        return SENTENCE(said=asked(view[0], seat, legal))

    def thing(self, thing: str) -> Message | None:
        match thing.split(":"):
            case ["do", action] | ["action", _, action] if action in ACTION_NAMES:
                return DO_THING(action=action)
            case ["use", name] if name in SUBJECTS:
                return USE_THING(subject=name)
            case ["pick", _, card] if card in CARD_NAMES:
                return PICK_THING(card=card)
            case ["pile", number]:
                return PILE_THING(pile=number)
            case ["seat", number]:
                return SEAT_THING(seat=int(number))
        return None


def asked(v: Any, seat: int, legal: Sequence[int]) -> Message:
    """What a seat is asked for, without the full stop."""
    phase = v["phase"]
    if phase == CHOOSE:
        return _character(v, seat)
    if phase == ACT:
        return _in_turn(v, legal)
    return {OVER: ASK_OVER, ASK_GARDENER: ASK_FOR_GARDENER, ASK_WATCHMAN: ASK_FOR_WATCHMAN}[int(phase)]()


def _character(v: Any, seat: int) -> Message:
    if not int(v["ready"]) >> seat & 1:
        return ASK_CHARACTER()
    chosen = int(v["character"][seat])
    return ASK_CHOSEN(character=CHARACTER_NAMES[chosen]) if chosen >= 0 else ASK_WAIT()


def _in_turn(v: Any, legal: Sequence[int]) -> Message:
    uses = [SUBJECTS[USER[action - USE]] for action in legal if action >= USE]
    due = int(v["due"])
    if due == DUE_NOTHING:
        return ASK_USE_OR_END(subject=uses[0]) if uses else ASK_END()
    if due == DUE_STEAL:
        return ASK_STEAL(victim=int(v["due_what"]))
    names = actions(int(v["due_what"]))
    if all(action >= SKIP for action in legal):
        return ASK_SKIP_OR_USE(actions=names, subject=uses[0]) if uses else ASK_SKIP(actions=names)
    if len(names) > 1:
        return ASK_ONE_OF(actions=names)
    if due == DUE_STOLEN:
        return ASK_STOLEN(actions=names, victim=int(v["robbed"]).bit_length() - 1)
    return ASK_DO(actions=names)
