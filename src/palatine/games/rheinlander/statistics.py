"""What is counted about a finished game: landmarks, payments, cards and pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core.events import Event
from palatine.core.statistics import EVERYBODY, Seen, Sighting, Topic, added_up
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES
from palatine.games.rheinlander.rules.events import USES

LANDMARKS = tuple(name.replace("city", "city ") for name in LANDMARK_NAMES)
LEAVING = "duke who leaves"
SCORE_PARTS = ("coins", "dukes", "landmarks", "archbishop")
DEEDS = {
    "bastion": "bastion built",
    "castle": "castle taken",
    "bishop": "bishop installed",
    "formed": "duchy formed",
    "converted": "knight converted",
}
SEIZED = "duchy taken from somebody"
COURSE = {"card": "turns", "merged": "mergers of duchies", "reshuffled": "reshuffles"}

TOPICS = (
    Topic("course", "The course of a game", "How often it happens in a game.", tuple(COURSE.values())),
    Topic(
        "landmarks",
        "Landmarks at the end",
        "Landmarks in the duchies that a player owns when the game is over.",
        LANDMARKS,
    ),
    Topic(
        "payments",
        "Payments",
        "Dukes who leave, and those with such a landmark; the coins are those of the whole payment.",
        (LEAVING, *LANDMARKS),
        points="coins a payment",
    ),
    Topic("cards", "Cards", "What cards are used for.", USES),
    Topic("deeds", "Pieces", "What players build, take and turn.", (*DEEDS.values(), SEIZED)),
    Topic(
        "score",
        "Parts of the score",
        "Whether a player scores anything for it, and how much.",
        SCORE_PARTS,
        points="points",
    ),
)


def sightings(s: Any, events: Sequence[Event]) -> Iterator[Sighting]:
    """What was seen in a game, given its last state and all events."""
    yield from _at_the_end(s)
    yield from added_up(seen for event in events for seen in _seen(event))


def _at_the_end(s: Any) -> Iterator[Sighting]:
    """The landmarks of every owner."""
    held: Counter[tuple[int, int]] = Counter()
    for group in range(int(s["groups"])):
        for site, landmark in enumerate(s["landmark"].tolist()):
            if s["owner"][group] >= 0 and s["sites"][group] >> site & 1:
                held[int(s["owner"][group]), landmark] += 1
    for (seat, landmark), times in held.items():
        yield Sighting("landmarks", LANDMARKS[landmark], seat, times)


def _seen(event: Event) -> Iterator[Seen]:
    """Topic, thing, seat and points of what an event tells."""
    if event.kind in COURSE:
        yield "course", COURSE[event.kind], EVERYBODY, 0
    if event.kind in DEEDS:
        yield "deeds", DEEDS[event.kind], event.seat, 0
    match event.kind:
        case "duke" if event.data["other"] is not None:
            yield "deeds", SEIZED, event.seat, 0
        case "card":
            yield "cards", event.data["use"], event.seat, 0
        case "paid":
            paid_for = {
                f"city {worth}" if name == "city" else name for name, worth in event.data["parts"][1:]
            }
            for thing in (LEAVING, *sorted(paid_for)):  # the first part is the duke's own coin
                yield "payments", thing, event.seat, event.data["coins"]
        case "scored":
            for part in SCORE_PARTS:
                if event.data[part]:
                    yield "score", part, event.seat, event.data[part]
