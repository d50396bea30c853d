"""Rival Kings as the contract wants it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from palatine.core.compiled import Array, new_records
from palatine.core.events import Event
from palatine.core.game import Action, Game, Offer, SearchSettings, Seat, State, read_options
from palatine.core.statistics import Sighting
from palatine.games.rivalkings import (
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
from palatine.games.rivalkings.rules.decisions import ACTIONS, MOST_CHOICES
from palatine.games.rivalkings.rules.components import CONSTANTS, STATE
from palatine.games.rivalkings.rules.events import KINDS
from palatine.games.rivalkings.rules.kernel import KERNEL
from palatine.games.rivalkings.reasons import Pointed
from palatine.games.rivalkings.rules.scoring import MARKER_POINTS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table may agree to play."""

    players: int
    open_piles: bool = False  # rule 3


class RivalKings(Game):
    """Rival Kings for two to four players."""

    about = ABOUT
    ruleset = 1
    seat_names = ("Red", "Gold", "Violet", "Blue")
    num_actions = ACTIONS
    most_choices = MOST_CHOICES
    dtype = STATE
    kernel = KERNEL
    example_move = "take 3"
    switches = ("open_piles",)
    topics = statistics.TOPICS
    reveals = frozenset({"revealed", "neutral", "dealt", "took", "bought", "scored", "won"})
    trivial = frozenset({"used"})
    search_settings = SearchSettings(rollout_noise=1.0, rollout_decisions=12, beginner_error=5.0)
    whole_turns = False  # nearly every step turns a card over, and each can be taken back until then

    @classmethod
    def offers(cls) -> tuple[Offer, ...]:
        return (Offer("open_piles", "Open piles", "The sums of money at the piles are shown (rule 3)."),)

    def __init__(self, options: Mapping[str, Any]) -> None:
        agreed: Options = read_options(Options, ABOUT, options)
        self.players = agreed.players
        self.constants = new_records(CONSTANTS)
        switched_on = {name: True for name in self.switches if getattr(agreed, name)}
        self.options = {"players": agreed.players, **switched_on}
        sums = set() if agreed.open_piles else {"took"}  # what lies at a pile may not be counted (rule 3)
        self.unforeseen = frozenset({"revealed", "neutral", "dealt", "scored", "won", *sums})

    def end_reason(self, state: State) -> str:
        return "pile"

    def winners(self, state: State, scores: list[int]) -> list[Seat]:
        """Of equal best scores those with the fewest markers win (rule 15)."""
        best = super().winners(state, scores)
        fewest = min(int(state["burden"][0, seat]) for seat in best)
        return [seat for seat in best if state["burden"][0, seat] == fewest]

    def problems(self, state: State) -> Iterator[str]:
        return problems.problems(state[0])

    def position(self, state: State) -> dict[str, Any]:
        return positions.position(state[0], *self.ending(state))

    def show(self, view: State, seat: Seat) -> dict[str, Any]:
        return positions.shown(view[0], seat, *self.ending(view))

    def show_all(self, state: State) -> dict[str, Any]:
        return positions.opened(state[0], *self.ending(state))

    def observation(self, view: State, seat: Seat) -> dict[str, Any]:
        return positions.observation(view[0], seat, *self.ending(view))

    def action_text(self, action: Action) -> str:
        return notation.action_text(action)

    def parse_action(self, text: str) -> Action:
        return notation.parse_action(text, self.players)

    def why_not(self, state: State, seat: Seat, action: Action) -> str:
        return refusals.why_not(state[0], seat, action)

    def event(self, state: State, row: Array, decision: int, names: Sequence[str]) -> Event:
        kind, seat, numbers = KINDS.read(row)
        data = texts.named(kind, numbers)
        if kind == "scored":
            data["markers"] = -MARKER_POINTS * int(state["burden"][0, seat])
        text, rule = texts.text(kind, seat, data, names), texts.rule(kind, data)
        return Event(decision, kind, seat, data, text, rule)

    def witness(self, event: Event, seat: Seat, names: Sequence[str]) -> Event:
        """A choice is secret until the reveal, which tells it to all."""
        if event.kind != "chose" or event.seat == seat:
            return event
        data = {**event.data, "character": None}
        return msgspec.structs.replace(event, data=data, text=texts.text(event.kind, event.seat, data, names))

    def draw(self, position: dict[str, Any] | None, names: Sequence[str], last: Sequence[Event]) -> str:
        from palatine.games.rivalkings.drawing import draw

        return draw(position, names=names, last=last)

    def describe(self, shown: dict[str, Any], names: Sequence[str], width: int) -> str:
        return console.describe(shown, names)

    def question(self, shown: dict[str, Any], seat: Seat, legal: Sequence[Action]) -> str:
        return console.question(shown, seat, [self.action_text(action) for action in legal])

    def things(self, action: Action) -> tuple[str, ...]:
        return pointing.things(action)

    def label(self, action: Action, names: Sequence[str]) -> str:
        return pointing.label(action, names)

    def thing_words(self, thing: str) -> str | None:
        return pointing.thing_words(thing)

    def prompt(self, shown: dict[str, Any], seat: Seat, legal: Sequence[Action], names: Sequence[str]) -> str:
        return pointing.prompt(shown, seat, legal, names)

    def why(self, state: State, seat: Seat, things: Sequence[str], names: Sequence[str]) -> str:
        legal = self.legal(state, seat)
        asked = self.prompt(self.show(state, seat), seat, legal, names)
        return Pointed(state[0], seat, things, legal, names).why(asked)

    def draft(
        self, before: dict[str, Any], after: dict[str, Any], told: Sequence[Event]
    ) -> dict[str, Any] | None:
        return positions.draft(before, after)

    def facts(
        self, before: State, after: State, seat: Seat, told: Sequence[Event], names: Sequence[str]
    ) -> list[str]:
        return advice.facts(self, before, after, seat, told, names)

    def cards(self) -> list[dict[str, Any]]:
        return positions.cards_data()

    def sightings(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        return statistics.sightings(self.constants, state, events)

    def art(self, name: str, theme: str) -> tuple[str, str] | None:
        from palatine.games.rivalkings.drawing.art import art

        return art(name, theme)


GAME = RivalKings
