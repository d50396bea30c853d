"""Where a knight or a bastion may be placed."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.games.rheinlander.rules.decisions import BUILD, CONVERT, DISCARD, DONE, PLACE, REINFORCEMENT, STATION
from palatine.games.rheinlander.rules.components import BASTION, FREE, PLAY, REINFORCE, WORD


@rule
def opens_river(s: Any, space: int) -> bool:
    """Whether a land space lets the river space be used (rule 6 and its option)."""
    who = int(s.occupant[space])
    return (who != FREE) & ((who != BASTION) | (s.river_needs_knights == 0))


@rule
def may_place(t: Any, s: Any, card: int, k: int) -> bool:
    """By number: a free land space of the area; its river space only between occupied land (rule 6).

    Here and in `legal_plays` everything is looked at without branching: what is free is as good as
    random, and a processor that guesses wrongly loses more time than it takes to look.
    """
    free = s.occupant[t.area[card, k]] == FREE
    if k < 2:
        return free
    return free & opens_river(s, t.area[card, 0]) & opens_river(s, t.area[card, 1])


@rule
def may_convert(t: Any, s: Any, seat: int, card: int, k: int) -> bool:
    """With the archbishop: an opponent's knight on a land space of the area (rule 8 and its option)."""
    if s.archbishop != seat or (k == 2 and not s.convert_on_river):
        return False
    who = int(s.occupant[t.area[card, k]])
    return who != FREE and who != BASTION and who != seat


@rule
def reinforcement_spaces(s: Any, seat: int, w: int) -> int:
    """Free land next to an own knight and to no opponent's, as bits of word w (rule 7)."""
    spaces = s.free[w] & s.near[seat, w]
    for p in range(s.players):
        if p != seat:
            spaces &= ~s.near[p, w]
    return spaces


@rule
def may_reinforce(s: Any, seat: int) -> bool:
    return reinforcement_spaces(s, seat, 0) | reinforcement_spaces(s, seat, 1) != 0


@rule
def card_is_dead(t: Any, s: Any, seat: int, card: int) -> bool:
    """Neither a placement nor a conversion by this card's number is possible."""
    for k in range(3):
        if may_place(t, s, card, k) or may_convert(t, s, seat, card, k):
            return False
    return True


@rule
def legal_plays(t: Any, s: Any, seat: int, out: Array) -> int:
    """A card and what for; if no card allows a placement, one is discarded (rule 9)."""
    n = 0
    hand = int(s.hand[seat])
    cards = hand
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        for k in range(3):
            out[n] = PLACE + 3 * card + k
            n += int(may_place(t, s, card, k))
    if s.archbishop == seat:
        cards = hand
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            for k in range(3):
                out[n] = CONVERT + 3 * card + k
                n += int(may_convert(t, s, seat, card, k))
    if may_reinforce(s, seat):
        return list_bits(hand, REINFORCEMENT, out, n)
    return n if n else list_bits(hand, DISCARD, out, n)


@rule
def list_bits(bits: int, first: int, out: Array, n: int) -> int:
    """Add a decision for every bit of a set; returns how many there are now."""
    while bits:
        out[n] = first + lowest_bit(bits)
        n += 1
        bits &= bits - 1
    return n


@rule
def legal_actions(t: Any, s: Any, seat: int, out: Array) -> int:
    """All that the seat may decide now, ascending."""
    if s.turn != seat:
        return 0
    if s.phase == PLAY:
        return legal_plays(t, s, seat, out)
    n = 0
    if s.phase == REINFORCE:
        for w in range(2):
            n = list_bits(reinforcement_spaces(s, seat, w), STATION + WORD * w, out, n)
        return n
    for w in range(2):
        n = list_bits(int(s.free[w]), BUILD + WORD * w, out, n)
    out[n] = DONE
    return n + 1
