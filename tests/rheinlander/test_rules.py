"""The rules, one by one, where the rulebook leaves a question open: rule 1 to rule 22."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from palatine.core.catalog import game
from palatine.core.errors import BadOptions
from palatine.core.match import Match
from palatine.core.rng import derive_seed
from palatine.games.rheinlander.presenting.positions import Duchy
from palatine.games.rheinlander.rules.components import RESHUFFLE

from .table import BLUE, GREEN, RED, VIOLET, YELLOW, Table, shown


def deals(players: int, count: int) -> list[Match]:
    rules = game("rheinlander", {"players": players})
    return [Match(rules, derive_seed("deal", players, i)) for i in range(count)]


def spaces(bank: str, first: int, last: int) -> list[str]:
    return [f"{bank}{number}" for number in range(first, last + 1)]


def by_number(table: Table, card: int) -> list[str]:
    """Where a card may place a knight in its own area."""
    return [move.split(">")[1] for move in table.legal if move.startswith(f"{card}>")]


# Rules 1 to 4: what is in the box, and the deal.


@pytest.mark.parametrize("players", [3, 4, 5])
def test_rule_1_the_deck_is_54_numbers_and_one_reshuffle_card(players: int) -> None:
    match = Match.new("rheinlander", players=players, seed=derive_seed("deck", players))
    state = match.state[0]
    pile = [int(card) for card in state["pile"][: state["left"]]]
    dealt = [card for hand in match.game.presenting.position(match.state).hands for card in hand]
    assert sorted([*dealt, *(card + 1 for card in pile if card != RESHUFFLE)]) == list(range(1, 55))
    assert pile.count(RESHUFFLE) == 1
    assert match.game.presenting.position(match.state).draw_pile == 55 - 5 * players


def test_rule_1_seven_castles_seven_churches_and_four_cities_of_each_size() -> None:
    box = {"castle": 7, "church": 7, "city2": 4, "city3": 4, "city4": 4}
    for match in deals(3, 20):
        landmarks = match.game.presenting.position(match.state).landmarks
        assert list(landmarks) == [f"S{n}" for n in range(1, 27)]
        assert Counter(landmarks.values()) == box


@pytest.mark.parametrize("players, knights", [(3, 25), (4, 20), (5, 17)])
def test_rule_2_knights_and_bastions_by_number_of_players(players: int, knights: int) -> None:
    position = Table(players).position
    assert position.knights == [knights] * players
    assert position.bastions == [3] * players
    assert position.coins == [0] * players
    assert [len(hand) for hand in position.hands] == [5] * players


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_rule_2_three_to_five_play(players: int) -> None:
    with pytest.raises(BadOptions, match=f"3 to 5 players, not {players}"):
        Match.new("rheinlander", players=players)


def test_rule_2_dukes_are_not_limited() -> None:
    table = Table()
    for first in (4, 8, 12, 16, 20, 27, 31, 36):
        table.knight(RED, *spaces("L", first, first + 1))
    assert [duchy.owner for duchy in table.position.duchies] == [RED] * 8


def test_rule_2_coins_are_not_limited() -> None:
    table = Table(landmarks={"S24": "city3"})
    table.knight(RED, "R43", "R44")
    table.knight(YELLOW, "R42", "R50")
    table.match.state["coins"][0][:3] = 99  # more than the box holds, each
    table.knight(YELLOW, "R51")
    assert table.coins == [100, 99, 99]


def test_rule_3_anybody_may_begin() -> None:
    begins = Counter(match.to_act for match in deals(4, 400))
    assert set(begins) == {(0,), (1,), (2,), (3,)}
    assert min(begins.values()) > 60  # 100 each are to be expected


def test_rule_3_any_landmark_may_lie_on_any_site() -> None:
    layouts = [match.game.presenting.position(match.state).landmarks for match in deals(3, 400)]
    for site in ("S1", "S13", "S26"):
        found = Counter(layout[site] for layout in layouts)
        assert min(found["castle"], found["church"]) > 70  # 108 each are to be expected
        assert min(found["city2"], found["city3"], found["city4"]) > 30  # and 62 of these


def test_rule_4_the_reshuffle_card_is_never_dealt_and_returns_to_any_place() -> None:
    places = Counter[int]()
    for match in deals(5, 900):
        state = match.state[0]
        assert state["held"].tolist() == [5] * 5
        assert all(hand < 1 << RESHUFFLE for hand in state["hand"])
        assert state["left"] == 30
        places[int((state["pile"][:30] == RESHUFFLE).argmax())] += 1
    assert len(places) == 30
    assert max(places.values()) < 70  # 30 each are to be expected; half of all deals put it back


def test_rule_4_drawn_it_shuffles_pile_and_discards_together() -> None:
    table = Table()
    table.knight(YELLOW, "L4", "L8", "L12")
    table.turn(RED, [16])
    table.next_cards("reshuffle")
    left = table.match.state["pile"][0][: table.position.draw_pile].tolist()
    table.play("16>L16")
    assert table.position.discard == [4, 8, 12, 16]
    table.play(".")
    assert table.kinds == ["reshuffled", "drew"]
    assert table.position.discard == []
    assert table.position.draw_pile == 55 - 15
    assert len(table.hand(RED)) == 5
    pile = table.match.state["pile"][0][: table.position.draw_pile].tolist()
    discards = {3, 7, 11, 15}
    assert discards <= {*pile, *(card - 1 for card in table.hand(RED))}
    assert pile[: len(left)] != left  # the rest of the pile was shuffled too
    assert table.to_act == (YELLOW,)


@pytest.mark.usefixtures("small_boards")
def test_rule_4_the_card_just_played_is_shuffled_in_as_well() -> None:
    """With 15 areas and three players all number cards are in hand: what was just played is all there is."""
    table = Table(board="creek")
    assert table.position.draw_pile == 1
    table.turn(RED, [7])
    hand = table.hand(RED)
    table.play("7>L7", ".")
    assert table.hand(RED) == hand
    assert table.position.draw_pile == 1
    assert table.position.discard == []


@pytest.mark.usefixtures("small_boards")
def test_rule_4_drawn_again_it_shuffles_again() -> None:
    rounds = set()
    for seed in range(40):
        table = Table(board="creek", seed=seed)
        table.turn(RED, [7])
        table.play("7>L7", ".")
        assert table.kinds[2:-1] == ["reshuffled"] * (len(table.kinds) - 3)
        assert table.happened[-1].data == {"card": 7}
        rounds.add(len(table.kinds) - 3)
    assert {1, 2, 3} <= rounds


# Rules 5 to 10: the turn.


def test_rule_5_card_then_knight_then_bastion_then_draw() -> None:
    table = Table()
    table.turn(YELLOW, [4])
    table.play("4>L4")
    assert table.kinds == ["card", "knight"]
    assert table.phase == "bastion"
    assert table.to_act == (YELLOW,)
    assert len(table.hand(YELLOW)) == 4
    table.play("#R30")
    assert table.kinds == ["bastion", "drew"]
    assert len(table.hand(YELLOW)) == 5
    assert (table.phase, table.to_act) == ("play", (VIOLET,))


def test_rule_5_a_reinforcement_names_its_card_and_then_its_space() -> None:
    table = Table()
    table.knight(RED, "L4")
    table.turn(RED, [30])
    table.play("30+")
    assert (table.phase, table.to_act) == ("reinforce", (RED,))
    assert table.position.discard[-1] == 30
    assert 30 not in table.hand(RED)
    assert table.on("L5") is None
    table.play("L5")
    assert (table.phase, table.on("L5")) == ("bastion", RED)


def test_rule_5_all_that_follows_can_evaluate_before_the_bastion() -> None:
    table = Table(landmarks={"S24": "church"})
    table.knight(RED, "R43", "R44")
    table.knight(YELLOW, "R42", "R50")
    table.turn(YELLOW, [51])
    table.play("51>R51")
    assert table.phase == "bastion"
    assert table.coins == [1, 0, 0]
    assert (table.owner("R51"), table.archbishop) == (YELLOW, YELLOW)


def test_rule_5_play_goes_round() -> None:
    table = Table(4)
    table.turn(VIOLET)
    table.named = {site.name for site in table.board.sites}  # whatever lies there
    seats: list[int] = []
    for _ in range(5):
        seats += table.to_act
        table.play(table.legal[0], ".")
    assert seats == [VIOLET, BLUE, RED, YELLOW, VIOLET]


def test_rule_6_a_free_bank_is_chosen_freely_and_the_river_is_closed() -> None:
    table = Table()
    table.turn(RED, [9])
    assert by_number(table, 9) == ["L9", "R9"]


def test_rule_6_the_other_bank_when_one_is_occupied() -> None:
    table = Table()
    table.knight(YELLOW, "L9")
    table.turn(RED, [9])
    assert by_number(table, 9) == ["R9"]


def test_rule_6_the_river_when_both_banks_are_occupied() -> None:
    table = Table()
    table.knight(YELLOW, "L33")
    table.knight(VIOLET, "R33")
    table.turn(RED, [33])
    assert by_number(table, 33) == ["W33"]
    table.play("33>W33")
    assert table.on("W33") == RED


def test_rule_6_a_full_area_leaves_only_reinforcement() -> None:
    table = Table()
    table.knight(RED, "L33", "R33", "W33")
    table.turn(RED, [33])
    assert by_number(table, 33) == []
    assert "33+" in table.legal


def banks_of_33(left: str, right: str, **options: Any) -> Table:
    """Knights or bastions on both banks of area 33, and it is the turn of red, who holds its card."""
    table = Table(**options)
    for space, piece, other in (("L33", left, "L4"), ("R33", right, "L8")):
        if piece == "knight":
            table.knight(YELLOW, space)
        else:
            table.bastion(YELLOW, space, knight=other)
    table.turn(RED, [33])
    return table


BANKS = [("bastion", "knight"), ("knight", "bastion"), ("bastion", "bastion")]


@pytest.mark.parametrize("left, right", BANKS)
def test_rule_6_a_bastion_occupies_and_opens_the_river(left: str, right: str) -> None:
    assert by_number(banks_of_33(left, right), 33) == ["W33"]


@pytest.mark.parametrize("left, right", BANKS)
def test_rule_6_with_the_option_a_bastion_does_not_open_the_river(left: str, right: str) -> None:
    assert by_number(banks_of_33(left, right, river_needs_knights=True), 33) == []


def test_rule_6_with_the_option_two_knights_open_the_river() -> None:
    assert by_number(banks_of_33("knight", "knight", river_needs_knights=True), 33) == ["W33"]


def test_rule_6_a_space_of_the_island_answers_to_two_cards() -> None:
    table = Table(landmarks={"S24": "city2", "S25": "city2"})
    table.turn(RED, [46, 51])
    assert "I2" in by_number(table, 46)
    assert "I2" in by_number(table, 51)
    table.play("51>I2", ".")
    table.turn(YELLOW, [46, 51])
    assert by_number(table, 46) == ["L46"]
    assert by_number(table, 51) == ["R51"]
    table.knight(YELLOW, "R51")
    table.turn(YELLOW, [46, 51])
    assert by_number(table, 51) == ["W51"]
    assert by_number(table, 46) == ["L46"]


def test_rule_7_next_to_an_own_knight_and_to_no_other() -> None:
    table = Table()
    table.knight(RED, "R34")
    table.knight(YELLOW, "L33")
    table.turn(RED, [50])
    table.play("50+")
    assert table.legal == ["R33", "R35"]


@pytest.mark.parametrize("opponent", [RED, YELLOW, BLUE, GREEN])
def test_rule_7_every_opponent_hinders(opponent: int) -> None:
    table = Table(5, landmarks={"S21": "city2"})
    table.knight(VIOLET, "R34")
    table.knight(opponent, "R32")
    table.turn(VIOLET, [50])
    table.play("50+")
    assert table.legal == ["R35"]


def test_rule_7_any_card_may_be_spent() -> None:
    """Also one whose own area is full, or one whose own area is where the knight goes."""
    table = Table()
    table.knight(RED, "L33", "R33", "W33")
    table.turn(RED, [33, 34])
    assert {"33+", "34+"} <= set(table.legal)
    table.play("33+", "R34", ".")
    assert table.on("R34") == RED
    table.turn(RED, [35])
    table.play("35+", "R35")
    assert table.on("R35") == RED


def test_rule_7_never_onto_the_river() -> None:
    table = Table()
    table.knight(RED, "L33", "R33")
    table.turn(RED, [50])
    table.play("50+")
    assert table.legal == ["L32", "L34", "R32", "R34"]


@pytest.mark.usefixtures("small_boards")
def test_rule_7_an_own_knight_on_the_river_helps() -> None:
    table = Table(board="bends")
    table.bastion(YELLOW, "L2", knight="R2")
    table.knight(RED, "W2")
    table.turn(RED, [9])
    table.play("9+")
    assert table.legal == ["L1"]


@pytest.mark.usefixtures("small_boards")
@pytest.mark.parametrize("river, allowed", [(RED, True), (YELLOW, False)])
def test_rule_7_an_opponents_knight_on_the_river_hinders(river: int, allowed: bool) -> None:
    table = Table(board="bends")
    table.knight(RED, "L2")
    table.knight(YELLOW, "R2")
    table.knight(river, "W2")
    table.turn(RED, [9])
    table.play("9+")
    assert ("L1" in table.legal) == allowed
    assert "L3" in table.legal


def test_rule_7_a_knight_on_a_castle_does_not_hinder() -> None:
    """Yellow's castle is beside 10 too, but on the land red stands alone there."""
    table = Table(landmarks={"S3": "castle"})
    table.knight(YELLOW, "L12", "L13")
    table.knight(RED, "L11")
    assert table.castle("S3") == YELLOW
    table.turn(RED, [50])
    table.play("50+")
    assert table.legal == ["L10"]


def test_rule_7_a_knight_on_a_castle_does_not_help() -> None:
    table = Table(landmarks={"S3": "castle"})
    table.knight(YELLOW, "L12", "L13")
    table.knight(RED, "L11")
    table.turn(YELLOW, [50])
    table.play("50+")
    assert table.legal == ["L14"]
    assert "no own knight" in table.refused("L10")


def test_rule_7_bastions_neither_help_nor_hinder() -> None:
    """Space 34 beside yellow's bastion is allowed, the land beside red's own bastion on 20 is not."""
    table = Table()
    table.bastion(RED, "L20", knight="R33")
    table.bastion(YELLOW, "R35", knight="R7")
    table.turn(RED, [50])
    table.play("50+")
    assert table.legal == ["R32", "R34"]


def archbishop_for_red(players: int = 3, landmarks: dict[str, str] | None = None, **options: Any) -> Table:
    """Red has the only bishop: a duchy with a church on 34 and 35 of the left bank."""
    table = Table(players, landmarks={"S9": "church", **(landmarks or {})}, **options)
    table.knight(RED, "L34", "L35")
    assert table.archbishop == RED
    return table


def conversions(table: Table) -> list[str]:
    return [move for move in table.legal if "x" in move]


def test_rule_8_only_the_holder_of_the_archbishop_converts() -> None:
    table = archbishop_for_red()
    table.knight(RED, "L9")
    table.knight(YELLOW, "R7")
    for seat, possible in ((YELLOW, []), (VIOLET, []), (RED, ["7xR7"])):
        table.turn(seat, [7, 9])
        assert conversions(table) == possible


def test_rule_8_lone_knights_can_be_converted_and_return_to_their_supply() -> None:
    table = archbishop_for_red()
    table.knight(YELLOW, "R7")
    assert table.supply == [23, 24, 25]
    table.turn(RED, [7])
    table.play("7xR7")
    assert table.on("R7") == RED
    assert table.supply == [22, 25, 25]
    assert table.phase == "bastion"


def test_rule_8_also_where_a_land_space_is_free() -> None:
    table = archbishop_for_red()
    table.knight(YELLOW, "L8")
    table.turn(RED, [8])
    assert {"8xL8", "8>R8"} <= set(table.legal)


def test_rule_8_one_knight_a_turn() -> None:
    table = archbishop_for_red()
    table.knight(YELLOW, "L44")
    table.knight(VIOLET, "R44")
    table.turn(RED, [44])
    assert conversions(table) == ["44xL44", "44xR44"]
    table.play("44xL44")
    assert (table.on("L44"), table.on("R44")) == (RED, VIOLET)
    assert not conversions(table)


def test_rule_8_the_river_is_safe() -> None:
    table = archbishop_for_red()
    table.knight(YELLOW, "L44", "R44", "W44")
    table.turn(RED, [44])
    assert conversions(table) == ["44xL44", "44xR44"]


def test_rule_8_with_the_option_the_river_is_not_safe() -> None:
    table = archbishop_for_red(convert_on_river=True)
    table.knight(YELLOW, "L44", "R44", "W44")
    table.turn(RED, [44])
    assert conversions(table) == ["44xL44", "44xR44", "44xW44"]
    table.play("44xW44")
    assert table.on("W44") == RED
    assert table.supply == [22, 23, 25]


def test_rule_8_neither_own_knights_nor_bastions_nor_empty_spaces() -> None:
    table = archbishop_for_red(convert_on_river=True)
    table.bastion(RED, "L44", knight="R44")
    table.turn(RED, [44, 20])
    assert conversions(table) == []


def test_rule_8_the_knight_on_a_castle_stays_when_the_one_beside_it_is_converted() -> None:
    """One knight each then: no strict leader, so yellow's duke stays as well."""
    table = archbishop_for_red(landmarks={"S3": "castle"})
    table.knight(YELLOW, "L11")
    table.turn(RED, [11])
    assert conversions(table) == ["11xL11"]
    table.play("11xL11")
    assert table.on("L11") == RED
    assert table.castle("S3") == YELLOW
    assert table.owner("L11") == YELLOW
    assert table.supply == [22, 24, 25]


def test_rule_8_a_conversion_that_wins_the_duchy_wins_its_castle_too() -> None:
    table = archbishop_for_red(landmarks={"S3": "castle"})
    table.knight(YELLOW, "L11")
    table.knight(RED, "L12")
    table.turn(RED, [11])
    table.play("11xL11")
    assert table.owner("L11") == RED
    assert table.castle("S3") == RED
    assert table.payments == [(YELLOW, 2, "duke 1, castle 1")]
    assert table.supply == [20, 25, 25]


def test_rule_8_either_card_converts_on_the_island() -> None:
    table = archbishop_for_red()
    table.knight(YELLOW, "I3")
    table.turn(RED, [47, 52])
    assert conversions(table) == ["47xI3", "52xI3"]


def test_rule_8_a_conversion_may_cost_its_player_the_archbishop() -> None:
    """Three yellow and three violet knights beside a church; one converted, yellow leads and has a bishop."""
    table = archbishop_for_red(landmarks={"S16": "church", "S17": "city2"})
    table.knight(YELLOW, "R11", "R12", "R13")
    table.knight(VIOLET, "R15", "R16", "R14")
    assert (table.bishops, table.archbishop) == ([1, 0, 0], RED)
    table.turn(RED, [15])
    table.play("15xR15")
    assert (table.bishops, table.archbishop) == ([1, 1, 0], None)


def full_areas(table: Table) -> None:
    """Areas 1 to 5 are full of yellow and violet knights."""
    for number in range(1, 6):
        table.knight(YELLOW, f"L{number}")
        table.knight(VIOLET, f"R{number}")
        table.knight(YELLOW, f"W{number}")


CITIES_AT_THE_SOURCE = {"S1": "city2", "S13": "city3", "S14": "city4"}


def test_rule_9_who_can_place_nothing_discards_one_card_and_draws() -> None:
    table = Table(landmarks=CITIES_AT_THE_SOURCE)
    full_areas(table)
    table.turn(RED, [1, 2, 3, 4, 5])
    assert table.legal == ["1-", "2-", "3-", "4-", "5-"]
    table.play("3-")
    assert table.kinds == ["card", "drew"]
    assert table.position.discard[-1] == 3
    assert table.supply[RED] == 25
    assert table.position.bastions[RED] == 3
    assert (table.phase, table.to_act) == ("play", (YELLOW,))
    assert len(table.hand(RED)) == 5


def test_rule_9_one_card_that_can_be_placed_is_enough() -> None:
    table = Table(landmarks=CITIES_AT_THE_SOURCE)
    full_areas(table)
    table.turn(RED, [1, 2, 3, 4, 40])
    assert table.legal == ["40>L40", "40>R40"]


def test_rule_9_a_possible_reinforcement_is_enough() -> None:
    table = Table(landmarks=CITIES_AT_THE_SOURCE)
    full_areas(table)
    table.knight(RED, "R34")
    table.turn(RED, [1, 2, 3, 4, 5])
    assert table.legal == ["1+", "2+", "3+", "4+", "5+"]


def test_rule_9_a_possible_conversion_is_enough() -> None:
    table = archbishop_for_red(landmarks=CITIES_AT_THE_SOURCE)
    full_areas(table)
    table.bastion(YELLOW, "L33", knight="R7")
    table.bastion(YELLOW, "L36", knight="R10")
    table.turn(RED, [1, 2, 3, 4, 5])
    assert table.legal == [f"{n}x{bank}{n}" for n in range(1, 6) for bank in "LR"]


def fill_creek(table: Table, without: tuple[str, ...] = ()) -> None:
    """Knights everywhere: red on the left bank, yellow on the right, violet on the river and on L14."""
    for number in range(1, 16):
        for seat, bank in ((RED, "L"), (YELLOW, "R"), (VIOLET, "W")):
            space = f"{bank}{number}"
            if space not in without:
                table.knight(VIOLET if space == "L14" else seat, space)


@pytest.mark.usefixtures("small_boards")
def test_rule_9_the_game_is_blocked_when_nobody_could_place_in_a_whole_round() -> None:
    table = Table(board="creek")
    fill_creek(table)
    table.turn(YELLOW)
    for seat in (YELLOW, VIOLET, RED):
        assert table.match.outcome is None
        assert table.to_act == (seat,)
        assert all(move.endswith("-") for move in table.legal)
        table.play(table.legal[0])
    assert table.phase == "over"
    assert [event.data["reason"] for event in table.happened if event.kind == "ended"] == ["blocked"]
    assert table.owner("L1") == VIOLET  # sixteen knights against fifteen and fourteen
    red, yellow, violet = table.coins
    assert table.outcome.reason == "blocked"
    assert table.outcome.scores == [red, yellow, violet + 5]


@pytest.mark.usefixtures("small_boards")
def test_rule_9_a_placement_in_between_begins_the_count_anew() -> None:
    """All number cards are in hand, so what is discarded is drawn again, and only violet holds card 15."""
    table = Table(board="creek")
    fill_creek(table, without=("L15", "W15"))
    table.turn(VIOLET, [11, 12, 13, 14, 15])
    table.turn(YELLOW, [6, 7, 8, 9, 10])
    table.turn(RED, [1, 2, 3, 4, 5])
    for placement in ("15>L15", "15>W15"):
        table.play("1-")
        table.play("6-")
        assert not any(move.endswith("-") for move in table.legal)
        table.play(placement, ".")
    for discard in ("2-", "7-", "11-"):
        assert table.phase == "play"
        table.play(discard)
    assert table.outcome.reason == "blocked"


def test_rule_10_a_bastion_goes_to_any_free_land_on_the_board() -> None:
    table = Table()
    table.bastion(YELLOW, "R30", knight="L44")
    table.turn(RED, [9])
    table.play("9>L9")
    free = {s.name for s in table.board.land} - {"L44", "L9", "R30"}
    assert len(free) == 100
    assert set(table.legal) == {".", *(f"#{name}" for name in free)}


def test_rule_10_one_a_turn_three_in_all_and_then_nobody_asks() -> None:
    table = Table()
    for n, (bastion, knight) in enumerate((("R30", "L4"), ("R33", "L8"), ("R38", "L12")), start=1):
        table.bastion(RED, bastion, knight=knight)
        assert table.to_act == (YELLOW,)  # one, and the turn is over
        assert table.position.bastions == [3 - n, 3, 3]
    table.turn(RED, [16])
    table.play("16>L16")
    assert table.kinds == ["card", "knight", "drew"]
    assert (table.phase, table.to_act) == ("play", (YELLOW,))


def test_rule_10_a_bastion_is_neutral_and_parts_duchies() -> None:
    table = Table()
    table.bastion(RED, "R34", knight="R33")
    table.knight(RED, "R35")
    assert table.duchy("R33") is None
    assert table.duchy("R35") is None
    assert table.on("R34") == "bastion"


LONG = spaces("L", 27, 42)  # sixteen spaces, all knights of a player of five but one
LONG_CITIES = {"S8": "city2", "S9": "city2", "S10": "city3", "S11": "city3"}


def test_rule_10_also_in_the_last_turn() -> None:
    table = Table(5, landmarks=LONG_CITIES)
    table.knight(RED, *LONG)
    table.turn(RED, [5])
    table.play("5>L5", "#L6")
    assert table.on("L6") == "bastion"
    assert table.phase == "over"


# Rules 11 to 16: duchies.


def test_rule_11_the_banks_of_an_area_do_not_touch_each_other() -> None:
    table = Table()
    table.knight(RED, "L33", "R33")
    assert table.position.duchies == []


def test_rule_11_a_knight_on_the_river_joins_both_banks() -> None:
    table = Table()
    table.knight(YELLOW, "L33", "R33")
    table.knight(RED, "W33")
    assert table.duchy("W33") == Duchy(spaces=["L33", "R33", "W33"], sites=[], owner=YELLOW, value=1)


def test_rule_11_the_river_runs_on_from_area_to_area() -> None:
    table = Table()
    table.bastion(RED, "L20", knight="R22")
    table.bastion(RED, "L21", knight="R33")
    table.bastion(YELLOW, "R20", knight="L4")
    table.bastion(YELLOW, "R21", knight="L8")
    table.knight(RED, "W20", "W21")
    assert table.existing("W20").spaces == ["W20", "W21"]
    assert table.owner("W20") == RED


def test_rule_11_the_tip_of_the_island_does_not_touch_the_river_before_it() -> None:
    table = Table(landmarks={"S25": "city2"})
    table.knight(RED, "L44", "R44", "W44")
    table.knight(YELLOW, "I1")
    assert table.size("W44") == 3
    assert table.duchy("I1") is None


@pytest.mark.parametrize("bank, river", [("L45", "W45"), ("R50", "W50")])
def test_rule_11_both_arms_leave_the_river_at_44(bank: str, river: str) -> None:
    table = Table(landmarks={"S25": "city2"})
    for bastion, knight in (("L44", "L20"), ("R44", "L16"), (bank, "L8")):
        table.bastion(YELLOW, bastion, knight=knight)
    table.knight(RED, "I1", "W44")
    assert table.position.duchies == []
    table.knight(RED, river)
    assert set(table.existing(river).spaces) == {"I1", "W44", river}


def test_rule_11_the_knight_on_a_castle_counts() -> None:
    """Two and a castle against three: level, and the owner stays."""
    table = Table(landmarks={"S3": "castle"})
    table.knight(YELLOW, "L11", "L12")
    table.knight(RED, "L13", "L10", "L9")
    assert table.owner("L9") == YELLOW
    table.knight(RED, "L8")
    assert table.owner("L9") == RED


def test_rule_12_at_least_two_knights_and_more_than_every_other() -> None:
    table = Table()
    table.knight(RED, "R42")
    table.knight(YELLOW, "R43")
    assert table.owner("R42") is None
    table.knight(VIOLET, "R44")
    assert table.owner("R42") is None
    table.knight(VIOLET, "R50")
    assert table.owner("R42") == VIOLET


def test_rule_12_a_duke_for_a_player_who_did_not_move() -> None:
    table = Table()
    table.knight(RED, "R33", "R35")
    table.turn(YELLOW, [34])
    table.play("34>R34")
    assert table.owner("R34") == RED
    assert table.new_dukes == [RED]


def test_rule_12_a_conversion_can_make_a_third_player_duke() -> None:
    """Three against three, nobody rules; violet converts a red knight, and yellow is ahead."""
    table = Table(landmarks={"S9": "church", "S16": "city3", "S17": "city2"})
    table.knight(VIOLET, "L34", "L35")
    table.knight(YELLOW, "R11", "R12", "R13")
    table.knight(RED, "R15", "R16", "R14")
    assert table.owner("R14") is None
    table.turn(VIOLET, [15])
    table.play("15xR15")
    assert table.owner("R15") == YELLOW
    assert table.new_dukes == [YELLOW]
    assert table.payments == []


def test_rule_13_owner_stays_in_a_tie() -> None:
    table = Table()
    table.knight(RED, "R43", "R44")
    table.knight(YELLOW, "R42")
    table.turn(YELLOW, [50])
    table.play("50>R50")
    assert table.owner("R50") == RED
    assert table.payments == []


def three_level(players: int = 3) -> Table:
    """Two red, two yellow and two violet knights in red's duchy, with two cities: worth 6."""
    table = Table(players, landmarks={"S3": "church", "S7": "city2", "S8": "city3"})
    table.knight(RED, "L27", "L28")
    table.knight(YELLOW, "L26", "L29")
    table.knight(VIOLET, "L25", "L30")
    assert table.owner("L25") == RED
    assert table.value("L25") == 6
    return table


def test_rule_13_owner_stays_while_two_others_are_tied_ahead() -> None:
    table = three_level()
    table.knight(VIOLET, "L32")
    table.turn(YELLOW, [31])
    table.play("31>L31")
    assert table.size("L31") == 8  # two red, three yellow, three violet
    assert table.owner("L31") == RED
    assert table.payments == []


def test_rule_13_the_tied_ahead_takes_over_with_one_more() -> None:
    table = three_level()
    table.knight(VIOLET, "L32")
    table.knight(YELLOW, "L31")
    table.turn(VIOLET, [33])
    table.play("33>L33")
    assert table.owner("L33") == VIOLET
    assert table.payments == [(RED, 6, "duke 1, city 2, city 3")]


def red_without_a_knight() -> Table:
    """Blue has converted both red knights of red's duchy: two each for yellow, violet and blue."""
    table = three_level(4)
    table.knight(BLUE, "L11", "L12")
    table.convert(BLUE, "L27")
    table.convert(BLUE, "L28")
    assert table.supply == [20, 18, 18, 16]
    return table


def test_rule_13_owner_stays_even_without_a_knight_of_his_own() -> None:
    table = red_without_a_knight()
    assert table.owner("L27") == RED
    assert table.coins == [0, 0, 0, 0]


def test_rule_13_an_owner_without_knights_is_paid_like_any_other() -> None:
    table = red_without_a_knight()
    table.turn(BLUE, [31])
    table.play("31>L31")
    assert table.owner("L31") == BLUE
    assert table.payments == [(RED, 6, "duke 1, city 2, city 3")]


def test_rule_14_a_leader_who_ruled_neither_gets_a_new_duke_and_both_old_ones_are_paid() -> None:
    table = Table(landmarks={"S8": "city3"})
    table.knight(RED, "L27", "L28")
    table.knight(YELLOW, "L32", "L33")
    table.knight(VIOLET, "L29", "L31")
    table.turn(VIOLET, [30])
    table.play("30>L30")
    assert table.owner("L30") == VIOLET
    assert table.new_dukes == [VIOLET]
    assert table.payments == [(RED, 4, "duke 1, city 3"), (YELLOW, 1, "duke 1")]


def test_rule_14_the_leader_need_not_be_the_mover() -> None:
    table = Table(landmarks={"S8": "city3"})
    table.knight(RED, "L27", "L28", "L29")
    table.knight(YELLOW, "L31", "L32")
    table.turn(VIOLET, [30])
    table.play("30>L30")
    assert table.owner("L30") == RED
    assert table.payments == [(YELLOW, 1, "duke 1")]
    assert table.new_dukes == []


def three_duchies(left: int, right: int, river: int) -> Table:
    """Three duchies that meet at W32: worth 1 (two knights), 3 (two knights) and 5 (four knights)."""
    table = Table(landmarks={"S9": "city4", "S21": "city2"})
    table.knight(left, "L31", "L32")
    table.knight(right, "R31", "R32")
    table.bastion(river, "L33", knight="L34")
    table.bastion(river, "R33", knight="R34")
    table.knight(river, "W33", "W34")
    assert [table.value(space) for space in ("L32", "R32", "W33")] == [1, 3, 5]
    assert [table.owner(space) for space in ("L32", "R32", "W33")] == [left, right, river]
    return table


def test_rule_14_three_duchies_of_three_players() -> None:
    table = three_duchies(RED, YELLOW, VIOLET)
    table.turn(VIOLET, [32])
    table.play("32>W32")
    assert table.size("W32") == 9
    assert table.owner("W32") == VIOLET
    assert table.payments == [(RED, 1, "duke 1"), (YELLOW, 3, "duke 1, city 2")]


def test_rule_14_of_three_own_dukes_the_most_valuable_stays() -> None:
    table = three_duchies(RED, RED, RED)
    table.turn(YELLOW, [32])
    table.play("32>W32")
    assert table.owner("W32") == RED
    assert table.payments == [(RED, 1, "duke 1"), (RED, 3, "duke 1, city 2")]
    assert table.coins == [4, 0, 0]


def test_rule_14_value_decides_which_own_duke_stays_not_the_number_of_knights() -> None:
    table = Table(landmarks={"S18": "city2", "S19": "city4"})
    table.knight(RED, "R19", "R20", "R21", "R22", "R24", "R25")
    assert (table.value("R22"), table.value("R24")) == (3, 5)
    table.knight(RED, "R23")
    assert table.payments == [(RED, 3, "duke 1, city 2")]


def test_rule_14_of_two_equal_dukes_one_is_paid() -> None:
    table = Table(landmarks={"S18": "city2", "S19": "city2"})
    table.knight(RED, "R21", "R22", "R24", "R25")
    table.knight(RED, "R23")
    assert table.owner("R23") == RED
    assert table.payments == [(RED, 3, "duke 1, city 2")]


def test_rule_14_the_leaders_other_dukes_are_paid_and_so_are_all_others() -> None:
    table = three_duchies(RED, YELLOW, RED)
    table.turn(VIOLET, [32])
    table.play("32>W32")
    assert table.owner("W32") == RED
    assert table.payments == [(RED, 1, "duke 1"), (YELLOW, 3, "duke 1, city 2")]


def test_rule_14_a_tie_pays_every_duke_even_several_of_one_player() -> None:
    table = three_duchies(RED, RED, YELLOW)
    table.turn(VIOLET, [32])
    table.play("32>W32")  # four red, four yellow, one violet
    assert table.owner("W32") is None
    assert table.payments == [(RED, 1, "duke 1"), (RED, 3, "duke 1, city 2"), (YELLOW, 5, "duke 1, city 4")]
    assert table.new_dukes == []


def test_rule_14_duchies_without_owner_merge_as_well() -> None:
    """Red rules one, nobody the other; joined they are two, two and one: red's duke is paid and leaves."""
    table = Table(landmarks={"S24": "city2"})
    table.knight(RED, "R42", "R43")
    table.knight(YELLOW, "R50")
    table.knight(VIOLET, "R51")
    assert table.owner("R51") is None
    table.turn(YELLOW, [44])
    table.play("44>R44")
    assert table.owner("R44") is None
    assert table.payments == [(RED, 1, "duke 1")]


def test_rule_14_a_lone_knight_is_no_duchy_and_its_joining_no_merge() -> None:
    """The same without the violet knight: level, but red's duke stays."""
    table = Table()
    table.knight(RED, "R42", "R43")
    table.knight(YELLOW, "R50")
    table.turn(YELLOW, [44])
    table.play("44>R44")
    assert table.size("R44") == 4
    assert table.owner("R44") == RED
    assert table.payments == []


def test_rule_14_two_duchies_without_owner_pay_nobody() -> None:
    table = Table(landmarks={"S24": "city2"})
    table.knight(RED, "R42", "R50")
    table.knight(YELLOW, "R43", "R51")
    assert (table.owner("R42"), table.owner("R50")) == (None, None)
    table.turn(RED, [44])
    table.play("44>R44")
    assert table.owner("R44") == RED
    assert table.new_dukes == [RED]
    assert table.payments == []


def test_rule_14_a_knight_and_its_castle_merge_as_a_duchy() -> None:
    table = Table(landmarks={"S6": "city2", "S7": "castle"})
    table.knight(YELLOW, "L26")
    table.knight(RED, "L23", "L24")
    table.turn(VIOLET, [25])
    table.play("25>L25")  # two red, two yellow, one violet
    assert table.owner("L25") is None
    assert table.payments == [(RED, 3, "duke 1, city 2"), (YELLOW, 2, "duke 1, castle 1")]


@pytest.mark.usefixtures("small_boards")
def test_rule_15_the_castle_that_the_new_knight_brings_is_not_paid() -> None:
    """The castle is yellow's for a moment, but red's four still beat three; the old duchy was worth 1."""
    table = Table(board="bends", landmarks={"S1": "castle"})
    table.knight(YELLOW, "L5", "L4")
    table.knight(RED, "L3", "L2", "L10")
    assert table.owner("L2") == YELLOW
    table.turn(RED, [6])
    table.play("6>L6")
    assert table.owner("L6") == RED
    assert table.castle("S1") == RED
    assert table.payments == [(YELLOW, 1, "duke 1")]


def test_rule_15_every_landmark_counts_by_its_kind() -> None:
    table = Table(landmarks={"S5": "city4", "S6": "church", "S7": "castle", "S8": "city2", "S9": "city3"})
    table.knight(YELLOW, *spaces("L", 19, 25))
    table.knight(RED, "L26")
    assert table.value("L19") == 1 + 4 + 1 + 1
    table.knight(RED, *spaces("L", 27, 33))
    assert table.owner("L33") == YELLOW  # seven and the castle against eight
    table.turn(RED, [34])
    table.play("34>L34")
    assert table.payments == [(YELLOW, 9, "duke 1, city 4, church 1, castle 1, city 2")]


def test_rule_16_the_colour_of_the_knight_beside_a_landmark_does_not_matter() -> None:
    table = Table(landmarks={"S3": "city4"})
    table.knight(RED, "L8", "L9")
    table.knight(YELLOW, "L10")
    assert table.duchy("L8") == Duchy(spaces=["L8", "L9", "L10"], sites=["S3"], owner=RED, value=5)


def test_rule_16_knights_on_both_sides_count_a_landmark_once() -> None:
    table = Table(landmarks={"S3": "city4"})
    table.knight(RED, "L10", "L11")
    assert table.value("L10") == 5


def test_rule_16_a_bastion_brings_no_landmark() -> None:
    table = Table(landmarks={"S3": "city4"})
    table.knight(RED, "L8")
    table.bastion(RED, "L10", knight="L9")
    assert table.value("L9") == 1


# Rules 17 and 18: castles.


def test_rule_17_the_first_knight_decides_and_no_later_one() -> None:
    table = Table(landmarks={"S11": "castle"})
    table.knight(YELLOW, "L43")
    table.knight(RED, "L42")
    assert table.castle("S11") == YELLOW
    assert table.supply == [24, 23, 25]


def test_rule_17_lone_knights_have_no_owner_so_the_mover_takes_the_castle() -> None:
    table = Table(landmarks={"S3": "castle"})
    table.knight(RED, "L12")
    table.turn(YELLOW, [11])
    table.play("11>L11")
    assert table.castle("S3") == YELLOW
    assert table.owner("L11") == YELLOW


def test_rule_17_the_owner_takes_it_on_the_turn_of_another_and_from_his_own_supply() -> None:
    table = Table(landmarks={"S3": "castle"})
    table.knight(RED, "L12", "L13")
    table.turn(VIOLET, [11])
    events = table.play("11>L11")
    assert [event.seat for event in events if event.kind == "castle"] == [RED]
    assert table.supply == [22, 25, 24]


@pytest.mark.usefixtures("small_boards")
class TestRule17AtTheBend:
    """A knight on L6 of `bends` is the first beside the castle S1 and touches L5, L10 and L14."""

    def table(self, players: int = 3) -> Table:
        return Table(players, board="bends", landmarks={"S1": "castle"})

    def take(self, table: Table, seat: int) -> int:
        """Whose knight goes onto the castle; who owns the duchy afterwards may replace it at once."""
        table.turn(seat, [6])
        return next(event.seat for event in table.play("6>L6") if event.kind == "castle")

    def test_rule_17_one_owner_among_duchies_without_owner(self) -> None:
        table = self.table()
        table.knight(YELLOW, "L5", "L4")
        table.knight(VIOLET, "L10")
        table.knight(RED, "L11", "L14")
        assert self.take(table, RED) == YELLOW
        assert table.owner("L6") is None  # three yellow, three red, one violet: a merge, and a tie

    def test_rule_17_one_owner_of_several_duchies(self) -> None:
        table = self.table()
        table.knight(YELLOW, "L5", "L4", "L10", "L11")
        assert self.take(table, RED) == YELLOW
        assert table.owner("L6") == YELLOW
        assert table.payments == [(YELLOW, 1, "duke 1")]

    def test_rule_17_of_several_owners_the_one_with_most_knights(self) -> None:
        """Three yellow, two violet, two red with the new one: in red's hand the castle would make a tie."""
        table = self.table()
        table.knight(YELLOW, "L5", "L4", "L3")
        table.knight(VIOLET, "L10", "L11")
        table.knight(RED, "L14")
        assert self.take(table, RED) == YELLOW
        assert table.owner("L6") == YELLOW
        assert table.castle("S1") == YELLOW
        assert table.payments == [(VIOLET, 1, "duke 1")]

    def test_rule_17_lone_knights_that_are_joined_count_too(self) -> None:
        table = self.table()
        table.knight(YELLOW, "L5", "L4")
        table.knight(VIOLET, "L10", "L11", "L14")
        assert self.take(table, RED) == VIOLET

    def test_rule_17_the_movers_new_knight_counts(self) -> None:
        """Red's two and the new one are level with yellow's three: the mover takes the castle, and leads."""
        table = self.table()
        table.knight(YELLOW, "L5", "L4", "L3")
        table.knight(RED, "L10", "L11")
        assert self.take(table, RED) == RED
        assert table.owner("L6") == RED
        assert table.payments == [(YELLOW, 1, "duke 1")]

    def test_rule_17_owners_who_are_level_leave_it_to_the_mover(self) -> None:
        table = self.table()
        table.knight(YELLOW, "L5", "L4")
        table.knight(VIOLET, "L10", "L11")
        assert self.take(table, RED) == RED
        assert table.owner("L6") is None  # two each
        assert table.payments == [(YELLOW, 1, "duke 1"), (VIOLET, 1, "duke 1")]
        assert table.castle("S1") == RED

    def test_rule_17_of_several_owners_never_a_player_who_owns_none(self) -> None:
        """Blue has the most knights of all but rules neither duchy: the mover takes the castle."""
        table = self.table(4)
        table.knight(YELLOW, "L5", "L4")
        table.knight(BLUE, "L3", "L2")
        table.knight(VIOLET, "L10", "L11", "L12")
        table.knight(BLUE, "L9", "L13")
        assert (table.owner("L5"), table.owner("L10")) == (YELLOW, VIOLET)
        assert self.take(table, RED) == RED

    def test_rule_17_nobody_owns_any_so_the_mover(self) -> None:
        table = self.table()
        table.knight(YELLOW, "L5", "L11")
        table.knight(VIOLET, "L4", "L10")
        assert self.take(table, RED) == RED
        assert table.owner("L6") is None  # two each: without an owner the castle stays as it is


@pytest.mark.usefixtures("small_boards")
def test_rule_17_two_new_castles_go_to_the_same_player() -> None:
    table = Table(board="bends", landmarks={"S2": "castle", "S3": "castle"})
    table.turn(RED, [5])
    table.play("5>R5")
    assert (table.castle("S2"), table.castle("S3")) == (RED, RED)
    assert table.value("R5") == 3
    assert table.supply == [22, 25, 25]


@pytest.mark.usefixtures("small_boards")
def test_rule_17_two_new_castles_go_to_the_owner_of_the_duchy() -> None:
    table = Table(board="bends", landmarks={"S2": "castle", "S3": "castle"})
    table.knight(YELLOW, "R12", "R13")
    table.turn(RED, [5])
    table.play("5>R5")
    assert (table.castle("S2"), table.castle("S3")) == (YELLOW, YELLOW)
    assert table.supply == [24, 21, 25]


@pytest.mark.usefixtures("small_boards")
def test_rule_17_both_new_castles_count_when_the_duchy_can_evaluate() -> None:
    """Three violet, three yellow and one red knight, nobody rules; one more and two castles make four red."""
    table = Table(board="bends", landmarks={"S2": "castle", "S3": "castle"})
    table.knight(VIOLET, "R12", "R13", "R14")
    table.knight(YELLOW, "R16", "R17", "R18")
    table.knight(RED, "R15")
    assert table.owner("R15") is None
    table.turn(RED, [5])
    table.play("5>R5")
    assert table.owner("R5") == RED
    assert table.supply == [21, 22, 22]


def test_rule_18_castles_stay_as_they_are_while_nobody_owns_the_duchy() -> None:
    table = Table(landmarks={"S6": "castle", "S7": "castle"})
    table.knight(YELLOW, "L23")
    table.knight(RED, "L26")
    table.knight(VIOLET, "L24")
    assert table.owner("L24") == YELLOW
    table.turn(VIOLET, [25])
    table.play("25>L25")
    assert table.owner("L25") is None  # two each
    assert table.payments == [(RED, 2, "duke 1, castle 1"), (YELLOW, 2, "duke 1, castle 1")]
    assert (table.castle("S6"), table.castle("S7")) == (YELLOW, RED)


def test_rule_18_a_new_owner_takes_every_castle_and_knights_return() -> None:
    table = Table(landmarks={"S6": "castle", "S7": "castle"})
    table.knight(YELLOW, "L23")
    table.knight(RED, "L26")
    table.knight(VIOLET, "L24", "L25")
    assert table.supply == [23, 23, 23]
    table.turn(RED, [27])
    table.play("27>L27")
    assert table.owner("L27") == RED
    assert (table.castle("S6"), table.castle("S7")) == (RED, RED)
    assert table.supply == [21, 24, 23]
    assert table.payments == []


def test_rule_18_the_owner_of_a_merged_duchy_takes_the_castles_of_all_parts() -> None:
    table = Table(landmarks={"S6": "castle", "S7": "castle"})
    table.knight(YELLOW, "L23", "L22")
    table.knight(RED, "L26")
    table.knight(VIOLET, "L25")
    table.turn(VIOLET, [24])
    table.play("24>L24")
    assert table.owner("L24") == YELLOW
    assert (table.castle("S6"), table.castle("S7")) == (YELLOW, YELLOW)
    assert table.payments == [(RED, 2, "duke 1, castle 1")]
    assert table.supply == [24, 21, 23]


# Rule 19: bishops.


def test_rule_19_one_bishop_for_a_duchy_however_many_churches() -> None:
    table = Table(landmarks={"S6": "church", "S7": "church", "S9": "church"})
    table.knight(RED, "L23", "L24", "L25")
    assert table.bishops == [1, 0, 0]
    table.knight(RED, "L34", "L35")
    assert table.bishops == [2, 0, 0]


def test_rule_19_no_bishop_without_an_owner() -> None:
    table = Table(landmarks={"S9": "church"})
    table.knight(RED, "L34")
    assert (table.bishops, table.archbishop) == ([0, 0, 0], None)
    table.knight(YELLOW, "L35")
    assert (table.bishops, table.archbishop) == ([0, 0, 0], None)


def test_rule_19_the_archbishop_leaves_in_a_tie_and_goes_to_the_next_leader() -> None:
    table = Table(landmarks={"S3": "church", "S6": "church", "S9": "church"})
    table.knight(RED, "L34", "L35")
    assert table.archbishop == RED
    table.knight(YELLOW, "L11")
    assert table.archbishop == RED
    table.turn(YELLOW, [12])
    table.play("12>L12")
    assert table.bishops == [1, 1, 0]
    assert table.archbishop is None
    table.play(".")
    table.knight(YELLOW, "L23", "L24")
    assert table.bishops == [1, 2, 0]
    assert table.archbishop == YELLOW


def test_rule_19_joining_two_own_churches_costs_a_bishop_and_the_archbishop() -> None:
    table = Table(landmarks={"S3": "church", "S18": "church", "S19": "church"})
    table.knight(YELLOW, "L11", "L12")
    table.knight(RED, "R21", "R22", "R24", "R25")
    assert (table.bishops, table.archbishop) == ([2, 1, 0], RED)
    table.turn(RED, [23])
    table.play("23>R23")
    assert (table.bishops, table.archbishop) == ([1, 1, 0], None)


def test_rule_19_a_bishop_goes_with_the_duchy() -> None:
    table = Table(landmarks={"S24": "church"})
    table.knight(RED, "R51", "R50")
    assert (table.bishops, table.archbishop) == ([1, 0, 0], RED)
    table.knight(YELLOW, "R44", "R43", "R42")
    assert (table.bishops, table.archbishop) == ([0, 1, 0], YELLOW)


# Rules 20 and 21: the end.


def test_rule_20_the_game_is_over_at_the_end_of_the_turn_that_empties_a_supply() -> None:
    table = Table(5, landmarks=LONG_CITIES)
    table.knight(RED, *LONG)
    assert table.supply == [1, 17, 17, 17, 17]
    table.turn(RED, [5])
    table.play("5>L5")
    assert (table.phase, table.supply[RED]) == ("bastion", 0)
    assert table.match.outcome is None
    table.play(".")
    assert table.kinds[:2] == ["drew", "ended"]
    assert table.phase == "over"
    assert table.to_act == ()
    assert table.legal == []
    assert table.outcome.reason == "knights"


def test_rule_20_anybodys_empty_supply_ends_the_game() -> None:
    """Yellow's knight links a castle to red's duchy, and red's last knight goes onto it."""
    table = Table(5, landmarks={"S7": "castle", **LONG_CITIES})
    table.knight(RED, *LONG)
    table.turn(YELLOW, [26])
    table.play("26>L26", ".")
    assert table.castle("S7") == RED
    assert table.supply == [0, 16, 17, 17, 17]
    assert table.outcome.reason == "knights"


def test_rule_20_a_castle_gets_its_knight_even_when_none_is_left() -> None:
    table = Table(5, landmarks={"S12": "castle", **LONG_CITIES})
    table.knight(RED, *LONG)
    table.turn(RED, [46])
    table.play("46>L46")
    assert table.castle("S12") == RED
    assert table.owner("L46") == RED
    assert table.supply[RED] == -1
    table.play(".")
    assert table.outcome.reason == "knights"
    assert table.supply[RED] == -1


def test_rule_20_captured_castles_can_drive_a_supply_below_zero() -> None:
    table = Table(
        5, landmarks={"S6": "castle", "S7": "castle", "S21": "city2", "S22": "city2", "S23": "city2"}
    )
    table.knight(YELLOW, "L23", "L24")
    table.knight(RED, "L22", "L21", "L25", "L26", *spaces("R", 29, 40))
    assert table.supply[:2] == [1, 13]
    table.turn(RED, [27])
    table.play("27>L27", ".")
    assert (table.castle("S6"), table.castle("S7")) == (RED, RED)
    assert table.supply[:2] == [-2, 15]
    assert table.outcome.reason == "knights"


def test_rule_20_a_knight_that_came_back_in_the_same_turn_counts() -> None:
    """Red's last knight joins his castle to yellow's stronger duchy: the castle's knight comes home."""
    table = Table(
        5, landmarks={"S6": "city4", "S7": "castle", "S21": "city2", "S22": "city2", "S23": "city2"}
    )
    table.knight(YELLOW, "L21", "L22", "L23", "L24")
    table.knight(RED, "L26", *spaces("R", 29, 42))
    assert table.supply[:2] == [1, 13]
    table.turn(RED, [25])
    table.play("25>L25")
    assert table.castle("S7") == YELLOW
    assert table.payments == [(RED, 2, "duke 1, castle 1")]
    assert table.supply[:2] == [1, 12]
    table.play(".")
    assert (table.phase, table.to_act) == ("play", (YELLOW,))
    assert table.match.outcome is None


def test_rule_21_coins_dukes_landmarks_and_the_archbishop() -> None:
    table = Table(5, landmarks={"S3": "church", "S12": "castle", "S24": "city4", **LONG_CITIES})
    table.knight(RED, *LONG)  # 5 and cities of 2, 2, 3, 3
    table.knight(YELLOW, "L11", "L12")  # 5, the church, and 5 for the archbishop
    table.knight(VIOLET, "R43", "R44")
    table.knight(GREEN, "R42", "R50", "R51")  # violet is paid 1; 5 and a city of 4
    table.knight(BLUE, "L46")  # 5 and the castle
    assert table.coins == [0, 0, 1, 0, 0]
    table.turn(RED, [5])
    table.play("5>L5", ".")
    assert table.outcome.scores == [15, 11, 1, 6, 9]
    assert table.outcome.winners == [RED]
    assert table.position.scores == [15, 11, 1, 6, 9]
    assert table.coins == [0, 0, 1, 0, 0]


def test_rule_21_a_duchy_without_owner_scores_for_nobody() -> None:
    table = Table(5, landmarks={"S3": "city4", **LONG_CITIES})
    table.knight(RED, *LONG)
    table.knight(YELLOW, "L11")
    table.knight(BLUE, "L12")
    table.knight(RED, "L5")
    assert table.outcome.scores == [15, 0, 0, 0, 0]


def test_rule_21_equal_best_scores_share_the_win() -> None:
    table = Table(5, landmarks={"S3": "church", "S4": "city4", **LONG_CITIES})
    table.knight(RED, *LONG)
    table.knight(YELLOW, "L11", "L12", "L13", "L14")
    table.turn(RED, [5])
    table.play("5>L5", ".")
    assert table.outcome.scores == [15, 15, 0, 0, 0]
    assert table.outcome.winners == [RED, YELLOW]
    assert table.position.winners == [RED, YELLOW]


# Rule 22: what is secret.


def paid_table(**options: Any) -> Table:
    """Red has just been paid 1 for his duke."""
    table = Table(landmarks={"S23": "city3"}, **options)
    table.knight(RED, "R43", "R44")
    table.knight(YELLOW, "R42", "R50")
    table.turn(YELLOW, [41])
    table.play("41>R41")
    assert table.coins == [1, 0, 0]
    return table


SEATS = [None, RED, YELLOW, VIOLET]


@pytest.mark.parametrize("seat", SEATS)
def test_rule_22_a_screen_shows_the_total_of_its_own_seat_alone(seat: int | None) -> None:
    coins = [1, 0, 0]
    assert shown(paid_table().match, seat).coins == [c if p == seat else None for p, c in enumerate(coins)]


@pytest.mark.parametrize("seat", SEATS)
def test_rule_22_with_open_coins_it_does(seat: int | None) -> None:
    assert shown(paid_table(open_coins=True).match, seat).coins == [1, 0, 0]


@pytest.mark.parametrize("seat", SEATS)
def test_rule_22_each_payment_is_announced_to_all(seat: int | None) -> None:
    match = paid_table().match
    paid = [event for event in match.heard(seat) if event.kind == "paid"]
    assert [(event.seat, event.data["coins"]) for event in paid] == [(RED, 1)]
    assert "Red" in match.text(paid[0])
    assert "1 coin" in match.text(paid[0])


@pytest.mark.parametrize("seat", [-1, RED, YELLOW])
def test_rule_22_a_view_for_programs_holds_what_follows_from_the_payments(seat: int) -> None:
    match = paid_table().match
    assert match.game.view(match.state, seat)["coins"][0][:3].tolist() == [1, 0, 0]


def test_rule_22_all_is_shown_once_the_game_is_over() -> None:
    table = Table(5, landmarks={"S24": "city4", **LONG_CITIES})
    table.knight(VIOLET, "R43", "R44")
    table.knight(GREEN, "R42", "R50", "R51")
    table.knight(RED, *LONG)
    assert shown(table.match, BLUE).coins == [0 if p == BLUE else None for p in range(5)]
    assert shown(table.match, BLUE).scores is None
    table.knight(RED, "L5")
    assert shown(table.match, BLUE).coins == [0, 0, 1, 0, 0]
    assert shown(table.match, BLUE).scores == [15, 0, 1, 0, 9]


@pytest.mark.parametrize("seat", SEATS)
def test_hands_and_drawn_cards_are_seen_by_their_player_alone(seat: int | None) -> None:
    table = Table()
    table.knight(RED, "L4")
    hands = shown(table.match, seat).hands
    assert hands == [table.hand(p) if p == seat else None for p in range(3)]
    (drew,) = [event for event in table.match.heard(seat) if event.kind == "drew"]
    assert (drew.data["card"] is not None) == (seat == RED)
