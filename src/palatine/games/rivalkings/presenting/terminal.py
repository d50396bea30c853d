"""The table in a terminal: the piles, the courts, what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from msgspec import UNSET

from palatine.core.game import Action, Seat
from palatine.core.messages import Message, Phrase
from palatine.core.presenting import Position
from palatine.core.terminal import SEAT_NAME, Terminal
from palatine.core.words import Names, Words
from palatine.games.rivalkings.presenting.positions import Pile, Shown
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    CARD_NAMES,
    CHARACTER_NAMES,
    CHARACTERS,
    RANKS,
    TRADE,
    TRADES,
    colour,
)

ROUND = Phrase("terminal-round", round=int, cycle=int)
PILE = Phrase("terminal-pile", number=int, pile=Message)
EMPTY = Phrase("terminal-empty")
TOP = Phrase("terminal-top", top=str, height=int)
BELOW = Phrase("terminal-below", cards=list)
MONEY_SUM = Phrase("terminal-money-sum", coins=int)
NO_MONEY = Phrase("terminal-no-money")
SOME_MONEY = Phrase("terminal-some-money")
LAST_PAID = Phrase("terminal-last-paid", coins=int)
SUPPLY = Phrase("terminal-supply", coins=int, markers=int)
NEUTRAL = Phrase("terminal-neutral", character=str, left=int)
NOT_SEEN = Phrase("terminal-not-seen")
A_CHARACTER = Phrase("terminal-a-character", name=str, rank=str, actions=list)
HAS = Phrase("terminal-has", coins=int, markers=int)
POINTS = Phrase("terminal-points", points=int)
CHARACTER = Phrase("terminal-character", character=str)
STOLEN = Phrase("terminal-stolen", actions=list)
SUBJECTS = Phrase("terminal-subjects", cards=list)
NO_SUBJECTS = Phrase("terminal-no-subjects")
USED = Phrase("terminal-used")
BUILDINGS = Phrase("terminal-buildings", cards=list)
NO_BUILDINGS = Phrase("terminal-no-buildings")

ASK_CHARACTER = Phrase("terminal-ask-character")
ASK_GARDENER = Phrase("terminal-ask-gardener", moves=list)
ASK_WATCHMAN = Phrase("terminal-ask-watchman", moves=list)
ASK_NOTHING = Phrase("terminal-ask-nothing", moves=list)
ASK_STEAL = Phrase("terminal-ask-steal", victim=int, character=str, moves=list)
ASK_DO = Phrase("terminal-ask-do", actions=list, moves=list)
OR_USE = Phrase("terminal-or-use", subject=str, moves=list)
OR_USE_MORE = Phrase("terminal-or-use-more", subject=str, moves=list)

SOME = 8  # uses that are listed


class CourtTerminal(Terminal):
    """Rival Kings in a terminal."""

    def describe(self, shown: Position, names: Names, words: Words, width: int) -> str:
        return "\n".join(Page(cast(Shown, shown), names, words).lines())

    def question(self, shown: Position, seat: Seat, legal: Sequence[Action], words: Words) -> str:
        moves = [self.game.action_text(action) for action in legal]
        return "\n".join(Page(cast(Shown, shown), (), words).question(seat, moves))


def card(name: str | None) -> str:
    """A card with its price, in its colour: Garden 4."""
    if name is None:
        return "[dim]?[/]"
    kind, trade = divmod(CARD_NAMES.index(name), TRADES)
    return f"[{colour(trade)}]{name}[/] {TRADE[trade].prices[kind]}"


def character(name: str) -> Message:
    """A character with its rank and its actions: Knight D (money, recruit)."""
    number = CHARACTER_NAMES.index(name)
    actions = [ACTION_NAMES[kind] for kind in CHARACTERS[number].actions]
    return A_CHARACTER(name=f"[bold]{name}[/]", rank=RANKS[number // 2], actions=actions)


class Page:
    """A position in words."""

    def __init__(self, shown: Shown, names: Names, words: Words) -> None:
        self.shown, self.names, self.words = shown, names, words

    def say(self, message: Message) -> str:
        return self.words.say(message, self.names)

    def lines(self) -> Iterator[str]:
        """The whole table."""
        shown = self.shown
        yield f"[bold]{self.say(ROUND(round=shown.round, cycle=shown.cycle))}[/]"
        for number, pile in enumerate(shown.piles, start=1):
            yield f"  {self._pile(number, pile)}"
        yield "  " + self.say(SUPPLY(coins=shown.supply.coins, markers=shown.supply.markers))
        if shown.neutral:
            face = self._face(shown.neutral.shown)
            yield "  " + self.say(NEUTRAL(character=face, left=shown.neutral.left))
        for seat in range(len(shown.players)):
            yield ""
            yield from self._court(seat)

    def _face(self, name: str | None) -> str:
        return f"[dim]{self.say(NOT_SEEN())}[/]" if name is None else self.say(character(name))

    def _pile(self, number: int, pile: Pile) -> str:
        if not pile.cards:
            return self.say(PILE(number=number, pile=EMPTY())) + self._money(pile)
        top = TOP(top=card(pile.cards[-1]), height=len(pile.cards))
        rest = [card(name) for name in pile.cards[:-1] if name]
        below = self.say(BELOW(cards=rest)) if rest else ""
        return self.say(PILE(number=number, pile=top)) + self._money(pile) + below

    def _money(self, pile: Pile) -> str:
        if pile.paid is UNSET:
            return self.say(MONEY_SUM(coins=pile.money))
        if not pile.money:
            return self.say(NO_MONEY())
        return self.say(SOME_MONEY() if pile.paid is None else LAST_PAID(coins=pile.paid))

    def _court(self, seat: int) -> Iterator[str]:
        shown, player = self.shown, self.shown.players[seat]
        turn = "▶" if seat in shown.to_act else " "
        score = self.say(POINTS(points=shown.scores[seat])) if shown.scores else ""
        has = self.say(HAS(coins=player.coins, markers=player.markers))
        yield f"{turn} [bold]{seat} {self.say(SEAT_NAME(seat=seat))}[/]: {has}{score}"
        if shown.phase != "choose" or player.character:
            stolen: list[str] = [crest.action for crest in shown.covered if crest.seat == seat]
            robbed = f" [red]{self.say(STOLEN(actions=stolen))}[/]" if stolen else ""
            yield f"    {self.say(CHARACTER(character=self._face(player.character)))}{robbed}"
        subjects = [card(name) for name in player.subjects]
        buildings = [card(name) for name in player.buildings]
        used = f" [dim]{self.say(USED())}[/]" if player.ability_used else ""
        yield f"    {self.say(SUBJECTS(cards=subjects) if subjects else NO_SUBJECTS())}{used}"
        yield f"    {self.say(BUILDINGS(cards=buildings) if buildings else NO_BUILDINGS())}"

    def question(self, seat: int, moves: list[str]) -> Iterator[str]:
        """What is asked, and the choices."""
        phase = self.shown.phase
        if phase == "choose":
            yield self.say(ASK_CHARACTER())
            for name in self.shown.players[seat].hand or ():
                yield f"  play {name:<14} {self.say(character(name))}"
        elif phase == "gardener":
            yield self.say(ASK_GARDENER(moves=moves))
        elif phase == "watchman":
            yield self.say(ASK_WATCHMAN(moves=moves))
        else:
            uses = [move for move in moves if move.startswith("use")]
            yield self.say(self._asked([self._offer(move) for move in moves if move not in uses]))
            if uses:
                more = OR_USE_MORE if len(uses) > SOME else OR_USE
                yield self.say(more(subject=uses[0].split(" ")[1], moves=uses[:SOME]))

    def _asked(self, moves: list[str]) -> Message:
        """What is due in the turn."""
        due = self.shown.due
        if due is None:
            return ASK_NOTHING(moves=moves)
        if due.steal is not None:
            robbed = self.shown.players[due.steal].character or ""
            return ASK_STEAL(victim=due.steal, character=robbed, moves=moves)
        return ASK_DO(actions=due.do or [], moves=moves)

    def _offer(self, move: str) -> str:
        """A move with the card that it would buy."""
        verb, _, where = move.partition(" ")
        if verb not in ("recruit", "build"):
            return move
        return f"{move} ({card(self.shown.piles[int(where) - 1].cards[-1])})"
