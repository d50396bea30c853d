"""What can be decided: blocks of small numbers, and how it is written; see docs/rheinlander-notation.md."""

from __future__ import annotations

from functools import lru_cache

from palatine.core.decisions import Block, Decisions, Names, Notation, Thing
from palatine.games.rheinlander.rules.components import CARDS, LAND, Layout

CARD = Thing("card", range(1, CARDS + 1))
SPACE_OF_AREA = Thing("space", range(3))  # its two land spaces, its river space; the board has their names
LAND_SPACE = Thing("space", range(LAND))

DECISIONS = Decisions(
    place=Block("{card}>{space}", card=CARD, space=SPACE_OF_AREA),
    convert=Block("{card}x{space}", card=CARD, space=SPACE_OF_AREA),
    reinforcement=Block("{card}+", points=("card:{card}", "use:reinforce"), card=CARD),
    discard=Block("{card}-", points=("card:{card}", "use:discard"), card=CARD),
    station=Block("{space}", space=LAND_SPACE),
    build=Block("#{space}", space=LAND_SPACE),
    done=Block("."),
)

# Where the blocks begin, for the compiled rules.
PLACE, CONVERT, REINFORCEMENT, DISCARD, STATION, BUILD, DONE = map(DECISIONS.first, DECISIONS.blocks)

# The longest list of choices: a bastion on any land space, or none; five cards have fewer uses.
MOST_CHOICES = LAND + 1


@lru_cache(maxsize=32)
def notation_on(layout: Layout) -> Notation:
    """How decisions are written on a board; it has names for its own cards and spaces alone."""

    def names(block: str, numbers: tuple[int, ...]) -> Names | None:
        if block in ("station", "build"):
            space = layout.names.get(numbers[0])
            return None if space is None else {"space": space}
        called = DECISIONS.names(block, numbers)
        if "card" not in called:
            return called
        card, *place = numbers
        if card >= len(layout.board.area):
            return None
        return {**called, "space": layout.board.area[card][place[0]]} if place else called

    return DECISIONS.notation(names)
