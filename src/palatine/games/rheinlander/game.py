"""Rheinländer as the contract wants it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from palatine.core.compiled import Array
from palatine.core.decisions import Notation
from palatine.core.errors import BadOptions
from palatine.core.game import Game, State
from palatine.core.messages import Message, Phrase
from palatine.core.options import Options as CoreOptions
from palatine.games.rheinlander import ABOUT
from palatine.games.rheinlander.explaining.moves import no_move
from palatine.games.rheinlander.explaining.why import RheinlanderExplaining
from palatine.games.rheinlander.presenting.narrating import RheinlanderNarrating
from palatine.games.rheinlander.presenting.positions import RheinlanderPresenting
from palatine.games.rheinlander.rules.board import board_files, board_named
from palatine.games.rheinlander.rules.components import HAND, REASONS, Layout, layout_of
from palatine.games.rheinlander.rules.conditions import CONDITIONS
from palatine.games.rheinlander.rules.decisions import DECISIONS, MOST_CHOICES, notation_on
from palatine.games.rheinlander.rules.events import EVENTS
from palatine.games.rheinlander.rules.kernel import KERNEL
from palatine.games.rheinlander.statistics import RheinlanderStatistics
from palatine.games.rheinlander.thinking.evaluating import EVALUATING

if TYPE_CHECKING:
    from palatine.games.rheinlander.drawing import Drawing
    from palatine.games.rheinlander.presenting.terminal import Terminal

BOARD_TOO_SMALL = Phrase("board-too-small", board=str, players=int, hand=int)


class Options(CoreOptions, frozen=True, forbid_unknown_fields=True):
    """How a table may agree to play."""

    board: str = "rhine"
    river_needs_knights: bool = False  # rule 6
    convert_on_river: bool = False  # rule 8
    open_coins: bool = False  # rule 22


class Rheinlander(Game):
    """Rheinländer for three to five players."""

    about, kernel, evaluating = ABOUT, KERNEL, EVALUATING
    decisions, events, conditions = DECISIONS, EVENTS, CONDITIONS
    Options = Options
    most_choices = MOST_CHOICES
    layout: Layout

    @classmethod
    def choices(cls, option: str) -> tuple[str, ...]:
        return tuple(board_files())

    def prepare(self) -> Array:
        self.layout = layout_of(board_named(self.agreed.board))
        if len(self.layout.board.area) < HAND * self.players:
            problem = BOARD_TOO_SMALL(board=self.agreed.board, players=self.players, hand=HAND)
            raise BadOptions(problem, self.name)
        return self.layout.constants

    def end_reason(self, state: State) -> str:
        return REASONS[int(state["reason"][0])]

    def no_move(self, text: str) -> Message:
        return no_move(self.layout, text)

    @cached_property
    def notation(self) -> Notation:
        return notation_on(self.layout)

    @cached_property
    def presenting(self) -> RheinlanderPresenting:
        return RheinlanderPresenting(self)

    @cached_property
    def narrating(self) -> RheinlanderNarrating:
        return RheinlanderNarrating(self)

    @cached_property
    def explaining(self) -> RheinlanderExplaining:
        return RheinlanderExplaining(self)

    @cached_property
    def statistics(self) -> RheinlanderStatistics:
        return RheinlanderStatistics(self)

    @cached_property
    def drawing(self) -> Drawing:
        from palatine.games.rheinlander.drawing import Drawing

        return Drawing(self)

    @cached_property
    def terminal(self) -> Terminal:
        from palatine.games.rheinlander.presenting.terminal import Terminal

        return Terminal(self)


GAME = Rheinlander
