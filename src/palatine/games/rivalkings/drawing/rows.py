"""Subjects in their order over their buildings; what does not fit side by side overlaps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from palatine.games.rivalkings.rules.cards import CARD_NAMES, COLOURS, SUBJECT, TRADES

from . import cards
from .pen import Pen

GAP = 10.0  # between subjects and buildings


@dataclass
class Column:
    """A subject and what stands under it; a perfect pair is locked."""

    subject: str | None = None
    building: str | None = None
    locked: bool = False


def columns(subjects: Sequence[str], buildings: Sequence[str]) -> list[Column]:
    """Subjects in their order; a building under its own subject, else under one of its colour, else free."""
    row = [Column(subject) for subject in subjects]
    left = list(buildings)
    for alike in (1, TRADES // len(COLOURS), TRADES):  # so many trades in a row count as the same
        for building in list(left):
            column = _free(row, building, alike)
            if column:
                column.building, column.locked = building, alike == 1
                left.remove(building)
    return [*row, *(Column(building=building) for building in left)]


def _free(row: Sequence[Column], building: str, alike: int) -> Column | None:
    """The first subject without a building whose trade is as good as the building's."""
    trade = cards.number_of(building)[0]
    for column in row:
        if column.subject and not column.building:
            if cards.number_of(column.subject)[0] // alike == trade // alike:
                return column
    return None


def draw_rows(
    row: Sequence[Column],
    used: bool,
    came: Collection[str],
    at: tuple[float, float],
    room: float,
    pen: Pen,
) -> str:
    """Both rows from a point to the right; the newest subject is the active one, unless it is used.

    Those that just came, by their names, are marked.
    """
    x, y = at
    step = _step(row, room)
    places = [x + n * step for n in range(len(row))]
    below = y + cards.HEIGHT + GAP
    above = [(place, column.subject, column.locked) for place, column in zip(places, row, strict=True)]
    under = [(place, column.building, column.locked) for place, column in zip(places, row, strict=True)]
    clasps = [
        cards.clasp(place + wide / 2, below - GAP / 2, wide - 3, pen)
        for n, (place, column) in enumerate(zip(places, row, strict=True))
        for wide in [cards.WIDTH if n == len(row) - 1 else min(step, cards.WIDTH)]
        if column.locked
    ]
    subjects = _row(above, y, used, came, pen)
    return subjects + _row(under, below, False, came, pen) + "".join(clasps)


def _step(row: Sequence[Column], room: float) -> float:
    """From card to card: side by side where there is room for all and for the newest subject's note."""
    step = cards.WIDTH + 9
    subjects = sum(1 for column in row if column.subject)
    if len(row) > 1:
        step = min(step, (room - cards.WIDTH) / (len(row) - 1))
    if subjects > 1:
        step = min(step, (room - cards.WIDTH - cards.NOTE) / (subjects - 1))
    return step


def _row(
    places: Sequence[tuple[float, str | None, bool]],
    y: float,
    used: bool,
    came: Collection[str],
    pen: Pen,
) -> str:
    """A row of cards from the left, each under the next where they overlap."""
    held = [(x, name, locked) for x, name, locked in places if name]
    parts = []
    for n, (x, name, locked) in enumerate(held):
        newest = n == len(held) - 1
        trade, kind = cards.number_of(name)
        if newest and kind == SUBJECT:
            parts.append(cards.note(trade, (x + cards.WIDTH, y + 14), used, pen))
        seen = cards.WIDTH if newest else held[n + 1][0] - x
        if seen < cards.NEARLY:
            parts.append(cards.slip(name, (x, y), seen, pen, locked))
        else:
            parts.append(cards.card(name, (x, y), pen, locked=locked, dimmed=newest and used))
            if CARD_NAMES[kind * TRADES + trade] in came:
                parts.append(cards.fresh((x, y), pen))
    return "".join(parts)
