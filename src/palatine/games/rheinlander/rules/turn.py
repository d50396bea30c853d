"""Setting up, and the turn: play a card and place a knight; a bastion if wanted; draw; is it the end?"""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.core.rng import below, shuffle
from palatine.games.rheinlander.rules.cards import all_know_stuck, deal, draw, play_card
from palatine.games.rheinlander.rules.components import (
    ASK_BASTION,
    BASTION,
    BASTIONS,
    CARDS,
    CASTLE,
    CHURCH,
    DECK,
    FREE,
    GROUPS,
    HAND,
    KNIGHTS,
    LAND,
    LANDMARKS,
    NO_END,
    NOBODY,
    PLAY,
    PLAYERS,
    REINFORCE,
    SITES,
    SPACES,
    WORD,
)
from palatine.games.rheinlander.rules.decisions import BUILD, CONVERT, DISCARD, DONE, REINFORCEMENT, STATION
from palatine.games.rheinlander.rules.duchies import settle_conversion, settle_placement
from palatine.games.rheinlander.rules.events import (
    BASTION_BUILT,
    BY_NUMBER,
    CARD,
    CONVERTED,
    FOR_CONVERSION,
    FOR_REINFORCEMENT,
    KNIGHT,
    THROWN_AWAY,
)
from palatine.games.rheinlander.rules.scoring import end_game, reason_to_end

SUPPLY = np.array([KNIGHTS.get(players, 0) for players in range(PLAYERS + 1)])
TOKENS = np.array(LANDMARKS)


@rule
def clear(s: Any) -> None:
    """An empty board and empty hands."""
    for space in range(SPACES):
        s.occupant[space] = FREE
        s.group[space] = -1
    for group in range(GROUPS):
        s.owner[group] = NOBODY
        s.sites[group] = 0
        for p in range(PLAYERS):
            s.count[group, p] = 0
    for site in range(SITES):
        s.landmark[site] = -1
        s.holder[site] = NOBODY
    for p in range(PLAYERS):
        s.knights[p], s.bastions[p], s.coins[p], s.bishops[p], s.held[p] = 0, 0, 0, 0, 0
        s.near[p, 0], s.near[p, 1] = 0, 0
        s.hand[p] = 0
        for i in range(HAND):
            s.may[p, i] = 0
    for i in range(DECK):
        s.pile[i] = NOBODY
    for i in range(CARDS):
        s.discard[i] = NOBODY
    s.decisions, s.stuck, s.groups, s.left, s.discarded = 0, 0, 0, 0, 0
    s.castles, s.churches, s.phase, s.reason, s.archbishop = 0, 0, PLAY, NO_END, NOBODY


@rule
def place_landmarks(t: Any, s: Any) -> None:
    """Landmarks are shuffled onto the sites (rule 3)."""
    tokens = TOKENS.copy()
    shuffle(s, tokens, SITES)
    for site in range(t.sites):
        s.landmark[site] = tokens[site]
        if tokens[site] == CASTLE:
            s.castles |= 1 << site
        if tokens[site] == CHURCH:
            s.churches |= 1 << site


@rule
def prepare(t: Any, s: Any) -> None:
    """Everything before the first turn; the options and the generator are in the state already."""
    clear(s)
    s.free[0], s.free[1] = t.land[0], t.land[1]
    for p in range(s.players):
        s.knights[p] = SUPPLY[s.players]
        s.bastions[p] = BASTIONS
    s.turn = below(s, s.players)
    place_landmarks(t, s)
    deal(t, s)


@rule
def occupy(s: Any, space: int, who: int) -> None:
    s.occupant[space] = who
    if space < LAND:
        s.free[space // WORD] &= ~(1 << space % WORD)


@rule
def place_knight(t: Any, s: Any, seat: int, space: int, events: Array) -> None:
    """One of the player's knights comes onto the board, and everything that follows from it."""
    occupy(s, space, seat)
    s.near[seat, 0] |= t.beside[space, 0]
    s.near[seat, 1] |= t.beside[space, 1]
    s.knights[seat] -= 1
    emit(events, KNIGHT, seat, space, 0, 0, 0)
    settle_placement(t, s, seat, space, events)


@rule
def convert_knight(t: Any, s: Any, seat: int, space: int, events: Array) -> None:
    """An opponent's knight goes home and one of the player's takes its place (rule 8)."""
    other = int(s.occupant[space])
    s.occupant[space] = seat
    s.knights[seat] -= 1
    s.knights[other] += 1
    group = int(s.group[space])
    s.count[group, seat] += 1
    s.count[group, other] -= 1
    look_around(t, s, seat)
    look_around(t, s, other)
    emit(events, CONVERTED, seat, space, other, 0, 0)
    settle_conversion(s, space, events)


@rule
def look_around(t: Any, s: Any, seat: int) -> None:
    """Find the land next to a player's knights anew."""
    s.near[seat, 0], s.near[seat, 1] = 0, 0
    for space in range(SPACES):
        if s.occupant[space] == seat:
            s.near[seat, 0] |= t.beside[space, 0]
            s.near[seat, 1] |= t.beside[space, 1]


@rule
def build_bastion(s: Any, seat: int, space: int, events: Array) -> None:
    """A bastion on any free land space; it stays there and belongs to nobody (rule 10)."""
    occupy(s, space, BASTION)
    s.bastions[seat] -= 1
    emit(events, BASTION_BUILT, seat, space, 0, 0, 0)


@rule
def end_turn(t: Any, s: Any, seat: int, events: Array) -> None:
    """Draw, then see whether the game is over (rule 5)."""
    draw(t, s, seat, events)
    reason = reason_to_end(s)
    if reason != NO_END:
        end_game(s, reason, events)
    else:
        s.phase = PLAY
        s.turn = seat + 1 if seat + 1 < s.players else 0


@rule
def play(s: Any, seat: int, action: int, events: Array) -> None:
    """A card is played, for what the decision says."""
    if action < CONVERT:
        card, use = action // 3, BY_NUMBER
    elif action < REINFORCEMENT:
        card, use = (action - CONVERT) // 3, FOR_CONVERSION
    elif action < DISCARD:
        card, use = action - REINFORCEMENT, FOR_REINFORCEMENT
    else:
        card, use = action - DISCARD, THROWN_AWAY
    play_card(s, seat, card)
    emit(events, CARD, seat, card, use, 0, 0)


@rule
def take_decision(t: Any, s: Any, seat: int, action: int, events: Array) -> None:
    """Do what was decided, in the order of the turn (rule 5); it must be legal."""
    s.decisions += 1
    if action < STATION:
        play(s, seat, action, events)
    if CONVERT <= action < REINFORCEMENT:
        convert_knight(t, s, seat, int(t.area[(action - CONVERT) // 3, action % 3]), events)
    elif REINFORCEMENT <= action < DISCARD:
        s.phase = REINFORCE
        return
    elif DISCARD <= action < STATION:
        all_know_stuck(t, s, seat)
        s.stuck += 1
    elif action < BUILD:
        space = int(t.area[action // 3, action % 3]) if action < CONVERT else action - STATION
        place_knight(t, s, seat, space, events)
    elif action < DONE:
        build_bastion(s, seat, action - BUILD, events)
    if action < REINFORCEMENT or STATION <= action < BUILD:
        s.stuck = 0
        if s.bastions[seat] > 0:
            s.phase = ASK_BASTION
            return
    end_turn(t, s, seat, events)
