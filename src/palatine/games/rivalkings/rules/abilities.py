"""The abilities of the active subject, one a cycle (rules 12 and 13)."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rivalkings.rules.decisions import (
    DO_BUILD,
    DO_RECRUIT,
    DO_TAKE,
    USE_BISHOP,
    USE_BLACKSMITH,
    USE_CARPENTER,
    USE_COURT_LADY,
    USE_FARMER,
    USE_HERBALIST,
    USE_INNKEEPER,
    USE_JAILER,
    USE_MARKET_WOMAN,
    USE_MINER,
    USE_SAILOR,
    USE_SCHOLAR,
    USE_TROUBADOUR,
    USE_VINTNER,
)
from palatine.games.rivalkings.rules.cards import (
    ACTION_KINDS,
    BISHOP,
    BLACKSMITH,
    BUILD,
    BUILDING,
    CARPENTER,
    COURT_LADY,
    FARMER,
    GIVE,
    HERBALIST,
    INNKEEPER,
    JAILER,
    MARKET_WOMAN,
    MINER,
    MONEY,
    RECRUIT,
    SAILOR,
    SCHOLAR,
    SUBJECT,
    TRADES,
    TROUBADOUR,
    VINTNER,
)
from palatine.games.rivalkings.rules.choosing import active_subject
from palatine.games.rivalkings.rules.components import NOBODY, NOTHING, PILES, PLAYERS
from palatine.games.rivalkings.rules.events import EXCHANGED, GAINED, TRADED, USED
from palatine.games.rivalkings.rules.market import (
    add_to_row,
    buy,
    copies,
    do_action,
    give_marker,
    list_doings,
    price,
    remove_from_row,
    top_of,
)


@rule
def trades_in_row(s: Any, seat: int, kind: int) -> int:
    """The trades of a row, as bits."""
    trades = 0
    for i in range(s.length[seat, kind]):
        trades |= 1 << int(s.row[seat, kind, i])
    return trades


@rule
def may_be_taken(s: Any, seat: int, kind: int, trade: int) -> bool:
    """A card outside the player's perfect pairs: of a kind, as many copies are safe as there are pairs."""
    return copies(s, seat, kind, trade) > copies(s, seat, 1 - kind, trade)


@rule
def actions_due(s: Any) -> int:
    """The actions of which one may be done now, as bits."""
    return int(s.due_what) if s.due >= 2 else 0


@rule
def stolen_from(s: Any, seat: int) -> int:
    """The actions of the seat's character that were stolen in this cycle, as bits."""
    actions = 0
    for action in range(ACTION_KINDS):
        if s.covered[seat, action] != NOBODY:
            actions |= 1 << action
    return actions


@rule
def list_picks(s: Any, seat: int, kind: int, first: int, out: Array, n: int) -> int:
    """Vintner and Miner: any card of the type in one pile that can be paid."""
    for pile in range(PILES):
        found = 0
        for i in range(s.height[pile]):
            card = int(s.pile[pile, i])
            if card // TRADES == kind and s.purse[seat] >= price(card, 0):
                found |= 1 << card % TRADES
        for trade in range(TRADES):
            if found >> trade & 1:
                out[n] = first + pile * TRADES + trade
                n += 1
    return n


@rule
def list_exchanges(s: Any, seat: int, kind: int, first: int, out: Array, n: int) -> int:
    """Court Lady and Bishop: an own card of the type for one of a rival's outside his perfect pairs."""
    own = trades_in_row(s, seat, kind)
    for mine in range(TRADES):
        if not own >> mine & 1:
            continue
        for rival in range(s.players):
            if rival == seat:
                continue
            theirs = trades_in_row(s, rival, kind)
            for trade in range(TRADES):
                if theirs >> trade & 1 and may_be_taken(s, rival, kind, trade):
                    out[n] = first + (mine * PLAYERS + rival) * TRADES + trade
                    n += 1
    return n


@rule
def list_troubadour(s: Any, seat: int, out: Array, n: int) -> int:
    """An own card, subject or building, for the top card of a pile."""
    for kind in range(2):
        own = trades_in_row(s, seat, kind)
        for trade in range(TRADES):
            if own >> trade & 1:
                for pile in range(PILES):
                    if s.height[pile] > 0:
                        out[n] = USE_TROUBADOUR + (kind * TRADES + trade) * PILES + pile
                        n += 1
    return n


@rule
def list_abilities(s: Any, seat: int, out: Array, n: int) -> int:
    """Add every way to use the active subject now; returns how many decisions there are then."""
    if s.spent[seat]:
        return n
    subject = active_subject(s, seat)
    if subject == JAILER and s.burden[seat] > 0 and s.coins > 0:
        out[n] = USE_JAILER
        return n + 1
    if subject == SCHOLAR and s.length[seat, BUILDING] > 0 and s.coins > 0:
        out[n] = USE_SCHOLAR
        return n + 1
    if subject == HERBALIST:
        return list_doings(s, seat, 1 << GIVE, 0, USE_HERBALIST - 1, out, n)
    if subject == MARKET_WOMAN:
        return list_doings(s, seat, 1 << MONEY, 0, USE_MARKET_WOMAN - DO_TAKE, out, n)
    if subject == INNKEEPER:
        return list_doings(s, seat, 1 << RECRUIT, 0, USE_INNKEEPER - DO_RECRUIT, out, n)
    if subject == CARPENTER:
        return list_doings(s, seat, 1 << BUILD, 0, USE_CARPENTER - DO_BUILD, out, n)
    if subject == BLACKSMITH:
        return list_doings(s, seat, actions_due(s) & 1 << BUILD, 1, USE_BLACKSMITH - DO_BUILD, out, n)
    if subject == FARMER:
        return list_doings(s, seat, stolen_from(s, seat), 0, USE_FARMER, out, n)
    if subject == SAILOR and s.chosen != NOTHING:
        return list_doings(s, seat, 1 << int(s.chosen), 0, USE_SAILOR, out, n)
    if subject == VINTNER:
        return list_picks(s, seat, SUBJECT, USE_VINTNER, out, n)
    if subject == MINER:
        return list_picks(s, seat, BUILDING, USE_MINER, out, n)
    if subject == COURT_LADY:
        return list_exchanges(s, seat, BUILDING, USE_COURT_LADY, out, n)
    if subject == BISHOP:
        return list_exchanges(s, seat, SUBJECT, USE_BISHOP, out, n)
    if subject == TROUBADOUR:
        return list_troubadour(s, seat, out, n)
    return n


@rule
def take_coins(s: Any, seat: int, coins: int, events: Array) -> None:
    """Coins from the supply, as long as there are any."""
    taken = min(coins, int(s.coins))
    s.coins -= taken
    s.purse[seat] += taken
    emit(events, GAINED, seat, taken, 0, 0, 0)


@rule
def pick_card(s: Any, seat: int, pile: int, card: int, events: Array) -> None:
    """The topmost copy of a card out of a pile; the order of the others stays."""
    place = int(s.height[pile]) - 1
    while s.pile[pile, place] != card:
        place -= 1
    buy(s, seat, pile, place, 0, events)


@rule
def exchange(s: Any, seat: int, kind: int, what: int, events: Array) -> None:
    """Cards of two rows change owners; both come to the end of their new rows."""
    mine = kind * TRADES + what // (PLAYERS * TRADES)
    rival = what // TRADES % PLAYERS
    theirs = kind * TRADES + what % TRADES
    remove_from_row(s, seat, mine)
    remove_from_row(s, rival, theirs)
    add_to_row(s, seat, theirs)
    add_to_row(s, rival, mine)
    emit(events, EXCHANGED, seat, mine, rival, theirs, 0)


@rule
def trade_with_pile(s: Any, seat: int, card: int, pile: int, events: Array) -> None:
    """The own card lies where the top card of the pile lay."""
    top = top_of(s, pile)
    remove_from_row(s, seat, card)
    s.pile[pile, s.height[pile] - 1] = card
    add_to_row(s, seat, top)
    emit(events, TRADED, seat, card, pile, top, 0)


@rule
def use_ability(s: Any, seat: int, action: int, events: Array) -> None:
    """Use the active subject; the Blacksmith is used with the action that is due (see `acting`)."""
    s.spent[seat] = 1
    emit(events, USED, seat, active_subject(s, seat), 0, 0, 0)
    if action == USE_JAILER:
        take_coins(s, seat, int(s.burden[seat]), events)
    elif action == USE_SCHOLAR:
        take_coins(s, seat, int(s.length[seat, BUILDING]), events)
    elif action < USE_MARKET_WOMAN:
        give_marker(s, seat, action - USE_HERBALIST, events)
    elif action < USE_VINTNER:
        do_action(s, seat, doing_of(action), int(USE_BLACKSMITH <= action < USE_FARMER), events)
    elif action < USE_COURT_LADY:
        kind = SUBJECT if action < USE_MINER else BUILDING
        what = action - (USE_VINTNER if action < USE_MINER else USE_MINER)
        pick_card(s, seat, what // TRADES, kind * TRADES + what % TRADES, events)
    elif action < USE_TROUBADOUR:
        kind = BUILDING if action < USE_BISHOP else SUBJECT
        exchange(s, seat, kind, action - (USE_COURT_LADY if action < USE_BISHOP else USE_BISHOP), events)
    else:
        what = action - USE_TROUBADOUR
        trade_with_pile(s, seat, what // PILES, what % PILES, events)


@rule
def doing_of(action: int) -> int:
    """The action that an ability carries out, as a doing."""
    if action < USE_INNKEEPER:
        return action - USE_MARKET_WOMAN + DO_TAKE
    if action < USE_CARPENTER:
        return action - USE_INNKEEPER + DO_RECRUIT
    if action < USE_BLACKSMITH:
        return action - USE_CARPENTER + DO_BUILD
    if action < USE_FARMER:
        return action - USE_BLACKSMITH + DO_BUILD
    if action < USE_SAILOR:
        return action - USE_FARMER
    return action - USE_SAILOR
