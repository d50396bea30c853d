"""Illegal moves: each is refused with its reason and its rule, and changes nothing.

`Table.refused` also holds every refusal to that: not a byte of the state may differ afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

from .table import RED, VIOLET, YELLOW, Table

# Texts that mean no move.


@pytest.mark.parametrize(
    "text",
    ["", " ", "pass", "L", "23", "23>", ">L23", "23 > L23", "23>l23", "023>L23", "23>L023", "0+", "-3+"],
)
def test_nonsense_is_told_what_moves_look_like(text: str) -> None:
    reason = Table().refused(text)
    for example in ("23>L23", "7xL7", "14+", "R22", "14-", "#L30", "full stop"):
        assert example in reason


@pytest.mark.parametrize("text", ["23>L23\n", "23>L23;.", ".\n", "14+R22", "#L30.", "23>L23.", "²3>L23"])
def test_a_move_with_something_more_is_nonsense(text: str) -> None:
    assert "this is no move" in Table().refused(text)


@pytest.mark.parametrize("text", ["55>L23", "55xL23", "99+", "100-"])
def test_an_unknown_card(text: str) -> None:
    reason = Table().refused(text)
    assert f"no card {text.rstrip('+-').split('>')[0].split('x')[0]}" in reason
    assert "1 to 54" in reason


@pytest.mark.parametrize("text", ["23>L50", "23xL50", "L50", "#L50"])
def test_an_unknown_space(text: str) -> None:
    assert "no space L50 on the board rhine" in Table().refused(text)


@pytest.mark.parametrize("text", ["23>L24", "23xL24"])
def test_a_space_of_another_area(text: str) -> None:
    table = Table()
    table.turn(RED, [23])
    reason = table.refused(text)
    assert "L24 is not in area 23" in reason
    assert "L23, R23 and W23" in reason
    assert "(rule 6)" in reason


def test_an_island_space_of_another_area() -> None:
    table = Table()
    table.turn(RED, [46])
    assert "I3 is not in area 46: that has L46, I2 and W46" in table.refused("46>I3")


# Who, and when.


def test_another_seats_turn() -> None:
    table = Table()
    table.turn(YELLOW, [9])
    reason = table.refused("9>L9", seat=RED)
    assert "not this seat's turn" in reason
    assert "seat 1" in reason


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist(seat: int) -> None:
    reason = Table().refused("9>L9", seat=seat)
    assert "no such seat" in reason
    assert "0 to 2" in reason


@pytest.mark.usefixtures("small_boards")
def test_nothing_is_played_after_the_end() -> None:
    table = Table(board="creek")
    for number in range(1, 16):
        table.knight(RED, f"L{number}")
        table.knight(YELLOW, f"R{number}")
        table.knight(VIOLET, f"W{number}")
    for _ in range(3):
        table.play(table.legal[0])
    for move in ("1>L1", "1+", "1-", "."):
        assert table.refused(move, seat=RED) == "the game is over"


@pytest.mark.parametrize("move", [".", "#L30", "L30"])
def test_a_card_comes_first(move: str) -> None:
    reason = Table().refused(move)
    assert "a card is due first" in reason
    assert "(rule 5)" in reason


@pytest.mark.parametrize("move", [".", "#L30", "9>L9", "9+", "9-"])
def test_a_reinforcement_names_its_space_next(move: str) -> None:
    table = Table()
    table.knight(RED, "L4")
    table.turn(RED, [9, 14])
    table.play("14+")
    reason = table.refused(move)
    assert "now name its space" in reason
    assert "(rule 7)" in reason


@pytest.mark.parametrize("move", ["14>L14", "14+", "14-", "L10"])
def test_after_the_knight_only_a_bastion_or_the_end_of_the_turn(move: str) -> None:
    table = Table()
    table.turn(RED, [9, 14])
    table.play("9>L9")
    reason = table.refused(move)
    assert "a bastion is asked for" in reason
    assert "(rule 10)" in reason


# Cards.


@pytest.mark.parametrize("move", ["7>L7", "7xL7", "7+", "7-"])
def test_a_card_that_is_not_in_hand(move: str) -> None:
    table = Table()
    table.turn(YELLOW, [7])
    table.turn(RED)
    reason = table.refused(move)
    assert "card 7 is not in this hand" in reason
    assert "(rule 5)" in reason


def test_the_card_just_played_is_gone() -> None:
    table = Table()
    table.turn(RED, [7])
    table.next_cards(next(card for card in range(1, 55) if not any(card in table.hand(p) for p in range(3))))
    table.play("7>R7", ".")
    table.turn(RED)
    assert "card 7 is not in this hand" in table.refused("7>L7")


def test_no_discard_while_something_can_be_placed() -> None:
    table = Table()
    table.turn(RED, [9])
    reason = table.refused("9-")
    assert "a knight" in reason
    assert "(rule 9)" in reason


def test_no_reinforcement_without_a_place_for_it() -> None:
    table = Table()
    table.knight(YELLOW, "R34")
    table.turn(RED, [9])
    reason = table.refused("9+")
    assert "no reinforcement" in reason
    assert "(rule 7)" in reason


def test_no_reinforcement_where_every_place_is_beside_an_opponent() -> None:
    table = Table(landmarks={"S21": "city2", "S22": "city2"})
    table.knight(RED, "R34")
    table.knight(YELLOW, "R32", "R36")
    table.turn(RED, [9])
    reason = table.refused("9+")
    assert "no reinforcement" in reason
    assert "(rule 7)" in reason


# Spaces, by number.


def test_a_space_with_a_knight() -> None:
    table = Table()
    table.knight(YELLOW, "L9")
    table.turn(RED, [9])
    reason = table.refused("9>L9")
    assert "a knight stands on L9" in reason
    assert "(rule 6)" in reason


def test_a_space_with_an_own_knight() -> None:
    table = Table()
    table.knight(RED, "L9")
    table.turn(RED, [9])
    assert "a knight stands on L9" in table.refused("9>L9")


def test_a_space_with_a_bastion() -> None:
    table = Table()
    table.bastion(YELLOW, "L9", knight="L4")
    table.turn(RED, [9])
    reason = table.refused("9>L9")
    assert "a bastion stands on L9" in reason
    assert "(rule 6)" in reason


def test_a_river_space_with_a_knight() -> None:
    table = Table()
    table.knight(YELLOW, "L33", "R33", "W33")
    table.turn(RED, [33])
    reason = table.refused("33>W33")
    assert "a knight stands on W33" in reason
    assert "(rule 6)" in reason


@pytest.mark.parametrize("banks", [[], ["L33"], ["R33"]])
def test_a_closed_river_space(banks: list[str]) -> None:
    table = Table()
    for bank in banks:
        table.knight(YELLOW, bank)
    table.turn(RED, [33])
    reason = table.refused("33>W33")
    assert "W33 is a river space" in reason
    assert "L33 and R33" in reason
    assert "(rule 6)" in reason


def test_a_river_space_closed_by_a_bastion_under_the_option() -> None:
    table = Table(river_needs_knights=True)
    table.bastion(YELLOW, "L33", knight="R33")
    table.turn(RED, [33])
    reason = table.refused("33>W33")
    assert "W33 is a river space" in reason
    assert "knights" in reason
    assert "(rule 6)" in reason


# Reinforcement.


def reinforcing() -> Table:
    """Red stands on R34, yellow on R32 and L33, a bastion on R36; red has played a card as reinforcement."""
    table = Table(landmarks={"S21": "city2"})
    table.bastion(RED, "R36", knight="R34")
    table.knight(YELLOW, "R32", "L33")
    table.turn(RED, [9])
    table.play("9+")
    assert table.legal == ["R35"]
    return table


@pytest.mark.parametrize(
    "space, reason",
    [
        ("R33", "R33 is next to an opponent's knight"),
        ("R30", "R30 is next to no own knight"),
        ("L32", "L32 is next to no own knight"),
        ("R34", "a knight stands on R34"),
        ("L33", "a knight stands on L33"),
        ("R36", "a bastion stands on R36"),
        ("W34", "W34 is a river space"),
    ],
)
def test_no_reinforcement_there(space: str, reason: str) -> None:
    refused = reinforcing().refused(space)
    assert reason in refused
    assert "(rule 7)" in refused


# Conversion.


def test_no_conversion_without_the_archbishop() -> None:
    table = Table()
    table.knight(YELLOW, "R7")
    table.turn(RED, [7])
    reason = table.refused("7xR7")
    assert "archbishop" in reason
    assert "(rule 8)" in reason


def test_no_conversion_while_another_holds_the_archbishop() -> None:
    table = Table(landmarks={"S9": "church"})
    table.knight(VIOLET, "L34", "L35")
    table.knight(YELLOW, "R7")
    table.turn(RED, [7])
    reason = table.refused("7xR7")
    assert "only the holder of the archbishop" in reason
    assert "(rule 8)" in reason


def converting(**options: Any) -> Table:
    """Red holds the archbishop; area 44 is yellow's to the river, area 33 has a red knight and a bastion."""
    table = Table(landmarks={"S3": "church"}, **options)
    table.knight(RED, "L11", "L12")
    table.knight(YELLOW, "L44", "R44", "W44")
    table.bastion(RED, "R33", knight="L33")
    table.turn(RED, [20, 33, 44])
    return table


@pytest.mark.parametrize(
    "move, reason",
    [
        ("44xW44", "W44 is a river space"),
        ("20xL20", "L20 is empty"),
        ("33xR33", "a bastion stands on R33"),
        ("33xL33", "L33 holds an own knight"),
    ],
)
def test_no_conversion_there(move: str, reason: str) -> None:
    refused = converting().refused(move)
    assert reason in refused
    assert "(rule 8)" in refused


def test_nobody_to_convert_on_an_empty_river_space_under_the_option() -> None:
    assert "W20 is empty" in converting(convert_on_river=True).refused("20xW20")


def test_a_reinforcement_converts_nobody() -> None:
    table = converting()
    table.play("20+")
    assert "a knight stands on L44" in table.refused("L44")


# Bastions.


@pytest.mark.parametrize(
    "move, reason",
    [
        ("#L44", "a knight stands on L44"),
        ("#R44", "a knight stands on R44"),
        ("#R30", "a bastion stands on R30"),
        ("#W20", "W20 is a river space"),
    ],
)
def test_no_bastion_there(move: str, reason: str) -> None:
    table = Table()
    table.bastion(YELLOW, "R30", knight="L44")
    table.turn(RED, [44])
    table.play("44>R44")
    refused = table.refused(move)
    assert reason in refused
    assert "(rule 10)" in refused


def test_no_second_bastion_in_a_turn() -> None:
    table = Table()
    table.turn(RED, [9])
    table.play("9>L9", "#L30")
    assert "not this seat's turn" in table.refused("#L31", seat=RED)
