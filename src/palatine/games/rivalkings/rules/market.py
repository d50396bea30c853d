"""Carrying out actions: markers, money, subjects and buildings."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.core.events import emit
from palatine.games.rivalkings.rules.cards import (
    BUILD,
    BUILDING,
    GIVE,
    MONEY,
    RECRUIT,
    SETTLE,
    SUBJECT,
    TRADES,
)
from palatine.games.rivalkings.rules.choosing import is_rival
from palatine.games.rivalkings.rules.components import NOTHING, PILE_MONEY, PILES, PRICE
from palatine.games.rivalkings.rules.conditions import (
    FINE,
    GIVE_TO_RIVAL,
    NO_MARKER,
    NO_MONEY,
    OTHER_TYPE,
    PILE_EMPTY,
    TOO_DEAR,
)
from palatine.games.rivalkings.rules.decisions import DO_BUILD, DO_GIVE, DO_RECRUIT, DO_TAKE, FIRST_DOING
from palatine.games.rivalkings.rules.events import BOUGHT, GAVE, REFILLED, SETTLED, TOOK


@rule
def top_of(s: Any, pile: int) -> int:
    """The open card of a pile, or NOTHING."""
    return int(s.pile[pile, s.height[pile] - 1]) if s.height[pile] > 0 else NOTHING


@rule
def price(card: int, discount: int) -> int:
    """What a card costs, never less than nothing (rule 13, Blacksmith)."""
    return max(0, int(PRICE[card // TRADES, card % TRADES]) - discount)


@rule
def bars_marker(s: Any, seat: int) -> int:
    """A marker is laid down by who has one."""
    return FINE if s.burden[seat] > 0 else NO_MARKER


@rule
def bars_giving(s: Any, seat: int, rival: int) -> int:
    """A marker is given to a rival, by who has one."""
    if s.burden[seat] == 0:
        return NO_MARKER
    return FINE if is_rival(s, seat, rival) else GIVE_TO_RIVAL


@rule
def bars_price(s: Any, seat: int, card: int, discount: int) -> int:
    """A card is paid."""
    return FINE if s.purse[seat] >= price(card, discount) else TOO_DEAR


@rule
def bars_purchase(s: Any, seat: int, pile: int, kind: int, discount: int) -> int:
    """The top card of a pile is taken with the action of its type, for its price."""
    card = top_of(s, pile)
    if card == NOTHING:
        return PILE_EMPTY
    if card // TRADES != kind:
        return OTHER_TYPE
    return bars_price(s, seat, card, discount)


@rule
def all_piles_empty(s: Any) -> bool:
    return s.money[0] + s.money[1] + s.money[2] + s.money[3] == 0


@rule
def bars_taking(s: Any, pile: int) -> int:
    """Money lies there, or all four are empty and the refill reaches it (rule 3)."""
    if s.money[pile] > 0 or (all_piles_empty(s) and s.coins > PILE_MONEY * pile):
        return FINE
    return NO_MONEY


@rule
def bars_doing(s: Any, seat: int, doing: int, discount: int) -> int:
    """What forbids to do an action so."""
    if doing < DO_GIVE:
        return bars_marker(s, seat)
    if doing < DO_TAKE:
        return bars_giving(s, seat, doing - DO_GIVE)
    if doing < DO_RECRUIT:
        return bars_taking(s, doing - DO_TAKE)
    if doing < DO_BUILD:
        return bars_purchase(s, seat, doing - DO_RECRUIT, SUBJECT, discount)
    return bars_purchase(s, seat, doing - DO_BUILD, BUILDING, discount)


@rule
def list_doings(s: Any, seat: int, kinds: int, discount: int, first: int, out: Array, n: int) -> int:
    """Add every way to do one of these actions (as bits); returns how many decisions there are now."""
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        for doing in range(FIRST_DOING[kind], FIRST_DOING[kind + 1]):
            if bars_doing(s, seat, doing, discount) == FINE:
                out[n] = first + doing
                n += 1
    return n


@rule
def kind_of(doing: int) -> int:
    """Which of the five actions it is."""
    if doing < DO_GIVE:
        return SETTLE
    if doing < DO_TAKE:
        return GIVE
    if doing < DO_RECRUIT:
        return MONEY
    return RECRUIT if doing < DO_BUILD else BUILD


@rule
def settle(s: Any, seat: int, events: Array) -> None:
    """A marker goes back to the supply."""
    s.burden[seat] -= 1
    s.markers += 1
    emit(events, SETTLED, seat, s.burden[seat], 0, 0, 0)


@rule
def give_marker(s: Any, seat: int, rival: int, events: Array) -> None:
    """One of one's own markers goes to a rival."""
    s.burden[seat] -= 1
    s.burden[rival] += 1
    emit(events, GAVE, seat, rival, 0, 0, 0)


@rule
def refill(s: Any, events: Array) -> None:
    """Two coins to each pile, in pile order, while the supply lasts (rule 3)."""
    for pile in range(PILES):
        coins = min(PILE_MONEY, int(s.coins))
        s.money[pile] += coins
        s.last_paid[pile] = coins if coins else NOTHING
        s.coins -= coins
    emit(events, REFILLED, NOTHING, s.coins, 0, 0, 0)


@rule
def take_money(s: Any, seat: int, pile: int, events: Array) -> None:
    """All the money of a pile."""
    if all_piles_empty(s):
        refill(s, events)
    emit(events, TOOK, seat, pile, s.money[pile], 0, 0)
    s.purse[seat] += s.money[pile]
    s.money[pile] = 0
    s.last_paid[pile] = NOTHING


@rule
def copies(s: Any, seat: int, kind: int, trade: int) -> int:
    """How many of a card a player has."""
    n = 0
    for i in range(s.length[seat, kind]):
        if s.row[seat, kind, i] == trade:
            n += 1
    return n


@rule
def add_to_row(s: Any, seat: int, card: int) -> None:
    """The newest card of its row."""
    kind = card // TRADES
    s.row[seat, kind, s.length[seat, kind]] = card % TRADES
    s.length[seat, kind] += 1


@rule
def remove_from_row(s: Any, seat: int, card: int) -> None:
    """The newest copy leaves; the others keep their order (rule 13)."""
    kind = card // TRADES
    last = int(s.length[seat, kind]) - 1
    place = last
    while s.row[seat, kind, place] != card % TRADES:
        place -= 1
    for i in range(place, last):
        s.row[seat, kind, i] = s.row[seat, kind, i + 1]
    s.row[seat, kind, last] = NOTHING
    s.length[seat, kind] = last


@rule
def buy(s: Any, seat: int, pile: int, place: int, discount: int, events: Array) -> None:
    """Pay the price at the pile and add the card to one's row."""
    card = int(s.pile[pile, place])
    cost = price(card, discount)
    s.purse[seat] -= cost
    s.money[pile] += cost
    s.last_paid[pile] = cost
    last = int(s.height[pile]) - 1
    for i in range(place, last):
        s.pile[pile, i] = s.pile[pile, i + 1]
    s.pile[pile, last] = NOTHING
    s.height[pile] = last
    add_to_row(s, seat, card)
    emit(events, BOUGHT, seat, card, pile, cost, last)


@rule
def do_action(s: Any, seat: int, doing: int, discount: int, events: Array) -> None:
    """Carry out one action."""
    if doing < DO_GIVE:
        settle(s, seat, events)
    elif doing < DO_TAKE:
        give_marker(s, seat, doing - DO_GIVE, events)
    elif doing < DO_RECRUIT:
        take_money(s, seat, doing - DO_TAKE, events)
    else:
        pile = doing - (DO_RECRUIT if doing < DO_BUILD else DO_BUILD)
        buy(s, seat, pile, int(s.height[pile]) - 1, discount, events)
