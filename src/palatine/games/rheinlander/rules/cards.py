"""Hands, the draw pile, the discard pile, and what everybody knows of hidden cards."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.core.rng import below, shuffle
from palatine.games.rheinlander.rules.components import HAND, NOBODY, RESHUFFLE
from palatine.games.rheinlander.rules.events import DREW, RESHUFFLED
from palatine.games.rheinlander.rules.placing import card_is_dead


@rule
def in_discard(s: Any) -> int:
    """The cards of the discard pile, as bits."""
    cards = 0
    for i in range(s.discarded):
        cards |= 1 << int(s.discard[i])
    return cards


@rule
def add_to_hand(t: Any, s: Any, seat: int, card: int) -> None:
    """All know that the new card may be any that is not seen elsewhere."""
    s.may[seat, s.held[seat]] = (1 << t.areas) - 1
    s.hand[seat] |= 1 << card
    s.held[seat] += 1


@rule
def take_from_hand(s: Any, seat: int, card: int) -> None:
    """All know that of the cards of the hand which this may have been, it may have been the oldest.

    What the newer cards of a hand may be always includes what the older may be, so this choice leaves
    every possibility open that there is.
    """
    last = int(s.held[seat]) - 1
    i = 0
    while i < last and not (s.may[seat, i] >> card) & 1:
        i += 1
    while i < last:
        s.may[seat, i] = s.may[seat, i + 1]
        i += 1
    s.may[seat, last] = 0
    s.hand[seat] &= ~(1 << card)
    s.held[seat] = last


@rule
def all_know_reshuffled(s: Any) -> None:
    """What lay on the discard pile is in no hand."""
    elsewhere = in_discard(s)
    for p in range(s.players):
        for i in range(s.held[p]):
            s.may[p, i] &= ~elsewhere


@rule
def all_know_stuck(t: Any, s: Any, seat: int) -> None:
    """Who discards because nothing can be placed shows that no other card of his can be placed either."""
    dead = 0
    for card in range(t.areas):
        if card_is_dead(t, s, seat, card):
            dead |= 1 << card
    for i in range(s.held[seat]):
        s.may[seat, i] &= dead


@rule
def play_card(s: Any, seat: int, card: int) -> None:
    """From the hand, face up onto the discard pile."""
    take_from_hand(s, seat, card)
    s.discard[s.discarded] = card
    s.discarded += 1


@rule
def reshuffle(s: Any, events: Array) -> None:
    """The reshuffle card, the rest of the pile and the whole discard pile make a new pile (rule 4)."""
    all_know_reshuffled(s)
    for i in range(s.discarded):
        s.pile[s.left] = s.discard[i]
        s.left += 1
        s.discard[i] = NOBODY
    s.discarded = 0
    shuffle(s, s.pile, s.left)
    emit(events, RESHUFFLED, NOBODY, s.left, 0, 0, 0)


@rule
def draw(t: Any, s: Any, seat: int, events: Array) -> None:
    """The top card; the reshuffle card is shuffled back with all discards, again if need be (rule 4)."""
    while s.pile[s.left - 1] == RESHUFFLE:
        reshuffle(s, events)
    s.left -= 1
    card = int(s.pile[s.left])
    s.pile[s.left] = NOBODY
    add_to_hand(t, s, seat, card)
    emit(events, DREW, seat, card, 0, 0, 0)


@rule
def deal(t: Any, s: Any) -> None:
    """Five cards each; the reshuffle card goes back at a random place (rule 4)."""
    for card in range(t.areas):
        s.pile[card] = card
    s.pile[t.areas] = RESHUFFLE
    s.left = t.areas + 1
    shuffle(s, s.pile, s.left)
    for p in range(s.players):
        for _ in range(HAND):
            while s.pile[s.left - 1] == RESHUFFLE:
                place = below(s, s.left)
                s.pile[s.left - 1] = s.pile[place]
                s.pile[place] = RESHUFFLE
            s.left -= 1
            card = int(s.pile[s.left])
            s.pile[s.left] = NOBODY
            add_to_hand(t, s, p, card)
