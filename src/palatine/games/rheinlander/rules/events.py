"""What a table would say aloud: the kinds of events that the rules announce, and what their numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from palatine.core.events import NUMBER, SEAT, Events, Reading, one_of
from palatine.games.rheinlander.rules.components import REASONS

BY_NUMBER, FOR_REINFORCEMENT, FOR_CONVERSION, THROWN_AWAY = range(4)
USES = ("number", "reinforcement", "conversion", "discard")

CARD_NUMBER = Reading(lambda _, card: card + 1, int)
SPACE = Reading(lambda game, space: game.layout.names[space], str)
SITE = Reading(lambda game, site: game.layout.board.sites[site].name, str)
SITES_AS_BITS = Reading(
    lambda game, bits: [site.name for i, site in enumerate(game.layout.board.sites) if bits >> i & 1],
    list[str],
)
# What the duchy of the space is called once all has happened: after its first space; see `name_duchies`.
DUCHY = Reading(lambda game, space: game.layout.board.duchy_name(game.layout.names[space]), str)


def by(name: str, **rules: int) -> Callable[[Mapping[str, Any]], int]:
    """The rule by what an event says."""
    return lambda said: rules[str(said[name])]


def unless(name: str, nobody: int, somebody: int) -> Callable[[Mapping[str, Any]], int]:
    """The rule by whether there is somebody."""
    return lambda said: nobody if said[name] in (None, -1) else somebody


EVENTS = Events()
CARD = EVENTS.add(
    "card",
    rule=by("use", number=6, reinforcement=7, conversion=8, discard=9),
    trivial=True,
    card=CARD_NUMBER,
    use=one_of(*USES),
)
KNIGHT = EVENTS.add("knight", rule=5, trivial=True, space=SPACE, duchy=DUCHY)
CONVERTED = EVENTS.add("converted", rule=8, space=SPACE, other=SEAT, duchy=DUCHY)
CASTLE_TAKEN = EVENTS.add(
    "castle",
    rule=unless("other", 17, 18),
    site=SITE,
    other=SEAT,
    space=SPACE,
    duchy=DUCHY,
    also={"between": list[str]},
)
FORMED = EVENTS.add("formed", rule=11, space=SPACE, knights=NUMBER, duchy=DUCHY)
MERGED = EVENTS.add("merged", rule=14, space=SPACE, duchies=NUMBER, duchy=DUCHY)
DUKE = EVENTS.add("duke", rule=unless("other", 12, 13), space=SPACE, other=SEAT, duchy=DUCHY)
KEPT = EVENTS.add("kept", rule=14, space=SPACE, duchy=DUCHY)
GREW = EVENTS.add(
    "grew",
    rule=unless("seat", 12, 13),
    space=SPACE,
    before=NUMBER,
    value=NUMBER,
    duchy=DUCHY,
    also={"gain": int, "landmarks": int},  # what it is worth more, and its landmarks
)
TIED = EVENTS.add("tied", rule=14, space=SPACE, duchy=DUCHY)
PAID = EVENTS.add(
    "paid",
    rule=15,
    space=SPACE,
    coins=NUMBER,
    sites=SITES_AS_BITS,
    duchy=DUCHY,  # as it was called
    also={"parts": list[tuple[str, int]], "paid_for": list[str]},  # the coins: with their worth, and as terms
    of_state=True,  # which landmarks lie on the sites
)
BISHOP_COMES = EVENTS.add("bishop", rule=19, space=SPACE, bishops=NUMBER, duchy=DUCHY)
BISHOP_LEAVES = EVENTS.add("bishop_left", rule=19, space=SPACE, bishops=NUMBER, duchy=DUCHY)
ARCHBISHOP = EVENTS.add("archbishop", rule=19, other=SEAT)
BASTION_BUILT = EVENTS.add("bastion", rule=10, space=SPACE)
DREW = EVENTS.add("drew", reveals=True, unforeseen=True, chance=True, card=CARD_NUMBER.told_to_its_seat())
RESHUFFLED = EVENTS.add("reshuffled", rule=4, reveals=True, unforeseen=True, pile=NUMBER)
ENDED = EVENTS.add("ended", rule=by("reason", knights=20, blocked=9), reason=one_of(*REASONS))
SCORED = EVENTS.add(
    "scored",
    rule=21,
    reveals=True,
    unforeseen=True,
    scores=True,
    coins=NUMBER,
    dukes=NUMBER,
    landmarks=NUMBER,
    archbishop=NUMBER,
    also={"total": int},
)
WON = EVENTS.add("won", rule=21, reveals=True, unforeseen=True, score=NUMBER)

SPACE_IN, DUCHY_IN = EVENTS.columns("space"), EVENTS.columns("duchy")  # where in a row they stand, by kind
