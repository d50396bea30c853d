"""Every reason for a refusal, reached by a move that is really illegal; no refusal changes anything."""

from __future__ import annotations

from random import Random

import pytest

from palatine.core.errors import IllegalMove
from palatine.core.match import Match
from palatine.core.rng import derive_seed

from .table import GOLD, RED, VIOLET, Table

SEATS = "seats are 0 to 2"


def in_peace(table: Table) -> Table:
    """Red's turn with the Queen, nobody in conflict."""
    table.choose("Queen", "Duke", "Trader1")
    assert table.turn == RED
    return table


def trading(table: Table, *moves: str) -> Table:
    """Red's turn with the Trader after some moves, nobody in conflict."""
    table.choose("Trader1", "Queen", "Duke")
    table.skip_to(RED).play(*moves)
    return table


# Texts that are no move.


@pytest.mark.parametrize(
    "text", ["", "dance", "Play Queen", "PLAY Queen", " play Queen", "queen", "stealing 2 money"]
)
def test_a_move_begins_with_a_known_word(text: str) -> None:
    reason = Table(3).refused(text)
    assert reason == (
        "this is no move; a move begins with play, swap, pass, guard, steal, settle, give, take, recruit, "
        "build, skip, use or end"
    )


@pytest.mark.parametrize(
    "text, shape",
    [
        ("play", "play and a character, like play Queen"),
        ("play Queen Duke", "play and a character, like play Queen"),
        ("play Forge", "play and a character, like play Queen"),
        ("swap", "swap and a seat, like swap 2"),
        ("steal 2", "steal, a seat and an action, like steal 2 money"),
        ("steal money 2", "steal, a seat and an action, like steal 2 money"),
        ("give", "give and a seat, like give 2"),
        ("give 4", "give and a seat, like give 2"),
        ("take", "take and a pile from 1 to 4, like take 3"),
        ("take 0", "take and a pile from 1 to 4, like take 3"),
        ("recruit Miner", "recruit and a pile from 1 to 4, like recruit 4"),
        ("build 1 2", "build and a pile from 1 to 4, like build 1"),
        ("use", "use, a subject and what for, like use Miner 1 Forge or use Jailer"),
        ("use Miner", "use, a subject and what for, like use Miner 1 Forge or use Jailer"),
        ("use Forge 1", "use, a subject and what for, like use Miner 1 Forge or use Jailer"),
        ("use Jailer 1", "use, a subject and what for, like use Miner 1 Forge or use Jailer"),
        ("use Vintner 3 Forge", "use, a subject and what for, like use Miner 1 Forge or use Jailer"),
        ("pass 1", "pass alone"),
        ("guard 1", "guard alone"),
        ("settle 1", "settle alone"),
        ("skip money", "skip alone"),
        ("end 1", "end alone"),
    ],
)
def test_a_move_of_known_words_in_a_wrong_shape(text: str, shape: str) -> None:
    assert Table(3).refused(text) == f"it is written {shape}"


@pytest.mark.parametrize(
    "text, word, shape",
    [
        ("play King", "King", "play and a character, like play Queen"),
        ("play queen", "queen", "play and a character, like play Queen"),
        ("play  Queen", "", "play and a character, like play Queen"),
        ("steal 2 coins", "coins", "steal, a seat and an action, like steal 2 money"),
        ("give 7", "7", "give and a seat, like give 2"),
        ("take 5", "5", "take and a pile from 1 to 4, like take 3"),
        ("use Smith 1", "Smith", "use, a subject and what for, like use Miner 1 Forge or use Jailer"),
        ("end now", "now", "end alone"),
    ],
)
def test_a_move_with_an_unknown_word(text: str, word: str, shape: str) -> None:
    assert Table(3).refused(text) == f"there is no {word!r} here; it is written {shape}; {SEATS}"


def test_a_number_that_is_no_decision() -> None:
    """In every phase, and before any subject as well as with one."""
    chosen = ("Trader1", "Courtier", "Queen")
    choosing, gardener, watchman = Table(3), Table(3).row(RED, ["Gardener"]), Table(3).row(RED, ["Watchman"])
    stealing, acting = Table(3).row(GOLD, ["Jailer"]), Table(3)
    for table in (gardener, watchman, stealing, acting):
        table.choose(*chosen)
    stealing.skip_to(GOLD)
    for table, phase in (
        (choosing, "choose"),
        (gardener, "gardener"),
        (watchman, "watchman"),
        (acting, "act"),
    ):
        assert table.phase == phase
    for table in (choosing, gardener, watchman, stealing, acting):
        match = table.match
        before = match.state.tobytes()
        for number in (-1, match.game.num_actions, 10**9):
            with pytest.raises(IllegalMove, match=f"decision {number}"):
                match.decide(match.to_act[0], number)
            assert match.state.tobytes() == before


# Seats.


def test_a_seat_that_does_not_exist() -> None:
    assert Table(3).refused("play Queen", 3) == "there is no such seat: seats are 0 to 2"
    assert Table(2).refused("play Queen", 2) == "there is no such seat: seats are 0 to 1"


def test_a_seat_that_is_not_asked() -> None:
    table = in_peace(Table(3))
    assert table.refused("skip", GOLD) == "it is not this seat's turn but seat 0's"


def test_a_seat_that_has_chosen() -> None:
    table = Table(3)
    table.play(f"play {table.hand(RED)[0]}")
    reason = table.refused(f"play {table.hand(RED)[0]}", RED)
    assert reason == "it is not this seat's turn but seat 1 and 2's"


def test_a_game_that_is_over() -> None:
    table = in_peace(Table(3).pile(3, ["Farmer"]))
    table.play("recruit 3")
    table.finish_cycle()
    assert table.refused("skip", RED) == "the game is over"


# Choosing.


def test_a_character_of_another_hand() -> None:
    table = Table(3).hands({RED: ["Queen"], GOLD: ["Trader1", "LordProtector"]})
    assert table.refused("play LordProtector") == "the Lord Protector is not in this hand (rule 5)"
    assert table.refused("play Trader1") == "the first Trader is not in this hand (rule 5)"


def test_a_character_already_played() -> None:
    table = in_peace(Table(3))
    table.finish_cycle()
    assert table.refused("play Queen") == "the Queen is not in this hand (rule 5)"


@pytest.mark.parametrize(
    "move", ["swap 1", "pass", "guard", "steal 1 money", "settle", "take 1", "skip", "end", "use Jailer"]
)
def test_something_else_while_a_character_is_due(move: str) -> None:
    reason = Table(3).refused(move)
    assert reason == "a character is due: play and one of the hand, like play Queen (rule 5)"


# Gardener and Watchman.


def test_a_swap_with_oneself_or_with_nobody() -> None:
    table = Table(3).row(RED, ["Gardener"])
    table.choose("Queen", "Duke", "Trader1")
    for move in ("swap 0", "swap 3"):
        assert table.refused(move) == "characters are swapped with a rival at the table (rule 6)"


@pytest.mark.parametrize(
    "move", ["play Queen", "guard", "skip", "take 1", "steal 1 money", "end", "use Jailer"]
)
def test_something_else_while_the_gardener_is_asked(move: str) -> None:
    table = Table(3).row(RED, ["Gardener"])
    table.choose("Queen", "Duke", "Trader1")
    assert table.refused(move) == "the Gardener is asked: swap and a rival's seat, or pass (rule 6)"


@pytest.mark.parametrize(
    "move", ["play Queen", "swap 1", "skip", "take 1", "steal 1 money", "end", "use Jailer"]
)
def test_something_else_while_the_watchman_is_asked(move: str) -> None:
    table = Table(3).row(RED, ["Watchman"])
    table.choose("Trader1", "Courtier", "Queen")
    assert table.refused(move) == "the Watchman is asked: guard or pass (rule 9)"


@pytest.mark.parametrize("move", ["play Queen", "swap 1", "pass", "guard"])
def test_something_of_another_phase_in_a_turn(move: str) -> None:
    assert in_peace(Table(3)).refused(move) == "it is the turn for actions now (rule 11)"


# Thefts.


def robbing(*moves: str) -> Table:
    """Gold's Courtier has to rob Red's and Violet's Traders."""
    table = Table(3)
    table.choose("Trader1", "Courtier", "Trader2")
    table.play(*moves)
    return table


@pytest.mark.parametrize("move", ["skip", "end", "settle", "take 1", "give 0", "pass", "play Queen"])
def test_something_else_while_a_theft_is_due(move: str) -> None:
    assert robbing().refused(move) == "a theft is due first: steal 0 and an action (rule 11)"
    assert robbing("steal 0 money", "skip").refused(move) == (
        "a theft is due first: steal 2 and an action (rule 11)"
    )


def test_the_wrong_victim() -> None:
    assert robbing().refused("steal 2 money") == "the one to be robbed now is seat 0 (rule 11)"
    table = robbing("steal 0 money", "skip")
    assert table.refused("steal 0 build") == "the one to be robbed now is seat 2 (rule 11)"


def test_an_action_that_the_victim_does_not_have() -> None:
    assert robbing().refused("steal 0 give") == "the first Trader has no action give (rule 11)"


def test_an_action_that_is_covered() -> None:
    table = Table(3)
    table.choose("Trader1", "Courtier", "Countess")
    table.play("steal 0 money", "skip", "skip", "skip")
    assert table.refused("steal 0 money") == "the action money of seat 0 is covered already (rule 11)"


def test_a_theft_where_none_is_due() -> None:
    assert in_peace(Table(3)).refused("steal 1 settle") == "no theft is due (rule 11)"
    assert robbing("steal 0 money").refused("steal 2 money") == "no theft is due (rule 11)"


# Actions.


def test_another_action_than_the_one_due() -> None:
    table = trading(Table(3))
    assert table.refused("take 1") == "what is due is settle, not money (rule 11)"
    table.play("skip")
    assert table.refused("settle") == "what is due is money, not settle (rule 11)"
    assert table.refused("build 1") == "what is due is money, not build (rule 11)"
    assert table.refused("give 1") == "what is due is money, not give (rule 11)"


def test_an_action_that_a_character_of_equals_does_not_have() -> None:
    table = Table(3)
    table.choose("Courtier", "Priest", "Queen")
    table.skip_to(RED)
    assert table.refused("build 1") == "what is due is give or money, not build (rule 11)"


def test_an_action_that_was_stolen() -> None:
    table = Table(3)
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD).play("steal 0 money")
    table.skip_to(RED)
    assert table.refused("take 1") == "the action money was stolen (rule 11)"


def test_an_end_while_an_action_is_due() -> None:
    assert trading(Table(3)).refused("end") == "an action is due: settle, or skip (rule 11)"
    table = Table(3)
    table.choose("Trader1", "Trader2", "Queen")
    table.skip_to(RED)
    assert table.refused("end") == "an action is due: settle, money, recruit or build, or skip (rule 11)"


def test_an_action_or_a_skip_when_nothing_is_due() -> None:
    table = in_peace(Table(3).row(RED, ["Jailer"]))
    table.play("skip")
    assert table.refused("recruit 3") == "no action is due any more (rule 11)"
    assert table.refused("skip") == "nothing is due: end ends the turn (rule 11)"


def test_no_marker_to_lay_down() -> None:
    table = trading(Table(3)).markers(0, 1, 1)
    assert table.refused("settle") == "there is no conflict marker to lay down (rule 11)"
    table = Table(3).markers(0, 1, 1)
    table.choose("Courtier", "Queen", "Diplomat")
    table.skip_to(RED)
    assert table.refused("give 1") == "there is no conflict marker to lay down (rule 11)"


def test_a_marker_for_oneself_or_for_nobody() -> None:
    table = Table(3)
    table.choose("Courtier", "Queen", "Diplomat")
    table.skip_to(RED)
    for move in ("give 0", "give 3"):
        assert table.refused(move) == "a marker is given to a rival at the table (rule 11)"


def test_no_money_at_a_pile() -> None:
    table = trading(Table(3).money(0, 2, 2, 0), "skip")
    for number in (1, 4):
        assert table.refused(f"take {number}") == f"no money lies at pile {number} (rule 3)"


def test_no_money_at_a_pile_after_a_short_refill() -> None:
    table = trading(Table(3).money(0, 0, 0, 0).coins_left(4, rest=VIOLET), "skip")
    assert table.refused("take 3") == "no money lies at pile 3 (rule 3)"


def test_an_empty_pile() -> None:
    table = Table(3).pile(3, ["Farmer"])
    table.choose("Queen", "Duke", "Diplomat")
    table.play("recruit 3", "skip")
    assert table.turn == GOLD
    assert table.refused("recruit 3") == "pile 3 is empty (rule 14)"


def test_a_card_of_the_other_type() -> None:
    table = in_peace(Table(3).top(1, "Garden"))
    assert table.refused("recruit 1") == "the Garden on pile 1 is no subject (rule 13)"
    table = trading(Table(3).top(4, "CourtLady"), "skip", "skip", "skip")
    assert table.refused("build 4") == "the Court Lady on pile 4 is no building (rule 13)"


def test_a_card_that_is_too_dear() -> None:
    table = in_peace(Table(3).top(3, "MarketWoman")).purse(RED, 1)
    assert table.refused("recruit 3") == "the Market Woman costs 2, and the purse holds 1 (rule 2)"
    table = trading(Table(3).top(1, "CastleWall"), "skip", "skip", "skip").purse(RED, 3)
    assert table.refused("build 1") == "the Castle Wall costs 4, and the purse holds 3 (rule 2)"


# Abilities.


def test_a_second_ability_in_a_cycle() -> None:
    table = in_peace(Table(3).row(RED, ["Jailer"]))
    table.play("use Jailer")
    assert table.refused("use Jailer") == "an ability was used in this cycle already (rule 12)"


def test_no_subject_at_all() -> None:
    assert in_peace(Table(3)).refused("use Jailer") == "there is no subject to use (rule 12)"


def test_a_subject_that_is_not_active() -> None:
    table = in_peace(Table(3).row(RED, ["Jailer", "CourtLady"]))
    assert table.refused("use Jailer") == "the active subject is the Court Lady (rule 12)"


def test_an_ability_that_can_do_nothing_now() -> None:
    table = in_peace(Table(3).row(RED, ["MarketWoman"]).money(0, 1, 1, 1))
    assert table.refused("use MarketWoman 1") == "no money lies at pile 1 (rule 3)"


def test_an_ability_while_a_theft_is_due_has_its_own_reason() -> None:
    assert robbing().refused("use Jailer") == "there is no subject to use (rule 12)"


# Whatever the rules do not offer is refused, everywhere.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_decision_that_is_not_offered_is_refused_with_a_rule(players: int) -> None:
    luck = Random(players)
    match = Match.new("rivalkings", players=players, seed=derive_seed("offered", players))
    rules = match.game
    while match.to_act:
        seat = luck.choice(match.to_act)
        legal = rules.legal(match.state, seat)
        before = match.state.tobytes()
        for action in luck.sample(range(rules.num_actions), 30):
            if action not in legal:
                with pytest.raises(IllegalMove) as caught:
                    rules.apply(match.state, seat, action)
                assert "(rule " in str(caught.value)
        assert match.state.tobytes() == before
        match.decide(seat, luck.choice(legal))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_no_condition_forbids_is_what_is_legal(players: int) -> None:
    luck = Random(players)
    match = Match.new("rivalkings", players=players, seed=derive_seed("conditions", players))
    game, met = match.game, set[int]()
    forbids = game.kernel.obstacle
    assert forbids is not None
    while seats := match.to_act:
        for seat in seats:
            found = [
                int(forbids(game.constants, match.state, 0, seat, action))
                for action in range(game.num_actions)
            ]
            legal = game.legal(match.state, seat)
            assert [action for action, obstacle in enumerate(found) if obstacle == 0] == legal
            met |= {*found}
        seat = luck.choice(seats)
        match.decide(seat, luck.choice(game.legal(match.state, seat)))
    assert len(met) > 20
