"""The deal, the secret choice, the reveal, and the Gardeners."""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.core.rng import shuffle
from palatine.games.rivalkings.rules.cards import GARDENER, SUBJECT
from palatine.games.rivalkings.rules.components import (
    ASK_GARDENER,
    CHARACTER_CARDS,
    CHOOSE,
    HAND,
    NEUTRAL,
    NOBODY,
    NOTHING,
    PLAYERS,
)
from palatine.games.rivalkings.rules.conditions import FINE, NOT_IN_HAND, SWAP_WITH_RIVAL
from palatine.games.rivalkings.rules.events import CHOSE, DEALT, NEUTRAL_SHOWN, REVEALED, SWAPPED


@rule
def active_subject(s: Any, seat: int) -> int:
    """The newest subject of the row, or NOTHING (rule 12)."""
    last = int(s.length[seat, SUBJECT]) - 1
    return int(s.row[seat, SUBJECT, last]) if last >= 0 else NOTHING


@rule
def is_rival(s: Any, seat: int, rival: int) -> bool:
    """Somebody else at the table."""
    return rival != seat and rival < s.players


@rule
def clear_cycle(s: Any) -> None:
    """Characters, crests and abilities of the last cycle are gone."""
    for p in range(PLAYERS):
        s.character[p] = NOTHING
        s.revealed[p] = NOTHING
        s.spent[p] = 0
        for action in range(s.covered.shape[1]):
            s.covered[p, action] = NOBODY
    s.shown = NOTHING
    s.ready, s.asked, s.acted, s.equals, s.guarded, s.due = 0, 0, 0, 0, 0, 0
    s.due_what, s.robbed, s.done, s.chosen = NOTHING, 0, 0, NOTHING
    s.phase = CHOOSE
    s.turn = NOBODY


@rule
def deal_characters(s: Any, events: Array) -> None:
    """Three to each player; with two, the rest is the neutral pile, with three, it is set aside."""
    cards = np.arange(CHARACTER_CARDS)
    shuffle(s, cards, CHARACTER_CARDS)
    n = 0
    for p in range(s.players):
        s.hand[p] = 0
        for _ in range(HAND):
            s.hand[p] |= 1 << cards[n]
            n += 1
    s.aside, s.left, s.seen = 0, 0, 0
    if s.players == 2:
        for i in range(NEUTRAL):
            s.neutral[i] = cards[n + i]
        s.left = NEUTRAL
    else:
        while n < CHARACTER_CARDS:
            s.aside |= 1 << cards[n]
            n += 1
    s.deals += 1
    s.cycle = 1
    emit(events, DEALT, NOBODY, s.deals, 0, 0, 0)


@rule
def bars_play(s: Any, seat: int, character: int) -> int:
    """A character is played from the hand (rule 5)."""
    return FINE if s.hand[seat] >> character & 1 else NOT_IN_HAND


@rule
def bars_swap(s: Any, seat: int, rival: int) -> int:
    """Characters are swapped with somebody else at the table (rule 6)."""
    return FINE if is_rival(s, seat, rival) else SWAP_WITH_RIVAL


@rule
def choose(s: Any, seat: int, character: int, events: Array) -> None:
    """A secret choice (rule 5)."""
    s.character[seat] = character
    s.ready |= 1 << seat
    s.hand[seat] &= ~(1 << character)
    emit(events, CHOSE, seat, character, 0, 0, 0)


@rule
def all_have_chosen(s: Any) -> bool:
    return s.ready == (1 << s.players) - 1


@rule
def reveal(s: Any, events: Array) -> None:
    """All characters are turned over, with two players the top of the neutral pile too."""
    for p in range(s.players):
        s.revealed[p] = s.character[p]
        s.seen |= 1 << int(s.character[p])
        emit(events, REVEALED, p, s.character[p], 0, 0, 0)
    if s.players == 2:
        s.left -= 1
        s.shown = s.neutral[s.left]
        s.neutral[s.left] = NOTHING
        s.seen |= 1 << int(s.shown)
        emit(events, NEUTRAL_SHOWN, NOBODY, s.shown, 0, 0, 0)
    s.phase, s.asked = ASK_GARDENER, 0


@rule
def next_gardener(s: Any) -> int:
    """The next Gardener by revealed rank, the card with the symbol first (rule 6)."""
    first = NOBODY
    for p in range(s.players):
        if active_subject(s, p) == GARDENER and not s.asked >> p & 1:
            if first == NOBODY or s.revealed[p] < s.revealed[first]:
                first = p
    return first


@rule
def swap_characters(s: Any, seat: int, rival: int, events: Array) -> None:
    """The Gardener exchanges characters with a rival before conflicts."""
    s.spent[seat] = 1
    s.character[seat], s.character[rival] = s.character[rival], s.character[seat]
    emit(events, SWAPPED, seat, rival, s.character[seat], s.character[rival], 0)
