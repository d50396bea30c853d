"""The end of the game and the score with the best pairing."""

from __future__ import annotations

from typing import Any

from palatine.core.compiled import Array, rule
from palatine.core.events import emit
from palatine.games.rivalkings.cards import BUILDING, SUBJECT, TRADES
from palatine.games.rivalkings.components import NOBODY, OVER, PRICE
from palatine.games.rivalkings.events import ENDED, SCORED, WON
from palatine.games.rivalkings.market import copies

COLOURS = 4
TRADES_OF_COLOUR = TRADES // COLOURS
HIGHEST = 4  # price
COINS_A_POINT = 3
MARKER_POINTS = 2


@rule
def perfect_pairs(s: Any, seat: int) -> int:
    """The full value of both cards for each subject with its own building (rule 15)."""
    points = 0
    for trade in range(TRADES):
        pairs = min(copies(s, seat, SUBJECT, trade), copies(s, seat, BUILDING, trade))
        points += pairs * int(PRICE[SUBJECT, trade] + PRICE[BUILDING, trade])
    return points


@rule
def left_over(s: Any, seat: int, kind: int, trade: int) -> int:
    """Copies of a card outside perfect pairs."""
    here = copies(s, seat, kind, trade)
    return max(0, here - copies(s, seat, 1 - kind, trade))


@rule
def left_over_of_value(s: Any, seat: int, colour: int, kind: int, value: int) -> int:
    """Cards of a colour, type and value outside perfect pairs; value 0 means any."""
    n = 0
    for trade in range(colour * TRADES_OF_COLOUR, (colour + 1) * TRADES_OF_COLOUR):
        if value == 0 or PRICE[kind, trade] == value:
            n += left_over(s, seat, kind, trade)
    return n


@rule
def colour_pairs(s: Any, seat: int) -> tuple[int, int]:
    """Points of the colour pairs, and how many cards stay single, so that the score is highest (rule 15).

    A pair counts its higher card, and any cards of a colour can be the higher ones of its pairs, as many
    as there are of the rarer type: each finds a partner of the other type among the rest.  So the dearest
    cards make the pairs, as long as a pair is worth more than two single cards.
    """
    points, singles = 0, 0
    for colour in range(COLOURS):
        subjects = left_over_of_value(s, seat, colour, SUBJECT, 0)
        buildings = left_over_of_value(s, seat, colour, BUILDING, 0)
        room = min(subjects, buildings)
        singles += subjects + buildings
        for value in range(HIGHEST, 2, -1):
            cards = left_over_of_value(s, seat, colour, SUBJECT, value)
            cards += left_over_of_value(s, seat, colour, BUILDING, value)
            pairs = min(room, cards)
            points += pairs * value
            singles -= 2 * pairs
            room -= pairs
    return points, singles


@rule
def final_score(s: Any, seat: int) -> int:
    """Pairs, single cards, a point for every three coins, two less for each marker (rule 15)."""
    colours, singles = colour_pairs(s, seat)
    coins = int(s.purse[seat]) // COINS_A_POINT
    return perfect_pairs(s, seat) + colours + singles + coins - MARKER_POINTS * int(s.burden[seat])


@rule
def end_game(s: Any, pile: int, events: Array) -> None:
    """A pile is empty: announce the scores in their parts and who has won."""
    s.phase, s.turn = OVER, NOBODY
    if events.shape[0] == 0:
        return
    emit(events, ENDED, NOBODY, pile, 0, 0, 0)
    for p in range(s.players):
        colours, singles = colour_pairs(s, p)
        coins = int(s.purse[p]) // COINS_A_POINT
        emit(events, SCORED, p, perfect_pairs(s, p), colours, singles, coins)
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
