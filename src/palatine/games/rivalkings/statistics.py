"""What is counted about a finished game: characters, subjects and buildings, conflicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core.events import Event
from palatine.core.game import State
from palatine.core.statistics import EVERYBODY, Seen, Sighting, Statistics, Topic, added_up
from palatine.games.rivalkings.rules.cards import (
    BUILDINGS,
    CARD_NAMES,
    CHARACTER_NAMES,
    GARDENER,
    KINDS,
    SUBJECTS,
    TRADES,
    WATCHMAN,
)

SCORE_PARTS = ("pairs", "colours", "singles", "coins", "markers")
COURSE = ("revealed", "turn", "bought")  # kinds of events, counted as they are
DEEDS = ("stole", "marked", "settled", "gave", "skipped", "took")


class CourtStatistics(Statistics):
    """What is counted about Rival Kings."""

    topics = (
        Topic("course", ("rounds", *COURSE)),
        Topic("characters", CHARACTER_NAMES, "character", ranked=True),
        Topic("subjects", SUBJECTS, "card", points=True, ranked=True),
        Topic("buildings", BUILDINGS, "card", points=True, ranked=True),
        Topic("abilities", SUBJECTS, "card", ranked=True),
        Topic("deeds", DEEDS),
        Topic("score", SCORE_PARTS, points=True),
    )

    def sightings(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        yield from self._purchases(state, events)
        yield Sighting("course", "rounds", EVERYBODY, int(state["deals"][0]))
        yield from added_up(seen for event in events for seen in _seen(event))

    def _purchases(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        """What each bought, and what it is worth to them at the end as far as they still have it."""
        bought = Counter((event.seat, event.data["card"]) for event in events if event.kind == "bought")
        scores = self.game.points(state)
        for (seat, name), times in bought.items():
            card = CARD_NAMES.index(name)
            lost = scores[seat] - self.game.points(_without(state, seat, card, times))[seat]
            yield Sighting(f"{KINDS[card // TRADES]}s", name, seat, times, float(lost))


def _seen(event: Event) -> Iterator[Seen]:
    """Topic, thing, seat and points of what an event tells."""
    if event.kind in COURSE:
        yield "course", event.kind, EVERYBODY, 0
    if event.kind in DEEDS:
        yield "deeds", event.kind, event.seat, 0
    match event.kind:
        case "revealed":
            yield "characters", event.data["character"], event.seat, 0
        case "swapped":
            yield "abilities", SUBJECTS[GARDENER], event.seat, 0
        case "guarded":
            yield "abilities", SUBJECTS[WATCHMAN], event.seat, 0
        case "used":
            yield "abilities", event.data["card"], event.seat, 0
        case "scored":
            for part in SCORE_PARTS:
                if event.data[part]:
                    yield "score", part, event.seat, event.data[part]


def _without(state: State, seat: int, card: int, times: int) -> State:
    """The table as if a player lacked so many copies of a card, or as many as there are."""
    kind, trade = divmod(card, TRADES)
    changed = state.copy()
    s: Any = changed[0]
    row = s["row"][seat, kind, : s["length"][seat, kind]].tolist()
    for _ in range(min(times, row.count(trade))):
        row.remove(trade)
    s["row"][seat, kind, : len(row)] = row
    s["length"][seat, kind] = len(row)
    return changed
