"""Conflicts of equal and of different rank, and the Watchmen."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rivalkings.rules.components import (
    CHARACTER_CARDS,
    HIT_RANK,
    NOBODY,
    RANK,
)
from palatine.games.rivalkings.rules.events import EQUAL_RANK, HIT, MARKED, NO_MARKER, TURNED_BACK


@rule
def rank_of(s: Any, seat: int) -> int:
    return int(RANK[s.character[seat]])


@rule
def player_of(s: Any, character: int) -> int:
    """Who has played a character, or NOBODY."""
    for p in range(s.players):
        if s.character[p] == character:
            return p
    return NOBODY


@rule
def get_marker(s: Any, seat: int, rival: int, character: int, why: int, events: Array) -> None:
    """A marker from the supply, if there is one (rule 4)."""
    if s.markers == 0:
        emit(events, NO_MARKER, seat, 0, 0, 0, 0)
        return
    s.markers -= 1
    s.burden[seat] += 1
    emit(events, MARKED, seat, rival, character, why, 0)


@rule
def resolve_equals(s: Any, events: Array) -> None:
    """Equal ranks: a marker each, no theft, one action; the neutral card only gives its marker (rules 7, 8).

    In the order of the cards: rank A to F, the card with the symbol first (rule 4).
    """
    for card in range(CHARACTER_CARDS):
        seat = player_of(s, card)
        if seat == NOBODY:
            continue
        other = card + 1 if card % 2 == 0 else card - 1
        rival = player_of(s, other)
        if rival != NOBODY:
            s.equals |= 1 << seat
            get_marker(s, seat, rival, other, EQUAL_RANK, events)
        elif s.shown == other:
            get_marker(s, seat, NOBODY, other, EQUAL_RANK, events)


@rule
def strikes(s: Any, character: int) -> bool:
    """Whether a played or shown character hits lower ones: not from a conflict of equals (rule 7)."""
    if s.shown == character:
        return True
    seat = player_of(s, character)
    return seat != NOBODY and not s.equals >> seat & 1


@rule
def is_hit(s: Any, seat: int) -> bool:
    """Whether a higher rank, the neutral card included, comes into conflict with the seat (rule 9)."""
    for card in range(CHARACTER_CARDS):
        if HIT_RANK[RANK[card]] == rank_of(s, seat) and strikes(s, card):
            return True
    return False


@rule
def resolve_hits(s: Any, events: Array) -> None:
    """Higher against lower: the lower gets a marker, or its Watchman turns it back (rules 7 to 9)."""
    for card in range(CHARACTER_CARDS):
        if not strikes(s, card):
            continue
        striker = player_of(s, card)
        for victim in range(s.players):
            if rank_of(s, victim) != HIT_RANK[RANK[card]]:
                continue
            if not s.guarded >> victim & 1:
                get_marker(s, victim, striker, card, HIT, events)
            elif striker != NOBODY:
                get_marker(s, striker, victim, int(s.character[victim]), TURNED_BACK, events)
