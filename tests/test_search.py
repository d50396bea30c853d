"""The player that searches: what it may know, what it finds, and how it keeps to its budget."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from palatine.bots import PLAYERS, Player
from palatine.bots.budget import Budget
from palatine.bots.greedy import GreedyPlayer
from palatine.bots.search import SearchPlayer, Thought, engine, tree
from palatine.bots.search.player import choices_to_consider
from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.errors import IllegalMove, PalatineError
from palatine.core.evaluating import SearchSettings
from palatine.core.game import Action, Game, Seat, State
from palatine.core.match import Match
from palatine.core.rng import derive_seed, new_rng

from .rheinlander import table as rhine
from .rivalkings import table as court

SEED = derive_seed("search")
TABLES = [
    (name, {"players": players})
    for name, about in games().items()
    for players in range(about.players[0], about.players[1] + 1)
]
OPTIONS = [
    *TABLES,
    ("rheinlander", {"players": 3, "river_needs_knights": True, "open_coins": True}),
    ("rheinlander", {"players": 5, "convert_on_river": True}),
    ("rivalkings", {"players": 3, "open_piles": True}),
]
EVERY_PHASE = {
    "rheinlander": {"play", "reinforce", "bastion"},
    "rivalkings": {"choose", "gardener", "watchman", "act"},
}


def decisions(game: Game, number: int = 0) -> Iterator[tuple[State, Seat, Action]]:
    """A game half at random, half greedy: each state, who decides, and what."""
    luck, greedy = Random(number), GreedyPlayer(derive_seed("greedy", number))
    state = game.new(derive_seed("course", game.name, game.players, number))
    while seats := game.acting(state):
        seat = luck.choice(seats)
        action = luck.choice(game.legal(state, seat))
        if luck.random() < 0.5:
            action = greedy.choose(game, game.view(state, seat), seat)
        yield state, seat, action
        game.apply(state, seat, action)


def search(iterations: int, threads: int = 1, seed: bytes = SEED) -> SearchPlayer:
    return SearchPlayer(seed, Budget(iterations=iterations, threads=threads))


def findings(thought: Thought) -> Thought:
    """A thought without how long it took."""
    return msgspec.structs.replace(thought, seconds=0.0)


def think_at(match: Match, seat: Seat, iterations: int, **said: Any) -> Thought:
    return search(iterations).think(match.game, match.game.view(match.state, seat), seat, **said)


def moves(match: Match, thought: Thought) -> list[str]:
    return [match.game.action_text(choice.action) for choice in thought.choices]


# What it may know.


def without_a_clock(name: str) -> Player:
    """A player by name; one that thinks for a time thinks a number of thoughts instead."""
    player = PLAYERS[name](SEED)
    if isinstance(player, SearchPlayer) and player.budget.seconds is not None:
        player.budget = Budget(iterations=20)
    return player


@pytest.mark.parametrize("name, options", TABLES)
@pytest.mark.parametrize("player", PLAYERS)
def test_no_player_depends_on_what_is_hidden(name: str, options: dict[str, Any], player: str) -> None:
    """At every third decision of a seat, once with the true state behind the view and once with another."""
    game, rng = load_game(name, options), new_rng(derive_seed("hidden"))
    one, other = without_a_clock(player), without_a_clock(player)
    changed = 0
    for n, (state, seat, _) in enumerate(decisions(game)):
        if seat or n % 3:
            continue
        elsewhere = game.imagine(game.view(state, seat), seat, rng)
        changed += elsewhere.tobytes() != state.tobytes()
        chosen = one.choose(game, game.view(state, seat), seat)
        assert other.choose(game, game.view(elsewhere, seat), seat) == chosen
        assert chosen in game.legal(state, seat)
    assert changed > 5


@pytest.mark.parametrize("name, options", TABLES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_thought_depends_on_nothing_hidden(name: str, options: dict[str, Any], threads: int) -> None:
    """Decision after decision of one seat, with the tree kept in between."""
    game, rng = load_game(name, options), new_rng(derive_seed("hidden", 1))
    one, other = search(24, threads), search(24, threads)
    thoughts = 0
    for state, seat, _ in decisions(game, 1):
        if seat == 1:
            elsewhere = game.view(game.imagine(game.view(state, seat), seat, rng), seat)
            here = one.think(game, game.view(state, seat), seat)
            assert findings(other.think(game, elsewhere, seat)) == findings(here)
            thoughts += 1
        if thoughts == 24:
            break
    assert thoughts > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_others_have_chosen_in_secret_makes_no_difference(players: int) -> None:
    game = load_game("rivalkings", {"players": players})
    start = game.new(SEED)
    last = players - 1
    thoughts = []
    for k in range(3):
        state = start.copy()
        for seat in range(last):
            game.apply(state, seat, game.legal(state, seat)[k])
        thoughts.append(findings(search(200).think(game, game.view(state, last), last)))
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_makes_no_difference_whether_others_have_chosen_already(players: int) -> None:
    """Only the luck of the search is another one then."""
    game = load_game("rivalkings", {"players": players})
    state = game.new(SEED)
    last = players - 1
    before = average(game, state, last)
    for seat in range(last):
        game.apply(state, seat, game.legal(state, seat)[0])
    assert average(game, state, last) == pytest.approx(before, abs=0.04)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_decides_at_the_same_time_is_alike_at_every_seat(players: int) -> None:
    """At the start the seats differ in their hands alone: the same hand has the same chances anywhere."""
    chances = []
    for seat in (0, players - 1):
        table = court.Table(players).hands({seat: ["Duke", "Courtier", "Countess"]})
        chances.append(average(table.match.game, table.match.state, seat)[seat])
    assert chances[0] == pytest.approx(chances[1], abs=0.04)


def average(game: Game, state: State, seat: Seat) -> list[float]:
    """Everybody's chances by several searches."""
    view = game.view(state, seat)
    thoughts = [search(300, seed=derive_seed(n)).think(game, view, seat) for n in range(6)]
    return [sum(thought.chances[p] for thought in thoughts) / 6 for p in range(game.players)]


def test_with_everything_known_it_searches_the_true_state() -> None:
    """Red has chosen: a Lord Protector robs a Knight; Courtier and Countess rob a Trader."""
    blind, known = [], []
    for secret in ("Knight", "Trader2"):
        table = court.Table(2)
        table.hands({court.RED: ["Knight", "Trader2"], court.GOLD: ["LordProtector", "Courtier", "Countess"]})
        table.match.play(f"play {secret}", court.RED)
        match = table.match
        blind.append(moves(match, think_at(match, court.GOLD, 300))[0])
        known.append(moves(match, search(300).think(match.game, match.state, court.GOLD, open_state=True))[0])
    assert blind[0] == blind[1]
    assert known[0] == "play LordProtector"
    assert known[1] in ("play Courtier", "play Countess")


# The same again, or not.


@pytest.mark.parametrize("name, options", TABLES)
@pytest.mark.parametrize("threads", [1, 2])
def test_seed_and_iterations_decide(name: str, options: dict[str, Any], threads: int) -> None:
    game = load_game(name, options)
    state, seat, _ = next(decisions(game))
    view = game.view(state, seat)
    one, same, other = (
        findings(search(60, threads, seed).think(game, view, seat)) for seed in (SEED, SEED, bytes(32))
    )
    assert one == same
    assert one.chances != other.chances


@pytest.mark.parametrize("name", games())
def test_compiled_and_interpreted_thoughts_are_the_same(name: str) -> None:
    script = Path(__file__).parent / "thoughts.py"
    told = [
        subprocess.run(
            [sys.executable, str(script), name],
            env={**os.environ, **extra},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert told[0] == told[1]
    assert "visits" in told[0]


# What it says.


@pytest.mark.parametrize("name, options", OPTIONS)
def test_every_choice_it_looks_at_is_legal(name: str, options: dict[str, Any]) -> None:
    """In every phase, and more closely near the end."""
    game, phases = load_game(name, options), set()
    for number in range(30):
        course = [(state.copy(), seat) for state, seat, _ in decisions(game, number)]
        for n, (state, seat) in enumerate(course):
            phase = game.presenting.position(state).phase
            if phase not in phases or n % 16 == 0 or n >= len(course) - 4:
                phases.add(phase)
                check_thought(game, state, seat)
        if number >= 3 and phases == EVERY_PHASE[name]:
            return
    raise AssertionError(f"only {phases} came up")


def check_thought(game: Game, state: State, seat: Seat) -> None:
    legal = game.legal(state, seat)
    thought = search(12).think(game, game.view(state, seat), seat)
    assert {choice.action for choice in thought.choices} <= set(legal)
    assert thought.iterations == 12
    assert sum(choice.visits for choice in thought.choices) == 12
    visits = [choice.visits for choice in thought.choices]
    assert visits == sorted(visits, reverse=True)
    assert visits[-1] > 0
    for chances in (thought.chances, *(choice.chances for choice in thought.choices)):
        assert len(chances) == game.players
        assert min(chances) >= 0
        assert sum(chances) == pytest.approx(1.0)
    assert thought.chances == thought.choices[0].chances


@pytest.mark.parametrize("name, options", TABLES)
def test_of_some_choices_alone(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, options)
    state, seat, _ = next(decisions(game))
    view = game.view(state, seat)
    for only in (game.legal(view, seat)[-1:], game.legal(view, seat)[:2]):
        thought = search(80).think(game, view, seat, only=only)
        assert {choice.action for choice in thought.choices} <= set(only)
        assert total(thought) == 80


@pytest.mark.parametrize("name, options", TABLES)
def test_nothing_is_thought_about_what_cannot_be_decided(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, options)
    *_, (state, seat, _) = decisions(game)  # the state is the last one by now
    assert not game.acting(state)
    with pytest.raises(PalatineError, match=f"seat {seat} has nothing to decide"):
        search(10).think(game, game.view(state, seat), seat)
    start = game.new(SEED)
    first = game.acting(start)[0]
    illegal = next(a for a in range(game.num_actions) if a not in game.legal(start, first))
    with pytest.raises(IllegalMove):
        search(10).think(game, game.view(start, first), first, only=[illegal])
    with pytest.raises(PalatineError, match="nothing to decide"):
        search(10).think(game, game.view(start, first), first, only=[])


# The tree is kept, and never overfills.


def own_turn() -> tuple[Match, SearchPlayer]:
    """Red has searched, has placed a knight and is asked for a bastion."""
    match, player = threatened().match, search(300)
    only = [match.game.parse_action("30>R30")]
    player.think(match.game, match.game.view(match.state, rhine.RED), rhine.RED, only=only)
    match.play("30>R30")
    return match, player


def total(thought: Thought) -> int:
    return sum(choice.visits for choice in thought.choices)


def test_the_next_decision_of_a_turn_goes_on_with_what_was_found() -> None:
    match, player = own_turn()
    thought = player.think(match.game, match.game.view(match.state, rhine.RED), rhine.RED)
    assert total(thought) > 500
    assert thought.iterations == 300


def test_another_seat_or_game_begins_anew() -> None:
    match, player = own_turn()
    match.play(".")
    seat = match.to_act[0]
    assert total(player.think(match.game, match.game.view(match.state, seat), seat)) == 300
    kings = load_game("rivalkings", {"players": 3})
    assert total(player.think(kings, kings.view(kings.new(SEED), 0), 0)) == 300


def test_what_was_found_with_everything_known_is_forgotten() -> None:
    """Else a player could know what it must not."""
    match, player = threatened().match, search(200)
    player.think(
        match.game, match.state, rhine.RED, open_state=True, only=[match.game.parse_action("30>R30")]
    )
    match.play("30>R30")
    assert total(player.think(match.game, match.game.view(match.state, rhine.RED), rhine.RED)) == 200


@pytest.mark.parametrize("name, options", TABLES)
def test_a_budget_beyond_the_room_for_the_tree(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MOST_EDGES", 1 << 12)
    game = load_game(name, options)
    player = search(1_000_000_000)
    seen = 0
    for state, seat, _ in decisions(game):
        if seat == 0 and seen < 6:
            thought = player.think(game, game.view(state, seat), seat)
            assert {choice.action for choice in thought.choices} <= set(game.legal(state, seat))
            worker = player.workers[0]
            assert worker.heads["edges"][0] < len(worker.edges)
            assert worker.heads["nodes"][0] < len(worker.nodes)
            seen += thought.iterations > 0
    assert seen == 6


# Time.


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("threads", [1, 2])
def test_however_short_the_time_there_is_an_answer(name: str, threads: int) -> None:
    game = load_game(name, {"players": 3})
    state, seat, _ = next(decisions(game))
    for seconds in (1e-9, 0.001):
        player = SearchPlayer(SEED, Budget(seconds=seconds, threads=threads))
        thought = player.think(game, game.view(state, seat), seat)
        assert thought.iterations > 0
        assert total(thought) == thought.iterations
        assert player.choose(game, game.view(state, seat), seat) in game.legal(state, seat)


def test_of_two_budgets_the_first_that_is_used_up() -> None:
    game = load_game("rivalkings", {"players": 3})
    state, seat, _ = next(decisions(game))
    view = game.view(state, seat)
    assert SearchPlayer(SEED, Budget(iterations=5, seconds=60)).think(game, view, seat).iterations == 5
    short = SearchPlayer(SEED, Budget(iterations=10**9, seconds=0.01)).think(game, view, seat)
    assert 0 < short.iterations < 10**9


@pytest.mark.parametrize("visits, tries_the_second", [(100, False), (200_000, True)])
def test_the_longer_it_thinks_the_less_a_first_glance_counts(visits: int, tries_the_second: bool) -> None:
    """Two choices that were found equally good; one of them looked bad at first and was hardly tried."""
    heads, edges = np.recarray(1, tree.HEAD), np.zeros(2, tree.EDGE).view(np.recarray)
    for name, _ in tree.SETTINGS:
        heads[name] = getattr(SearchSettings(), name)
    edges["prior"] = [0.0, -12.0]
    edges["visits"] = [visits, 10]
    edges["total"] = edges["visits"] / 2
    chosen = tree.select(heads[0], edges, 2, np.arange(2), np.empty(2))
    assert (chosen == 1) == tries_the_second


@pytest.mark.parametrize("name", games())
def test_a_choice_that_nothing_can_change_any_more_is_made(name: str) -> None:
    game, budget = load_game(name, {"players": 3}), Budget(iterations=400, seconds=600)
    saved = 0
    for state, seat, _ in islice(decisions(game), 0, 40, 4):
        view = game.view(state, seat)
        if len(choices_to_consider(game, view, seat)) < 2:
            continue
        hasty, thorough = SearchPlayer(SEED, budget), SearchPlayer(SEED, budget)
        assert hasty.choose(game, view, seat) == thorough.think(game, view, seat).choices[0].action
        assert total_of(thorough) == 400
        saved += 400 - total_of(hasty)
    assert saved > 0


def total_of(player: SearchPlayer) -> int:
    return int(sum(worker.tally[:, -1].sum() for worker in player.workers))


# What it finds.


def both_choose(match: Match, seat: Seat, iterations: int) -> Sequence[str]:
    view = match.game.view(match.state, seat)
    players = (search(iterations), GreedyPlayer(SEED))
    return [match.game.action_text(player.choose(match.game, view, seat)) for player in players]


def test_the_last_knight_takes_the_rich_duchy() -> None:
    """Red and Yellow have two knights each in it, Yellow owns it, and Red has one knight left."""
    cities = {"S1": "city4", "S21": "city2", "S22": "city2", "S23": "city3", "S24": "city3"}
    table = rhine.Table(5, landmarks=cities)
    table.knight(rhine.YELLOW, "L4", "L3")
    table.knight(rhine.RED, "L2", "L1", *(f"R{n}" for n in range(29, 43)))
    assert table.supply[rhine.RED] == 1
    assert table.owner("L1") == rhine.YELLOW
    table.turn(rhine.RED, [5, 43, 50, 52, 54])
    assert both_choose(table.match, rhine.RED, 60) == ["5>L5"] * 2


def threatened(far: int = 0) -> rhine.Table:
    """Red's rich duchy is one space, L4, from Yellow's larger one; or L5, beyond a knight of Violet's."""
    table = rhine.Table(3, landmarks={"S1": "city4", "S2": "city4", "S3": "city4"})
    table.knight(rhine.RED, "L1", "L2", "L3")
    table.knight(rhine.VIOLET, *["L4"][:far])
    table.knight(rhine.YELLOW, *(f"L{n + far}" for n in (5, 6, 7, 8)))
    table.turn(rhine.YELLOW, [4 + far])
    table.turn(rhine.RED, [30])
    return table


@pytest.mark.parametrize("far", [0, 1])
def test_a_bastion_is_considered_wherever_a_duchy_is_threatened(far: int) -> None:
    match = threatened(far).match
    match.play("30>R30")
    considered = choices_to_consider(match.game, match.game.view(match.state, rhine.RED), rhine.RED)
    assert [match.game.action_text(action) for action in considered] == [".", f"#L{4 + far}"]


def test_a_bastion_is_built_where_a_duchy_would_be_lost() -> None:
    """The threat is certain for who knows Yellow's cards."""
    match = threatened().match
    match.play("30>R30")
    assert moves(match, search(300).think(match.game, match.state, rhine.RED, open_state=True))[0] == "#L4"


def test_no_bastion_where_nothing_is_threatened() -> None:
    table = rhine.Table(3)
    table.turn(rhine.RED, [30])
    table.play("30>R30")
    match = table.match
    view = match.game.view(match.state, rhine.RED)
    assert [match.game.action_text(a) for a in choices_to_consider(match.game, view, rhine.RED)] == ["."]
    assert both_choose(match, rhine.RED, 60) == ["."] * 2


def test_the_last_building_makes_a_pair() -> None:
    table = court.Table(3).pile(3, ["Farmer"]).row(court.RED, ["Bishop"])
    table.top(1, "Pavilion").top(2, "Cathedral")
    table.choose("Count", "Queen", "Trader1")
    table.play("recruit 3")  # a pile is empty: this is the last cycle
    table.skip_to(court.RED).play("skip")
    assert {"build 1", "build 2"} <= set(table.legal)
    assert both_choose(table.match, court.RED, 60) == ["build 2"] * 2


@pytest.mark.parametrize("players, iterations", [(2, 100), (3, 20_000)])
def test_the_secret_choice_of_who_has_no_money(players: int, iterations: int) -> None:
    table = court.Table(players).purse(0, 0).money(0, 0, 0, 9)
    table.hands({0: ["LordProtector", "Queen", "Priest"]})
    assert both_choose(table.match, 0, iterations) == ["play Priest"] * 2
