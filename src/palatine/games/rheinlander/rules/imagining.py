"""Full states that fit what a seat or a spectator knows.

Hidden are the hands of others, the order of the draw pile and the generator.  What everybody can work
out about the hands (see `cards`) is in every view: a card that was on the discard pile when the deck was
shuffled is in no hand of that moment, and who could place nothing holds no card that could be placed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.core.rng import below, imagine_rng, shuffle
from palatine.games.rheinlander.rules.cards import in_discard
from palatine.games.rheinlander.rules.components import CARDS, RESHUFFLE


@rule
def unknown_cards(t: Any, v: Any, seat: int) -> int:
    """Number cards that are neither on the discard pile nor in one's own hand, as bits."""
    cards = ((1 << t.areas) - 1) & ~in_discard(v)
    if seat >= 0:
        cards &= ~v.hand[seat]
    return cards


@rule
def count_bits(bits: int) -> int:
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@rule
def pick(bits: int, rng: Any) -> int:
    """One of the bits, each equally likely."""
    for _ in range(below(rng, count_bits(bits))):
        bits &= bits - 1
    return lowest_bit(bits)


@rule
def make_room(masks: Array, cards: Array, slot: int) -> None:
    """Give a place a card when all that it may hold are taken: others move along (an augmenting path).

    The true deal fits, so there always is a way.
    """
    via = np.full(CARDS, -1)
    queue = np.empty(cards.shape[0], np.int64)
    queue[0] = slot
    head, tail = 0, 1
    while head < tail:
        reach = masks[queue[head]]
        while reach:
            card = lowest_bit(reach)
            reach &= reach - 1
            if via[card] >= 0:
                continue
            via[card] = queue[head]
            holder = -1
            for k in range(cards.shape[0]):
                if cards[k] == card:
                    holder = k
            if holder >= 0:
                queue[tail] = holder
                tail += 1
                continue
            while card >= 0:
                place = via[card]
                cards[place], card = card, cards[place]
            return
        head += 1


@rule
def deal_hidden(masks: Array, cards: Array, rng: Any) -> int:
    """A card for every hidden place, from what it may hold; the cards used, as bits.

    Places that may hold the fewest cards come first.  What newer cards of a hand may be includes what
    older may be, so this deals every fitting hand with the same chance as long as nobody was stuck.
    """
    order = np.argsort(np.array([count_bits(mask) for mask in masks]), kind="mergesort")  # stable
    used = 0
    for slot in order:
        fits = masks[slot] & ~used
        if fits:
            cards[slot] = pick(fits, rng)
        else:
            make_room(masks, cards, slot)
        used = 0
        for card in cards:
            if card >= 0:
                used |= 1 << card
    return used


@rule
def imagine_hands(t: Any, o: Any, seat: int, rng: Any) -> int:
    """Deal the hidden hands; the number cards left over for the pile, as bits."""
    unknown = unknown_cards(t, o, seat)
    total = 0
    for p in range(o.players):
        if p != seat:
            total += int(o.held[p])
    masks, cards = np.empty(total, np.int64), np.full(total, -1)
    n = 0
    for p in range(o.players):
        if p != seat:
            for i in range(o.held[p]):
                masks[n] = o.may[p, i] & unknown
                n += 1
    used = deal_hidden(masks, cards, rng)
    n = 0
    for p in range(o.players):
        if p != seat:
            o.hand[p] = 0
            for _ in range(o.held[p]):
                o.hand[p] |= 1 << cards[n]
                n += 1
    return unknown & ~used


@rule
def imagine_state(t: Any, o: Any, seat: int, rng: Any) -> None:
    """Make a view whole, at random: hands, the order of the pile, and the luck to come."""
    rest = imagine_hands(t, o, seat, rng)
    o.pile[0] = RESHUFFLE
    n = 1
    while rest:
        o.pile[n] = lowest_bit(rest)
        rest &= rest - 1
        n += 1
    shuffle(rng, o.pile, n)
    imagine_rng(o, rng)
