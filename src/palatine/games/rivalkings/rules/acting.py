"""The turns of a cycle: thefts, own actions in printed order, the ability; and the course of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, lowest_bit, rule
from palatine.core.events import emit
from palatine.core.rng import shuffle
from palatine.games.rivalkings.rules.abilities import actions_due, bars_use, list_abilities, use_ability
from palatine.games.rivalkings.rules.cards import ACTION_KINDS, BUILD, COPIES, TRADES, WATCHMAN
from palatine.games.rivalkings.rules.choosing import (
    active_subject,
    all_have_chosen,
    bars_play,
    bars_swap,
    choose,
    clear_cycle,
    deal_characters,
    next_gardener,
    reveal,
    swap_characters,
)
from palatine.games.rivalkings.rules.components import (
    ACT,
    ACTIONS_OF,
    ASK_GARDENER,
    ASK_WATCHMAN,
    CHOOSE,
    COINS,
    DUE_CHOICE,
    DUE_NOTHING,
    DUE_OWN,
    DUE_STEAL,
    DUE_STOLEN,
    HIT_RANK,
    MARKERS,
    NEUTRAL,
    NOBODY,
    NOTHING,
    PILE,
    PILE_MONEY,
    PILES,
    PLAYERS,
    PURSE,
    ROW,
)
from palatine.games.rivalkings.rules.conditions import (
    ACTION_DUE,
    CHARACTER_DUE,
    COVERED,
    FINE,
    GARDENER_ASKED,
    NO_ACTION_DUE,
    NO_SUCH_ACTION,
    NO_THEFT_DUE,
    NOTHING_TO_SKIP,
    OTHER_DUE,
    OTHER_VICTIM,
    STOLEN,
    THEFT_DUE,
    TURN_FOR_ACTIONS,
    WATCHMAN_ASKED,
)
from palatine.games.rivalkings.rules.conflicts import is_hit, rank_of, resolve_equals, resolve_hits
from palatine.games.rivalkings.rules.decisions import (
    DO,
    END,
    GUARD,
    MOST_CHOICES,
    PASS,
    PLAY,
    SKIP,
    STEAL,
    SWAP,
    USE,
    USE_BLACKSMITH,
    USE_FARMER,
)
from palatine.games.rivalkings.rules.events import CYCLE, GUARDED, PASSED, SKIPPED, STOLE, TURN
from palatine.games.rivalkings.rules.market import bars_doing, do_action, kind_of, list_doings
from palatine.games.rivalkings.rules.scoring import end_game


@rule
def prepare(s: Any) -> None:
    """Four piles with money, a purse and a marker for each player, and the first deal."""
    cards = np.empty(COPIES * TRADES, np.int64)
    for kind in range(2):
        for i in range(COPIES * TRADES):
            cards[i] = kind * TRADES + i // COPIES
        shuffle(s, cards, COPIES * TRADES)
        for i in range(2 * PILE):
            s.pile[2 * (1 - kind) + i // PILE, i % PILE] = cards[i]
    for pile in range(PILES):
        s.height[pile], s.money[pile], s.last_paid[pile] = PILE, PILE_MONEY, PILE_MONEY
    for p in range(PLAYERS):
        here = p < s.players
        s.purse[p], s.burden[p], s.hand[p] = PURSE if here else 0, 1 if here else 0, 0
        for kind in range(2):
            s.length[p, kind] = 0
            for i in range(ROW):
                s.row[p, kind, i] = NOTHING
    for i in range(NEUTRAL):
        s.neutral[i] = NOTHING
    s.coins = COINS - PILES * PILE_MONEY - PURSE * s.players
    s.markers = MARKERS - s.players
    s.decisions, s.deals = 0, 0
    clear_cycle(s)
    deal_characters(s, np.zeros((0, 8), np.int32))


@rule
def next_watchman(s: Any) -> int:
    """The next Watchman that a higher rank hits, the highest card first (rule 9)."""
    first = NOBODY
    for p in range(s.players):
        if active_subject(s, p) == WATCHMAN and not s.asked >> p & 1 and is_hit(s, p):
            if first == NOBODY or s.character[p] < s.character[first]:
                first = p
    return first


@rule
def go_on(s: Any, events: Array) -> None:
    """From the reveal to the first turn: Gardeners, equals, Watchmen, the other markers (rules 6 to 9)."""
    if s.phase == ASK_GARDENER:
        s.turn = next_gardener(s)
        if s.turn != NOBODY:
            return
        resolve_equals(s, events)
        s.phase, s.asked = ASK_WATCHMAN, 0
    s.turn = next_watchman(s)
    if s.turn == NOBODY:
        resolve_hits(s, events)
        next_turn(s, events)


@rule
def guard(s: Any, seat: int, events: Array) -> None:
    """The Watchman turns every marker from a higher rank back in this cycle (rule 9)."""
    s.spent[seat] = 1
    s.guarded |= 1 << seat
    emit(events, GUARDED, seat, 0, 0, 0, 0)


@rule
def next_turn(s: Any, events: Array) -> None:
    """The highest rank that has not acted; of equals who has fewer markers, then the symbol (rule 10)."""
    seat = NOBODY
    for p in range(s.players):
        if s.acted >> p & 1:
            continue
        if seat == NOBODY or rank_of(s, p) < rank_of(s, seat):
            seat = p
        elif rank_of(s, p) == rank_of(s, seat) and (
            s.burden[p] < s.burden[seat]
            or (s.burden[p] == s.burden[seat] and s.character[p] < s.character[seat])
        ):
            seat = p
    if seat == NOBODY:
        end_cycle(s, events)
        return
    s.phase, s.turn = ACT, seat
    s.robbed, s.done, s.chosen = 0, 0, NOTHING
    emit(events, TURN, seat, s.character[seat], s.equals >> seat & 1, 0, 0)
    what_is_due(s, seat)


@rule
def next_victim(s: Any, seat: int) -> int:
    """Whom the seat robs next: victims in seat order, none from a conflict of equals (rule 11)."""
    if not s.equals >> seat & 1:
        for p in range(s.players):
            if not s.robbed >> p & 1 and rank_of(s, p) == HIT_RANK[rank_of(s, seat)]:
                return p
    return NOBODY


@rule
def open_actions(s: Any, seat: int) -> int:
    """The actions of a seat's character that no crest covers, as bits."""
    actions = int(ACTIONS_OF[s.character[seat]])
    for action in range(ACTION_KINDS):
        if s.covered[seat, action] != NOBODY:
            actions &= ~(1 << action)
    return actions


@rule
def what_is_due(s: Any, seat: int) -> None:
    """First the thefts, then the own open actions in printed order, or one of them among equals (rule 11)."""
    victim = next_victim(s, seat)
    rest = open_actions(s, seat) & ~int(s.done)
    if victim != NOBODY:
        s.due, s.due_what = DUE_STEAL, victim
    elif rest == 0:
        s.due, s.due_what = DUE_NOTHING, NOTHING
    elif s.equals >> seat & 1:
        s.due, s.due_what = DUE_CHOICE, rest
    else:
        s.due, s.due_what = DUE_OWN, 1 << lowest_bit(rest)


@rule
def steal(s: Any, seat: int, victim: int, action: int, events: Array) -> None:
    """A crest covers the action; doing it comes next."""
    s.covered[victim, action] = seat
    s.robbed |= 1 << victim
    s.due, s.due_what = DUE_STOLEN, 1 << action
    emit(events, STOLE, seat, victim, action, 0, 0)


@rule
def finish_due(s: Any, seat: int) -> None:
    """What was due is done or left."""
    if s.due == DUE_CHOICE:
        s.done = (1 << ACTION_KINDS) - 1
    elif s.due == DUE_OWN:
        s.done |= s.due_what
    what_is_due(s, seat)


@rule
def do_due(s: Any, seat: int, doing: int, discount: int, events: Array) -> None:
    """Do the action that is due; among equals it is the one that a Sailor may repeat."""
    if s.due == DUE_CHOICE:
        s.chosen = kind_of(doing)
    do_action(s, seat, doing, discount, events)
    finish_due(s, seat)


@rule
def end_cycle(s: Any, events: Array) -> None:
    """The game ends after the cycle in which a pile was emptied; after two cycles a new deal (rule 14)."""
    for pile in range(PILES):
        if s.height[pile] == 0:
            end_game(s, pile, events)
            return
    clear_cycle(s)
    if s.cycle == 1:
        s.cycle = 2
        emit(events, CYCLE, NOBODY, s.deals, 0, 0, 0)
    else:
        deal_characters(s, events)


@rule
def legal_actions(s: Any, seat: int, out: Array) -> int:
    """All that the seat may decide now, ascending."""
    n = 0
    if s.phase == CHOOSE:
        hand = 0 if s.ready >> seat & 1 else int(s.hand[seat])
        while hand:
            out[n] = PLAY + lowest_bit(hand)
            hand &= hand - 1
            n += 1
        return n
    if s.turn != seat:
        return 0
    if s.phase == ASK_GARDENER:
        for rival in range(s.players):
            if bars_swap(s, seat, rival) == FINE:
                out[n] = SWAP + rival
                n += 1
        out[n] = PASS
        return n + 1
    if s.phase == ASK_WATCHMAN:
        out[0], out[1] = PASS, GUARD
        return 2
    return legal_in_turn(s, seat, out)


@rule
def legal_in_turn(s: Any, seat: int, out: Array) -> int:
    """What is due, or leaving it; and the ability (rules 11 and 12)."""
    n = 0
    if s.due == DUE_STEAL:
        actions = open_actions(s, int(s.due_what))
        while actions:
            out[n] = STEAL + int(s.due_what) * ACTION_KINDS + lowest_bit(actions)
            actions &= actions - 1
            n += 1
    elif s.due == DUE_NOTHING:
        out[n] = END
        n += 1
    else:
        n = list_doings(s, seat, actions_due(s), 0, DO, out, n)
        out[n] = SKIP
        n += 1
    return list_abilities(s, seat, out, n)


@rule
def obstacle_to(s: Any, seat: int, action: int) -> int:
    """The condition that forbids a decision of a seat that has to decide, or FINE."""
    if s.phase == CHOOSE:
        return bars_play(s, seat, action - PLAY) if action < SWAP else CHARACTER_DUE
    if s.phase == ASK_GARDENER:
        if SWAP <= action < PASS:
            return bars_swap(s, seat, action - SWAP)
        return FINE if action == PASS else GARDENER_ASKED
    if s.phase == ASK_WATCHMAN:
        return FINE if PASS <= action <= GUARD else WATCHMAN_ASKED
    return obstacle_in_turn(s, seat, action)


@rule
def obstacle_in_turn(s: Any, seat: int, action: int) -> int:
    """The same, in one's turn."""
    if action >= USE:
        return bars_use(s, seat, action)
    if STEAL <= action < DO:
        return bars_theft(s, (action - STEAL) // ACTION_KINDS, (action - STEAL) % ACTION_KINDS)
    if s.due == DUE_STEAL:
        return THEFT_DUE
    if DO <= action < SKIP:
        obstacle = bars_action(s, seat, kind_of(action - DO))
        return obstacle if obstacle != FINE else bars_doing(s, seat, action - DO, 0)
    if action == SKIP:
        return NOTHING_TO_SKIP if s.due == DUE_NOTHING else FINE
    if action == END:
        return FINE if s.due == DUE_NOTHING else ACTION_DUE
    return TURN_FOR_ACTIONS


@rule
def bars_theft(s: Any, victim: int, action: int) -> int:
    """An open action is stolen of the one who is robbed now."""
    if s.due != DUE_STEAL:
        return NO_THEFT_DUE
    if victim != s.due_what:
        return OTHER_VICTIM
    if open_actions(s, victim) >> action & 1:
        return FINE
    return COVERED if ACTIONS_OF[s.character[victim]] >> action & 1 else NO_SUCH_ACTION


@rule
def bars_action(s: Any, seat: int, kind: int) -> int:
    """One of the actions that are due is done."""
    if s.due == DUE_NOTHING:
        return NO_ACTION_DUE
    if actions_due(s) >> kind & 1:
        return FINE
    return STOLEN if s.covered[seat, kind] != NOBODY else OTHER_DUE


@rule
def ability_left(s: Any, seat: int) -> bool:
    """Whether the active subject could still be used."""
    if s.spent[seat] or active_subject(s, seat) == NOTHING:
        return False
    return list_abilities(s, seat, np.empty(MOST_CHOICES, np.int32), 0) > 0


@rule
def act(s: Any, seat: int, action: int, events: Array) -> None:
    """A decision of one's own turn; a turn with nothing left to decide ends by itself."""
    ends = action == END
    if action < DO:
        steal(s, seat, (action - STEAL) // ACTION_KINDS, (action - STEAL) % ACTION_KINDS, events)
    elif action < SKIP:
        do_due(s, seat, action - DO, 0, events)
    elif action == SKIP:
        emit(events, SKIPPED, seat, s.due_what, 0, 0, 0)
        finish_due(s, seat)
    elif action >= USE:
        use_ability(s, seat, action, events)
        if USE_BLACKSMITH <= action < USE_FARMER:
            if s.due == DUE_CHOICE:
                s.chosen = BUILD
            finish_due(s, seat)
    if ends or (s.due == DUE_NOTHING and not ability_left(s, seat)):
        s.acted |= 1 << seat
        next_turn(s, events)


@rule
def take_decision(s: Any, seat: int, action: int, events: Array) -> None:
    """Do what was decided; it must be legal."""
    s.decisions += 1
    if s.phase == ACT:
        act(s, seat, action, events)
        return
    if s.phase == CHOOSE:
        choose(s, seat, action - PLAY, events)
        if not all_have_chosen(s):
            return
        reveal(s, events)
    else:
        s.asked |= 1 << seat
        if action == GUARD:
            guard(s, seat, events)
        elif action == PASS:
            emit(events, PASSED, seat, active_subject(s, seat), 0, 0, 0)
        else:
            swap_characters(s, seat, action - SWAP, events)
    go_on(s, events)
