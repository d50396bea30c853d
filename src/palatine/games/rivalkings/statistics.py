"""What is counted about a finished game: characters, subjects and buildings, conflicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from palatine.core.compiled import Array
from palatine.core.events import Event
from palatine.core.statistics import EVERYBODY, Seen, Sighting, Topic, added_up
from palatine.games.rivalkings.rules.cards import (
    CARD_NAMES,
    CARD_TITLES,
    CHARACTERS,
    GARDENER,
    KINDS,
    TRADES,
    WATCHMAN,
)
from palatine.games.rivalkings.rules.kernel import KERNEL
from palatine.games.rivalkings.texts import TITLES

SUBJECTS, BUILDINGS = CARD_TITLES[:TRADES], CARD_TITLES[TRADES:]
SCORE_PARTS = ("pairs", "colours", "singles", "coins", "markers")
ROUNDS = "rounds"
COURSE = {"revealed": "characters played", "turn": "turns", "bought": "purchases"}
DEEDS = {
    "stole": "action stolen",
    "marked": "conflict marker received",
    "settled": "conflict settled",
    "gave": "conflict marker given away",
    "skipped": "action skipped",
    "took": "money taken from a pile",
}
BOUGHT = "Bought with an action or an ability; worth what the score would lack without it, its price aside."

TOPICS = (
    Topic("course", "The course of a game", "How often it happens in a game.", (ROUNDS, *COURSE.values())),
    Topic("characters", "Characters", "Played, as they were turned over.",
          tuple(character.title for character in CHARACTERS), ranked=True),
    Topic("subjects", "Subjects", BOUGHT, SUBJECTS, points="points a purchase", ranked=True),
    Topic("buildings", "Buildings", BOUGHT, BUILDINGS, points="points a purchase", ranked=True),
    Topic("abilities", "Abilities", "Used by the owner of the subject.", SUBJECTS, ranked=True),
    Topic("deeds", "Conflicts and money", "What happens to players, and what they do.",
          tuple(DEEDS.values())),
    Topic("score", "Parts of the score", "Whether a player scores anything for it, and how much.",
          SCORE_PARTS, points="points"),
)  # fmt: skip


def sightings(constants: Array, state: Array, events: Sequence[Event]) -> Iterator[Sighting]:
    """What was seen in a game, given its last state and all events."""
    yield from _purchases(constants, state, events)
    yield Sighting("course", ROUNDS, EVERYBODY, int(state["deals"][0]))
    yield from added_up(seen for event in events for seen in _seen(event))


def _seen(event: Event) -> Iterator[Seen]:
    """Topic, thing, seat and points of what an event tells."""
    if event.kind in COURSE:
        yield "course", COURSE[event.kind], EVERYBODY, 0
    if event.kind in DEEDS:
        yield "deeds", DEEDS[event.kind], event.seat, 0
    match event.kind:
        case "revealed":
            yield "characters", TITLES[event.data["character"]], event.seat, 0
        case "swapped":
            yield "abilities", SUBJECTS[GARDENER], event.seat, 0
        case "guarded":
            yield "abilities", SUBJECTS[WATCHMAN], event.seat, 0
        case "used":
            yield "abilities", TITLES[event.data["card"]], event.seat, 0
        case "scored":
            for part in SCORE_PARTS:
                if event.data[part]:
                    yield "score", part, event.seat, event.data[part]


def _purchases(constants: Array, state: Array, events: Sequence[Event]) -> Iterator[Sighting]:
    """What each bought, and what it is worth to them at the end as far as they still have it."""
    bought = Counter((event.seat, event.data["card"]) for event in events if event.kind == "bought")
    for (seat, name), times in bought.items():
        card = CARD_NAMES.index(name)
        lost = _scores(constants, state)[seat] - _scores(constants, _without(state, seat, card, times))[seat]
        yield Sighting(f"{KINDS[card // TRADES]}s", CARD_TITLES[card], seat, times, float(lost))


def _scores(constants: Array, state: Array) -> list[int]:
    scores = np.zeros(int(state["players"][0]), np.int32)
    KERNEL.scores(constants, state, 0, scores)
    return scores.tolist()


def _without(state: Array, seat: int, card: int, times: int) -> Array:
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
