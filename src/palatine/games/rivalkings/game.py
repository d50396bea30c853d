"""Rival Kings as the contract wants it."""

from __future__ import annotations

from functools import cached_property

from palatine.core import options
from palatine.core.drawing import Drawing
from palatine.core.game import Game, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.terminal import Terminal
from palatine.games.rivalkings import ABOUT
from palatine.games.rivalkings.explaining import CourtExplaining
from palatine.games.rivalkings.presenting import CourtPresenting
from palatine.games.rivalkings.presenting.narrating import CourtNarrating
from palatine.games.rivalkings.rules.conditions import CONDITIONS
from palatine.games.rivalkings.rules.decisions import DECISIONS, MOST_CHOICES
from palatine.games.rivalkings.rules.events import EVENTS
from palatine.games.rivalkings.rules.kernel import KERNEL
from palatine.games.rivalkings.statistics import CourtStatistics
from palatine.games.rivalkings.thinking.evaluation import EVALUATING

NO_VERB = Phrase("no-move-verb", verbs=list)
NO_WORD = Phrase("no-move-word", word=str, written=Message, last=int)
OTHER_SHAPE = Phrase("no-move-shape", written=Message)
WRITTEN = Phrase("written", verb=str)


class Options(options.Options, frozen=True):
    """How a table may agree to play."""

    open_piles: bool = False  # rule 3


class RivalKings(Game):
    """Rival Kings for two to four players."""

    about, kernel, decisions, events, conditions = ABOUT, KERNEL, DECISIONS, EVENTS, CONDITIONS
    Options = Options
    evaluating = EVALUATING
    ruleset = 1
    colours = ("Red", "Gold", "Violet", "Blue")

    @cached_property
    def presenting(self) -> CourtPresenting:
        return CourtPresenting(self)

    @cached_property
    def narrating(self) -> CourtNarrating:
        return CourtNarrating(self)

    @cached_property
    def explaining(self) -> CourtExplaining:
        return CourtExplaining(self)

    @cached_property
    def statistics(self) -> CourtStatistics:
        return CourtStatistics(self)

    @cached_property
    def drawing(self) -> Drawing:
        from palatine.games.rivalkings.drawing import CourtDrawing

        return CourtDrawing(self)

    @cached_property
    def terminal(self) -> Terminal:
        from palatine.games.rivalkings.presenting.terminal import CourtTerminal

        return CourtTerminal(self)

    @property
    def most_choices(self) -> int:
        return MOST_CHOICES

    def end_reason(self, state: State) -> str:
        return "pile"

    def winners(self, state: State, scores: list[int]) -> list[Seat]:
        """Of equal best scores those with the fewest markers win (rule 15)."""
        best = super().winners(state, scores)
        fewest = min(int(state["burden"][0, seat]) for seat in best)
        return [seat for seat in best if state["burden"][0, seat] == fewest]

    def no_move(self, text: str) -> Message:
        """How a move begins; or what one of this kind looks like, and which word of it is unknown."""
        verb, *rest = text.split(" ")
        words = [block.pattern.split(" ") for block in self.decisions.blocks.values()]
        verbs = sorted(dict.fromkeys(first for first, *_ in words), key="end".__eq__)  # which comes last
        if verb not in verbs:
            return NO_VERB(verbs=verbs)
        things = [thing for block in self.decisions.blocks.values() for thing in block.arguments.values()]
        known = {word for pattern in words for word in pattern} | {n for thing in things for n in thing.names}
        unknown = [word for word in rest if word not in known]
        if unknown:
            return NO_WORD(word=unknown[0], written=WRITTEN(verb=verb), last=self.players - 1)
        return OTHER_SHAPE(written=WRITTEN(verb=verb))


GAME = RivalKings
