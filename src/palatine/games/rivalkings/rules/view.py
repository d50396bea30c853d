"""What a seat or a spectator may know beyond the declared fields, and full states that fit what is known.

Hidden are the hands of others, their choice before the reveal, the neutral pile and what was set aside,
what lies below the top of a pile, and the generator.  Who may use a Vintner or a Miner now looks through
the piles that he picks from (rule 13).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import rule
from palatine.core.fields import UNKNOWN
from palatine.core.rng import imagine_rng, shuffle
from palatine.games.rivalkings.rules.cards import BUILDING, COPIES, MINER, SUBJECT, TRADES, VINTNER
from palatine.games.rivalkings.rules.choosing import active_subject
from palatine.games.rivalkings.rules.components import (
    ACT,
    CHARACTER_CARDS,
    CHOOSE,
    NOTHING,
    PILE,
    PILES,
    PLAYERS,
    hand_size,
)

size_of_hand = rule(hand_size)


@rule
def see_more(s: Any, v: Any, seat: int) -> None:
    """What the moment opens: top cards, characters once they are revealed, piles that one may pick from."""
    for pile in range(PILES):
        if s.height[pile] > 0:
            v.pile[pile, s.height[pile] - 1] = s.pile[pile, s.height[pile] - 1]
    if s.phase != CHOOSE:
        for p in range(PLAYERS):
            v.character[p] = s.character[p]
    if seat >= 0 and s.phase == ACT and s.turn == seat and not s.spent[seat]:
        if active_subject(s, seat) == VINTNER:
            look_through(s, v, SUBJECT)
        if active_subject(s, seat) == MINER:
            look_through(s, v, BUILDING)


@rule
def look_through(s: Any, v: Any, kind: int) -> None:
    """Both piles that began with cards of a type."""
    for pile in range(2 * (1 - kind), 2 * (1 - kind) + 2):
        for i in range(PILE):
            v.pile[pile, i] = s.pile[pile, i]


@rule
def imagine_characters(o: Any, seat: int, rng: Any) -> None:
    """Deal the characters that were not seen: to hands, secret choices, and what nobody got."""
    unknown = ((1 << CHARACTER_CARDS) - 1) & ~int(o.seen)
    if seat >= 0:
        unknown &= ~int(o.hand[seat])
        if o.character[seat] != NOTHING:
            unknown &= ~(1 << int(o.character[seat]))
    cards, n = np.empty(CHARACTER_CARDS, np.int64), 0
    for card in range(CHARACTER_CARDS):
        if unknown >> card & 1:
            cards[n] = card
            n += 1
    shuffle(rng, cards, n)
    for p in range(o.players):
        if p == seat:
            continue
        o.hand[p] = 0
        for _ in range(size_of_hand(o.cycle, o.phase != CHOOSE or o.ready >> p & 1 == 1)):
            n -= 1
            o.hand[p] |= 1 << cards[n]
        if o.phase == CHOOSE and o.ready >> p & 1:
            n -= 1
            o.character[p] = cards[n]
    for i in range(o.left):
        n -= 1
        o.neutral[i] = cards[n]
    o.aside = 0
    while n > 0:
        n -= 1
        o.aside |= 1 << cards[n]


@rule
def imagine_piles(o: Any, kind: int, rng: Any) -> None:
    """Deal the cards of a type that lie open nowhere to the hidden places of the piles.

    Below the top of a pile lie only cards of the type that it began with: what is put there is put on top.
    """
    count = np.full(TRADES, COPIES)
    for p in range(o.players):
        for i in range(o.length[p, kind]):
            count[o.row[p, kind, i]] -= 1
    for pile in range(PILES):
        for i in range(o.height[pile]):
            if o.pile[pile, i] != UNKNOWN and o.pile[pile, i] // TRADES == kind:
                count[o.pile[pile, i] % TRADES] -= 1
    cards, n = np.empty(COPIES * TRADES, np.int64), 0
    for trade in range(TRADES):
        for _ in range(count[trade]):
            cards[n] = kind * TRADES + trade
            n += 1
    shuffle(rng, cards, n)
    for pile in range(2 * (1 - kind), 2 * (1 - kind) + 2):
        for i in range(o.height[pile]):
            if o.pile[pile, i] == UNKNOWN:
                n -= 1
                o.pile[pile, i] = cards[n]


@rule
def imagine_state(o: Any, seat: int, rng: Any) -> None:
    """Make a view whole, at random."""
    imagine_characters(o, seat, rng)
    imagine_piles(o, 0, rng)
    imagine_piles(o, 1, rng)
    imagine_rng(o, rng)
