"""Where a knight or a bastion may be placed: the conditions, what they allow, and which one forbids."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.games.rheinlander.rules.components import BASTION, FREE, PLAY, REINFORCE, WORD
from palatine.games.rheinlander.rules.conditions import (
    AWAY_FROM_OTHERS,
    BASTION_DUE,
    CARD_DUE,
    CONVERTS_ON_LAND,
    FREE_FOR_BASTION,
    FREE_TO_REINFORCE,
    HOLDS_ARCHBISHOP,
    IN_HAND,
    NEXT_TO_OWN,
    NO_BASTION_THERE,
    NOTHING_TO_PLACE,
    OPPONENT_THERE,
    REINFORCEABLE,
    RIVER_OPEN,
    SOMEBODY_THERE,
    SPACE_DUE,
    SPACE_FREE,
)
from palatine.games.rheinlander.rules.decisions import (
    BUILD,
    CONVERT,
    DISCARD,
    DONE,
    PLACE,
    REINFORCEMENT,
    STATION,
)

# -- The conditions: each is written once -------------------------------------------------------------


@rule
def cards_in_hand(s: Any, seat: int) -> int:
    """As bits."""
    return int(s.hand[seat])


@rule
def is_free(s: Any, space: int) -> bool:
    """Each space holds one piece."""
    return s.occupant[space] == FREE


@rule
def opens_river(s: Any, space: int) -> bool:
    """Whether a land space lets the river space be used (rule 6 and its option)."""
    who = int(s.occupant[space])
    return (who != FREE) & ((who != BASTION) | (s.river_needs_knights == 0))


@rule
def river_is_open(t: Any, s: Any, card: int) -> bool:
    """The river space of an area is used only between occupied land (rule 6)."""
    return opens_river(s, t.area[card, 0]) & opens_river(s, t.area[card, 1])


@rule
def holds_archbishop(s: Any, seat: int) -> bool:
    return s.archbishop == seat


@rule
def conversion_obstacle(t: Any, s: Any, seat: int, card: int, k: int) -> int:
    """With the archbishop: an opponent's knight on a land space of the area (rule 8 and its option)."""
    if not holds_archbishop(s, seat):
        return HOLDS_ARCHBISHOP
    if k == 2 and not s.convert_on_river:
        return CONVERTS_ON_LAND
    who = int(s.occupant[t.area[card, k]])
    if who == FREE:
        return SOMEBODY_THERE
    if who == BASTION:
        return NO_BASTION_THERE
    return OPPONENT_THERE if who == seat else 0


@rule
def free_land(s: Any, w: int) -> int:
    """As bits of word w."""
    return int(s.free[w])


@rule
def next_to_own(s: Any, seat: int, w: int) -> int:
    """Land beside an own knight, as bits of word w."""
    return int(s.near[seat, w])


@rule
def away_from_others(s: Any, seat: int, w: int) -> int:
    """Land beside no opponent's knight, as bits of word w."""
    spaces = -1
    for p in range(s.players):
        if p != seat:
            spaces &= ~s.near[p, w]
    return spaces


# -- What they allow ----------------------------------------------------------------------------------


@rule
def may_place(t: Any, s: Any, card: int, k: int) -> bool:
    """By number: a free land space of the area; its river space only between occupied land (rule 6).

    Here and in `legal_plays` everything is looked at without branching: what is free is as good as
    random, and a processor that guesses wrongly loses more time than it takes to look.
    """
    free = is_free(s, t.area[card, k])
    if k < 2:
        return free
    return free & river_is_open(t, s, card)


@rule
def may_convert(t: Any, s: Any, seat: int, card: int, k: int) -> bool:
    return conversion_obstacle(t, s, seat, card, k) == 0


@rule
def reinforcement_spaces(s: Any, seat: int, w: int) -> int:
    """Free land next to an own knight and to no opponent's, as bits of word w (rule 7)."""
    return free_land(s, w) & next_to_own(s, seat, w) & away_from_others(s, seat, w)


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
    hand = cards_in_hand(s, seat)
    cards = hand
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        for k in range(3):
            out[n] = PLACE + 3 * card + k
            n += int(may_place(t, s, card, k))
    if holds_archbishop(s, seat):
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
        n = list_bits(free_land(s, w), BUILD + WORD * w, out, n)
    out[n] = DONE
    return n + 1


# -- Which one forbids --------------------------------------------------------------------------------


@rule
def has(bits: int, place: int) -> bool:
    """Whether a set holds a card, or a word of land a space."""
    return (bits >> (place % WORD)) & 1 != 0


@rule
def placement_obstacle(t: Any, s: Any, card: int, k: int) -> int:
    """What forbids a knight by number."""
    if not is_free(s, t.area[card, k]):
        return SPACE_FREE
    return 0 if may_place(t, s, card, k) else RIVER_OPEN


@rule
def discard_obstacle(t: Any, s: Any, seat: int) -> int:
    """No card is thrown away while one could be used (rule 9)."""
    cards = cards_in_hand(s, seat)
    while cards:
        if not card_is_dead(t, s, seat, lowest_bit(cards)):
            return NOTHING_TO_PLACE
        cards &= cards - 1
    return NOTHING_TO_PLACE if may_reinforce(s, seat) else 0


@rule
def play_obstacle(t: Any, s: Any, seat: int, action: int) -> int:
    """What forbids a use of a card."""
    if action < REINFORCEMENT:
        card = action % CONVERT // 3
    else:
        card = (action - REINFORCEMENT) % (DISCARD - REINFORCEMENT)
    if not has(cards_in_hand(s, seat), card):
        return IN_HAND
    if action < CONVERT:
        return placement_obstacle(t, s, card, action % 3)
    if action < REINFORCEMENT:
        return conversion_obstacle(t, s, seat, card, action % 3)
    if action < DISCARD:
        return 0 if may_reinforce(s, seat) else REINFORCEABLE
    return discard_obstacle(t, s, seat)


@rule
def reinforcement_obstacle(s: Any, seat: int, space: int) -> int:
    """What forbids a land space to a reinforcement."""
    w = space // WORD
    if not has(free_land(s, w), space):
        return FREE_TO_REINFORCE
    if not has(next_to_own(s, seat, w), space):
        return NEXT_TO_OWN
    return 0 if has(away_from_others(s, seat, w), space) else AWAY_FROM_OTHERS


@rule
def first_obstacle(t: Any, s: Any, seat: int, action: int) -> int:
    """The condition that forbids a decision of the seat whose turn it is; 0 where it is legal."""
    if s.phase == PLAY:
        return play_obstacle(t, s, seat, action) if action < STATION else CARD_DUE
    if s.phase == REINFORCE:
        return reinforcement_obstacle(s, seat, action - STATION) if STATION <= action < BUILD else SPACE_DUE
    if action < BUILD:
        return BASTION_DUE
    space = action - BUILD
    return 0 if action == DONE or has(free_land(s, space // WORD), space) else FREE_FOR_BASTION
