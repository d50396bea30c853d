"""The end of the game and the score with the best pairing."""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rivalkings.rules.cards import BUILDING, SUBJECT, TRADES
from palatine.games.rivalkings.rules.components import NOBODY, OVER, PRICE
from palatine.games.rivalkings.rules.events import ENDED, SCORED, WON

COLOURS = 4
TRADES_OF_COLOUR = TRADES // COLOURS
HIGHEST = 4  # price
COINS_A_POINT = 3
MARKER_POINTS = 2


@rule
def held_by(s: Any, seat: int) -> Array:
    """How many of each subject and of each building a player has."""
    held = np.zeros((2, TRADES), np.int64)
    for kind in range(2):
        for i in range(s.length[seat, kind]):
            held[kind, s.row[seat, kind, i]] += 1
    return held


@rule
def perfect_pairs(held: Array) -> int:
    """The full value of both cards for each subject with its own building (rule 15)."""
    points = 0
    for trade in range(TRADES):
        pairs = min(held[SUBJECT, trade], held[BUILDING, trade])
        points += pairs * int(PRICE[SUBJECT, trade] + PRICE[BUILDING, trade])
    return points


@rule
def left_over(held: Array, kind: int, trade: int) -> int:
    """Copies of a card outside perfect pairs."""
    return max(0, int(held[kind, trade] - held[1 - kind, trade]))


@rule
def colour_pairs(held: Array) -> tuple[int, int]:
    """Points of the colour pairs, and how many cards stay single, so that the score is highest (rule 15).

    A pair counts its higher card, and any cards of a colour can be the higher ones of its pairs, as many
    as there are of the rarer type: each finds a partner of the other type among the rest.  So the dearest
    cards make the pairs, as long as a pair is worth more than two single cards.
    """
    points, singles = 0, 0
    for colour in range(COLOURS):
        subjects, buildings, threes, fours = 0, 0, 0, 0
        for trade in range(colour * TRADES_OF_COLOUR, (colour + 1) * TRADES_OF_COLOUR):
            for kind in range(2):
                cards = left_over(held, kind, trade)
                if kind == SUBJECT:
                    subjects += cards
                else:
                    buildings += cards
                threes += cards if PRICE[kind, trade] == 3 else 0
                fours += cards if PRICE[kind, trade] == HIGHEST else 0
        room = min(subjects, buildings)
        dear = min(room, fours)
        less = min(room - dear, threes)
        points += HIGHEST * dear + 3 * less
        singles += subjects + buildings - 2 * (dear + less)
    return points, singles


@rule
def score_parts(s: Any, seat: int) -> tuple[int, int, int, int, int]:
    """Pairs, single cards, a point for every three coins, two less for each marker (rule 15)."""
    held = held_by(s, seat)
    colours, singles = colour_pairs(held)
    coins = int(s.purse[seat]) // COINS_A_POINT
    return perfect_pairs(held), colours, singles, coins, -MARKER_POINTS * int(s.burden[seat])


@rule
def final_score(s: Any, seat: int) -> int:
    """What a seat has in the end, or would have if it were now (rule 15)."""
    pairs, colours, singles, coins, markers = score_parts(s, seat)
    return pairs + colours + singles + coins + markers


@rule
def end_game(s: Any, pile: int, events: Array) -> None:
    """A pile is empty: announce the scores in their parts and who has won."""
    s.phase, s.turn = OVER, NOBODY
    if events.shape[0] == 0:
        return
    emit(events, ENDED, NOBODY, pile, 0, 0, 0)
    for p in range(s.players):
        pairs, colours, singles, coins, _ = score_parts(s, p)
        emit(events, SCORED, p, pairs, colours, singles, coins)
    for p in range(s.players):
        if is_winner(s, p):
            emit(events, WON, p, final_score(s, p), 0, 0, 0)


@rule
def is_winner(s: Any, seat: int) -> bool:
    """Most points; of equals who has fewer markers; then the win is shared (rule 15)."""
    score = final_score(s, seat)
    for p in range(s.players):
        other = final_score(s, p)
        if other > score or (other == score and s.burden[p] < s.burden[seat]):
            return False
    return True
