"""The sixteen abilities (rule 13): what they do, when, and what is refused."""

from __future__ import annotations

import re

import pytest

from .table import BLUE, GOLD, RED, SUBJECTS, VIOLET, Table, shown

IN_PEACE = ("Queen", "Duke", "Trader1")  # Red, Gold and Violet: nobody is in conflict, Red goes first


def red_to_move(table: Table) -> Table:
    """Red's turn with the Queen, in peace."""
    table.choose(*IN_PEACE)
    assert table.turn == RED
    return table


def uses(table: Table) -> list[str]:
    return table.legal_of("use")


def cannot(table: Table, move: str, because: str = "") -> None:
    """A use that is refused, with the reason and its rule."""
    assert move not in table.legal
    reason = table.refused(move)
    assert because in reason
    assert re.search(r"\(rule \d+\)$", reason)
    assert "the active subject is" not in reason


# Gardener and Watchman: their rules are 6 and 9; here only that they have no other use.


@pytest.mark.parametrize("subject", ["Gardener", "Watchman"])
def test_gardener_and_watchman_have_no_use_in_a_turn(subject: str) -> None:
    table = Table(3).row(RED, [subject])
    table.choose(*IN_PEACE)
    if subject == "Gardener":
        table.play("pass")
    assert uses(table) == []
    assert "use, a subject" in table.refused(f"use {subject}")
    table.play("skip")
    assert table.turn == GOLD


@pytest.mark.parametrize("subject", SUBJECTS)
def test_an_older_subject_has_no_ability(subject: str) -> None:
    """Farmer and Watchman can do nothing here, so nothing can be used at all."""
    table = Table(3).row(RED, [subject, "Farmer"], ["Inn"]).row(GOLD, ["Miner"], ["Forge"])
    table.choose(*IN_PEACE)
    assert table.phase == "act"
    assert uses(table) == []


# Jailer and Scholar.


@pytest.mark.parametrize("markers", [1, 2, 5])
def test_jailer_brings_a_coin_for_each_marker(markers: int) -> None:
    table = red_to_move(Table(3).row(RED, ["Jailer"]).markers(markers, 1, 1))
    supply = table.supply["coins"]
    table.play("use Jailer")
    assert table.coins[RED] == 5 + markers
    assert table.supply["coins"] == supply - markers
    assert table.burdens[RED] == markers
    assert table.spent(RED)


def test_jailer_takes_what_is_left_in_a_short_supply() -> None:
    table = red_to_move(Table(3).row(RED, ["Jailer"]).markers(4, 1, 1).coins_left(3, rest=GOLD))
    table.play("use Jailer")
    assert table.coins[RED] == 8
    assert table.supply["coins"] == 0


def test_jailer_is_refused_where_he_brings_nothing() -> None:
    cannot(red_to_move(Table(3).row(RED, ["Jailer"]).markers(0, 1, 1)), "use Jailer")
    cannot(red_to_move(Table(3).row(RED, ["Jailer"]).coins_left(0, rest=GOLD)), "use Jailer")


def test_jailer_is_worth_more_before_a_conflict_can_evaluate() -> None:
    for moves, coins in ((["use Jailer", "settle"], 7), (["settle", "use Jailer"], 6)):
        table = Table(3).row(RED, ["Jailer"]).markers(2, 1, 1)
        table.choose("Duke", "Queen", "Trader1")
        table.skip_to(RED).play(*moves)
        assert table.coins[RED] == coins


def test_scholar_brings_a_coin_for_each_own_building() -> None:
    table = Table(3).row(RED, ["Miner", "Scholar"], ["Inn", "Inn", "Garden"]).row(GOLD, [], ["Mine"])
    red_to_move(table).play("use Scholar")
    assert table.coins == [8, 5, 5]


def test_scholar_takes_what_is_left_in_a_short_supply() -> None:
    table = Table(3).row(RED, ["Scholar"], ["Inn", "Inn", "Garden"]).coins_left(2, rest=GOLD)
    red_to_move(table).play("use Scholar")
    assert table.coins[RED] == 7
    assert table.supply["coins"] == 0


def test_scholar_is_refused_where_he_brings_nothing() -> None:
    cannot(red_to_move(Table(3).row(RED, ["Scholar"])), "use Scholar")
    cannot(red_to_move(Table(3).row(RED, ["Scholar"], ["Inn"]).coins_left(0, rest=GOLD)), "use Scholar")


def test_scholar_counts_a_building_bought_in_this_turn() -> None:
    table = Table(3).row(RED, ["Scholar"]).top(1, "HerbMeadow")
    table.choose("LordProtector", "Duke", "Trader1")
    table.play("build 1", "use Scholar")
    assert table.coins[RED] == 5


# Court Lady and Bishop.


def test_court_lady_exchanges_two_buildings_and_both_come_last() -> None:
    table = Table(3).row(RED, ["CourtLady"], ["Inn", "Forge"]).row(GOLD, [], ["Garden", "Mine", "Farm"])
    red_to_move(table).play("use CourtLady Inn 1 Garden")
    assert table.buildings(RED) == ["Forge", "Garden"]
    assert table.buildings(GOLD) == ["Mine", "Farm", "Inn"]
    assert table.coins == [5, 5, 5]
    assert table.spent(RED)


def test_court_lady_takes_any_building_of_any_rival_for_any_own_one() -> None:
    table = Table(3).row(RED, ["CourtLady"], ["Inn", "Forge"])
    table.row(GOLD, ["Miner"], ["Garden", "Farm"]).row(VIOLET, [], ["Market"])
    assert set(uses(red_to_move(table))) == {
        f"use CourtLady {own} {theirs}"
        for own in ("Inn", "Forge")
        for theirs in ("1 Garden", "1 Farm", "2 Market")
    }


def test_court_lady_needs_buildings_on_both_sides() -> None:
    table = red_to_move(Table(3).row(RED, ["CourtLady"]).row(GOLD, [], ["Garden"]))
    assert uses(table) == []
    cannot(table, "use CourtLady Inn 1 Garden")
    table = red_to_move(Table(3).row(RED, ["CourtLady"], ["Inn"]))
    assert uses(table) == []
    cannot(table, "use CourtLady Inn 1 Garden")


def test_court_lady_leaves_the_perfect_pairs_of_others_alone() -> None:
    table = Table(3).row(RED, ["CourtLady"], ["Inn"]).row(GOLD, ["Miner"], ["Mine", "Forge"])
    table.row(VIOLET, ["Blacksmith"], ["Farm"])
    red_to_move(table)
    assert uses(table) == [
        "use CourtLady Inn 1 Forge",
        "use CourtLady Inn 2 Farm",
    ]  # a smith elsewhere is no pair
    cannot(table, "use CourtLady Inn 1 Mine", "belongs to a perfect pair")


def test_court_lady_protects_as_many_copies_as_there_are_pairs() -> None:
    one = Table(3).row(RED, ["CourtLady"], ["Inn"]).row(GOLD, ["Miner"], ["Mine", "Mine"])
    assert uses(red_to_move(one)) == ["use CourtLady Inn 1 Mine"]
    two = Table(3).row(RED, ["CourtLady"], ["Inn"]).row(GOLD, ["Miner", "Miner"], ["Mine", "Mine"])
    assert uses(red_to_move(two)) == []


def test_court_lady_may_break_an_own_pair() -> None:
    table = Table(3).row(RED, ["Innkeeper", "CourtLady"], ["Inn"]).row(GOLD, [], ["Garden"])
    red_to_move(table).play("use CourtLady Inn 1 Garden")
    assert table.buildings(RED) == ["Garden"]


def test_court_lady_means_the_newest_of_two_copies() -> None:
    table = Table(3).row(RED, ["CourtLady"], ["Inn", "Forge", "Inn", "Farm"])
    table.row(GOLD, [], ["Garden", "Mine", "Garden", "Market"])
    red_to_move(table).play("use CourtLady Inn 1 Garden")
    assert table.buildings(RED) == ["Inn", "Forge", "Farm", "Garden"]
    assert table.buildings(GOLD) == ["Garden", "Mine", "Market", "Inn"]


def test_court_lady_may_exchange_a_card_for_one_of_its_kind() -> None:
    table = Table(3).row(RED, ["CourtLady"], ["Inn", "Forge"]).row(GOLD, [], ["Inn", "Mine"])
    red_to_move(table).play("use CourtLady Inn 1 Inn")
    assert table.buildings(RED) == ["Forge", "Inn"]
    assert table.buildings(GOLD) == ["Mine", "Inn"]
    assert table.spent(RED)


def test_court_lady_does_not_exchange_with_oneself() -> None:
    table = red_to_move(Table(3).row(RED, ["CourtLady"], ["Inn", "Forge"]).row(GOLD, [], ["Mine"]))
    cannot(table, "use CourtLady Inn 0 Forge")


def test_bishop_exchanges_two_subjects_and_both_come_last() -> None:
    table = Table(3).row(RED, ["Sailor", "Bishop"]).row(GOLD, ["Miner", "Vintner"])
    red_to_move(table).play("use Bishop Sailor 1 Miner")
    assert table.subjects(RED) == ["Bishop", "Miner"]
    assert table.subjects(GOLD) == ["Vintner", "Sailor"]
    assert table.coins == [5, 5, 5]


def test_bishop_may_give_himself_away() -> None:
    table = Table(3).row(RED, ["Sailor", "Bishop"]).row(GOLD, ["Miner", "Vintner"])
    red_to_move(table).play("use Bishop Bishop 1 Vintner")
    assert table.subjects(RED) == ["Sailor", "Vintner"]
    assert table.subjects(GOLD) == ["Miner", "Bishop"]
    assert uses(table) == []  # the Vintner came after an ability was used


def test_bishop_leaves_the_perfect_pairs_of_others_alone() -> None:
    table = Table(3).row(RED, ["Bishop"]).row(GOLD, ["Miner", "Vintner"], ["Mine"])
    table.row(VIOLET, ["Sailor", "Sailor"], ["Harbour"])
    red_to_move(table)
    assert uses(table) == ["use Bishop Bishop 1 Vintner", "use Bishop Bishop 2 Sailor"]
    cannot(table, "use Bishop Bishop 1 Miner", "belongs to a perfect pair")
    table.play("use Bishop Bishop 2 Sailor")
    assert table.subjects(VIOLET) == ["Sailor", "Bishop"]


def test_bishop_may_break_an_own_pair() -> None:
    table = Table(3).row(RED, ["Miner", "Bishop"], ["Mine"]).row(GOLD, ["Vintner"])
    red_to_move(table).play("use Bishop Miner 1 Vintner")
    assert table.subjects(GOLD) == ["Miner"]


def test_bishop_means_the_newest_of_two_copies() -> None:
    table = Table(3).row(RED, ["Miner", "Sailor", "Miner", "Bishop"])
    table.row(GOLD, ["Farmer", "Jailer", "Farmer", "Scholar"])
    red_to_move(table).play("use Bishop Miner 1 Farmer")
    assert table.subjects(RED) == ["Miner", "Sailor", "Bishop", "Farmer"]
    assert table.subjects(GOLD) == ["Farmer", "Jailer", "Scholar", "Miner"]


def test_bishop_may_exchange_a_card_for_one_of_its_kind() -> None:
    table = Table(3).row(RED, ["Miner", "Bishop"]).row(GOLD, ["Miner", "Vintner"])
    red_to_move(table).play("use Bishop Miner 1 Miner")
    assert table.subjects(RED) == ["Bishop", "Miner"]
    assert table.subjects(GOLD) == ["Vintner", "Miner"]


def test_bishop_is_refused_without_a_rivals_subject() -> None:
    table = red_to_move(Table(3).row(RED, ["Bishop"]))
    assert uses(table) == []
    cannot(table, "use Bishop Bishop 1 Miner", "seat 1 has no Miner")


def test_bishop_the_other_player_may_use_the_subject_received_in_this_cycle() -> None:
    table = Table(3).row(RED, ["Jailer", "Bishop"]).row(GOLD, ["Farmer"])
    red_to_move(table).play("use Bishop Jailer 1 Farmer", "skip")
    assert table.turn == GOLD
    assert uses(table) == ["use Jailer"]
    table.play("use Jailer")
    assert table.coins[GOLD] == 6


def test_bishop_but_not_if_an_ability_was_used_already() -> None:
    """Gold swapped with the Gardener before."""
    table = Table(3).row(RED, ["Jailer", "Bishop"]).row(GOLD, ["Gardener"])
    table.choose("Queen", "Trader1", "Duke")
    table.play("swap 2", "use Bishop Jailer 1 Gardener")
    table.skip_to(GOLD)
    assert table.subjects(GOLD) == ["Jailer"]
    assert uses(table) == []


def test_bishop_a_watchman_taken_away_has_guarded_all_the_same() -> None:
    table = Table(3).row(RED, ["Miner", "Bishop"]).row(GOLD, ["Watchman"])
    table.choose("Knight", "Diplomat", "Duke")
    table.play("guard")
    table.skip_to(RED)
    assert table.burdens == [2, 1, 1]
    table.play("use Bishop Miner 1 Watchman")
    table.skip_to(GOLD)
    assert uses(table) == []


# Troubadour.


def test_troubadour_exchanges_a_card_for_a_top_card_without_paying() -> None:
    table = Table(3).row(RED, ["Miner", "Troubadour"], ["Inn"]).pile(2, ["Farm", "Garden"])
    red_to_move(table).play("use Troubadour Inn 2")
    assert table.buildings(RED) == ["Garden"]
    assert table.cards(2) == ["Farm", "Inn"]
    assert table.coins[RED] == 5
    assert table.piles_money == [2, 2, 2, 2]


def test_troubadour_any_own_card_for_any_top_card() -> None:
    table = red_to_move(Table(3).row(RED, ["Miner", "Troubadour"], ["Inn"]))
    assert set(uses(table)) == {
        f"use Troubadour {card} {pile}" for card in ("Miner", "Troubadour", "Inn") for pile in (1, 2, 3, 4)
    }
    cannot(table, "use Troubadour Garden 1")


def test_troubadour_mixes_types_and_the_type_says_how_a_card_is_bought() -> None:
    table = Table(3).row(RED, ["Troubadour"], ["Inn"]).pile(3, ["Farmer", "Jailer"]).purse(GOLD, 2)
    table.choose("Queen", "Trader1", "Duke")
    table.play("use Troubadour Inn 3")
    assert table.subjects(RED) == ["Troubadour", "Jailer"]
    assert table.buildings(RED) == []
    assert table.cards(3) == ["Farmer", "Inn"]
    assert "recruit 3" not in table.legal
    assert table.refused("recruit 3") == "the Inn on pile 3 is no subject (rule 13)"
    table.skip_to(GOLD).play("skip", "skip")
    assert "recruit 3" not in table.legal
    table.play("skip")
    assert "build 3" in table.legal
    table.play("build 3")
    assert table.buildings(GOLD) == ["Inn"]
    assert table.piles_money[2] == 4  # paid where it lay
    assert table.cards(3) == ["Farmer"]


def test_troubadour_a_subject_on_a_pile_of_buildings() -> None:
    table = Table(3).row(RED, ["Miner", "Troubadour"]).pile(1, ["Farm", "Garden"])
    red_to_move(table).play("use Troubadour Miner 1")
    assert table.subjects(RED) == ["Troubadour"]
    assert table.buildings(RED) == ["Garden"]
    assert table.cards(1) == ["Farm", "Miner"]
    assert "recruit 1" in table.legal
    table.play("recruit 1")
    assert table.subjects(RED) == ["Troubadour", "Miner"]
    assert table.piles_money == [3, 2, 2, 2]


def test_troubadour_may_give_himself_away() -> None:
    table = Table(3).row(RED, ["Jailer", "Troubadour"]).pile(1, ["Farm", "Garden"])
    red_to_move(table).play("use Troubadour Troubadour 1")
    assert table.subjects(RED) == ["Jailer"]
    assert uses(table) == []  # one ability in a cycle


def test_troubadour_means_the_newest_of_two_copies() -> None:
    table = Table(3).row(RED, ["Miner", "Sailor", "Miner", "Troubadour"]).pile(3, ["Farmer", "Jailer"])
    red_to_move(table).play("use Troubadour Miner 3")
    assert table.subjects(RED) == ["Miner", "Sailor", "Troubadour", "Jailer"]


def test_troubadour_may_exchange_a_card_for_one_of_its_kind_and_break_a_pair() -> None:
    table = Table(3).row(RED, ["Miner", "Sailor", "Troubadour"], ["Mine"]).pile(3, ["Farmer", "Miner"])
    red_to_move(table).play("use Troubadour Miner 3")
    assert table.subjects(RED) == ["Sailor", "Troubadour", "Miner"]
    assert table.cards(3) == ["Farmer", "Miner"]


def test_troubadour_needs_a_top_card_and_empties_no_pile() -> None:
    table = Table(3).row(RED, ["Troubadour"]).row(GOLD, ["Troubadour"]).pile(3, ["Farmer"])
    red_to_move(table)
    table.play("use Troubadour Troubadour 3")
    assert table.cards(3) == ["Troubadour"]
    table.play("recruit 3")  # now it is empty
    assert table.turn == GOLD
    assert uses(table) == [f"use Troubadour Troubadour {pile}" for pile in (1, 2, 4)]
    cannot(table, "use Troubadour Troubadour 3")
    table.play("use Troubadour Troubadour 1")
    table.finish_cycle()
    assert table.phase == "over"


def test_troubadour_an_exchange_with_a_single_card_does_not_end_the_game() -> None:
    table = Table(3).row(RED, ["Troubadour"], ["Inn"]).pile(3, ["Farmer"])
    red_to_move(table).play("use Troubadour Inn 3")
    table.finish_cycle()
    assert table.phase == "choose"


# Sailor.


def equals(table: Table, first: str = "Trader1", second: str = "Trader2") -> Table:
    """Red and Gold in a conflict of equals, Red's turn."""
    table.choose(first, second, "Duke" if first.startswith("Trader") else "Trader1")
    return table.skip_to(RED)


def test_sailor_does_the_one_action_of_equals_twice() -> None:
    table = equals(Table(3).row(RED, ["Sailor"]).money(2, 3, 4, 5))
    assert uses(table) == []  # not before the action is chosen
    cannot(table, "use Sailor take 1")
    table.play("take 4")
    assert table.turn == RED
    assert table.due is None
    assert table.legal == ["end", "use Sailor take 1", "use Sailor take 2", "use Sailor take 3"]
    cannot(table, "use Sailor settle")
    table.play("use Sailor take 2")
    assert table.coins[RED] == 13
    assert table.turn == GOLD


def test_sailor_is_optional() -> None:
    table = equals(Table(3).row(RED, ["Sailor"]))
    table.play("take 4", "end")
    assert table.turn == GOLD


@pytest.mark.parametrize(
    "first, again",
    [
        ("settle", "use Sailor settle"),
        ("take 1", "use Sailor take 2"),
        ("build 1", "use Sailor build 2"),
        ("build 1", "use Sailor build 1"),
    ],
)
def test_sailor_repeats_settling_taking_and_building(first: str, again: str) -> None:
    table = Table(3).row(RED, ["Sailor"]).pile(1, ["Farm", "Inn", "Mine"]).top(2, "Inn")
    equals(table).play(first)
    before = table.burdens[RED], table.coins[RED], len(table.buildings(RED))
    table.play(again)
    assert (table.burdens[RED], table.coins[RED], len(table.buildings(RED))) != before
    assert table.turn == GOLD


def test_sailor_repeats_giving() -> None:
    table = equals(Table(3).row(RED, ["Sailor"]), "Courtier", "Priest")
    assert table.burdens == [2, 2, 1]
    table.play("give 1")
    assert uses(table) == ["use Sailor give 1", "use Sailor give 2"]
    table.play("use Sailor give 2")
    assert table.burdens == [0, 3, 2]


def test_sailor_is_not_asked_where_the_action_cannot_be_done_again() -> None:
    table = Table(3).row(RED, ["Sailor"]).top(1, "Mine").purse(RED, 2)
    equals(table).play("build 1")
    assert table.turn == GOLD


def test_sailor_does_not_repeat_what_was_left() -> None:
    table = equals(Table(3).row(RED, ["Sailor"]))
    table.play("skip")
    assert table.turn == GOLD


def test_sailor_does_not_repeat_a_recruiting_that_put_another_after_him() -> None:
    table = Table(3).row(RED, ["Sailor"]).top(3, "Farmer")
    equals(table).play("recruit 3")
    assert table.subjects(RED) == ["Sailor", "Farmer"]
    assert table.turn == GOLD


def test_sailor_instead_the_new_subject_may_be_used() -> None:
    table = Table(3).row(RED, ["Sailor"]).top(3, "Herbalist")
    equals(table).play("recruit 3")
    assert uses(table) == ["use Herbalist 1", "use Herbalist 2"]
    assert "active subject is the Herbalist" in table.refused("use Sailor recruit 4")


def test_sailor_just_recruited_by_the_chosen_action_may_repeat_it() -> None:
    table = Table(3).pile(3, ["Farmer", "Sailor"]).top(4, "Miner")
    equals(table).play("recruit 3")
    assert table.legal == ["end", "use Sailor recruit 3", "use Sailor recruit 4"]
    table.play("use Sailor recruit 3")
    assert table.subjects(RED) == ["Sailor", "Farmer"]
    assert table.coins[RED] == 2
    assert table.turn == GOLD


def test_sailor_recruited_after_a_sailor_may_repeat_it_too() -> None:
    table = Table(3).row(RED, ["Sailor"]).pile(3, ["Farmer", "Sailor"])
    equals(table).play("recruit 3", "use Sailor recruit 3")
    assert table.subjects(RED) == ["Sailor", "Sailor", "Farmer"]


def test_sailor_received_by_the_bishop_may_not_be_used_by_whoever_used_the_bishop() -> None:
    table = Table(3).row(RED, ["Bishop"]).row(VIOLET, ["Sailor"])
    equals(table)
    table.play("take 1", "use Bishop Bishop 2 Sailor")
    assert table.turn == GOLD


def test_sailor_received_from_a_rivals_bishop_is_active() -> None:
    table = Table(3).row(RED, ["Farmer"]).row(VIOLET, ["Sailor", "Bishop"])
    table.choose("Trader1", "Trader2", "Duke")
    table.play("use Bishop Sailor 0 Farmer")
    table.skip_to(RED).play("take 1")
    assert uses(table) == [f"use Sailor take {pile}" for pile in (2, 3, 4)]


@pytest.mark.parametrize("character", ["Countess", "Trader1", "Courtier"])
def test_sailor_needs_a_conflict_of_equals(character: str) -> None:
    table = Table(3).row(RED, ["Sailor"])
    table.choose(character, "Queen", "Bursar" if character != "Countess" else "Duke")
    while table.turn != RED or "steal" in (table.due or {}):
        table.leave()
    while table.phase == "act" and table.turn == RED:
        assert uses(table) == []
        table.play("skip")


def test_sailor_equality_with_the_neutral_card_is_no_conflict_of_equals() -> None:
    table = Table(2).row(RED, ["Sailor"])
    table.choose("Courtier", "Queen", neutral="Priest")
    table.skip_to(RED).play("give 1")
    assert uses(table) == []
    cannot(table, "use Sailor give 1")


def test_sailor_refills_empty_piles() -> None:
    table = equals(Table(3).row(RED, ["Sailor"]).money(0, 0, 0, 3))
    table.play("take 4")
    assert uses(table) == [f"use Sailor take {pile}" for pile in (1, 2, 3, 4)]
    table.play("use Sailor take 4")
    assert table.piles_money == [2, 2, 2, 0]


# Blacksmith.


def builder(table: Table) -> Table:
    """Red's turn with the Lord Protector, in peace."""
    table.choose("LordProtector", "Duke", "Trader1")
    assert table.turn == RED
    return table


@pytest.mark.parametrize("card, price", [("Garden", 4), ("Forge", 3), ("Mine", 2), ("HerbMeadow", 1)])
def test_blacksmith_a_building_for_one_less(card: str, price: int) -> None:
    table = builder(Table(3).row(RED, ["Blacksmith"]).top(1, card)).purse(RED, price - 1)
    assert "build 1" not in table.legal
    table.play("use Blacksmith 1")
    assert table.buildings(RED) == [card]
    assert table.coins[RED] == 0
    assert table.piles_money == [2 + price - 1, 2, 2, 2]
    assert table.turn == GOLD  # it was the build action


def test_blacksmith_is_refused_below_the_lower_price() -> None:
    table = builder(Table(3).row(RED, ["Blacksmith"]).top(1, "Garden")).purse(RED, 2)
    cannot(table, "use Blacksmith 1")


def test_blacksmith_is_optional() -> None:
    table = builder(Table(3).row(RED, ["Blacksmith"]).top(1, "Garden"))
    table.play("build 1")
    assert table.coins[RED] == 1
    assert table.turn == GOLD  # nothing to build any more


def test_blacksmith_only_while_building_is_due() -> None:
    table = Table(3).row(RED, ["Blacksmith"]).top(1, "Mine")
    table.choose("Bursar", "Duke", "Trader1")
    table.skip_to(RED)
    assert table.due == {"do": ["money"]}
    cannot(table, "use Blacksmith 1")
    table.play("skip")
    assert "use Blacksmith 1" in table.legal
    table = red_to_move(Table(3).row(RED, ["Blacksmith"]).top(1, "Mine"))
    assert uses(table) == []


def test_blacksmith_with_a_stolen_building_action() -> None:
    table = Table(3).row(RED, ["Blacksmith"]).top(1, "Mine")
    table.choose("Knight", "Diplomat", "Duke")
    table.skip_to(RED)
    assert uses(table) == []
    table.play("steal 1 build", "use Blacksmith 1")
    assert table.coins[RED] == 4
    assert table.due == {"do": ["money"]}


def test_blacksmith_is_the_one_action_in_a_conflict_of_equals() -> None:
    table = equals(Table(3).row(RED, ["Blacksmith"]).top(1, "Mine"))
    assert "use Blacksmith 1" in table.legal
    table.play("use Blacksmith 1")
    assert table.turn == GOLD
    assert table.buildings(RED) == ["Mine"]


def test_blacksmith_not_if_building_was_stolen_in_a_conflict_of_equals() -> None:
    table = Table(3).row(RED, ["Blacksmith"]).top(1, "Mine")
    table.choose("Trader1", "Trader2", "Courtier")
    table.play("steal 0 build", "skip", "steal 1 build", "skip", "skip", "skip")
    assert table.turn == RED
    cannot(table, "use Blacksmith 1")


def test_blacksmith_recruited_in_this_turn_helps_at_once() -> None:
    table = Table(3).top(3, "Blacksmith").top(1, "Mine")
    table.choose("Trader1", "Queen", "Duke")
    table.skip_to(RED).play("skip", "skip", "recruit 3", "use Blacksmith 1")
    assert table.coins[RED] == 5 - 2 - 1


def test_blacksmith_needs_a_building_on_top() -> None:
    table = Table(3).row(RED, ["Blacksmith"]).pile(3, ["Farmer"])
    table = builder(table)
    cannot(table, "use Blacksmith 3")


# Carpenter, Market Woman, Innkeeper: an action more.


def test_carpenter_buys_a_building_besides() -> None:
    table = red_to_move(Table(3).row(RED, ["Carpenter"]).top(1, "Mine").top(2, "Garden").purse(RED, 3))
    assert uses(table) == ["use Carpenter 1"]
    cannot(table, "use Carpenter 2")  # too dear
    cannot(table, "use Carpenter 3")  # no building
    table.play("use Carpenter 1")
    assert table.buildings(RED) == ["Mine"]
    assert table.coins[RED] == 1
    assert table.piles_money == [4, 2, 2, 2]
    assert table.due == {"do": ["recruit"]}


def test_carpenter_may_empty_a_pile() -> None:
    table = red_to_move(Table(3).row(RED, ["Carpenter"]).pile(1, ["Mine"]))
    table.play("use Carpenter 1")
    table.finish_cycle()
    assert table.phase == "over"


def test_market_woman_takes_money_besides() -> None:
    table = red_to_move(Table(3).row(RED, ["MarketWoman"]).money(0, 3, 2, 0))
    assert uses(table) == ["use MarketWoman 2", "use MarketWoman 3"]
    cannot(table, "use MarketWoman 1")
    table.play("use MarketWoman 2")
    assert table.coins[RED] == 8
    assert table.piles_money == [0, 0, 2, 0]
    assert table.due == {"do": ["recruit"]}


def test_market_woman_refills_empty_piles() -> None:
    table = red_to_move(Table(3).row(RED, ["MarketWoman"]).money(0, 0, 0, 0))
    table.play("use MarketWoman 3")
    assert table.piles_money == [2, 2, 0, 2]
    assert table.coins[RED] == 7


def test_market_woman_with_a_short_supply_or_none() -> None:
    table = red_to_move(Table(3).row(RED, ["MarketWoman"]).money(0, 0, 0, 0).coins_left(3, rest=GOLD))
    assert uses(table) == ["use MarketWoman 1", "use MarketWoman 2"]
    table = red_to_move(Table(3).row(RED, ["MarketWoman"]).money(0, 0, 0, 0).coins_left(0, rest=GOLD))
    assert uses(table) == []
    cannot(table, "use MarketWoman 1")


def test_innkeeper_recruits_besides_and_the_new_subject_gives_nothing() -> None:
    table = Table(3).row(RED, ["Innkeeper"]).top(3, "Jailer").top(4, "Bishop").purse(RED, 3)
    builder(table)
    assert uses(table) == ["use Innkeeper 3"]
    cannot(table, "use Innkeeper 4")  # too dear
    cannot(table, "use Innkeeper 1")  # no subject
    table.play("use Innkeeper 3")
    assert table.subjects(RED) == ["Innkeeper", "Jailer"]
    assert table.coins[RED] == 0
    assert uses(table) == []
    table.play("skip")
    assert table.turn == GOLD


def test_an_ability_is_no_action_of_a_conflict_of_equals() -> None:
    """Innkeeper, Carpenter and Market Woman come on top of the one action."""
    for subject, pile in (("Innkeeper", 3), ("Carpenter", 1), ("MarketWoman", 2)):
        table = Table(3).row(RED, [subject]).top(3, "Farmer").top(1, "Mine")
        equals(table).play(f"use {subject} {pile}")
        assert table.due == {"do": ["settle", "money", "recruit", "build"]}


# Vintner and Miner.


def test_vintner_picks_a_subject_and_the_order_of_the_others_stays() -> None:
    table = Table(3).row(RED, ["Vintner"]).pile(3, ["Farmer", "Jailer", "Sailor", "Herbalist"])
    red_to_move(table).play("use Vintner 3 Jailer")
    assert table.cards(3) == ["Farmer", "Sailor", "Herbalist"]
    assert table.subjects(RED) == ["Vintner", "Jailer"]
    assert table.coins[RED] == 2
    assert table.piles_money == [2, 2, 5, 2]
    assert table.due == {"do": ["recruit"]}


def test_vintner_takes_what_can_be_paid_from_either_pile() -> None:
    table = (
        Table(3).row(RED, ["Vintner"]).pile(3, ["Farmer", "Bishop"]).pile(4, ["Jailer", "Sailor", "Miner"])
    )
    table.purse(RED, 2)
    red_to_move(table)
    assert set(uses(table)) == {"use Vintner 3 Farmer", "use Vintner 4 Sailor", "use Vintner 4 Miner"}
    cannot(table, "use Vintner 3 Bishop")
    cannot(table, "use Vintner 4 Farmer")


def test_vintner_means_the_topmost_of_two_copies() -> None:
    table = Table(3).row(RED, ["Vintner"]).pile(3, ["Farmer", "Jailer", "Farmer", "Herbalist"])
    red_to_move(table).play("use Vintner 3 Farmer")
    assert table.cards(3) == ["Farmer", "Jailer", "Herbalist"]


def test_vintner_may_empty_a_pile() -> None:
    table = Table(3).row(RED, ["Vintner"]).pile(3, ["Farmer"])
    red_to_move(table).play("use Vintner 3 Farmer")
    assert table.cards(3) == []
    table.finish_cycle()
    assert table.phase == "over"


def test_vintner_finds_a_subject_on_a_pile_of_buildings() -> None:
    table = Table(3).row(RED, ["Miner", "Troubadour"]).row(GOLD, ["Vintner"]).pile(1, ["Farm", "Garden"])
    red_to_move(table).play("use Troubadour Miner 1", "skip")
    assert table.turn == GOLD
    assert [move for move in uses(table) if move.startswith(("use Vintner 1", "use Vintner 2"))] == [
        "use Vintner 1 Miner"
    ]
    table.play("use Vintner 1 Miner")
    assert table.cards(1) == ["Farm"]
    assert table.piles_money == [3, 2, 2, 2]


def test_vintner_finds_the_subjects_below_a_building() -> None:
    table = Table(3).row(RED, ["Troubadour"], ["Inn"]).row(GOLD, ["Vintner"]).pile(3, ["Farmer", "Jailer"])
    red_to_move(table).play("use Troubadour Inn 3", "skip")
    assert "use Vintner 3 Farmer" in table.legal
    table.play("use Vintner 3 Farmer")
    assert table.cards(3) == ["Inn"]


def test_vintner_looks_through_the_piles_only_while_he_may_be_used() -> None:
    table = Table(3).row(RED, ["Vintner"]).top(3, "Farmer")

    def seen(seat: int | None) -> bool:
        return None not in shown(table.match, seat).piles[2].cards

    table.choose("Duke", "Queen", "Trader1")
    assert not seen(RED)  # Gold's turn
    table.skip_to(RED)
    assert seen(RED)
    assert not seen(GOLD)
    assert not seen(None)
    table.play("skip", "recruit 3")
    assert not seen(RED)  # the Farmer is active now


def test_miner_picks_a_building_and_the_order_of_the_others_stays() -> None:
    table = Table(3).row(RED, ["Miner"]).pile(2, ["Farm", "Forge", "Mine", "Inn"])
    red_to_move(table).play("use Miner 2 Forge")
    assert table.cards(2) == ["Farm", "Mine", "Inn"]
    assert table.buildings(RED) == ["Forge"]
    assert table.coins[RED] == 2
    assert table.piles_money == [2, 5, 2, 2]


def test_miner_takes_what_can_be_paid_from_either_pile() -> None:
    table = (
        Table(3)
        .row(RED, ["Miner"])
        .pile(1, ["Farm", "Garden"])
        .pile(2, ["Forge", "HerbMeadow"])
        .purse(RED, 2)
    )
    red_to_move(table)
    assert set(uses(table)) == {"use Miner 1 Farm", "use Miner 2 HerbMeadow"}
    cannot(table, "use Miner 1 Garden")


def test_miner_means_the_topmost_of_two_copies() -> None:
    table = Table(3).row(RED, ["Miner"]).pile(2, ["Farm", "Inn", "Farm", "Mine"])
    red_to_move(table).play("use Miner 2 Farm")
    assert table.cards(2) == ["Farm", "Inn", "Mine"]


def test_miner_may_empty_a_pile() -> None:
    table = Table(3).row(RED, ["Miner"]).pile(1, ["Farm"])
    red_to_move(table).play("use Miner 1 Farm")
    table.finish_cycle()
    assert table.phase == "over"


def test_miner_finds_a_building_on_a_pile_of_subjects() -> None:
    table = Table(3).row(RED, ["Troubadour"], ["Inn"]).row(GOLD, ["Miner"]).pile(3, ["Farmer", "Jailer"])
    red_to_move(table).play("use Troubadour Inn 3", "skip", "use Miner 3 Inn")
    assert table.cards(3) == ["Farmer"]
    assert table.buildings(GOLD) == ["Inn"]


# Herbalist.


def test_herbalist_gives_a_marker_to_a_rival() -> None:
    table = Table(4).row(RED, ["Herbalist"])
    table.choose("Queen", "Duke", "Trader1", "Diplomat")
    assert uses(table) == ["use Herbalist 1", "use Herbalist 2", "use Herbalist 3"]
    before = table.burdens
    table.play("use Herbalist 3")
    assert table.burdens == [before[RED] - 1, before[GOLD], before[VIOLET], before[BLUE] + 1]
    assert table.due == {"do": ["recruit"]}


def test_herbalist_needs_a_marker_and_a_rival() -> None:
    table = red_to_move(Table(3).row(RED, ["Herbalist"]).markers(0, 1, 1))
    assert uses(table) == []
    cannot(table, "use Herbalist 1")
    table = red_to_move(Table(3).row(RED, ["Herbalist"]))
    cannot(table, "use Herbalist 0")
    cannot(table, "use Herbalist 3")


def test_herbalist_works_with_an_empty_supply() -> None:
    table = red_to_move(Table(3).row(RED, ["Herbalist"]).markers(1, 0, 29))
    table.play("use Herbalist 1")
    assert table.burdens == [0, 1, 29]


# Farmer.


def robbed(table: Table, stolen: str, *done: str) -> Table:
    """Red's Trader is robbed by Gold's Courtier, who then does something or nothing; Red's turn."""
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD).play(f"steal 0 {stolen}", *done)
    return table.skip_to(RED)


@pytest.mark.parametrize("done", ["skip", "take 1"])
def test_farmer_does_a_stolen_action_whether_the_thief_did_it_or_not(done: str) -> None:
    table = robbed(Table(3).row(RED, ["Farmer"]), "money", done)
    left = [pile for pile in (1, 2, 3, 4) if table.piles_money[pile - 1]]
    assert uses(table) == [f"use Farmer take {pile}" for pile in left]
    table.play("use Farmer take 4")
    assert table.coins[RED] == 7
    assert table.due == {"do": ["settle"]}
    assert table.covered == [(RED, "money", GOLD)]
    table.play("skip")
    assert table.due == {"do": ["recruit"]}


@pytest.mark.parametrize(
    "stolen, move",
    [("settle", "settle"), ("money", "take 2"), ("recruit", "recruit 3"), ("build", "build 1")],
)
def test_farmer_every_kind_of_action(stolen: str, move: str) -> None:
    table = Table(3).row(RED, ["Farmer"]).top(3, "Herbalist").top(1, "Mine")
    robbed(table, stolen, "skip")
    assert {use.split()[2] for use in uses(table)} == {move.split()[0]}
    table.play(f"use Farmer {move}")
    assert table.spent(RED)
    assert uses(table) == []


def test_farmer_a_stolen_give() -> None:
    table = Table(3).row(RED, ["Farmer"])
    table.choose("Courtier", "Duke", "Queen")
    table.skip_to(GOLD).play("steal 0 give", "skip")
    table.skip_to(RED).play("use Farmer give 2")
    assert table.burdens == [1, 1, 2]


def test_farmer_at_any_moment_of_the_turn() -> None:
    moves = ["skip", "skip", "skip"]
    for done in range(4):
        table = robbed(Table(3).row(RED, ["Farmer"]), "money", "skip")
        table.play(*moves[:done])
        assert table.turn == RED
        table.play("use Farmer take 1", *moves[done:])
        assert table.phase == "choose"
        assert table.coins[RED] == 7


def test_farmer_one_of_two_stolen_actions() -> None:
    table = Table(3).row(RED, ["Farmer"])
    table.choose("Trader1", "Courtier", "Countess")
    table.play("steal 0 settle", "skip", "skip", "skip")
    table.play("steal 0 money", "take 1")
    table.skip_to(RED)
    assert uses(table) == ["use Farmer settle", "use Farmer take 2", "use Farmer take 3", "use Farmer take 4"]
    table.play("use Farmer settle")
    assert uses(table) == []


def test_farmer_beside_the_one_action_of_equals() -> None:
    table = Table(3).row(RED, ["Farmer"])
    table.choose("Trader1", "Trader2", "Courtier")
    table.play("steal 0 money", "skip", "steal 1 money", "skip", "skip", "skip")
    for moves in (["use Farmer take 1", "settle"], ["settle", "use Farmer take 1"]):
        assert table.turn == RED
        table.play(*moves)
        assert table.turn == GOLD
        assert table.coins[RED] == 7
        assert table.burdens[RED] == 2
        table.match.undo()
        table.match.undo()


def test_farmer_has_nothing_to_do_where_nothing_was_stolen() -> None:
    table = red_to_move(Table(3).row(RED, ["Farmer"]))
    assert uses(table) == []
    cannot(table, "use Farmer recruit 3")
    table = robbed(Table(3).row(RED, ["Farmer"]), "money", "skip")
    cannot(table, "use Farmer settle")  # his own, not stolen


def test_farmer_not_for_an_action_that_he_stole_or_another_lost() -> None:
    table = Table(3).row(GOLD, ["Farmer"]).row(VIOLET, ["Farmer"])
    table.choose("Trader1", "Courtier", "Diplomat")
    table.play("steal 0 money")
    cannot(table, "use Farmer take 1")
    table.play("skip", "skip", "skip")
    assert table.turn == VIOLET
    cannot(table, "use Farmer take 1")


def test_farmer_only_what_can_be_done() -> None:
    table = robbed(Table(3).row(RED, ["Farmer"]), "build", "skip").purse(RED, 0)
    assert uses(table) == []
    cannot(table, "use Farmer build 1")


def test_farmer_recruited_in_this_turn_may_bring_back_what_was_stolen_from_it() -> None:
    table = Table(3).top(3, "Farmer")
    robbed(table, "money", "skip").play("skip", "recruit 3")
    assert uses(table) == [f"use Farmer take {pile}" for pile in (1, 2, 3, 4)]


def test_farmer_what_was_stolen_in_the_last_cycle_is_gone() -> None:
    table = robbed(Table(3).row(RED, ["Farmer"]), "money", "skip")
    table.finish_cycle()
    table.choose("Duke", "Knight", "LordProtector")
    table.skip_to(RED)
    assert uses(table) == []


def test_farmer_after_a_swap_does_what_was_stolen_from_the_new_character() -> None:
    table = Table(3).row(RED, ["Gardener"]).row(GOLD, ["Farmer"]).top(1, "Mine")
    table.choose("Trader1", "Queen", "Courtier")
    table.play("swap 1")
    assert table.characters == ["Queen", "Trader1", "Courtier"]
    table.skip_to(VIOLET).play("steal 1 build")
    table.skip_to(GOLD)
    assert "use Farmer build 1" in table.legal
    assert {use.split()[2] for use in uses(table)} == {"build"}
