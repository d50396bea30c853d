"""Why something that was pointed at leads to no choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.games.rivalkings.rules.cards import ACTION_NAMES, BUILD, GIVE, MONEY, RECRUIT, SETTLE, SUBJECT, TRADES
from palatine.games.rivalkings.rules.components import DUE_STEAL, NOBODY, NOTHING, PHASE_NAMES
from palatine.games.rivalkings.notation import BUILDINGS, NUMBERS, PILE_NAMES, SUBJECTS, TEXTS
from palatine.games.rivalkings.pointing import DOERS, HELPERS, PICKERS, VERBS, capital
from palatine.games.rivalkings.refusals import may_build, not_usable, nothing_to_do, why_not
from palatine.games.rivalkings.texts import TITLES

RULES = {"choose": 5, "gardener": 6, "watchman": 9, "act": 11, "over": 14}  # by phase: what is due then


class Pointed:
    """Things that a seat has pointed at; of each kind the last one counts."""

    def __init__(
        self, s: Any, seat: int, things: Sequence[str], legal: Sequence[int], names: Sequence[str]
    ) -> None:
        self.s = s
        self.seat = seat
        self.last = dict(thing.split(":", 1) for thing in things if ":" in thing)
        self.legal = legal
        self.names = names

    def why(self, asked: str) -> str:
        """Why they lead to none of the legal choices; `asked` is the prompt."""
        phase = PHASE_NAMES[self.s["phase"]]
        reason = None
        if phase == "choose":
            reason = self.refused("play", self.last.get("character"))
        elif phase == "gardener":
            reason = self.refused("swap", self.last.get("seat"))
        elif phase == "act":
            reason = self.in_turn()
        if reason is None:
            reason = f"that cannot be chosen now. {asked.rstrip('.')} (rule {RULES[phase]})"
        return capital(reason)

    def refused(self, *move: str | None) -> str | None:
        """Why a move is not allowed; None where it is, or where there is no such move."""
        action = NUMBERS.get(" ".join(map(str, move)))
        if action is None or action in self.legal:
            return None
        return why_not(self.s, self.seat, action, self.names)

    def possible(self, *move: str | None) -> bool:
        """Whether a legal choice begins so."""
        words = [str(word) for word in move]
        return any(TEXTS[action].split(" ")[: len(words)] == words for action in self.legal)

    def in_turn(self) -> str | None:
        subject = self.last.get("use") or self.last.get("mine")
        if subject in SUBJECTS:
            return not_usable(self.s, self.seat, subject, self.names) or self.ability(subject)
        if "theirs" in self.last:
            return "only a Court Lady or a Bishop reaches the cards of a rival (rule 13)"
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
        elif self.last.get("pile") in PILE_NAMES:
            pile = PILE_NAMES.index(self.last["pile"])
            height = int(self.s["height"][pile])
            subject = height > 0 and self.s["pile"][pile, height - 1] // TRADES == SUBJECT
            fitting = (RECRUIT, MONEY, BUILD) if subject else (BUILD, MONEY, RECRUIT)
        return next((kind for kind in fitting if self.due(kind)), None)

    def doing(self, kind: int, *subject: str) -> str | None:
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
            return nothing_to_do(self.s, self.seat, kind, self.names)
        anywhere = "0" if kind == GIVE and self.seat else "1"
        return self.refused(*move, anywhere)  # for it is not due

    def ability(self, subject: str) -> str | None:
        """Why the active subject has no choice with what was pointed at."""
        if subject in ("Gardener", "Watchman"):
            rule = 6 if subject == "Gardener" else 9
            return f"the {subject} is only used when the characters are turned over (rule {rule})"
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

    def helper(self, subject: str) -> str | None:
        """Who does one certain action."""
        if subject == "Blacksmith" and not may_build(self.s):
            return self.refused("use", subject, "1")
        kind = HELPERS[subject]
        reason = self.refused("use", subject, self.last.get("seat" if kind == GIVE else "pile"))
        if reason or self.possible("use", subject):
            return reason
        return nothing_to_do(self.s, self.seat, kind, self.names)

    def doer(self, subject: str) -> str | None:
        """Farmer and Sailor: which action, and what for."""
        stolen = [kind for kind, thief in enumerate(self.s["covered"][self.seat]) if thief != NOBODY]
        if subject == "Farmer" and not stolen:
            return "none of your actions was stolen in this cycle (rule 13)"
        chosen = int(self.s["chosen"])
        if subject == "Sailor" and chosen == NOTHING:
            return "the Sailor repeats the one action chosen in a conflict of equals (rule 13)"
        kinds = stolen if subject == "Farmer" else [chosen]
        if self.last.get("do") in ACTION_NAMES:
            named = ACTION_NAMES.index(self.last["do"])
            if named not in kinds:
                return self.refused("use", subject, VERBS[named], *(() if named == SETTLE else "1"))
            kinds = [named]
        return self.doing(kinds[0], "use", subject)

    def picker(self, subject: str) -> str | None:
        """Vintner and Miner: a card out of a pile, or a pile."""
        pile, _, card = self.last.get("pick", "").partition(":")
        if reason := self.refused("use", subject, pile, card):
            return reason
        kind = "subject" if subject == "Vintner" else "building"
        if not self.possible("use", subject):
            return f"no pile holds a {kind} that you can pay (rule 13)"
        pile = self.last.get("pile", "")
        if pile in PILE_NAMES and not self.possible("use", subject, pile):
            return f"pile {pile} holds no {kind} that you can pay (rule 13)"
        return None

    def exchange(self, subject: str) -> str | None:
        """Court Lady and Bishop: a card of one's own, and a rival's."""
        kind, cards = (("subject", SUBJECTS), ("building", BUILDINGS))[subject == "CourtLady"]
        row = self.s["row"][self.seat][int(subject == "CourtLady")].tolist()
        own = [cards[trade] for trade in row if trade >= 0]
        rival, _, theirs = self.last.get("theirs", "").partition(":")
        mine = self.last.get("mine", own[0] if own else "")
        if not own:
            return f"you have no {kind} to exchange (rule 13)"
        if (mine in TITLES and mine not in own) or (theirs in TITLES and theirs not in cards):
            return f"the {TITLES[subject]} exchanges a {kind} of yours for a rival's (rule 13)"
        if not self.possible("use", subject):
            return f"no rival has a {kind} outside perfect pairs (rule 13)"
        return self.refused("use", subject, mine, rival, theirs)
