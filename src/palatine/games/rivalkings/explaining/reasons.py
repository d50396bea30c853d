"""Why something that was pointed at leads to no choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core.game import Game, State
from palatine.core.messages import Message, Phrase
from palatine.games.rivalkings.presenting.narrating import asked
from palatine.games.rivalkings.presenting.positions import row
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    BUILD,
    BUILDINGS,
    CARD_NAMES,
    GIVE,
    KINDS,
    MONEY,
    RECRUIT,
    SETTLE,
    SUBJECT,
    SUBJECTS,
    TRADES,
)
from palatine.games.rivalkings.rules.components import DUE_STEAL, NOBODY, NOTHING, PHASE_NAMES
from palatine.games.rivalkings.rules.conditions import NO_MARKER, NOT_ACTIVE
from palatine.games.rivalkings.rules.decisions import DOES, PILE

NOT_NOW = Phrase("why-not-now", asked=Message, rule=int)
NOT_THEIRS = Phrase("why-not-theirs")
ONLY_THEN = Phrase("why-only-then", subject=str)
NO_MONEY_ANYWHERE = Phrase("why-no-money-anywhere")
NOTHING_TO_PAY = Phrase("why-nothing-to-pay", type=str, coins=int)
NONE_STOLEN = Phrase("why-none-stolen")
NO_PILE_HOLDS = Phrase("why-no-pile-holds", type=str)
PILE_HOLDS_NONE = Phrase("why-pile-holds-none", type=str, pile=int)
NOTHING_TO_EXCHANGE = Phrase("why-nothing-to-exchange", type=str)
EXCHANGES_ONLY = Phrase("why-exchanges-only", subject=str, type=str)
ALL_IN_PAIRS = Phrase("why-all-in-pairs", type=str)

RULES = {"choose": 5, "gardener": 6, "watchman": 9, "act": 11, "over": 14}  # by phase: what is due then
VERBS = tuple(DOES)  # the five actions in the notation
DOERS = ("Farmer", "Sailor")  # they do an action
PICKERS = ("Vintner", "Miner")  # they look through piles
HELPERS = {  # they do one certain action
    "Herbalist": GIVE,
    "MarketWoman": MONEY,
    "Innkeeper": RECRUIT,
    "Carpenter": BUILD,
    "Blacksmith": BUILD,
}


class Pointed:
    """Things that a seat has pointed at; of each kind the last one counts."""

    def __init__(self, game: Game, state: State, seat: int, things: Sequence[str]) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.s: Any = state[0]
        self.last = dict(thing.split(":", 1) for thing in things if ":" in thing)
        self.legal = game.legal(state, seat)

    def why(self) -> Message:
        """Why they lead to none of the legal choices."""
        phase = PHASE_NAMES[self.s["phase"]]
        reason = None
        if phase == "choose":
            reason = self.refused("play", self.last.get("character"))
        elif phase == "gardener":
            reason = self.refused("swap", self.last.get("seat"))
        elif phase == "act":
            reason = self.in_turn()
        return reason or NOT_NOW(asked=asked(self.s, self.seat, self.legal), rule=RULES[phase])

    def refused(self, *move: str | None) -> Message | None:
        """Why a move is not allowed; None where it is, or where there is no such move."""
        action = self.game.notation.numbers.get(" ".join(map(str, move)))
        if action is None or action in self.legal:
            return None
        return self.game.explaining.why_not(self.state, self.seat, action)

    def possible(self, *move: str | None) -> bool:
        """Whether a legal choice begins so."""
        words = [str(word) for word in move]
        return any(self.game.action_text(n).split(" ")[: len(words)] == words for n in self.legal)

    def in_turn(self) -> Message | None:
        subject = self.last.get("use") or self.last.get("mine")
        if subject in SUBJECTS:
            return self.not_usable(subject) or self.ability(subject)
        if "theirs" in self.last:
            return NOT_THEIRS()
        victim, _, action = self.last.get("action", "").partition(":")
        if action and victim != str(self.seat):
            return self.refused("steal", victim, action)
        if self.s["due"] == DUE_STEAL:
            return None
        kind = self.meant(self.last.get("do") or action)
        return None if kind is None else self.doing(kind)

    def due(self, kind: int) -> bool:
        """Whether one of the five actions may be done now."""
        return bool(self.s["due"] > DUE_STEAL and int(self.s["due_what"]) >> kind & 1)

    def meant(self, action: str) -> int | None:
        """Which of the five actions is meant: the one that was named, or one that is due and fits."""
        if action in ACTION_NAMES:
            return ACTION_NAMES.index(action)
        fitting: tuple[int, ...] = ()
        if "seat" in self.last:
            fitting = (GIVE,)
        elif self.last.get("pile") in PILE.names:
            pile = PILE.names.index(self.last["pile"])
            height = int(self.s["height"][pile])
            subject = height > 0 and self.s["pile"][pile, height - 1] // TRADES == SUBJECT
            fitting = (RECRUIT, MONEY, BUILD) if subject else (BUILD, MONEY, RECRUIT)
        return next((kind for kind in fitting if self.due(kind)), None)

    def doing(self, kind: int, *subject: str) -> Message | None:
        """Why an action, one's own or of a subject that does one, has no choice with what was pointed at."""
        move = (*subject, VERBS[kind])
        target = () if kind == SETTLE else (self.last.get("seat" if kind == GIVE else "pile"),)
        if self.possible(*move, *target):
            return None
        if reason := self.refused(*move, *target):
            return reason
        if self.possible(*move):
            return None
        if subject or self.due(kind):
            return self.nothing_to_do(kind)
        return self.refused(*move, self.anywhere(kind))  # for it is not due

    def anywhere(self, kind: int) -> str:
        """Some rival, or some pile."""
        return "0" if kind == GIVE and self.seat else "1"

    def nothing_to_do(self, kind: int) -> Message | None:
        """Why one of the five actions cannot be carried out at all."""
        if kind == MONEY:
            return NO_MONEY_ANYWHERE()
        if kind in (RECRUIT, BUILD):
            return NOTHING_TO_PAY(type=KINDS[kind - RECRUIT], coins=int(self.s["purse"][self.seat]))
        explaining = self.game.explaining
        return explaining.refused(self.game.conditions[NO_MARKER], {}, self.seat)

    def not_usable(self, subject: str) -> Message | None:
        """Why a subject cannot be used at all; None where it is active and no ability was used yet."""
        owned = row(self.s, self.seat, SUBJECT)
        active = owned[-1] if owned else None
        another = "Scholar" if active == "Jailer" else "Jailer"
        refusal = self.refused("use", another)
        rests = refusal is not None and refusal.key == f"refused-{self.game.conditions[NOT_ACTIVE].name}"
        return None if rests and active == subject else refusal

    def ability(self, subject: str) -> Message | None:
        """Why the active subject has no choice with what was pointed at."""
        if subject in ("Gardener", "Watchman"):
            return ONLY_THEN(subject=subject)
        if subject in HELPERS:
            return self.helper(subject)
        if subject in DOERS:
            return self.doer(subject)
        if subject in PICKERS:
            return self.picker(subject)
        if subject in ("CourtLady", "Bishop"):
            return self.exchange(subject)
        if subject == "Troubadour":
            return self.refused("use", subject, self.last.get("mine"), self.last.get("pile"))
        return self.refused("use", subject)

    def helper(self, subject: str) -> Message | None:
        """Who does one certain action."""
        if subject == "Blacksmith" and not self.due(BUILD):
            return self.refused("use", subject, "1")
        kind = HELPERS[subject]
        reason = self.refused("use", subject, self.last.get("seat" if kind == GIVE else "pile"))
        if reason or self.possible("use", subject):
            return reason
        return self.nothing_to_do(kind)

    def doer(self, subject: str) -> Message | None:
        """Farmer and Sailor: which action, and what for."""
        stolen = [kind for kind, thief in enumerate(self.s["covered"][self.seat]) if thief != NOBODY]
        if subject == "Farmer" and not stolen:
            return NONE_STOLEN()
        chosen = int(self.s["chosen"])
        if subject == "Sailor" and chosen == NOTHING:
            return self.refused("use", subject, VERBS[SETTLE])
        kinds = stolen if subject == "Farmer" else [chosen]
        if self.last.get("do") in ACTION_NAMES:
            named = ACTION_NAMES.index(self.last["do"])
            if named not in kinds:
                return self.refused("use", subject, VERBS[named], *(() if named == SETTLE else "1"))
            kinds = [named]
        return self.doing(kinds[0], "use", subject)

    def picker(self, subject: str) -> Message | None:
        """Vintner and Miner: a card out of a pile, or a pile."""
        pile, _, card = self.last.get("pick", "").partition(":")
        if reason := self.refused("use", subject, pile, card):
            return reason
        kind = KINDS[subject == "Miner"]
        if not self.possible("use", subject):
            return NO_PILE_HOLDS(type=kind)
        pile = self.last.get("pile", "")
        if pile in PILE.names and not self.possible("use", subject, pile):
            return PILE_HOLDS_NONE(type=kind, pile=int(pile))
        return None

    def exchange(self, subject: str) -> Message | None:
        """Court Lady and Bishop: a card of one's own, and a rival's."""
        kind = int(subject == "CourtLady")
        cards = (SUBJECTS, BUILDINGS)[kind]
        own = row(self.s, self.seat, kind)
        rival, _, theirs = self.last.get("theirs", "").partition(":")
        mine = self.last.get("mine", own[0] if own else "")
        if not own:
            return NOTHING_TO_EXCHANGE(type=KINDS[kind])
        if (mine in CARD_NAMES and mine not in own) or (theirs in CARD_NAMES and theirs not in cards):
            return EXCHANGES_ONLY(subject=subject, type=KINDS[kind])
        if not self.possible("use", subject):
            return ALL_IN_PAIRS(type=KINDS[kind])
        return self.refused("use", subject, mine, rival, theirs)
