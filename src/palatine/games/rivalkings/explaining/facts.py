"""What speaks for a decision, in the terms of the game: pairs, coins, markers, conflicts, what rivals want.

Everything is read from what the seat sees before and after it.  What lies at a pile may not be counted on
a screen (rule 3), so of the money there only the last payment is told, unless the table plays it open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from palatine.core.errors import one_of
from palatine.core.events import Event
from palatine.core.game import State
from palatine.core.speech import Words, told
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    BUILD,
    CARD_NAMES,
    CARD_TITLES,
    CHARACTERS,
    GIVE,
    HITS,
    MONEY,
    NO_RANK,
    RANKS,
    RECRUIT,
    SETTLE,
    SUBJECT,
    TRADES,
    colour,
)
from palatine.games.rivalkings.rules.components import ACT, CHARACTER_CARDS, NOTHING, PILES, PRICE
from palatine.games.rivalkings.positions import row
from palatine.games.rivalkings.rules.scoring import COINS_A_POINT, MARKER_POINTS
from palatine.games.rivalkings.texts import TITLES

if TYPE_CHECKING:
    from palatine.games.rivalkings.game import RivalKings

HITS_ME = [rank in HITS for rank in range(len(RANKS))]
FEW = 2  # cards in a pile: the end is near


def facts(
    game: RivalKings, before: State, after: State, seat: int, heard: Sequence[Event], names: Sequence[str]
) -> list[str]:
    """What a decision, or several of one turn, changes for the seat; the weightiest first."""
    return list(dict.fromkeys(Case(game, before, after, seat, heard, names).all()))


class Case:
    """A decision of a seat, and the table before and after it."""

    def __init__(
        self,
        game: RivalKings,
        before: State,
        after: State,
        seat: int,
        heard: Sequence[Event],
        names: Sequence[str],
    ) -> None:
        self.game, self.before, self.after = game, before, after
        self.seat, self.heard, self.names = seat, heard, names
        self.s: Any = before[0]

    def all(self) -> Iterator[str]:
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
                    yield event.text
        yield from self.markers()
        yield from self.money()
        yield from self.skipped()

    # -- Words and numbers ---------------------------------------------------------------------------

    def say(self, template: str, who: int | None = None, other: int | None = None, **words: Any) -> str:
        """A sentence about a seat, the one that decides unless said, and perhaps another one."""
        name = self.names[self.seat if who is None else who]
        return told(template, Words(words, name, None if other is None else self.names[other]))

    @property
    def rivals(self) -> list[int]:
        return [p for p in range(self.game.players) if p != self.seat]

    def points(self, state: State, seat: int) -> int:
        """What the cards in front of a seat would score now, without coins and markers."""
        scores = np.zeros(self.game.players, np.int32)
        self.game.kernel.scores(self.game.constants, state, 0, scores)
        s = state[0]
        return int(scores[seat] - s["purse"][seat] // COINS_A_POINT + MARKER_POINTS * s["burden"][seat])

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
        return CARD_TITLES[other] if theirs > mine else None

    def cost(self, card: int) -> int:
        return int(PRICE[card // TRADES, card % TRADES])

    def top(self, pile: int) -> int:
        height = int(self.s["height"][pile])
        return int(self.s["pile"][pile, height - 1]) if height else NOTHING

    # -- Cards ---------------------------------------------------------------------------------------

    def purchase(self, event: Event) -> Iterator[str]:
        card, coins = CARD_NAMES.index(event.data["card"]), event.data["coins"]
        if not any(event.kind in ("exchanged", "traded") for event in self.heard):  # these tell the sum
            yield self.worth(card)
        left = int(self.s["purse"][self.seat]) + self.gained() - coins
        words: dict[str, Any] = {"coins": _count(coins, "coin"), "left": left or "none"}
        yield self.say("{who} {pays} {coins} and {has} {left} left.", **words)
        yield from self.wanted(card)
        yield from self.pile_ends(event)

    def worth(self, card: int) -> str:
        """What a card brings the seat, and why."""
        points, partner = self.gain(self.seat, card), self.partner(self.seat, card)
        words: dict[str, Any] = {"card": CARD_TITLES[card], "points": _count(points, "point")}
        if partner:
            text = "The {card} makes a perfect pair with {others} {partner}: {points} more."
            return self.say(text, other=self.seat, partner=partner, **words)
        if points > 1:
            text = "The {card} makes a colour pair, {colour}: {points} more."
            return self.say(text, colour=colour(card % TRADES), **words)
        return self.say("The {card} is a single card so far: {points}.", **words)

    def wanted(self, card: int) -> Iterator[str]:
        """Rivals for whom the card would have made a perfect pair, and who could pay for it."""
        for rival in self.rivals:
            partner = self.partner(rival, card)
            if partner and self.s["purse"][rival] >= self.cost(card):
                points = _count(self.gain(rival, card), "point")
                text = "{who} could pay for it and have a perfect pair with the {partner}: {points}."
                yield self.say(text, rival, partner=partner, points=points)

    def pile_ends(self, event: Event) -> Iterator[str]:
        pile, left = event.data["pile"], event.data["left"]
        if left == 0:
            yield f"Pile {pile} is empty then: the game ends after this cycle."
        elif left <= FEW:
            yield f"Pile {pile} has {_count(left, 'card')} left then: the end is near."

    def exchange(self, event: Event) -> Iterator[str]:
        """Bishop, Court Lady and Troubadour: what the cards are worth afterwards."""
        other = event.data.get("other")
        for seat in (self.seat,) if other is None else (self.seat, other):
            was, now = self.points(self.before, seat), self.points(self.after, seat)
            instead = f" instead of {was}" if now != was else ", as before"
            yield self.say(
                "{whose} cards are worth {now}{instead}.", seat, now=_count(now, "point"), instead=instead
            )

    # -- Coins and markers ---------------------------------------------------------------------------

    def gained(self) -> int:
        return sum(event.data["coins"] for event in self.heard if event.kind == "gained")

    def money(self) -> Iterator[str]:
        if coins := self.gained():
            yield self.say("{who} {gets} {coins} from the supply.", coins=_count(coins, "coin"))
        yield from (event.text for event in self.heard if event.kind == "refilled")
        for pile in range(PILES):
            if not self.took(pile):
                continue
            money, paid = int(self.s["money"][pile]), int(self.s["last_paid"][pile])
            if self.s["open_piles"]:
                yield f"Pile {pile + 1} has {_count(money, 'coin')}."
            elif paid > 0:
                yield f"Pile {pile + 1} has {_count(paid, 'coin')} or more: that was the last payment there."

    def took(self, pile: int) -> bool:
        """Whether this decision took the money of a pile."""
        return bool(self.s["money"][pile] > 0 and self.after[0]["last_paid"][pile] < 0)

    def markers(self) -> Iterator[str]:
        for event in self.heard:
            if event.kind == "settled":
                yield self.say("{who} {gets} rid of a marker: {points} points.", points=MARKER_POINTS)
            elif event.kind == "gave":
                text = "{who} {gets} rid of a marker, and {other} has it: {points} points each way."
                yield self.say(text, other=event.data["other"], points=MARKER_POINTS)
            elif event.kind == "marked":
                yield event.text
        asked = any(event.kind in ("swapped", "guarded", "passed") for event in self.heard)
        spared = not any(event.kind == "marked" and event.seat == self.seat for event in self.heard)
        if asked and spared and self.after[0]["phase"] == ACT:
            yield self.say("{who} {gets} no conflict marker in this cycle.")

    def skipped(self) -> Iterator[str]:
        for event in self.heard:
            if event.kind == "skipped" and {"recruit", "build"} & {*event.data["actions"]}:
                if coins := int(self.s["purse"][self.seat]):
                    yield self.say("{who} {keeps} {coins}.", coins=_count(coins, "coin"))

    # -- Characters ----------------------------------------------------------------------------------

    def theft(self, event: Event) -> Iterator[str]:
        """What a stolen action would have done for its owner."""
        victim, action = event.data["other"], ACTION_NAMES.index(event.data["action"])
        yield self.say("{who} {loses} the action “{action}”.", victim, action=ACTION_NAMES[action])
        yield from self.use_of(victim, action)

    def use_of(self, seat: int, action: int) -> Iterator[str]:
        """What an action is good for now."""
        if action in (SETTLE, GIVE) and self.s["burden"][seat]:
            markers = _count(int(self.s["burden"][seat]), "conflict marker")
            yield self.say("{who} {has} {markers} to get rid of.", seat, markers=markers)
        if action in (RECRUIT, BUILD):
            yield from self.best_buy(seat, action - RECRUIT)

    def best_buy(self, seat: int, kind: int) -> Iterator[str]:
        """The best card of a type on top of a pile that a seat can pay."""
        tops = [self.top(pile) for pile in range(PILES)]
        purse = int(self.s["purse"][seat])
        cards = [
            card for card in tops if card != NOTHING and card // TRADES == kind and self.cost(card) <= purse
        ]
        if not cards:
            what = "subject" if kind == SUBJECT else "building"
            yield self.say("{who} can pay no {what} on top of a pile now.", seat, what=what)
            return
        best = max(cards, key=lambda card: self.gain(seat, card))
        partner = self.partner(seat, best)
        pair = f", a perfect pair with the {partner}" if partner else ""
        points = _count(self.gain(seat, best), "point")
        yield self.say(
            "{who} could get the {card}{pair}: {points}.",
            seat,
            card=CARD_TITLES[best],
            pair=pair,
            points=points,
        )

    def character(self, event: Event) -> Iterator[str]:
        """A secret choice: what it can do, whom it may meet, and whom it robs."""
        number = next(n for n, c in enumerate(CHARACTERS) if c.name == event.data["character"])
        rank, title = number // 2, TITLES[event.data["character"]]
        for action in CHARACTERS[number].actions:
            if action != MONEY:
                yield from self.use_of(self.seat, action)
        yield from self.risks(number, rank, title)
        victims = self.unseen(2 * HITS[rank], 2 * HITS[rank] + 1) if HITS[rank] != NO_RANK else []
        if victims:
            yield f"The {title} robs rank {RANKS[HITS[rank]]}: {one_of(victims)} may be played."

    def unseen(self, *characters: int) -> list[str]:
        """Those characters that the seat has neither seen in this round nor holds: rivals may have them."""
        known = int(self.s["seen"]) | int(self.s["hand"][self.seat])
        return [
            f"the {CHARACTERS[n].title}"
            for n in characters
            if 0 <= n < CHARACTER_CARDS and not known >> n & 1
        ]

    def risks(self, number: int, rank: int, title: str) -> Iterator[str]:
        """Who may come into conflict with a character."""
        strikers = self.unseen(*(n for n in range(CHARACTER_CARDS) if HITS[n // 2] == rank))
        equal = self.unseen(number ^ 1)
        if strikers:
            yield f"The {title} may be hit by {one_of(strikers)}."
        elif HITS_ME[rank]:
            yield f"No rival has a character that could hit the {title}."
        else:
            yield f"Rank {RANKS[rank]} is never hit."
        if equal:
            yield f"The {title} may meet its equal, {equal[0]}: then there is one action only."
        else:
            yield f"The {title} cannot meet its equal."


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
