"""What is counted about a finished game: landmarks, payments, cards and pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core.events import Event
from palatine.core.game import State
from palatine.core.statistics import EVERYBODY, Seen, Sighting, Statistics, Topic, added_up
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES
from palatine.games.rheinlander.rules.events import EVENTS, USES

COURSE = ("card", "merged", "reshuffled")  # kinds of events, as are the deeds
DEEDS = ("bastion", "castle", "bishop", "formed", "converted")
SEIZED = "seized"  # a duchy, from somebody
SCORE_PARTS = tuple(EVENTS.kinds["scored"].fields)

TOPICS = (
    Topic("course", COURSE),
    Topic("landmarks", LANDMARK_NAMES, terms="landmark"),
    Topic("payments", ("duke", *LANDMARK_NAMES), points=True),
    Topic("cards", USES),
    Topic("deeds", (*DEEDS, SEIZED)),
    Topic("score", SCORE_PARTS, points=True),
)


class RheinlanderStatistics(Statistics):
    """What is counted about Rheinländer."""

    topics = TOPICS

    def sightings(self, state: State, events: Sequence[Event]) -> Iterator[Sighting]:
        yield from _at_the_end(state[0])
        yield from added_up(seen for event in events for seen in _seen(event))


def _at_the_end(s: Any) -> Iterator[Sighting]:
    """The landmarks of every owner."""
    held: Counter[tuple[int, int]] = Counter()
    for group in range(int(s["groups"])):
        for site, landmark in enumerate(s["landmark"].tolist()):
            if s["owner"][group] >= 0 and s["sites"][group] >> site & 1:
                held[int(s["owner"][group]), landmark] += 1
    for (seat, landmark), times in held.items():
        yield Sighting("landmarks", LANDMARK_NAMES[landmark], seat, times)


def _seen(event: Event) -> Iterator[Seen]:
    """Topic, thing, seat and points of what an event tells."""
    if event.kind in COURSE:
        yield "course", event.kind, EVERYBODY, 0
    if event.kind in DEEDS:
        yield "deeds", event.kind, event.seat, 0
    match event.kind:
        case "duke" if event.data["other"] is not None:
            yield "deeds", SEIZED, event.seat, 0
        case "card":
            yield "cards", event.data["use"], event.seat, 0
        case "paid":
            for thing in sorted(set(event.data["paid_for"])):
                yield "payments", thing, event.seat, event.data["coins"]
        case "scored":
            for part in SCORE_PARTS:
                if event.data[part]:
                    yield "score", part, event.seat, event.data[part]
