"""The abilities of the active subject, one a cycle (rules 12 and 13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.core.events import emit
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
from palatine.games.rivalkings.rules.choosing import active_subject, is_rival
from palatine.games.rivalkings.rules.components import DUE_STOLEN, NOBODY, NOTHING, PILES, PLAYERS
from palatine.games.rivalkings.rules.conditions import (
    ABILITY_USED,
    BRINGS_NOTHING,
    EXCHANGE_WITH_RIVAL,
    FINE,
    NO_BUILD_DUE,
    NO_SUBJECT,
    NO_TOP_CARD,
    NOT_ACTIVE,
    NOT_IN_PILE,
    NOT_IN_ROW,
    NOT_IN_ROWS,
    NOT_REPEATED,
    NOT_STOLEN,
    PERFECT_PAIR,
    RIVAL_HAS_NONE,
)
from palatine.games.rivalkings.rules.decisions import (
    DO_BUILD,
    DO_GIVE,
    DO_RECRUIT,
    DO_TAKE,
    USE,
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
    USER,
)
from palatine.games.rivalkings.rules.events import EXCHANGED, GAINED, TRADED, USED
from palatine.games.rivalkings.rules.market import (
    add_to_row,
    bars_doing,
    bars_price,
    buy,
    copies,
    do_action,
    kind_of,
    list_doings,
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
def bars_own_card(s: Any, seat: int, card: int, missing: int) -> int:
    """Who gives a card away has it."""
    return FINE if copies(s, seat, card // TRADES, card % TRADES) > 0 else missing


@rule
def bars_rival(s: Any, seat: int, rival: int) -> int:
    """Cards are exchanged with somebody else at the table."""
    return FINE if is_rival(s, seat, rival) else EXCHANGE_WITH_RIVAL


@rule
def bars_their_card(s: Any, rival: int, card: int) -> int:
    """The rival has it, outside perfect pairs: of a kind, as many copies are safe as there are pairs."""
    kind, trade = card // TRADES, card % TRADES
    theirs = copies(s, rival, kind, trade)
    if theirs == 0:
        return RIVAL_HAS_NONE
    return FINE if theirs > copies(s, rival, 1 - kind, trade) else PERFECT_PAIR


@rule
def bars_top_card(s: Any, pile: int) -> int:
    """There is a card to exchange for."""
    return FINE if s.height[pile] > 0 else NO_TOP_CARD


@rule
def bars_coins(s: Any, coins: int) -> int:
    """Something is paid, and the supply has it."""
    return FINE if coins > 0 and s.coins > 0 else BRINGS_NOTHING


@rule
def bars_ability(s: Any, seat: int) -> int:
    """There is a subject, and none was used in this cycle (rule 12)."""
    if s.spent[seat]:
        return ABILITY_USED
    return FINE if s.length[seat, SUBJECT] > 0 else NO_SUBJECT


@rule
def actions_due(s: Any) -> int:
    """The actions of which one may be done now, as bits."""
    return int(s.due_what) if s.due >= DUE_STOLEN else 0


@rule
def repeatable(s: Any) -> int:
    """The one action of a conflict of equals, as a bit; nothing before it is done."""
    return 1 << int(s.chosen) if s.chosen != NOTHING else 0


@rule
def coins_for(s: Any, seat: int, subject: int) -> int:
    """What Jailer and Scholar count: markers, buildings."""
    return int(s.burden[seat] if subject == JAILER else s.length[seat, BUILDING])


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
            if card // TRADES == kind and bars_price(s, seat, card, 0) == FINE:
                found |= 1 << card % TRADES
        while found:
            out[n] = first + pile * TRADES + lowest_bit(found)
            found &= found - 1
            n += 1
    return n


@rule
def bars_pick(s: Any, seat: int, pile: int, card: int) -> int:
    for i in range(s.height[pile]):
        if s.pile[pile, i] == card:
            return bars_price(s, seat, card, 0)
    return NOT_IN_PILE


@rule
def list_exchanges(s: Any, seat: int, kind: int, first: int, out: Array, n: int) -> int:
    """Court Lady and Bishop: an own card of the type for one of a rival's outside his perfect pairs."""
    free = np.zeros(PLAYERS, np.int64)  # what may be taken of each rival, as bits
    for rival in range(s.players):
        if bars_rival(s, seat, rival) == FINE:
            theirs = trades_in_row(s, rival, kind)
            while theirs:
                trade = lowest_bit(theirs)
                theirs &= theirs - 1
                if bars_their_card(s, rival, kind * TRADES + trade) == FINE:
                    free[rival] |= 1 << trade
    own = trades_in_row(s, seat, kind)
    while own:
        mine = lowest_bit(own)
        own &= own - 1
        for rival in range(s.players):
            theirs = int(free[rival])
            while theirs:
                out[n] = first + (mine * PLAYERS + rival) * TRADES + lowest_bit(theirs)
                theirs &= theirs - 1
                n += 1
    return n


@rule
def bars_exchange(s: Any, seat: int, mine: int, rival: int, theirs: int) -> int:
    obstacle = bars_own_card(s, seat, mine, NOT_IN_ROW)
    if obstacle == FINE:
        obstacle = bars_rival(s, seat, rival)
    return obstacle if obstacle != FINE else bars_their_card(s, rival, theirs)


@rule
def list_troubadour(s: Any, seat: int, out: Array, n: int) -> int:
    """An own card, subject or building, for the top card of a pile."""
    for kind in range(2):
        own = trades_in_row(s, seat, kind)
        while own:
            card = kind * TRADES + lowest_bit(own)
            own &= own - 1
            for pile in range(PILES):
                if bars_top_card(s, pile) == FINE:
                    out[n] = USE_TROUBADOUR + card * PILES + pile
                    n += 1
    return n


@rule
def list_abilities(s: Any, seat: int, out: Array, n: int) -> int:
    """Add every way to use the active subject now; returns how many decisions there are then."""
    if bars_ability(s, seat) != FINE:
        return n
    subject = active_subject(s, seat)
    if subject == JAILER or subject == SCHOLAR:
        out[n] = USE_JAILER if subject == JAILER else USE_SCHOLAR
        return n + 1 if bars_coins(s, coins_for(s, seat, subject)) == FINE else n
    if subject == HERBALIST:
        return list_doings(s, seat, 1 << GIVE, 0, USE_HERBALIST - DO_GIVE, out, n)
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
    if subject == SAILOR:
        return list_doings(s, seat, repeatable(s), 0, USE_SAILOR, out, n)
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
def bars_use(s: Any, seat: int, action: int) -> int:
    """What forbids to use a subject so: it is the active one, unused, and can do what is asked of it."""
    obstacle = bars_ability(s, seat)
    if obstacle != FINE:
        return obstacle
    subject = int(USER[action - USE])
    if subject != active_subject(s, seat):
        return NOT_ACTIVE
    if subject == JAILER or subject == SCHOLAR:
        return bars_coins(s, coins_for(s, seat, subject))
    if action < USE_VINTNER:
        return bars_helping(s, seat, subject, doing_of(action))
    if action < USE_COURT_LADY:
        pile, card = picked(action)
        return bars_pick(s, seat, pile, card)
    if action < USE_TROUBADOUR:
        mine, rival, theirs = exchanged(action)
        return bars_exchange(s, seat, mine, rival, theirs)
    card, pile = (action - USE_TROUBADOUR) // PILES, (action - USE_TROUBADOUR) % PILES
    obstacle = bars_own_card(s, seat, card, NOT_IN_ROWS)
    return obstacle if obstacle != FINE else bars_top_card(s, pile)


@rule
def bars_helping(s: Any, seat: int, subject: int, doing: int) -> int:
    """What forbids a subject to do an action."""
    kind = kind_of(doing)
    if subject == BLACKSMITH and not actions_due(s) >> BUILD & 1:
        return NO_BUILD_DUE
    if subject == FARMER and not stolen_from(s, seat) >> kind & 1:
        return NOT_STOLEN
    if subject == SAILOR and not repeatable(s) >> kind & 1:
        return NOT_REPEATED
    return bars_doing(s, seat, doing, int(subject == BLACKSMITH))


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
def exchange(s: Any, seat: int, mine: int, rival: int, theirs: int, events: Array) -> None:
    """Cards of two rows change owners; both come to the end of their new rows."""
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
    if action < USE_HERBALIST:
        take_coins(s, seat, coins_for(s, seat, active_subject(s, seat)), events)
    elif action < USE_VINTNER:
        do_action(s, seat, doing_of(action), int(USE_BLACKSMITH <= action < USE_FARMER), events)
    elif action < USE_COURT_LADY:
        pile, card = picked(action)
        pick_card(s, seat, pile, card, events)
    elif action < USE_TROUBADOUR:
        mine, rival, theirs = exchanged(action)
        exchange(s, seat, mine, rival, theirs, events)
    else:
        what = action - USE_TROUBADOUR
        trade_with_pile(s, seat, what // PILES, what % PILES, events)


@rule
def doing_of(action: int) -> int:
    """The action that an ability carries out, as a doing."""
    if action < USE_MARKET_WOMAN:
        return action - USE_HERBALIST + DO_GIVE
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


@rule
def picked(action: int) -> tuple[int, int]:
    """Pile and card of a Vintner's or Miner's choice."""
    kind = SUBJECT if action < USE_MINER else BUILDING
    what = action - (USE_VINTNER if action < USE_MINER else USE_MINER)
    return what // TRADES, kind * TRADES + what % TRADES


@rule
def exchanged(action: int) -> tuple[int, int, int]:
    """The own card, the rival and his card of a Court Lady's or Bishop's choice."""
    kind = BUILDING if action < USE_BISHOP else SUBJECT
    what = action - (USE_COURT_LADY if action < USE_BISHOP else USE_BISHOP)
    mine, theirs = kind * TRADES + what // (PLAYERS * TRADES), kind * TRADES + what % TRADES
    return mine, what // TRADES % PLAYERS, theirs
