"""Rheinländer as the contract wants it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from palatine.core.compiled import Array
from palatine.core.errors import BadOptions
from palatine.core.events import Event
from palatine.core.game import Action, Game, Offer, SearchSettings, Seat, State, read_options
from palatine.core.statistics import Sighting
from palatine.games.rheinlander import (
    ABOUT,
    advice,
    console,
    notation,
    pointing,
    positions,
    problems,
    refusals,
    statistics,
    texts,
)
from palatine.games.rheinlander.rules.decisions import ACTIONS, MOST_CHOICES
from palatine.games.rheinlander.rules.board import board_files, board_named
from palatine.games.rheinlander.rules.components import HAND, PHASE_NAMES, REASONS, STATE, layout_of
from palatine.games.rheinlander.rules.events import KINDS
from palatine.games.rheinlander.rules.kernel import KERNEL


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table may agree to play."""

    players: int
    board: str = "rhine"
    river_needs_knights: bool = False  # rule 6
    convert_on_river: bool = False  # rule 8
    open_coins: bool = False  # rule 22


class Rheinlander(Game):
    """Rheinländer for three to five players."""

    about = ABOUT
    ruleset = 1
    seat_names = ("Red", "Gold", "Violet", "Blue", "Green")
    num_actions = ACTIONS
    most_choices = MOST_CHOICES
    dtype = STATE
    kernel = KERNEL
    example_move = "23>L23"
    switches = ("river_needs_knights", "convert_on_river", "open_coins")
    topics = statistics.TOPICS
    reveals = frozenset({"drew", "reshuffled", "scored", "won"})
    unforeseen = reveals
    trivial = frozenset({"card", "knight"})
    search_settings = SearchSettings(exploration=0.8, rollout_noise=2.0)
    whole_turns = True

    @classmethod
    def offers(cls) -> tuple[Offer, ...]:
        return (
            Offer(
                "river_needs_knights",
                "The river needs knights",
                "A river space opens between two knights; a bastion beside it does not open it (rule 6).",
            ),
            Offer(
                "convert_on_river",
                "Conversion on the river",
                "The archbishop converts knights on river spaces too, not only on land (rule 8).",
            ),
            Offer("open_coins", "Open coins", "Everybody's coins are shown all the time (rule 22)."),
            Offer("board", "Board", "The river to play on.", tuple(board_files())),
        )

    def __init__(self, options: Mapping[str, Any]) -> None:
        agreed: Options = read_options(Options, ABOUT, options)
        self.players = agreed.players
        self.layout = layout_of(board_named(agreed.board))
        if len(self.layout.board.area) < HAND * self.players:
            raise BadOptions(f"the board {agreed.board} has too few areas for {self.players} hands of {HAND}")
        self.constants = self.layout.constants
        switched_on = {name: True for name in self.switches if getattr(agreed, name)}
        self.options = {"players": agreed.players, "board": agreed.board, **switched_on}

    def end_reason(self, state: State) -> str:
        return REASONS[int(state["reason"][0])]

    def problems(self, state: State) -> Iterator[str]:
        return problems.problems(self.layout, state[0])

    def position(self, state: State) -> dict[str, Any]:
        return positions.position(self.layout, state[0], *self.ending(state))

    def show(self, view: State, seat: Seat) -> dict[str, Any]:
        return positions.shown(self.layout, view[0], seat, *self.ending(view))

    def show_all(self, state: State) -> dict[str, Any]:
        return positions.opened(self.layout, state[0], *self.ending(state))

    def observation(self, view: State, seat: Seat) -> dict[str, Any]:
        return positions.observation(self.layout, view[0], seat, *self.ending(view))

    def action_text(self, action: Action) -> str:
        return notation.action_text(self.layout, action)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(self.layout, text)

    def why_not(self, state: State, seat: Seat, action: Action) -> str:
        return refusals.why_not(self.layout, state[0], seat, action)

    def event(self, state: State, row: Array, decision: int, names: Sequence[str]) -> Event:
        kind, seat, numbers = KINDS.read(row)
        data = texts.named(self.layout, state[0], kind, numbers)
        text, rule = texts.text(kind, seat, data, names), texts.rule(kind, seat, data)
        return Event(decision, kind, seat, data, text, rule)

    def witness(self, event: Event, seat: Seat, names: Sequence[str]) -> Event:
        """A drawn card is seen by its player alone."""
        if event.kind != "drew" or event.seat == seat:
            return event
        data = {**event.data, "card": None}
        return msgspec.structs.replace(event, data=data, text=texts.text(event.kind, event.seat, data, names))

    def draw(self, position: dict[str, Any] | None, names: Sequence[str], last: Sequence[Event]) -> str:
        from palatine.games.rheinlander.drawing import draw

        spaces = [event.data["space"] for event in last if event.kind in ("knight", "converted", "bastion")]
        return draw(self.layout.board, position, names=names, last=spaces)

    def describe(self, shown: dict[str, Any], names: Sequence[str], width: int) -> str:
        return console.describe(self.layout.board, shown, names, width)

    def question(self, shown: dict[str, Any], seat: Seat, legal: Sequence[Action]) -> str:
        return console.question(shown, seat, [self.action_text(action) for action in legal])

    def things(self, action: Action) -> tuple[str, ...]:
        return pointing.things(self.layout, action)

    def label(self, action: Action, names: Sequence[str]) -> str:
        return pointing.label(self.layout, action)

    def thing_words(self, thing: str) -> str | None:
        return pointing.WORDS.get(thing)

    def prompt(self, shown: dict[str, Any], seat: Seat, legal: Sequence[Action], names: Sequence[str]) -> str:
        return pointing.prompt(shown["phase"], legal)

    def why(self, state: State, seat: Seat, things: Sequence[str], names: Sequence[str]) -> str:
        asked = pointing.prompt(PHASE_NAMES[int(state["phase"][0])], self.legal(state, seat))
        return pointing.why(self.layout, state[0], seat, things, asked, names)

    def draft(
        self, before: dict[str, Any], after: dict[str, Any], told: Sequence[Event]
    ) -> dict[str, Any] | None:
        played = [event.data["card"] for event in told if event.kind == "card"]
        return positions.draft(before, after, played)

    def facts(
        self, before: State, after: State, seat: Seat, told: Sequence[Event], names: Sequence[str]
    ) -> list[str]:
        return advice.facts(self, before, after, seat, told, names)

    def board(self) -> dict[str, Any]:
        return positions.board_data(self.layout.board)

    def board_problems(self) -> Iterator[str]:
        from palatine.games.rheinlander.drawing import drawing_problems

        return drawing_problems(self.layout.board)

    def sightings(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        return statistics.sightings(state[0], events)

    def art(self, name: str, theme: str) -> tuple[str, str] | None:
        from palatine.games.rheinlander.drawing.art import art

        return art(self.layout.board, name, theme)


GAME = Rheinlander
