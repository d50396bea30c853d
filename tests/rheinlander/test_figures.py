"""The eighteen figures of the rulebook, laid out on our board.

A figure's numbers are areas; where it shows a landmark, a site of ours next to that area holds it.
"""

from __future__ import annotations

import pytest

from palatine.games.rheinlander.presenting.positions import Duchy

from .table import RED, VIOLET, YELLOW, Table


@pytest.mark.parametrize("space", ["L23", "R23"])
def test_figure_1_a_card_places_a_knight_on_either_bank_of_its_area(space: str) -> None:
    """Card 23 goes face up to the discards and its knight to one of the two land spaces, not the river."""
    table = Table(landmarks={"S6": "city2"})
    table.turn(RED, [23])
    assert [move for move in table.legal if move.startswith("23>")] == ["23>L23", "23>R23"]
    table.play(f"23>{space}")
    assert table.position.discard == [23]
    assert table.on(space) == RED
    assert table.supply[RED] == 24


def test_figure_2_two_adjacent_knights_are_the_smallest_duchy() -> None:
    """A second knight next to the first one makes a duchy, and its player's duke comes to it."""
    table = Table()
    table.knight(RED, "L4")
    assert table.duchy("L4") is None
    table.turn(RED, [5])
    table.play("5>L5")
    assert table.duchy("L5") == Duchy(spaces=["L4", "L5"], sites=[], owner=RED, value=1)
    assert table.new_dukes == [RED]


def test_figure_3_a_second_knight_outnumbers_the_opponent() -> None:
    """One knight each, nobody rules; with card 6 red has two against one and places a duke."""
    table = Table(landmarks={"S15": "city4"})
    table.knight(RED, "R7")
    table.knight(YELLOW, "R8")
    assert table.owner("R7") is None
    table.turn(RED, [6])
    table.play("6>R6")
    assert table.owner("R6") == RED
    assert table.value("R6") == 5


def test_figure_4_equal_numbers_place_no_duke() -> None:
    """Card 14 brings red level with yellow, two against two, and the duchy stays without an owner."""
    table = Table(landmarks={"S4": "city3"})
    table.knight(YELLOW, "L13", "L15")
    table.knight(RED, "L16")
    assert table.owner("L15") is None
    table.turn(RED, [14])
    table.play("14>L14")
    assert table.size("L14") == 4
    assert table.owner("L14") is None
    assert table.new_dukes == []


def test_figure_5_any_card_reinforces_next_to_an_own_knight() -> None:
    """Card 14 places a knight on 22, beside a red knight and away from all others."""
    table = Table(landmarks={"S18": "city2"})
    table.knight(RED, "R23")
    table.knight(YELLOW, "R20")
    table.turn(RED, [14])
    table.play("14+", "R22")
    assert table.on("R22") == RED
    assert table.owner("R22") == RED
    assert table.position.discard[-1] == 14


def test_figure_6_no_reinforcement_next_to_an_opponents_knight() -> None:
    """Space 25 lies between red and yellow: red cannot reinforce there, only card 25 gets a knight in."""
    table = Table(landmarks={"S7": "city2"})
    table.knight(RED, "L24")
    table.knight(YELLOW, "L26")
    table.turn(RED, [14, 25])
    table.play("14+")
    assert "L25" not in table.legal
    reason = table.refused("L25")
    assert "L25" in reason
    assert "opponent's knight" in reason
    table.match.undo()
    table.play("25>L25")
    assert table.on("L25") == RED


def test_figure_7_a_bastion_stops_an_expansion() -> None:
    """Yellow plays card 25 and walls off space 23 in the same turn: no knight can come there any more."""
    table = Table(landmarks={"S6": "city2", "S7": "city2"})
    table.knight(RED, "L21", "L22")
    table.knight(YELLOW, "L24")
    table.turn(YELLOW, [25])
    table.play("25>L25", "#L23")
    assert table.on("L23") == "bastion"
    assert table.existing("L22").spaces == ["L21", "L22"]
    assert table.existing("L25").spaces == ["L24", "L25"]
    table.turn(RED, [23, 40])
    assert [move for move in table.legal if move.startswith("23>")] == ["23>R23"]
    table.play("40+")
    assert table.legal == ["L20"]


def test_figure_8_a_knight_on_25_adds_the_church() -> None:
    """A duchy with a city of 4 gains a church: 1 for the duke, 4 and 1 make 6, and a bishop comes."""
    table = Table(landmarks={"S6": "city4", "S7": "church"})
    table.knight(RED, "L23", "L24")
    assert table.value("L23") == 5
    table.turn(RED, [25])
    table.play("25>L25")
    assert table.existing("L25").sites == ["S6", "S7"]
    assert table.value("L25") == 6
    assert table.bishops == [1, 0, 0]


def test_figure_9_the_loser_is_paid_for_his_old_duchy_without_the_new_city() -> None:
    """Yellow reinforces on 28 and outnumbers red, who is paid 1 for his duke and 3 for the city he had."""
    table = Table(landmarks={"S20": "city4", "S21": "city3"})
    table.knight(RED, "R32", "R31")
    table.knight(YELLOW, "R30", "R29")
    assert table.owner("R29") == RED
    table.turn(YELLOW, [50])
    table.play("50+", "R28")
    assert table.owner("R28") == YELLOW
    assert table.payments == [(RED, 4, "duke 1, city 3")]
    assert table.coins == [4, 0, 0]
    assert table.value("R28") == 8


def test_figure_10_combining_removes_the_other_duke() -> None:
    """Card 24 joins a red and a yellow duchy; red leads and keeps his, yellow is paid for duke and church."""
    table = Table(landmarks={"S6": "city2", "S7": "church"})
    table.knight(RED, "L22", "L23")
    table.knight(YELLOW, "L25", "L26")
    assert table.bishops == [0, 1, 0]
    table.turn(RED, [24])
    table.play("24>L24")
    assert table.owner("L24") == RED
    assert table.size("L24") == 5
    assert table.payments == [(YELLOW, 2, "duke 1, church 1")]
    assert table.bishops == [1, 0, 0]
    assert table.archbishop == RED


def test_figure_11_of_two_own_dukes_the_cheaper_one_is_paid() -> None:
    """Card 23 joins two red duchies of 3 and 5: the duke of the poorer one leaves and pays 3."""
    table = Table(landmarks={"S18": "city2", "S19": "city4"})
    table.knight(RED, "R21", "R22", "R24", "R25")
    assert (table.value("R22"), table.value("R24")) == (3, 5)
    table.turn(RED, [23])
    table.play("23>R23")
    assert table.owner("R23") == RED
    assert table.payments == [(RED, 3, "duke 1, city 2")]
    assert table.coins == [3, 0, 0]


def test_figure_12_a_tie_in_the_combined_duchy_pays_all_dukes() -> None:
    """Card 14 joins two duchies to three red and three yellow knights: yellow gets 4, red 3, nobody rules."""
    table = Table(landmarks={"S16": "city3", "S17": "city2"})
    table.knight(YELLOW, "R11", "R12", "R13")
    table.knight(RED, "R15", "R16")
    table.turn(RED, [14])
    table.play("14>R14")
    assert table.owner("R14") is None
    assert table.size("R14") == 6
    assert table.payments == [(RED, 3, "duke 1, city 2"), (YELLOW, 4, "duke 1, city 3")]
    assert table.coins == [3, 4, 0]


def test_figure_13_the_duchys_owner_takes_a_castle_that_another_player_links() -> None:
    """Yellow's knight on 11 is the first beside the castle but joins red's duchy: the castle is red's."""
    table = Table(landmarks={"S3": "castle"})
    table.knight(RED, "L12", "L13")
    table.turn(YELLOW, [11])
    table.play("11>L11")
    assert table.castle("S3") == RED
    assert table.owner("L11") == RED
    assert table.supply == [22, 24, 25]
    assert table.payments == []


def test_figure_14_the_mover_takes_the_castle_of_a_duchy_without_owner() -> None:
    """Yellow's knight on 26 links a castle to a duchy without owner; with the castle yellow leads it."""
    table = Table(landmarks={"S7": "castle", "S8": "city2"})
    table.knight(RED, "L27")
    table.knight(VIOLET, "L28", "L30")
    table.knight(RED, "L31")
    table.knight(YELLOW, "L29")
    assert table.size("L29") == 5
    assert table.owner("L29") is None
    table.turn(YELLOW, [26])
    table.play("26>L26")
    assert table.castle("S7") == YELLOW
    assert table.owner("L26") == YELLOW
    assert table.new_dukes == [YELLOW]


def test_figure_15_a_lone_knight_beside_a_castle_is_a_duchy_with_it() -> None:
    """Card 43, no knight near: yellow puts a second knight onto the castle and a duke beside the two."""
    table = Table(landmarks={"S11": "castle"})
    table.turn(YELLOW, [43])
    table.play("43>L43")
    assert table.castle("S11") == YELLOW
    assert table.duchy("L43") == Duchy(spaces=["L43"], sites=["S11"], owner=YELLOW, value=2)
    assert table.supply == [25, 23, 25]


def test_figure_16_the_castle_comes_first_and_keeps_the_owner_level() -> None:
    """Red reinforces on 25 to overtake yellow, but the castle this links is yellow's: level, yellow stays."""
    table = Table(landmarks={"S19": "castle", "S20": "city2"})
    table.knight(YELLOW, "R29", "R28")
    table.knight(RED, "R27", "R26")
    assert table.owner("R26") == YELLOW
    table.turn(RED, [2])
    table.play("2+", "R25")
    assert table.castle("S19") == YELLOW
    assert table.owner("R25") == YELLOW
    assert table.supply == [22, 22, 25]
    assert table.payments == []


def test_figure_17_a_new_owner_takes_over_all_castles() -> None:
    """Red's knight on 27 makes five against four: red takes duchy and both castles, yellow is paid 3."""
    table = Table(landmarks={"S6": "castle", "S7": "castle"})
    table.knight(YELLOW, "L23", "L24")
    table.knight(RED, "L22", "L21", "L25", "L26")
    assert (table.castle("S6"), table.castle("S7"), table.owner("L26")) == (YELLOW, YELLOW, YELLOW)
    assert table.supply == [21, 21, 25]
    table.turn(RED, [27])
    table.play("27>L27")
    assert table.owner("L27") == RED
    assert (table.castle("S6"), table.castle("S7")) == (RED, RED)
    assert table.supply == [18, 23, 25]
    assert table.payments == [(YELLOW, 3, "duke 1, castle 1, castle 1")]


def test_figure_18_a_conversion_turns_the_majority() -> None:
    """Red holds the archbishop and converts violet's knight on 7: red leads now, and violet is paid 7."""
    table = Table(landmarks={"S9": "church", "S14": "city2", "S15": "city4"})
    table.knight(RED, "L34", "L35")
    table.knight(VIOLET, "R5", "R6", "R7")
    table.knight(RED, "R8", "R9")
    assert table.archbishop == RED
    assert table.owner("R7") == VIOLET
    table.turn(RED, [7])
    table.play("7xR7")
    assert table.on("R7") == RED
    assert table.owner("R7") == RED
    assert table.payments == [(VIOLET, 7, "duke 1, city 2, city 4")]
    assert table.supply == [20, 25, 23]
