"""What speaks for a decision, in the terms of the game: pairs, coins, markers, conflicts, what rivals want.

Everything is read from what the seat sees before and after it.  What lies at a pile may not be counted on
a screen (rule 3), so of the money there only the last payment is told, unless the table plays it open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core.events import Event
from palatine.core.game import Game, State
from palatine.core.messages import Message, Phrase
from palatine.games.rivalkings.presenting.positions import row
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    BUILD,
    CARD_NAMES,
    CHARACTER_NAMES,
    CHARACTERS,
    GIVE,
    HITS,
    KINDS,
    MONEY,
    NO_RANK,
    RANKS,
    RECRUIT,
    SETTLE,
    TRADES,
    colour,
)
from palatine.games.rivalkings.rules.components import ACT, CHARACTER_CARDS, NOTHING, PILES, PRICE
from palatine.games.rivalkings.rules.scoring import COINS_A_POINT, MARKER_POINTS

PERFECT_PAIR = Phrase("fact-perfect-pair", seat=int, card=str, partner=str, points=int)
COLOUR_PAIR = Phrase("fact-colour-pair", card=str, suit=str, points=int)
SINGLE_CARD = Phrase("fact-single-card", card=str, points=int)
PAYS = Phrase("fact-pays", seat=int, coins=int, left=(int, type(None)))
WANTED = Phrase("fact-wanted", seat=int, partner=str, points=int)
LAST_CARD = Phrase("fact-last-card", pile=int)
FEW_CARDS = Phrase("fact-few-cards", pile=int, left=int)
WORTH_NOW = Phrase("fact-worth-now", seat=int, now=int, was=int)
WORTH_AS_BEFORE = Phrase("fact-worth-as-before", seat=int, now=int)
GAINS = Phrase("fact-gains", seat=int, coins=int)
PILE_HAS = Phrase("fact-pile-has", pile=int, coins=int)
PILE_HAS_MORE = Phrase("fact-pile-has-more", pile=int, coins=int)
RID_OF_MARKER = Phrase("fact-rid-of-marker", seat=int, points=int)
MARKER_GIVEN = Phrase("fact-marker-given", seat=int, other=int, points=int)
NO_MARKER = Phrase("fact-no-marker", seat=int)
KEEPS = Phrase("fact-keeps", seat=int, coins=int)
LOSES_ACTION = Phrase("fact-loses-action", seat=int, action=str)
HAS_MARKERS = Phrase("fact-has-markers", seat=int, markers=int)
CAN_PAY_NONE = Phrase("fact-can-pay-none", seat=int, type=str)
COULD_GET = Phrase("fact-could-get", seat=int, card=str, points=int)
COULD_PAIR = Phrase("fact-could-pair", seat=int, card=str, partner=str, points=int)
ROBS = Phrase("fact-robs", character=str, rank=str, victims=list)
MAY_BE_HIT = Phrase("fact-may-be-hit", character=str, strikers=list)
NOT_HIT = Phrase("fact-not-hit", character=str)
NEVER_HIT = Phrase("fact-never-hit", rank=str)
MAY_MEET = Phrase("fact-may-meet", character=str, equal=str)
CANNOT_MEET = Phrase("fact-cannot-meet", character=str)

HITS_ME = [rank in HITS for rank in range(len(RANKS))]
FEW = 2  # cards in a pile: the end is near


class Case:
    """A decision, or several of one turn, of a seat, and the table before and after it."""

    def __init__(self, game: Game, before: State, after: State, seat: int, heard: Sequence[Event]) -> None:
        self.game, self.before, self.after = game, before, after
        self.seat, self.heard = seat, heard
        self.s: Any = before[0]

    def all(self) -> Iterator[Message]:
        """What it changes for the seat, the weightiest first."""
        for event in self.heard:
            match event.kind:
                case "chose":
                    yield from self.character(event)
                case "bought":
                    yield from self.purchase(event)
                case "exchanged" | "traded":
                    yield from self.exchange(event)
                case "stole":
                    yield from self.theft(event)
                case "swapped" | "guarded":
                    yield event.message
        yield from self.markers()
        yield from self.money()
        yield from self.skipped()

    # -- Numbers -------------------------------------------------------------------------------------

    @property
    def rivals(self) -> list[int]:
        return [p for p in range(self.game.players) if p != self.seat]

    def points(self, state: State, seat: int) -> int:
        """What the cards in front of a seat would score now, without coins and markers."""
        s = state[0]
        score = self.game.points(state)[seat]
        return int(score - s["purse"][seat] // COINS_A_POINT + MARKER_POINTS * s["burden"][seat])

    def gain(self, seat: int, card: int) -> int:
        """The points that one more card would bring a seat."""
        trial = self.before.copy()
        s, kind = trial[0], card // TRADES
        s["row"][seat, kind, s["length"][seat, kind]] = card % TRADES
        s["length"][seat, kind] += 1
        return self.points(trial, seat) - self.points(self.before, seat)

    def partner(self, seat: int, card: int) -> str | None:
        """The card of a seat that another one would make a perfect pair with."""
        other = (card + TRADES) % (2 * TRADES)
        mine = row(self.s, seat, card // TRADES).count(CARD_NAMES[card])
        theirs = row(self.s, seat, other // TRADES).count(CARD_NAMES[other])
        return CARD_NAMES[other] if theirs > mine else None

    def cost(self, card: int) -> int:
        return int(PRICE[card // TRADES, card % TRADES])

    def top(self, pile: int) -> int:
        height = int(self.s["height"][pile])
        return int(self.s["pile"][pile, height - 1]) if height else NOTHING

    # -- Cards ---------------------------------------------------------------------------------------

    def purchase(self, event: Event) -> Iterator[Message]:
        card, coins = CARD_NAMES.index(event.data["card"]), event.data["coins"]
        if not any(event.kind in ("exchanged", "traded") for event in self.heard):  # these tell the sum
            yield self.worth(card)
        left = int(self.s["purse"][self.seat]) + self.gained() - coins
        yield PAYS(seat=self.seat, coins=coins, left=left or None)
        yield from self.wanted(card)
        yield from self.pile_ends(event)

    def worth(self, card: int) -> Message:
        """What a card brings the seat, and why."""
        points, partner, name = self.gain(self.seat, card), self.partner(self.seat, card), CARD_NAMES[card]
        if partner:
            return PERFECT_PAIR(seat=self.seat, card=name, partner=partner, points=points)
        if points > 1:
            return COLOUR_PAIR(card=name, suit=colour(card % TRADES), points=points)
        return SINGLE_CARD(card=name, points=points)

    def wanted(self, card: int) -> Iterator[Message]:
        """Rivals for whom the card would have made a perfect pair, and who could pay for it."""
        for rival in self.rivals:
            partner = self.partner(rival, card)
            if partner and self.s["purse"][rival] >= self.cost(card):
                yield WANTED(seat=rival, partner=partner, points=self.gain(rival, card))

    def pile_ends(self, event: Event) -> Iterator[Message]:
        pile, left = event.data["pile"], event.data["left"]
        if left == 0:
            yield LAST_CARD(pile=pile)
        elif left <= FEW:
            yield FEW_CARDS(pile=pile, left=left)

    def exchange(self, event: Event) -> Iterator[Message]:
        """Bishop, Court Lady and Troubadour: what the cards are worth afterwards."""
        other = event.data.get("other")
        for seat in (self.seat,) if other is None else (self.seat, other):
            was, now = self.points(self.before, seat), self.points(self.after, seat)
            same = now == was
            yield WORTH_AS_BEFORE(seat=seat, now=now) if same else WORTH_NOW(seat=seat, now=now, was=was)

    # -- Coins and markers ---------------------------------------------------------------------------

    def gained(self) -> int:
        return sum(event.data["coins"] for event in self.heard if event.kind == "gained")

    def money(self) -> Iterator[Message]:
        if coins := self.gained():
            yield GAINS(seat=self.seat, coins=coins)
        yield from (event.message for event in self.heard if event.kind == "refilled")
        for pile in range(PILES):
            if not self.took(pile):
                continue
            money, paid = int(self.s["money"][pile]), int(self.s["last_paid"][pile])
            if self.s["open_piles"]:
                yield PILE_HAS(pile=pile + 1, coins=money)
            elif paid > 0:
                yield PILE_HAS_MORE(pile=pile + 1, coins=paid)

    def took(self, pile: int) -> bool:
        """Whether this decision took the money of a pile."""
        return bool(self.s["money"][pile] > 0 and self.after[0]["last_paid"][pile] < 0)

    def markers(self) -> Iterator[Message]:
        for event in self.heard:
            if event.kind == "settled":
                yield RID_OF_MARKER(seat=self.seat, points=MARKER_POINTS)
            elif event.kind == "gave":
                yield MARKER_GIVEN(seat=self.seat, other=event.data["other"], points=MARKER_POINTS)
            elif event.kind == "marked":
                yield event.message
        asked = any(event.kind in ("swapped", "guarded", "passed") for event in self.heard)
        spared = not any(event.kind == "marked" and event.seat == self.seat for event in self.heard)
        if asked and spared and self.after[0]["phase"] == ACT:
            yield NO_MARKER(seat=self.seat)

    def skipped(self) -> Iterator[Message]:
        for event in self.heard:
            if event.kind == "skipped" and {"recruit", "build"} & {*event.data["actions"]}:
                if coins := int(self.s["purse"][self.seat]):
                    yield KEEPS(seat=self.seat, coins=coins)

    # -- Characters ----------------------------------------------------------------------------------

    def theft(self, event: Event) -> Iterator[Message]:
        """What a stolen action would have done for its owner."""
        victim, action = event.data["other"], event.data["action"]
        yield LOSES_ACTION(seat=victim, action=action)
        yield from self.use_of(victim, ACTION_NAMES.index(action))

    def use_of(self, seat: int, action: int) -> Iterator[Message]:
        """What an action is good for now."""
        if action in (SETTLE, GIVE) and self.s["burden"][seat]:
            yield HAS_MARKERS(seat=seat, markers=int(self.s["burden"][seat]))
        if action in (RECRUIT, BUILD):
            yield self.best_buy(seat, action - RECRUIT)

    def best_buy(self, seat: int, kind: int) -> Message:
        """The best card of a type on top of a pile that a seat can pay."""
        tops = [self.top(pile) for pile in range(PILES)]
        purse = int(self.s["purse"][seat])
        cards = [
            card for card in tops if card != NOTHING and card // TRADES == kind and self.cost(card) <= purse
        ]
        if not cards:
            return CAN_PAY_NONE(seat=seat, type=KINDS[kind])
        best = max(cards, key=lambda card: self.gain(seat, card))
        partner, points, name = self.partner(seat, best), self.gain(seat, best), CARD_NAMES[best]
        if partner:
            return COULD_PAIR(seat=seat, card=name, partner=partner, points=points)
        return COULD_GET(seat=seat, card=name, points=points)

    def character(self, event: Event) -> Iterator[Message]:
        """A secret choice: what it can do, whom it may meet, and whom it robs."""
        name = event.data["character"]
        number = CHARACTER_NAMES.index(name)
        hit = HITS[number // 2]
        for action in CHARACTERS[number].actions:
            if action != MONEY:
                yield from self.use_of(self.seat, action)
        yield from self.risks(number, name)
        victims = self.unseen(2 * hit, 2 * hit + 1) if hit != NO_RANK else []
        if victims:
            yield ROBS(character=name, rank=RANKS[hit], victims=victims)

    def unseen(self, *characters: int) -> list[str]:
        """Those characters that the seat has neither seen in this round nor holds: rivals may have them."""
        known = int(self.s["seen"]) | int(self.s["hand"][self.seat])
        return [CHARACTER_NAMES[n] for n in characters if not known >> n & 1]

    def risks(self, number: int, name: str) -> Iterator[Message]:
        """Who may come into conflict with a character."""
        rank = number // 2
        strikers = self.unseen(*(n for n in range(CHARACTER_CARDS) if HITS[n // 2] == rank))
        equal = self.unseen(number ^ 1)
        if strikers:
            yield MAY_BE_HIT(character=name, strikers=strikers)
        elif HITS_ME[rank]:
            yield NOT_HIT(character=name)
        else:
            yield NEVER_HIT(rank=RANKS[rank])
        yield MAY_MEET(character=name, equal=equal[0]) if equal else CANNOT_MEET(character=name)
