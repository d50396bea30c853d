"""Every example of the rulebook, laid out and played."""

from __future__ import annotations

import pytest

from palatine.core.match import Match
from palatine.core.rng import derive_seed

from .table import BLUE, BUILDINGS, CHARACTERS, GOLD, RED, SUBJECTS, VIOLET, Table, position_of


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("deal", range(5))
def test_the_set_up(players: int, deal: int) -> None:
    match = Match.new("rivalkings", players=players, seed=derive_seed("set-up", players, deal))
    position = position_of(match.game, match.state)
    assert [len(pile["cards"]) for pile in position["piles"]] == [8, 8, 8, 8]
    for pile in position["piles"][:2]:
        assert set(pile["cards"]) <= set(BUILDINGS)
    for pile in position["piles"][2:]:
        assert set(pile["cards"]) <= set(SUBJECTS)
    assert [pile["money"] for pile in position["piles"]] == [2, 2, 2, 2]
    for player in position["players"]:
        assert player["coins"] == 5
        assert player["markers"] == 1
        assert len(player["hand"]) == 3
        assert player["subjects"] == player["buildings"] == []
        assert player["character"] is None
    assert position["supply"] == {"coins": 48 - 4 * 2 - 5 * players, "markers": 30 - players}
    hands = [name for player in position["players"] for name in player["hand"]]
    assert len(set(hands)) == 3 * players
    assert set(hands) <= set(CHARACTERS)
    assert position["neutral"] == ({"left": 6, "shown": None} if players == 2 else None)
    assert (position["phase"], position["round"], position["cycle"]) == ("choose", 1, 1)


def test_two_traders_get_a_marker_each_and_do_one_of_four_actions() -> None:
    table = Table(3)
    table.choose("Trader1", "Trader2", "Queen")
    assert table.burdens == [2, 2, 1]
    assert table.turn == VIOLET
    table.play("skip")
    for seat in (RED, GOLD):
        assert table.turn == seat
        assert table.due == {"do": ["settle", "money", "recruit", "build"]}
        table.play("take 1" if seat == RED else "settle")
    assert table.phase == "choose"
    assert table.coins == [7, 5, 5]
    assert table.burdens == [2, 1, 1]


def test_the_knight_steals_the_money_of_the_diplomat() -> None:
    table = Table(3).top(3, "Farmer")
    table.choose("Knight", "Diplomat", "Duke")
    assert table.burdens == [1, 2, 1]
    table.skip_to(RED)
    assert table.due == {"steal": GOLD}
    assert table.legal == ["steal 1 settle", "steal 1 money", "steal 1 build"]
    table.play("steal 1 money")
    assert table.due == {"do": ["money"]}
    table.play("take 2")
    assert table.coins == [7, 5, 5]
    assert table.due == {"do": ["money"]}  # and now the Knight's own
    table.play("take 4", "recruit 3")
    assert table.coins == [8, 5, 5]
    assert table.turn == GOLD
    assert table.due == {"do": ["settle"]}
    table.play("settle")
    assert table.due == {"do": ["build"]}  # the money is covered
    assert table.covered == [(GOLD, "money", RED)]


def test_the_same_two_with_the_knight_as_the_highest_rank_of_two_players() -> None:
    table = Table(2)
    table.choose("Knight", "Diplomat", neutral="Duke")
    assert table.turn == RED
    assert table.burdens == [1, 2]
    table.play("steal 1 money", "take 1", "skip", "skip")
    assert table.coins == [7, 5]
    assert table.turn == GOLD
    table.play("skip")
    assert table.due == {"do": ["build"]}


def test_a_trader_can_get_three_markers_at_once() -> None:
    table = Table(4)
    table.choose("Trader2", "Courtier", "Trader1", "Countess")
    assert table.burdens == [4, 1, 4, 1]


def test_two_equals_are_robbed_by_a_higher_rank_who_has_two_crests() -> None:
    table = Table(3)
    table.choose("Trader1", "Courtier", "Trader2")
    assert table.burdens == [3, 1, 3]
    assert table.turn == GOLD
    assert table.due == {"steal": RED}
    table.play("steal 0 settle", "skip")
    assert table.due == {"steal": VIOLET}
    table.play("steal 2 build", "skip", "skip", "skip")
    assert table.covered == [(RED, "settle", GOLD), (VIOLET, "build", GOLD)]
    assert table.turn == RED
    assert table.due == {"do": ["money", "recruit", "build"]}
    table.play("take 1")
    assert table.turn == VIOLET
    assert table.due == {"do": ["settle", "money", "recruit"]}
    table.play("take 2")
    assert table.phase == "choose"


def test_two_of_rank_c_do_not_reach_the_trader() -> None:
    table = Table(3)
    table.choose("Courtier", "Priest", "Trader1")
    assert table.burdens == [2, 2, 1]
    for seat in (RED, GOLD):
        assert table.turn == seat
        assert table.due == {"do": ["give", "money"]}
        table.play("skip")
    assert table.turn == VIOLET
    for action in ("settle", "money", "recruit", "build"):
        assert table.due == {"do": [action]}
        table.play("skip")
    assert table.phase == "choose"
    assert table.covered == []


def test_a_trader_loses_two_actions_to_c_and_e() -> None:
    table = Table(3)
    table.choose("Trader1", "Countess", "Priest")
    assert table.burdens == [3, 1, 1]
    table.play("steal 0 money", "take 1", "skip", "skip")
    assert table.turn == GOLD
    assert table.legal == ["steal 0 settle", "steal 0 recruit", "steal 0 build"]
    table.play("steal 0 build", "skip")
    table.skip_to(RED)
    assert table.due == {"do": ["settle"]}
    table.play("skip")
    assert table.due == {"do": ["recruit"]}
    table.play("skip")
    assert table.phase == "choose"


def test_actions_come_in_printed_order() -> None:
    table = Table(3)
    table.choose("Trader1", "Queen", "Duke")
    table.skip_to(RED)
    assert "build 1" not in table.legal
    table.play("settle", "take 1", "skip")
    assert table.due == {"do": ["build"]}
    assert "take 2" not in table.legal


def test_an_extra_taking_of_money_before_between_or_after_the_actions() -> None:
    for before in ([], ["take 1"], ["take 1", "skip"]):
        table = Table(3).row(RED, ["MarketWoman"])
        table.choose("Knight", "Queen", "LordProtector")
        table.skip_to(RED)
        coins = table.coins[RED]
        table.play(*before, "use MarketWoman 2")
        assert table.coins[RED] == coins + 2 + 2 * ("take 1" in before)


def test_miner_and_mine_are_a_perfect_pair_and_not_split_by_the_bishop() -> None:
    table = Table(2).row(RED, ["Sailor", "Bishop"]).row(GOLD, ["Miner", "Vintner"], ["Mine", "Forge"])
    table.choose("Queen", "Duke", neutral="Trader1")
    assert table.legal_of("use") == ["use Bishop Bishop 1 Vintner", "use Bishop Sailor 1 Vintner"]


def test_miner_and_mine_are_not_split_by_the_court_lady_either() -> None:
    table = Table(2).row(RED, ["CourtLady"], ["Inn"]).row(GOLD, ["Miner", "Vintner"], ["Mine", "Forge"])
    table.choose("Queen", "Duke", neutral="Trader1")
    assert table.legal_of("use") == ["use CourtLady Inn 1 Forge"]


def test_marks_score() -> None:
    """Two perfect pairs, a blue pair, two singles: 16; and 4 coins and 3 markers make it 11."""
    table = Table(2)
    table.row(RED, ["Vintner", "Innkeeper", "Sailor", "Gardener"], ["Forge", "Vineyard", "Prison", "Garden"])
    table.pile(3, ["Farmer"]).purse(RED, 4).markers(3, 1)
    table.choose("LordProtector", "Duke", neutral="Trader1")
    table.play("pass", "skip", "skip", "recruit 3")
    assert table.phase == "over"
    (mark,) = [data for seat, data in table.heard("scored") if seat == RED]
    assert mark == {"pairs": 11, "colours": 3, "singles": 2, "coins": 1, "markers": -6, "total": 11}
    assert table.position["scores"][RED] == 11


def test_a_round_has_two_cycles_and_then_three_new_cards_each() -> None:
    table = Table(4)
    table.choose("Queen", "Duke", "Courtier", "Bursar")
    assert [len(table.hand(seat)) for seat in (RED, GOLD, VIOLET, BLUE)] == [2, 2, 2, 2]
    table.finish_cycle()
    assert table.cycle == (1, 2)
    assert table.phase == "choose"
    table.play(*(f"play {table.hand(seat)[0]}" for seat in range(4)))
    table.finish_cycle()
    assert table.cycle == (2, 1)
    assert [len(table.hand(seat)) for seat in range(4)] == [3, 3, 3, 3]
    assert sorted(name for seat in range(4) for name in table.hand(seat)) == sorted(CHARACTERS)
