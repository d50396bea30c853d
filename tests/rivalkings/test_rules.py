"""The rules, one by one, where the rulebook leaves a question open: rule 1 to rule 15.

Rule 13, the abilities, has a file of its own.  Rule 16 is a matter of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import msgspec
import numpy as np
import pytest

from palatine.core.catalog import game
from palatine.core.errors import BadOptions
from palatine.core.match import Match
from palatine.core.rng import derive_seed
from palatine.games.rivalkings.presenting.positions import ShownCourt

from .table import (
    ACTIONS,
    BLUE,
    BUILDINGS,
    CARDS,
    CHARACTERS,
    GOLD,
    RED,
    SUBJECTS,
    VIOLET,
    Table,
    order_of_turns,
    position_of,
    shown,
)

# What is printed on the cards: trade by trade the prices of subject and building.
PRICES = {
    "yellow": {
        ("Gardener", "Garden"): (3, 4),
        ("Watchman", "CastleWall"): (2, 4),
        ("Jailer", "Prison"): (3, 3),
        ("CourtLady", "Pavilion"): (4, 4),
    },
    "red": {
        ("Bishop", "Cathedral"): (4, 4),
        ("Scholar", "University"): (3, 4),
        ("Troubadour", "Tavern"): (3, 3),
        ("Sailor", "Harbour"): (2, 3),
    },
    "blue": {
        ("Blacksmith", "Forge"): (2, 3),
        ("Carpenter", "Carpentry"): (2, 3),
        ("MarketWoman", "Market"): (2, 2),
        ("Innkeeper", "Inn"): (2, 2),
    },
    "green": {
        ("Vintner", "Vineyard"): (1, 3),
        ("Miner", "Mine"): (1, 2),
        ("Herbalist", "HerbMeadow"): (1, 1),
        ("Farmer", "Farm"): (1, 2),
    },
}
PRINTED = {"Garden", "Gardener", "Vineyard", "Vintner", "Forge"}
PRICE = {
    card: price
    for colour in PRICES.values()
    for trade, prices in colour.items()
    for card, price in zip(trade, prices, strict=True)
}
COLOUR = {card: colour for colour, trades in PRICES.items() for trade in trades for card in trade}
PARTNER = {subject: building for trades in PRICES.values() for subject, building in trades}

# What is printed on the characters, and whom a rank comes into conflict with.
RANK = {name: "ABCDEF"[number // 2] for number, name in enumerate(CHARACTERS)}
LOWER = {"A": "D", "B": "C", "C": "F", "D": "E", "E": "F", "F": None}
PRINTED_ACTIONS = {
    "LordProtector": ["build"],
    "Queen": ["recruit"],
    "Duke": ["settle", "recruit"],
    "Count": ["settle", "build"],
    "Courtier": ["give", "money"],
    "Priest": ["give", "money"],
    "Bursar": ["money", "build"],
    "Knight": ["money", "recruit"],
    "Countess": ["settle", "money", "recruit"],
    "Diplomat": ["settle", "money", "build"],
    "Trader1": ["settle", "money", "recruit", "build"],
    "Trader2": ["settle", "money", "recruit", "build"],
}
SYMBOL = ["LordProtector", "Duke", "Courtier", "Bursar", "Countess", "Trader1"]
SECOND = ["Queen", "Count", "Priest", "Knight", "Diplomat", "Trader2"]
PAIRS = list(zip(SYMBOL, SECOND, strict=True))


def peaceful(*wanted: str) -> list[str]:
    """Characters that come into conflict neither with the wanted ones nor with each other."""
    ranks = {RANK[name] for name in wanted}
    touched = ranks | {LOWER[rank] for rank in ranks} | {rank for rank in LOWER if LOWER[rank] in ranks}
    return [name for name in CHARACTERS if RANK[name] not in touched]


def at_turn(table: Table, character: str) -> Table:
    """Red's turn with a character, in peace with Gold and Violet, who are done or come later."""
    gold = peaceful(character)[0]
    violet = peaceful(character, gold)[0]
    table.choose(character, gold, violet)
    assert table.burdens == [1, 1, 1]
    return table.skip_to(RED)


# Rule 1: the cards.


def test_rule_1_sixteen_trades_in_four_colours_with_two_copies_of_each_card() -> None:
    cards = game("rivalkings", {"players": 2}).presenting.cards()
    assert cards is not None
    assert {card.name: card.colour for card in cards} == COLOUR
    assert [card.name for card in cards] == CARDS
    assert {card.name: card.type for card in cards} == {
        **dict.fromkeys(SUBJECTS, "subject"),
        **dict.fromkeys(BUILDINGS, "building"),
    }
    for subject, building in PARTNER.items():
        trades = {card.trade for card in cards if card.name in (subject, building)}
        assert len(trades) == 1
    assert len({card.trade for card in cards}) == 16
    assert {card.copies for card in cards} == {2}


def test_rule_1_a_card_comes_up_twice_once_or_never() -> None:
    rules, found = game("rivalkings", {"players": 2}), Counter[int]()
    for deal in range(200):
        position = position_of(rules, rules.new(derive_seed("cards", deal)))
        seen = Counter(card for pile in position["piles"] for card in pile["cards"])
        assert set(seen) <= set(CARDS)
        found.update(seen[card] for card in CARDS)
    assert set(found) == {0, 1, 2}
    assert found[1] > found[0] > 1000  # 6400 in all: half once, a quarter never, a quarter twice


# Rule 2: prices.


def test_rule_2_the_table_of_prices_and_who_set_them() -> None:
    cards = game("rivalkings", {"players": 2}).presenting.cards()
    assert cards is not None
    assert {card.name: card.price for card in cards} == PRICE
    assert {card.name for card in cards if card.price_from == "rulebook"} == PRINTED
    assert {card.price_from for card in cards} == {"rulebook", "palatine"}
    assert set(PRICE.values()) == {1, 2, 3, 4}


@pytest.mark.parametrize("card", CARDS)
def test_rule_2_a_card_costs_its_price_and_that_is_paid_at_its_pile(card: str) -> None:
    buys, at, character = ("recruit", 4, "Queen") if card in SUBJECTS else ("build", 2, "LordProtector")
    table = at_turn(Table(3).top(at, card), character)
    table.purse(RED, PRICE[card] - 1)
    assert f"{buys} {at}" not in table.legal
    table.purse(RED, PRICE[card])
    table.play(f"{buys} {at}")
    assert table.coins[RED] == 0
    assert table.piles_money == [2 + PRICE[card] * (number == at) for number in (1, 2, 3, 4)]
    assert (table.subjects(RED) or table.buildings(RED)) == [card]


# Rule 3: money.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_3_there_are_48_coins(players: int) -> None:
    table = Table(players)
    assert sum(table.coins) + sum(table.piles_money) + table.supply["coins"] == 48


def test_rule_3_change_can_always_be_made() -> None:
    table = at_turn(Table(3).top(3, "Farmer"), "Duke")
    table.purse(RED, 2)
    table.play("skip", "recruit 3")
    assert table.coins[RED] == 1
    assert table.piles_money[2] == 3


def test_rule_3_all_money_of_a_pile_is_taken() -> None:
    table = at_turn(Table(3).money(0, 7, 1, 0), "Bursar")
    assert table.legal_of("take") == ["take 2", "take 3"]
    table.play("take 2")
    assert table.coins[RED] == 12
    assert table.piles_money == [0, 0, 1, 0]
    assert table.heard("took") == [(RED, {"pile": 2, "coins": 7})]


def test_rule_3_four_empty_piles_are_refilled_before_the_taking() -> None:
    table = at_turn(Table(3).money(0, 0, 0, 0), "Bursar")
    left = table.supply["coins"]
    assert table.legal_of("take") == ["take 1", "take 2", "take 3", "take 4"]
    assert table.piles_money == [0, 0, 0, 0]  # being asked refills nothing
    table.play("take 3")
    assert table.kinds[:2] == ["refilled", "took"]
    assert table.piles_money == [2, 2, 0, 2]
    assert table.coins[RED] == 7
    assert table.supply["coins"] == left - 8


def test_rule_3_leaving_the_action_refills_nothing() -> None:
    table = at_turn(Table(3).money(0, 0, 0, 0), "Bursar")
    table.play("skip")
    assert table.piles_money == [0, 0, 0, 0]


def test_rule_3_one_coin_anywhere_and_nothing_is_refilled() -> None:
    table = at_turn(Table(3).money(0, 0, 0, 1), "Bursar")
    assert table.legal_of("take") == ["take 4"]
    table.play("take 4")
    assert table.piles_money == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "supply, takes, after",
    [
        (7, [2, 2, 2, 1], [2, 2, 2, 0]),
        (5, [2, 2, 1, 0], [2, 2, 1, 0]),
        (4, [2, 2, 0, 0], [2, 2, 0, 0]),
        (1, [1, 0, 0, 0], [1, 0, 0, 0]),
    ],
)
def test_rule_3_a_short_supply_refills_in_pile_order(supply: int, takes: list[int], after: list[int]) -> None:
    table = at_turn(Table(3).money(0, 0, 0, 0).coins_left(supply, rest=GOLD), "Bursar")
    filled = [number for number in (1, 2, 3, 4) if takes[number - 1]]
    assert table.legal_of("take") == [f"take {number}" for number in filled]
    before = table.coins[RED]
    table.play(f"take {filled[-1]}")
    assert table.coins[RED] == before + takes[filled[-1] - 1]
    after = [*after]
    after[filled[-1] - 1] = 0
    assert table.piles_money == after
    assert table.supply["coins"] == 0


def test_rule_3_no_money_anywhere_leaves_nothing_to_take() -> None:
    table = at_turn(Table(3).money(0, 0, 0, 0).coins_left(0, rest=GOLD), "Bursar")
    assert table.legal == ["skip"]


def test_rule_3_a_stolen_taking_refills_too() -> None:
    table = Table(2).money(0, 0, 0, 0)
    table.choose("Knight", "Diplomat", neutral="Duke")
    table.play("steal 1 money")
    assert table.piles_money == [0, 0, 0, 0]
    table.play("take 1")
    assert table.piles_money == [0, 2, 2, 2]
    assert table.coins == [7, 5]


@pytest.mark.parametrize("seat", [RED, GOLD, VIOLET, None])
def test_rule_3_a_screen_shows_whether_money_lies_there_and_the_last_payment(seat: int | None) -> None:
    table = at_turn(Table(3).top(3, "Jailer").top(4, "Farmer"), "Countess")
    table.play("skip", "take 1", "recruit 3")
    piles = shown(table.match, seat).piles
    assert [pile.money for pile in piles] == [False, True, True, True]
    assert [type(pile.money) for pile in piles] == [bool] * 4
    assert piles[0].paid is None
    assert piles[2].paid == 3
    assert [player.coins for player in shown(table.match, seat).players] == table.coins


def test_rule_3_a_later_payment_is_the_one_shown() -> None:
    table = Table(3).pile(3, ["Gardener", "Farmer", "Jailer"])
    table.choose("Queen", "Duke", "Trader1")
    table.play("recruit 3", *["end"] * (table.phase == "act" and table.turn == RED))
    table.skip_to(GOLD)
    table.play("skip", "recruit 3")
    assert shown(table.match, VIOLET).piles[2].paid == 1
    assert table.piles_money[2] == 6


@pytest.mark.parametrize("seat", [RED, GOLD, VIOLET, None])
def test_rule_3_open_piles_shows_the_sums(seat: int | None) -> None:
    table = at_turn(Table(3, open_piles=True).money(0, 7, 1, 3), "Queen")
    assert [pile.money for pile in shown(table.match, seat).piles] == [0, 7, 1, 3]
    assert [type(pile.money) for pile in shown(table.match, seat).piles] == [int] * 4


@pytest.mark.parametrize("seat", [RED, GOLD, VIOLET, -1])
def test_rule_3_a_program_may_know_the_sums(seat: int) -> None:
    table = Table(3).money(0, 7, 1, 3)
    view = table.match.game.view(table.match.state, seat)
    assert view["money"][0].tolist() == [0, 7, 1, 3]


def test_rule_3_the_option_is_off_unless_said_and_changes_no_rule() -> None:
    plain, open_piles = Table(3), Table(3, open_piles=True)
    assert plain.match.game.options == {"players": 3}
    assert open_piles.match.game.options == {"players": 3, "open_piles": True}
    assert plain.position == open_piles.position
    assert plain.legal == open_piles.legal


def test_rule_3_a_pile_that_a_short_refill_did_not_reach_shows_no_payment() -> None:
    table = at_turn(Table(3).money(0, 0, 0, 0).coins_left(3, rest=GOLD), "Bursar")
    table.play("take 1")
    piles = shown(table.match, GOLD).piles
    assert [pile.money for pile in piles] == [False, True, False, False]
    assert [pile.paid for pile in piles[2:]] == [None, None]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(BadOptions, match=f"2 to 4 players, not {players}"):
        Match.new("rivalkings", players=players)


# Rule 4: conflict markers.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_4_there_are_30_markers(players: int) -> None:
    table = Table(players)
    assert sum(table.burdens) + table.supply["markers"] == 30


@pytest.mark.parametrize(
    "left, gained",
    [(0, [0, 0, 0, 0]), (1, [0, 0, 0, 1]), (2, [0, 0, 1, 1]), (3, [0, 1, 1, 1]), (4, [1, 1, 1, 1])],
)
def test_rule_4_equal_ranks_from_a_to_f_the_symbol_first(left: int, gained: list[int]) -> None:
    """Trader2, Trader1, Count, Duke in seat order: the markers run out against it."""
    table = Table(4).markers(0, 0, 0, 30 - left)
    table.choose("Trader2", "Trader1", "Count", "Duke")
    assert table.burdens == [gained[0], gained[1], gained[2], 30 - left + gained[3]]
    assert table.supply["markers"] == 0
    assert len(table.heard("marked")) == left
    assert len(table.heard("no_marker")) == 4 - left


@pytest.mark.parametrize("left, gained", [(1, [1, 0, 0]), (2, [1, 1, 0]), (3, [2, 1, 0]), (4, [2, 2, 0])])
def test_rule_4_then_the_hits_with_victims_in_seat_order(left: int, gained: list[int]) -> None:
    """Red's Bursar has the symbol; then the Queen hits Red before Gold."""
    table = Table(3).markers(0, 0, 30 - left)
    table.choose("Bursar", "Knight", "Queen")
    assert table.burdens == [gained[0], gained[1], 30 - left]


@pytest.mark.parametrize("left, gained", [(1, [0, 1, 0]), (2, [1, 1, 0]), (3, [2, 1, 0]), (4, [2, 2, 0])])
def test_rule_4_seat_order_of_victims_even_against_the_symbol(left: int, gained: list[int]) -> None:
    table = Table(3).markers(0, 0, 30 - left)
    table.choose("Knight", "Bursar", "Queen")
    assert table.burdens == [gained[0], gained[1], 30 - left]


@pytest.mark.parametrize("left, gained", [(0, [0, 0]), (1, [0, 1]), (2, [1, 1])])
def test_rule_4_hits_by_the_hitting_character_from_a_to_f(left: int, gained: list[int]) -> None:
    """The Queen hits the Knight before the Courtier hits the Trader."""
    table = Table(4).markers(0, 0, 30 - left, 0)
    table.choose("Trader1", "Knight", "Queen", "Courtier")
    assert table.burdens[:2] == gained


@pytest.mark.parametrize("left, gained", [(1, [1, 0]), (2, [1, 1])])
def test_rule_4_the_neutral_card_takes_its_place_by_rank(left: int, gained: list[int]) -> None:
    """The neutral Queen hits Red's Knight before the Knight hits Gold's Diplomat."""
    table = Table(2).markers(30 - left, 0)
    table.choose("Knight", "Diplomat", neutral="Queen")
    assert table.burdens == [30 - left + gained[0], gained[1]]


def test_rule_4_equality_with_the_neutral_card_comes_before_hits() -> None:
    """The neutral Diplomat has the rank of Gold's Countess; the Knight hits her only after that."""
    table = Table(2).markers(29, 0)
    table.choose("Knight", "Countess", neutral="Diplomat")
    assert table.burdens == [29, 1]
    (marked,) = table.heard("marked")
    assert marked == (GOLD, {"other": None, "character": "Diplomat", "why": "equal"})


def test_rule_4_a_marker_laid_down_can_be_given_again() -> None:
    table = Table(3).markers(0, 0, 30)
    table.choose("Queen", "Trader1", "Duke")
    table.play("skip", "settle", "skip")
    assert table.supply["markers"] == 1
    table.finish_cycle()
    table.choose("Knight", "LordProtector", "Priest")
    assert table.burdens == [1, 0, 29]


# Rule 5: choosing.


def test_rule_5_all_choose_at_once_in_any_order() -> None:
    hands = {RED: ["Queen"], GOLD: ["Knight"], VIOLET: ["Trader1"]}
    states = set()
    for order in permutations(hands):
        table = Table(3).hands(hands)
        for done, seat in enumerate(order):
            assert table.to_act == tuple(sorted(order[done:]))
            assert table.position["to_act"] == sorted(order[done:])
            table.match.play(f"play {hands[seat][0]}", seat)
            table.check()
        assert table.phase == "act"
        states.add(table.match.state.tobytes())
    assert len(states) == 1


def test_rule_5_one_chooses_among_the_cards_of_the_hand() -> None:
    table = Table(3).hands({GOLD: ["Knight", "Queen", "Trader1"]})
    assert table.match.legal(GOLD) == ["play Queen", "play Knight", "play Trader1"]


def test_rule_5_a_choice_leaves_the_hand_and_is_secret_until_the_last() -> None:
    table = Table(3).hands({RED: ["Queen"], GOLD: ["Knight"], VIOLET: ["Trader1"]})
    table.play("play Queen")
    assert table.characters == ["Queen", None, None]
    assert "Queen" not in table.hand(RED)
    assert shown(table.match, RED).players[RED].character == "Queen"
    for seat in (GOLD, VIOLET, None):
        screen = shown(table.match, seat)
        assert screen.players[RED].character is None
        assert screen.players[RED].hand is None
        assert "Queen" not in repr(screen)
    table.play("play Knight")
    assert table.heard("revealed") == []
    table.play("play Trader1")
    assert table.heard("revealed") == [
        (RED, {"character": "Queen"}),
        (GOLD, {"character": "Knight"}),
        (VIOLET, {"character": "Trader1"}),
    ]
    assert [p.character for p in shown(table.match, None).players] == ["Queen", "Knight", "Trader1"]


def test_rule_5_nobody_chooses_twice() -> None:
    table = Table(3)
    table.play(f"play {table.hand(RED)[0]}")
    assert table.match.legal(RED) == []
    assert "not this seat's turn" in table.refused(f"play {table.hand(RED)[0]}", RED)


def test_rule_5_two_players_turn_over_the_top_neutral_card_in_each_cycle() -> None:
    table = Table(2).hands({RED: ["Queen", "Duke"], GOLD: ["Courtier", "Knight"]})
    table.neutral("Count", "Diplomat")
    table.play("play Queen")
    assert table.position["neutral"] == {"left": 6, "shown": None}
    table.play("play Courtier")
    assert table.position["neutral"] == {"left": 5, "shown": "Count"}
    assert table.heard("neutral") == [(-1, {"character": "Count"})]
    table.finish_cycle()
    assert table.position["neutral"] == {"left": 5, "shown": None}
    assert table.characters == [None, None]
    table.play("play Duke", "play Knight")
    assert table.position["neutral"] == {"left": 4, "shown": "Diplomat"}
    table.finish_cycle()
    assert table.position["neutral"] == {"left": 6, "shown": None}
    assert table.cycle == (2, 1)


def test_rule_5_the_second_cycle_uses_what_is_left_of_the_hand() -> None:
    table = Table(3).hands({RED: ["Queen", "Duke", "Trader1"]})
    table.choose("Queen", table.hand(GOLD)[0], table.hand(VIOLET)[0])
    table.finish_cycle()
    assert table.cycle == (1, 2)
    assert table.match.legal(RED) == ["play Duke", "play Trader1"]


def test_rule_5_a_cycle_leaves_nothing_behind() -> None:
    table = Table(3).row(RED, ["Jailer"])
    table.choose("Knight", "Diplomat", "Duke")
    table.skip_to(RED)
    table.play("use Jailer", "steal 1 money")
    assert table.spent(RED)
    assert table.covered == [(GOLD, "money", RED)]
    table.finish_cycle()
    assert not table.spent(RED)
    assert table.covered == []
    assert table.characters == [None, None, None]
    assert table.due is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_state_says_all_that_the_format_asks_for(players: int) -> None:
    table = Table(players)
    position = table.position
    assert set(position) == {
        *("n", "to_act", "phase", "round", "cycle", "piles", "supply", "players", "neutral", "covered"),
        *("due", "scores", "winners"),
    }
    assert position["n"] == 0
    assert position["to_act"] == list(range(players))
    assert (position["due"], position["scores"], position["winners"]) == (None, None, None)
    assert [set(pile) for pile in position["piles"]] == [{"cards", "money"}] * 4
    fields = {"coins", "markers", "hand", "character", "subjects", "buildings", "ability_used"}
    assert [set(player) for player in position["players"]] == [fields] * players
    table.play(f"play {table.hand(RED)[0]}")
    assert table.position["n"] == 1
    assert table.position["to_act"] == list(range(1, players))


# Rule 6: the Gardener.


def test_rule_6_a_swap_comes_before_the_conflicts() -> None:
    """Red would be hit as the Knight; after the swap Violet is."""
    table = Table(3).row(RED, ["Gardener"])
    table.choose("Knight", "Queen", "Courtier")
    assert table.phase == "gardener"
    assert table.turn == RED
    assert table.burdens == [1, 1, 1]
    assert table.legal == ["swap 1", "swap 2", "pass"]
    table.play("swap 2")
    assert table.characters == ["Courtier", "Queen", "Knight"]
    assert table.burdens == [1, 1, 2]
    assert order_of_turns(table) == [GOLD, RED, VIOLET]


def test_rule_6_after_a_swap_one_has_the_actions_of_the_new_character() -> None:
    table = Table(3).row(RED, ["Gardener"])
    table.choose("Countess", "Queen", "Duke")
    table.play("swap 1")
    assert table.turn == RED
    assert table.due == {"do": ["recruit"]}
    table.play("skip", "skip", "skip")
    assert table.turn == GOLD
    assert table.due == {"do": ["settle"]}


def test_rule_6_the_swap_is_the_ability_of_this_cycle() -> None:
    table = Table(3).row(RED, ["Gardener"]).top(3, "Jailer")
    table.choose("Courtier", "Queen", "Duke")
    table.play("swap 1")
    assert table.spent(RED)
    table.play("recruit 3")
    assert table.subjects(RED) == ["Gardener", "Jailer"]
    assert table.turn == VIOLET  # the Jailer gives nothing any more


def test_rule_6_passing_does_not_spend_the_ability() -> None:
    table = Table(3).row(RED, ["Gardener"]).top(3, "Jailer")
    table.choose("Queen", "Courtier", "Duke")
    table.play("pass")
    assert table.characters == ["Queen", "Courtier", "Duke"]
    assert not table.spent(RED)
    table.play("recruit 3")
    assert table.legal == ["end", "use Jailer"]


def test_rule_6_a_gardener_who_is_not_the_newest_subject_is_not_asked() -> None:
    table = Table(3).row(RED, ["Gardener", "Miner"])
    table.choose("Queen", "Courtier", "Trader1")
    assert table.phase == "act"


def test_rule_6_a_gardener_recruited_in_a_cycle_is_asked_in_the_next() -> None:
    table = Table(3).top(3, "Gardener")
    table.choose("Queen", "Courtier", "Diplomat")
    table.play("recruit 3")
    assert table.turn == GOLD
    table.finish_cycle()
    table.choose("Duke", "Bursar", "Trader1")
    assert table.phase == "gardener"
    assert table.turn == RED


@pytest.mark.parametrize(
    "red, gold, first",
    [
        ("Trader1", "Queen", GOLD),
        ("Queen", "Trader1", RED),
        ("Priest", "Courtier", GOLD),
        ("Courtier", "Priest", RED),
        ("Trader2", "Trader1", GOLD),
    ],
)
def test_rule_6_highest_revealed_rank_first_and_equal_ranks_by_the_symbol(
    red: str, gold: str, first: int
) -> None:
    table = Table(3).row(RED, ["Gardener"]).row(GOLD, ["Gardener"])
    table.choose(red, gold, "Count")
    assert table.turn == first
    assert table.phase == "gardener"
    table.play("pass")
    assert table.phase == "gardener"
    assert table.turn == GOLD - first
    table.play("pass")
    assert table.phase == "act"


def test_rule_6_the_order_goes_by_what_was_revealed_not_by_what_was_swapped() -> None:
    """Gold gives the Queen away and is not asked again; Red now has her and still is."""
    table = Table(3).row(RED, ["Gardener"]).row(GOLD, ["Gardener"])
    table.choose("Trader1", "Queen", "Count")
    table.play("swap 0")
    assert table.characters == ["Queen", "Trader1", "Count"]
    assert (table.phase, table.turn) == ("gardener", RED)
    table.play("swap 2")
    assert table.characters == ["Count", "Trader1", "Queen"]
    assert table.phase == "act"


def test_rule_6_two_gardeners_may_swap_back() -> None:
    table = Table(3).row(RED, ["Gardener"]).row(GOLD, ["Gardener"])
    table.choose("Trader1", "Queen", "Count")
    table.play("swap 0", "swap 1")
    assert table.characters == ["Trader1", "Queen", "Count"]
    assert table.spent(RED)
    assert table.spent(GOLD)


def test_rule_6_not_with_the_neutral_card() -> None:
    table = Table(2).row(GOLD, ["Gardener"])
    table.choose("Queen", "Trader1", neutral="Countess")
    assert table.turn == GOLD
    assert table.legal == ["swap 0", "pass"]
    table.play("swap 0")
    assert table.position["neutral"]["shown"] == "Countess"
    assert table.burdens == [2, 1]  # the neutral Countess now hits Red's Trader


# Rule 7: conflicts.


def expected_markers(names: tuple[str, ...]) -> list[int]:
    """How many markers each of the characters gets, by the words of the rule."""
    ranks = [RANK[name] for name in names]
    gets = []
    for seat, rank in enumerate(ranks):
        equals = ranks.count(rank) > 1
        hits = [other for other in ranks if LOWER[other] == rank and ranks.count(other) == 1]
        gets.append(equals + len(hits))
    return gets


def test_rule_7_the_markers_of_all_triples_of_characters() -> None:
    table = Table(3)
    for names in permutations(CHARACTERS, 3):
        table.again().choose(*names)
        assert [markers - 1 for markers in table.burdens] == expected_markers(names), names


def test_rule_7_the_markers_of_many_fours_of_characters() -> None:
    table, luck = Table(4), Random(7)
    for _ in range(1500):
        names = tuple(luck.sample(CHARACTERS, 4))
        table.again().choose(*names)
        assert [markers - 1 for markers in table.burdens] == expected_markers(names), names


@pytest.mark.parametrize("higher, lower", [pair for pair in LOWER.items() if pair[1]])
def test_rule_7_a_higher_rank_robs_the_rank_below_it(higher: str, lower: str) -> None:
    for thief in (name for name in CHARACTERS if RANK[name] == higher):
        for victim in (name for name in CHARACTERS if RANK[name] == lower):
            table = Table(3)
            table.choose(victim, thief, peaceful(victim, thief)[0])
            assert table.burdens == [2, 1, 1]
            table.skip_to(GOLD)
            assert table.due == {"steal": RED}
            assert table.legal == [f"steal 0 {action}" for action in PRINTED_ACTIONS[victim]]


@pytest.mark.parametrize("first, second", PAIRS)
def test_rule_7_equal_ranks_get_a_marker_and_do_one_action_only(first: str, second: str) -> None:
    table = Table(3)
    table.choose(first, second, peaceful(first)[0])
    assert table.burdens == [2, 2, 1]
    for seat, name in ((RED, first), (GOLD, second)):
        table.skip_to(seat)
        assert table.due == {"do": PRINTED_ACTIONS[name]}
        table.play("skip")
        assert table.phase == "choose" or table.turn != seat


@pytest.mark.parametrize(
    "first, second, below", [("Queen", "LordProtector", "Knight"), ("Duke", "Count", "Priest")]
)
def test_rule_7_equal_ranks_neither_hit_nor_rob_a_lower_one(first: str, second: str, below: str) -> None:
    table = Table(3)
    table.choose(below, first, second)
    assert table.burdens == [1, 2, 2]
    while table.turn != RED:
        assert "do" in (table.due or {})
        table.play("skip")
    assert table.covered == []
    assert table.due == {"do": PRINTED_ACTIONS[below][:1]}


def test_rule_7_a_lower_rank_is_still_hit_by_another_than_the_equals() -> None:
    table = Table(4)
    table.choose("Trader1", "Courtier", "Priest", "Countess")
    assert table.burdens == [2, 2, 2, 1]
    table.skip_to(BLUE)
    assert table.due == {"steal": RED}


def test_rule_7_robbed_equals_of_two_actions_have_one_left_to_choose() -> None:
    table = Table(3)
    table.choose("Courtier", "Priest", "Duke")
    assert table.burdens == [3, 3, 1]
    table.play("steal 0 money", "skip", "steal 1 give", "skip", "skip", "skip")
    assert (table.turn, table.due) == (RED, {"do": ["give"]})
    table.play("skip")
    assert (table.turn, table.due) == (GOLD, {"do": ["money"]})


@pytest.mark.parametrize("higher, lower", [("Queen", "Courtier"), ("Duke", "Knight"), ("Priest", "Diplomat")])
def test_rule_7_other_ranks_leave_each_other_alone(higher: str, lower: str) -> None:
    table = Table(3)
    table.choose(lower, higher, peaceful(higher, lower)[0])
    assert table.burdens == [1, 1, 1]


# Rule 8: the neutral card of two players.


def test_rule_8_equal_rank_with_the_neutral_card_gives_a_marker_and_no_limit() -> None:
    table = Table(2)
    table.choose("Trader1", "Queen", neutral="Trader2")
    assert table.burdens == [2, 1]
    table.skip_to(RED)
    assert table.due == {"do": ["settle"]}
    table.play("settle")
    assert table.due == {"do": ["money"]}


def test_rule_8_the_neutral_card_hits_and_steals_nothing() -> None:
    table = Table(2)
    table.choose("Trader1", "Queen", neutral="Courtier")
    assert table.burdens == [2, 1]
    table.skip_to(RED)
    assert table.covered == []
    assert table.due == {"do": ["settle"]}


def test_rule_8_it_is_neither_hit_nor_robbed_itself() -> None:
    table = Table(2)
    table.choose("Courtier", "Queen", neutral="Trader2")
    assert table.burdens == [1, 1]
    table.skip_to(RED)
    assert table.due == {"do": ["give"]}


def test_rule_8_a_player_of_its_rank_still_hits_and_robs_and_so_does_it_hit() -> None:
    table = Table(2)
    table.choose("Courtier", "Trader1", neutral="Priest")
    assert table.burdens == [2, 3]
    assert table.supply["markers"] == 25
    assert table.due == {"steal": GOLD}
    table.play("steal 1 build", "skip")
    assert table.due == {"do": ["give"]}
    table.play("skip")
    assert table.due == {"do": ["money"]}  # no one-action limit


def test_rule_8_it_hits_both_of_two_equals() -> None:
    table = Table(2)
    table.choose("Trader2", "Trader1", neutral="Countess")
    assert table.burdens == [3, 3]
    assert table.due == {"do": ["settle", "money", "recruit", "build"]}


def test_rule_8_it_can_hit_one_that_hits_another() -> None:
    table = Table(2)
    table.choose("Knight", "Diplomat", neutral="LordProtector")
    assert table.burdens == [2, 2]
    assert table.due == {"steal": GOLD}


def test_rule_8_one_whom_it_equals_can_be_hit_by_the_other_player_too() -> None:
    table = Table(2)
    table.choose("Knight", "Diplomat", neutral="Countess")
    assert table.burdens == [1, 3]
    assert table.due == {"steal": GOLD}


def test_rule_8_all_triples_of_two_characters_and_a_neutral_card() -> None:
    table = Table(2)
    for red, gold, neutral in permutations(CHARACTERS, 3):
        table.again().choose(red, gold, neutral=neutral)
        gets = expected_markers((red, gold))
        for seat, name in enumerate((red, gold)):
            gets[seat] += RANK[neutral] in (RANK[name], *(r for r in LOWER if LOWER[r] == RANK[name]))
        assert [markers - 1 for markers in table.burdens] == gets, (red, gold, neutral)


def test_rule_8_a_watchman_against_it_leaves_the_marker_in_the_supply() -> None:
    table = Table(2).row(RED, ["Watchman"])
    table.choose("Trader1", "Queen", neutral="Courtier")
    assert (table.phase, table.turn) == ("watchman", RED)
    assert table.supply["markers"] == 28
    table.play("guard")
    assert table.burdens == [1, 1]
    assert table.supply["markers"] == 28


def test_rule_8_a_watchman_against_it_and_a_rival_at_once() -> None:
    table = Table(2).row(GOLD, ["Watchman"])
    table.choose("Courtier", "Trader1", neutral="Diplomat")
    table.play("guard")
    assert table.burdens == [2, 1]
    assert table.supply["markers"] == 27
    assert table.due == {"steal": GOLD}


def test_rule_8_a_watchman_does_not_help_against_its_equal_rank() -> None:
    table = Table(2).row(RED, ["Watchman"])
    table.choose("Trader1", "Queen", neutral="Trader2")
    assert table.phase == "act"
    assert table.burdens == [2, 1]


# Rule 9: the Watchman.


def test_rule_9_the_marker_goes_to_the_higher_character_and_the_theft_still_happens() -> None:
    table = Table(3).row(GOLD, ["Watchman"])
    table.choose("Knight", "Diplomat", "Duke")
    assert (table.phase, table.turn) == ("watchman", GOLD)
    assert table.legal == ["pass", "guard"]
    assert table.burdens == [1, 1, 1]
    table.play("guard")
    assert table.burdens == [2, 1, 1]
    assert table.spent(GOLD)
    table.skip_to(RED)
    assert table.due == {"steal": GOLD}


def test_rule_9_using_him_is_optional_and_passing_spends_nothing() -> None:
    table = Table(3).row(GOLD, ["Watchman"])
    table.choose("Knight", "Countess", "Duke")
    table.play("pass")
    assert table.burdens == [1, 2, 1]
    assert not table.spent(GOLD)


def test_rule_9_a_subject_recruited_after_guarding_gives_no_ability() -> None:
    for answer, ends in (("guard", True), ("pass", False)):
        table = Table(3).row(GOLD, ["Watchman"]).top(3, "Jailer")
        table.choose("Knight", "Countess", "Duke")
        table.play(answer)
        table.skip_to(RED)
        table.play("steal 1 settle")
        table.skip_to(GOLD)
        table.play("skip", "recruit 3")
        assert (table.phase == "choose") == ends


@pytest.mark.parametrize(
    "names",
    [
        ("Queen", "Diplomat", "Trader1"),  # nobody hits the Diplomat; he hits himself
        ("Duke", "Countess", "Diplomat"),  # only an equal rank
        ("Bursar", "Diplomat", "Knight"),  # two who would hit him have only each other
        ("Knight", "LordProtector", "Bursar"),  # rank A is hit by nobody
    ],
)
def test_rule_9_he_is_asked_only_where_a_higher_rank_hits_his_owner(names: tuple[str, ...]) -> None:
    table = Table(3).row(GOLD, ["Watchman"])
    table.choose(*names)
    assert table.phase == "act"


def test_rule_9_only_the_newest_subject_counts() -> None:
    table = Table(3).row(GOLD, ["Watchman", "Miner"])
    table.choose("Knight", "Diplomat", "Duke")
    assert table.phase == "act"
    assert table.burdens == [1, 2, 1]


def test_rule_9_a_watchman_recruited_in_this_cycle_comes_too_late() -> None:
    table = Table(3).top(3, "Watchman")
    table.choose("Queen", "Courtier", "Trader1")
    assert table.phase == "act"
    table.play("recruit 3")
    assert table.turn == GOLD  # nothing to use: the turn is over
    assert table.burdens == [1, 1, 2]


def test_rule_9_he_turns_every_marker_of_higher_ranks_back() -> None:
    table = Table(3).row(RED, ["Watchman"])
    table.choose("Trader1", "Courtier", "Countess")
    table.play("guard")
    assert table.burdens == [1, 2, 2]


def test_rule_9_not_the_marker_of_an_equal_rank_which_is_given_first() -> None:
    table = Table(4).row(RED, ["Watchman"])
    table.choose("Trader1", "Trader2", "Courtier", "Countess")
    assert (table.phase, table.turn) == ("watchman", RED)
    assert table.burdens == [2, 2, 1, 1]
    table.play("guard")
    assert table.burdens == [2, 4, 2, 2]


def test_rule_9_equality_with_the_neutral_card_is_given_before_he_is_asked() -> None:
    table = Table(2).row(GOLD, ["Watchman"])
    table.choose("Knight", "Diplomat", neutral="Countess")
    assert (table.phase, table.turn) == ("watchman", GOLD)
    assert table.burdens == [1, 2]
    table.play("guard")
    assert table.burdens == [2, 2]


def test_rule_9_hits_that_have_no_watchman_are_given_after_his_answer() -> None:
    table = Table(4).row(GOLD, ["Watchman"])
    table.choose("Knight", "Diplomat", "Trader1", "Queen")
    assert table.phase == "watchman"
    assert table.burdens == [1, 1, 1, 1]
    table.play("guard")
    assert table.burdens == [3, 1, 2, 1]


@pytest.mark.parametrize(
    "names, order",
    [
        (("Trader1", "Diplomat", "Courtier", "Knight"), [GOLD, RED]),
        (("Diplomat", "Trader1", "Courtier", "Knight"), [RED, GOLD]),
        (("Trader2", "Trader1", "Courtier", "Knight"), [GOLD, RED]),
        (("Trader1", "Trader2", "Courtier", "Knight"), [RED, GOLD]),
        (("Diplomat", "Countess", "Duke", "Knight"), [GOLD, RED]),
    ],
)
def test_rule_9_several_are_asked_by_rank_and_then_by_the_symbol(
    names: tuple[str, ...], order: list[int]
) -> None:
    table = Table(4).row(RED, ["Watchman"]).row(GOLD, ["Watchman"])
    table.choose(*names)
    asked = []
    while table.phase == "watchman":
        asked.append(table.turn)
        table.play("guard")
    assert asked == order


def test_rule_9_markers_passed_on_are_not_turned_back() -> None:
    table = Table(3).row(GOLD, ["Watchman"])
    table.choose("Courtier", "Trader1", "Queen")
    table.play("guard")
    table.skip_to(RED)
    table.play("steal 1 build", "skip", "give 1")
    assert table.burdens == [1, 2, 1]


def test_rule_9_nor_markers_of_the_herbalist() -> None:
    table = Table(3).row(GOLD, ["Watchman"]).row(RED, ["Herbalist"])
    table.choose("Courtier", "Trader1", "Queen")
    table.play("guard")
    table.skip_to(RED)
    table.play("use Herbalist 1")
    assert table.burdens == [1, 2, 1]


def test_rule_9_he_is_asked_also_when_no_marker_is_left() -> None:
    table = Table(3).row(GOLD, ["Watchman"]).markers(0, 0, 30)
    table.choose("Knight", "Diplomat", "Duke")
    assert (table.phase, table.turn) == ("watchman", GOLD)
    table.play("guard")
    assert table.burdens == [0, 0, 30]
    assert table.spent(GOLD)


def test_rule_9_guarding_lasts_for_one_cycle() -> None:
    table = Table(3).row(GOLD, ["Watchman"])
    table.choose("Knight", "Diplomat", "Duke")
    table.play("guard")
    table.finish_cycle()
    table.markers(1, 1, 1).choose("Courtier", "Trader1", "Queen")
    assert (table.phase, table.turn) == ("watchman", GOLD)
    table.play("pass")
    assert table.burdens == [1, 2, 1]


def test_rule_9_gardeners_first_then_watchmen_by_the_new_characters() -> None:
    """Red's swap brings the Diplomat, whom the Knight hits, to Violet with the Watchman."""
    table = Table(4).row(RED, ["Gardener"]).row(VIOLET, ["Watchman"])
    table.choose("Diplomat", "Knight", "Count", "Duke")
    assert (table.phase, table.turn) == ("gardener", RED)
    table.play("swap 2")
    assert (table.phase, table.turn) == ("watchman", VIOLET)
    table.play("guard")
    assert table.burdens == [2, 2, 1, 2]  # Count and Duke are equal, and the Knight pays


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_rule_9_markers_turned_back_run_short_in_the_order_of_the_hits(left: int) -> None:
    """Both of the equal Traders are hit; the Courtier's hits come before the Countess's."""
    table = Table(4).row(RED, ["Watchman"]).row(VIOLET, ["Watchman"]).markers(0, 0, 0, 28 - left)
    table.choose("Trader1", "Courtier", "Trader2", "Countess")
    assert table.burdens == [1, 0, 1, 28 - left]
    table.play("guard", "guard")
    assert table.burdens[1] == min(left, 2)
    assert table.burdens[3] == 28 - left + max(0, left - 2)
    assert table.burdens[0] == table.burdens[2] == 1


# Rule 10: the order of turns.


def test_rule_10_from_a_to_f() -> None:
    table = Table(4)
    table.choose("Trader1", "Bursar", "Duke", "Courtier")
    assert order_of_turns(table) == [VIOLET, BLUE, GOLD, RED]
    table = Table(4)
    table.choose("Countess", "Queen", "Trader2", "Count")
    assert order_of_turns(table) == [GOLD, BLUE, RED, VIOLET]


@pytest.mark.parametrize("first, second", PAIRS)
def test_rule_10_equal_rank_and_markers_the_symbol_first(first: str, second: str) -> None:
    for seats in ((RED, GOLD), (GOLD, RED)):
        names = [first, second] if seats == (RED, GOLD) else [second, first]
        table = Table(3)
        table.choose(*names, peaceful(first)[0])
        order = [seat for seat in order_of_turns(table) if seat != VIOLET]
        assert order == list(seats)


@pytest.mark.parametrize("first, second", PAIRS)
def test_rule_10_equal_rank_fewer_markers_first(first: str, second: str) -> None:
    table = Table(3).markers(4, 3, 1)
    table.choose(first, second, peaceful(first)[0])
    assert table.burdens == [5, 4, 1]
    assert [seat for seat in order_of_turns(table) if seat != VIOLET] == [GOLD, RED]


def test_rule_10_markers_count_at_the_moment_the_rank_comes_up() -> None:
    """The Courtier gives Red one more; Gold, who has not the symbol, goes first."""
    table = Table(3)
    table.choose("Trader1", "Trader2", "Courtier")
    assert table.burdens == [3, 3, 1]
    table.play("steal 0 settle", "skip", "steal 1 settle", "skip", "give 0", "skip")
    assert table.burdens == [4, 3, 0]
    assert table.turn == GOLD


def test_rule_10_everybody_has_one_turn_whatever_happens_to_the_markers() -> None:
    """Gold has fewer markers and goes first; what Gold gives away does not change that Red comes next."""
    table = Table(3).markers(3, 2, 1)
    table.choose("Courtier", "Priest", "Queen")
    table.play("skip")
    assert table.turn == GOLD
    table.play("give 0")
    assert table.turn == RED
    table.play("take 1")
    assert table.phase == "choose"


# Rule 11: a turn.


def test_rule_11_thefts_come_first_victims_in_seat_order_each_done_at_once() -> None:
    table = Table(4).top(1, "Mine")
    table.choose("Trader2", "Queen", "Courtier", "Trader1")
    table.skip_to(VIOLET)
    assert table.due == {"steal": RED}
    table.play("steal 0 money")
    assert table.due == {"do": ["money"]}
    table.play("take 1")
    assert table.due == {"steal": BLUE}
    table.play("steal 3 build")
    assert table.due == {"do": ["build"]}
    table.play("build 1")
    assert table.buildings(VIOLET) == ["Mine"]
    assert table.due == {"do": ["give"]}
    table.play("skip")
    assert table.due == {"do": ["money"]}


def test_rule_11_choosing_what_to_steal_is_mandatory() -> None:
    table = Table(3)
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD)
    assert table.legal == ["steal 0 settle", "steal 0 money", "steal 0 recruit", "steal 0 build"]
    for move in ("skip", "end", "take 1", "give 0"):
        assert "rule 11" in table.refused(move)


def test_rule_11_doing_what_was_stolen_is_optional_and_the_crest_stays() -> None:
    table = Table(3)
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD)
    table.play("steal 0 money", "skip")
    assert table.coins == [5, 5, 5]
    table.skip_to(RED)
    assert table.covered == [(RED, "money", GOLD)]
    table.play("skip")
    assert table.due == {"do": ["recruit"]}


def test_rule_11_what_cannot_be_done_may_be_stolen_and_is_asked_about() -> None:
    table = Table(3).markers(1, 0, 1).purse(GOLD, 0).money(0, 0, 0, 0)
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD)
    for action in ("settle", "recruit", "build"):
        table.play(f"steal 0 {action}")
        assert table.due == {"do": [action]}
        assert table.legal == ["skip"]
        table.match.undo()


def test_rule_11_what_is_covered_cannot_be_stolen_again() -> None:
    table = Table(3)
    table.choose("Trader1", "Courtier", "Countess")
    table.play("steal 0 recruit", "skip", "skip", "skip")
    assert table.turn == VIOLET
    assert table.legal == ["steal 0 settle", "steal 0 money", "steal 0 build"]


def test_rule_11_a_stolen_give_passes_on_the_thiefs_own_marker_to_any_rival() -> None:
    table = Table(3).markers(1, 2, 1)
    table.choose("Courtier", "Duke", "Queen")
    table.skip_to(GOLD)
    table.play("steal 0 give")
    assert table.legal == ["give 0", "give 2", "skip"]
    table.play("give 0")  # the victim
    assert table.burdens == [3, 1, 1]


def test_rule_11_a_stolen_settle_lays_down_the_thiefs_own_marker() -> None:
    table = Table(3)
    table.choose("Knight", "Diplomat", "Duke")
    table.skip_to(RED)
    table.play("steal 1 settle")
    assert table.legal == ["settle", "skip"]
    table.play("settle")
    assert table.burdens == [0, 2, 1]
    assert table.supply["markers"] == 27


@pytest.mark.parametrize("character", CHARACTERS)
def test_rule_11_own_actions_in_printed_order_each_optional(character: str) -> None:
    table = at_turn(Table(3), character)
    for action in PRINTED_ACTIONS[character]:
        assert table.turn == RED
        assert table.due == {"do": [action]}
        assert "skip" in table.legal
        verb = {"money": "take"}.get(action, action)
        assert {move.split()[0] for move in table.legal} == {verb, "skip"}
        table.play("skip")
    assert table.to_act != (RED,)
    assert table.burdens == [1, 1, 1]


def test_rule_11_own_give_to_any_rival_but_not_to_oneself() -> None:
    table = at_turn(Table(3), "Courtier")
    assert table.legal == ["give 1", "give 2", "skip"]
    table.play("give 2")
    assert table.burdens == [0, 1, 2]


def test_rule_11_settle_returns_one_marker_to_the_supply() -> None:
    table = at_turn(Table(3), "Duke")
    table.markers(3, 1, 1).play("settle")
    assert table.burdens == [2, 1, 1]
    assert table.supply["markers"] == 26


@pytest.mark.parametrize(
    "character, action", [("Duke", "settle"), ("Courtier", "give"), ("Queen", "recruit")]
)
def test_rule_11_an_action_is_asked_about_where_skip_is_the_only_move(character: str, action: str) -> None:
    table = at_turn(Table(3), character)
    table.markers(0, 1, 1).purse(RED, 0)
    assert table.due == {"do": [action]}
    assert table.legal == ["skip"]


def test_rule_11_in_a_conflict_of_equals_skip_is_the_only_move_when_nothing_can_be_done() -> None:
    table = Table(3).purse(RED, 0)
    table.choose("LordProtector", "Queen", "Trader1")
    assert table.due == {"do": ["build"]}
    assert table.legal == ["skip"]


def test_rule_11_one_action_of_choice_in_a_conflict_of_equals() -> None:
    for move, kind in (
        ("settle", "settled"),
        ("take 4", "took"),
        ("recruit 4", "bought"),
        ("build 2", "bought"),
    ):
        table = Table(3).top(4, "Farmer").top(2, "Mine")
        table.choose("Trader1", "Trader2", "Duke")
        table.skip_to(RED)
        table.play(move)
        assert kind in table.kinds
        assert table.turn == GOLD


def test_rule_11_a_covered_action_is_no_choice_in_a_conflict_of_equals() -> None:
    table = Table(4)
    table.choose("Trader1", "Trader2", "Courtier", "Countess")
    table.play("steal 0 settle", "skip", "steal 1 money", "skip", "skip", "skip")
    assert table.turn == BLUE
    table.play("steal 0 build", "skip", "steal 1 settle", "skip", "skip", "skip", "skip")
    assert (table.turn, table.due) == (RED, {"do": ["money", "recruit"]})
    assert not table.legal_of("settle", "build")
    table.play("skip")
    assert (table.turn, table.due) == (GOLD, {"do": ["recruit", "build"]})


def test_rule_11_whoever_was_robbed_may_rob_another() -> None:
    table = Table(4)
    table.choose("Bursar", "Diplomat", "Trader1", "LordProtector")
    table.play("steal 0 money", "take 1", "skip")
    assert (table.turn, table.due) == (RED, {"steal": GOLD})
    table.play("steal 1 money", "take 2")
    assert table.due == {"do": ["build"]}  # the own money is gone
    table.play("skip")
    assert (table.turn, table.due) == (GOLD, {"steal": VIOLET})


# Rule 12: abilities.


def can_use(table: Table) -> bool:
    return "use Jailer" in table.legal


def test_rule_12_at_any_moment_of_the_own_turn() -> None:
    """Before the theft, between theft and doing, before, between and after the own actions."""
    moves = ["steal 1 money", "take 1", "skip", "skip"]
    for done in range(len(moves) + 1):
        table = Table(3).row(RED, ["Jailer"])
        table.choose("Knight", "Diplomat", "Duke")
        table.skip_to(RED)
        table.play(*moves[:done])
        assert table.turn == RED
        coins = table.coins[RED]
        table.play("use Jailer")
        assert table.coins[RED] == coins + 1
        assert table.spent(RED)
        table.play(*moves[done:])
        assert table.turn == GOLD


def test_rule_12_what_is_due_stays_due_after_an_ability() -> None:
    table = Table(3).row(RED, ["Jailer"])
    table.choose("Knight", "Diplomat", "Duke")
    table.skip_to(RED)
    table.play("use Jailer")
    assert table.due == {"steal": GOLD}
    table.match.undo()
    table.play("steal 1 build", "use Jailer")
    assert table.due == {"do": ["build"]}


def test_rule_12_once_per_cycle_and_again_in_the_next() -> None:
    table = Table(3).row(RED, ["Jailer"])
    table.choose("Knight", "Duke", "Trader1")
    table.skip_to(RED)
    table.play("use Jailer")
    assert not can_use(table)
    assert "rule 12" in table.refused("use Jailer")
    table.finish_cycle()
    table.choose("Queen", "Priest", "Countess")
    assert can_use(table)


def test_rule_12_not_in_the_turn_of_another() -> None:
    table = Table(3).row(RED, ["Jailer"])
    table.choose("Knight", "Duke", "Trader1")
    assert table.turn == GOLD
    assert "not this seat's turn" in table.refused("use Jailer", RED)


def test_rule_12_only_the_newest_subject_is_active() -> None:
    table = at_turn(Table(3).row(RED, ["Jailer", "Herbalist"]), "Queen")
    assert table.legal_of("use") == ["use Herbalist 1", "use Herbalist 2"]
    assert "rule 12" in table.refused("use Jailer")


def test_rule_12_a_new_subject_may_be_used_instead_of_the_old_one() -> None:
    table = at_turn(Table(3).row(RED, ["Herbalist"]).top(3, "Jailer"), "Queen")
    table.play("recruit 3")
    assert table.legal == ["end", "use Jailer"]
    table.play("use Jailer")
    assert table.coins[RED] == 3


def test_rule_12_a_new_subject_gives_nothing_after_an_ability_was_used() -> None:
    table = at_turn(Table(3).row(RED, ["Herbalist"]).top(3, "Jailer"), "Knight")
    table.play("use Herbalist 1", "take 1", "recruit 3")
    assert table.subjects(RED) == ["Herbalist", "Jailer"]
    assert table.to_act != (RED,)


def test_rule_12_a_turn_ends_by_itself_or_by_end() -> None:
    table = at_turn(Table(3).row(RED, ["Jailer"]), "Queen")
    table.play("skip")
    assert table.turn == RED
    assert table.due is None
    assert table.legal == ["end", "use Jailer"]
    table.play("end")
    assert table.to_act != (RED,)
    for setting in (Table(3), Table(3).row(RED, ["Watchman"]), Table(3).row(RED, ["Jailer"])):
        table = at_turn(setting, "Queen")
        table.markers(0, 1, 1).play("skip")  # no marker: the Jailer would bring nothing
        assert table.to_act != (RED,)


# Rule 14: the end.


def test_rule_14_the_cycle_in_which_a_pile_was_emptied_is_finished() -> None:
    table = Table(3).pile(3, ["Farmer"])
    table.choose("Queen", "Courtier", "Trader1")
    table.play("recruit 3")
    assert table.phase == "act"
    assert table.turn == GOLD
    table.play("steal 2 money", "take 1", "skip")
    table.skip_to(VIOLET)
    table.play("settle", "skip")
    table.play("skip")
    assert table.phase == "over"
    assert table.cycle == (1, 1)  # the second cycle of the round is not played
    assert table.to_act == ()
    assert table.position["to_act"] == []
    assert table.heard("ended") == [(-1, {"pile": 3})]
    assert table.match.outcome is not None
    assert table.match.outcome.reason == "pile"
    assert table.characters == ["Queen", "Courtier", "Trader1"]
    assert table.covered == [(VIOLET, "money", GOLD)]
    assert table.refused("skip", RED) == "the game is over"


@pytest.mark.parametrize("number, buys", [(1, "build"), (2, "build"), (3, "recruit"), (4, "recruit")])
def test_rule_14_any_of_the_four_piles(number: int, buys: str) -> None:
    table = Table(3).pile(number, ["Farm" if number < 3 else "Farmer"])
    table.choose("Queen" if number > 2 else "LordProtector", "Courtier", "Duke")
    table.play(f"{buys} {number}")
    table.finish_cycle()
    assert table.phase == "over"
    assert table.position["scores"] is not None
    assert table.position["winners"]


def test_rule_14_nothing_is_bought_from_an_empty_pile_but_its_money_may_be_taken() -> None:
    table = Table(3).pile(3, ["Farmer"]).top(4, "Miner")
    table.choose("Queen", "Courtier", "Trader1")
    table.play("recruit 3")
    table.play("steal 2 money")
    assert table.legal_of("take") == ["take 1", "take 2", "take 3", "take 4"]
    table.play("take 3")
    assert table.coins[GOLD] == 8
    table.skip_to(VIOLET)
    table.play("skip")
    assert table.due == {"do": ["recruit"]}
    assert table.legal == ["recruit 4", "skip"]


def test_rule_14_a_refill_goes_to_the_empty_pile_too() -> None:
    table = Table(3).pile(3, ["Farmer"])
    table.choose("Queen", "Courtier", "Trader1")
    table.play("recruit 3")
    table.money(0, 0, 0, 0).play("steal 2 money", "take 1")
    assert table.piles_money == [0, 2, 2, 2]


def test_rule_14_an_emptying_in_the_second_cycle_ends_the_game_before_a_new_deal() -> None:
    table = Table(3).pile(3, ["Farmer"])
    table.choose("Queen", "Courtier", "Trader1")
    table.finish_cycle()
    table.choose("Duke", "Knight", "LordProtector")
    table.skip_to(RED).play("skip", "recruit 3")
    table.finish_cycle()
    assert table.phase == "over"
    assert table.cycle == (1, 2)


def test_rule_14_there_is_no_limit_of_rounds() -> None:
    table = Table(2)
    while table.cycle[0] < 60:
        table.play(*(f"play {table.hand(seat)[0]}" for seat in (RED, GOLD)))
        table.finish_cycle()
    assert table.phase == "choose"
    assert table.supply["markers"] == 0
    assert [len(table.cards(number)) for number in (1, 2, 3, 4)] == [8, 8, 8, 8]


def test_rule_14_at_the_end_the_money_of_the_piles_counts_for_nobody() -> None:
    table = Table(2).pile(3, ["Farmer"]).purse(RED, 2).markers(0, 0)
    table.choose("Queen", "Duke", neutral="Trader1")
    table.play("recruit 3", "skip", "skip")
    assert table.phase == "over"
    assert table.piles_money == [2, 2, 3, 2]
    assert table.position["scores"][RED] == 1  # a single card; 1 coin is nothing


# Rule 15: the score.


def best_score(subjects: list[str], buildings: list[str]) -> int:
    """The points for cards: perfect pairs taken out, then the best of all ways to pair the colours."""
    subjects, buildings = list(subjects), list(buildings)
    points = 0
    for subject in list(subjects):
        if PARTNER[subject] in buildings:
            subjects.remove(subject)
            buildings.remove(PARTNER[subject])
            points += PRICE[subject] + PRICE[PARTNER[subject]]
    return points + max(ways_to_pair(subjects, buildings))


def ways_to_pair(subjects: list[str], buildings: list[str]) -> Iterator[int]:
    """The points of every way to pair cards of one colour, or to leave them single."""
    if not subjects:
        yield len(buildings)
        return
    first, rest = subjects[0], subjects[1:]
    for points in ways_to_pair(rest, buildings):
        yield points + 1
    for place, building in enumerate(buildings):
        if COLOUR[building] == COLOUR[first]:
            for points in ways_to_pair(rest, buildings[:place] + buildings[place + 1 :]):
                yield points + max(PRICE[first], PRICE[building])


def points(subjects: list[str], buildings: list[str]) -> int:
    """What the rules score for cards alone."""
    match = Match.new("rivalkings", players=2, seed=derive_seed("points"))
    s = match.state[0]
    s["purse"], s["burden"] = 0, 0
    for kind, (cards, names) in enumerate(((subjects, SUBJECTS), (buildings, BUILDINGS))):
        s["length"][0, kind] = len(cards)
        s["row"][0, kind][: len(cards)] = [names.index(card) for card in cards]
    out = np.zeros(2, np.int32)
    match.game.kernel.scores(match.game.constants, match.state, 0, out)
    return int(out[0])


@pytest.mark.parametrize(
    "subjects, buildings, expected",
    [
        ([], [], 0),
        (["Miner"], [], 1),
        ([], ["Garden"], 1),
        (["Miner"], ["Mine"], 3),  # a perfect pair: both values
        (["Miner"], ["Vineyard"], 3),  # a colour pair: the higher value
        (["Miner"], ["Garden"], 2),  # two singles
        (["Farmer"], ["HerbMeadow"], 2),  # a colour pair would bring 1: better left single
        (["Miner", "Miner"], ["Mine"], 4),
        (["Miner", "Miner"], ["Mine", "Mine"], 6),
        (["Herbalist", "Farmer"], ["HerbMeadow"], 3),  # a perfect pair and a single
        (["CourtLady", "Watchman"], ["CastleWall"], 7),  # the perfect pair first, though not with the Lady
        (["CourtLady", "Jailer"], ["Garden", "CastleWall"], 8),
        (["Bishop", "Sailor"], ["Tavern", "University"], 8),  # not the two fours together
        (["Sailor", "Troubadour"], ["Cathedral"], 5),
    ],
)
def test_rule_15_pairs_and_singles(subjects: list[str], buildings: list[str], expected: int) -> None:
    assert points(subjects, buildings) == expected
    assert best_score(subjects, buildings) == expected


def test_rule_15_the_best_pairing_of_all() -> None:
    luck = Random(15)
    box = {
        kind: [card for card in names for _ in (1, 2)] for kind, names in (("s", SUBJECTS), ("b", BUILDINGS))
    }
    for _ in range(600):
        subjects = luck.sample(box["s"], luck.randint(0, 6))
        buildings = luck.sample(box["b"], luck.randint(0, 6))
        assert points(subjects, buildings) == best_score(subjects, buildings), (subjects, buildings)


def test_rule_15_the_best_pairing_within_one_colour() -> None:
    luck = Random(16)
    for _ in range(600):
        colour = luck.choice(list(PRICES))
        trades = [trade for trade in PRICES[colour] for _ in (1, 2)]
        subjects = [subject for subject, _ in luck.sample(trades, luck.randint(1, 5))]
        buildings = [building for _, building in luck.sample(trades, luck.randint(1, 5))]
        assert points(subjects, buildings) == best_score(subjects, buildings), (subjects, buildings)


@pytest.mark.parametrize(
    "coins, markers, expected",
    [(0, 0, 0), (2, 0, 0), (3, 0, 1), (8, 0, 2), (9, 0, 3), (0, 1, -2), (6, 3, -4)],
)
def test_rule_15_coins_and_markers(coins: int, markers: int, expected: int) -> None:
    table = Table(2).purse(RED, coins).markers(markers, 1)
    out = np.zeros(2, np.int32)
    table.match.game.kernel.scores(table.match.game.constants, table.match.state, 0, out)
    assert out[RED] == expected


def finish_with(scores: list[tuple[int, int]]) -> Table:
    """Three players end a game with these coins and markers and nothing else but one single subject each.

    Violet's rest of the cards scores as it will: Violet is kept out of it by markers.
    """
    table = Table(3).row(RED, ["Watchman"]).row(GOLD, ["Sailor"]).pile(3, ["Farmer"])
    table.choose("Duke", "Courtier", "Queen")
    table.play("recruit 3")
    assert table.turn == RED
    while table.turn != GOLD:
        table.leave()
    while table.due != {"do": ["money"]}:
        table.leave()
    table.markers(scores[0][1], scores[1][1], 20)
    for seat, (coins, _) in enumerate(scores):
        table.purse(seat, coins)
    table.play("skip")
    assert table.phase == "over"
    return table


def test_rule_15_most_points_win() -> None:
    table = finish_with(scores=[(30, 0), (3, 0)])
    assert table.position["scores"][RED] > table.position["scores"][GOLD]
    assert table.position["winners"] == [RED]


def test_rule_15_a_tie_goes_to_fewer_markers() -> None:
    table = finish_with([(12, 1), (6, 0)])
    assert table.position["scores"][:2] == [3, 3]
    assert table.position["winners"] == [GOLD]
    assert table.heard("won") == [(GOLD, {"score": 3})]
    table = finish_with([(6, 0), (12, 1)])
    assert table.position["winners"] == [RED]


def test_rule_15_a_full_tie_is_shared() -> None:
    table = finish_with([(6, 1), (8, 1)])
    assert table.position["scores"][:2] == [1, 1]
    assert sorted(table.position["winners"]) == [RED, GOLD]
    assert sorted(seat for seat, _ in table.heard("won")) == [RED, GOLD]


def test_rule_15_what_a_court_is_worth_lies_open() -> None:
    table = finish_with(scores=[(30, 0), (3, 0)])
    told = dict(table.heard("scored"))
    for seat, court in enumerate(shown(table.match).players):
        assert isinstance(court, ShownCourt)
        assert msgspec.to_builtins(court.worth) == told[seat]
        assert court.worth.total == table.position["scores"][seat]


def test_rule_15_the_parts_of_a_score_add_up() -> None:
    table = finish_with([(10, 2), (5, 3)])
    for seat, data in table.heard("scored"):
        assert data["total"] == table.position["scores"][seat]
        assert sum(data.values()) == 2 * data["total"]
    assert table.heard("scored")[RED] == (
        RED,
        {"pairs": 0, "colours": 0, "singles": 1, "coins": 3, "markers": -4, "total": 0},
    )


def test_the_names_of_the_actions_are_those_of_the_notation() -> None:
    assert {action for actions in PRINTED_ACTIONS.values() for action in actions} == set(ACTIONS)
