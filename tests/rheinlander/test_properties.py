"""What holds in every game, found by playing many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palatine.arena.simulation import simulate
from palatine.core.catalog import game as load_game
from palatine.core.catalog import words_of
from palatine.core.conformance import check_game, ways
from palatine.core.game import SPECTATOR
from palatine.core.match import Match
from palatine.core.rng import derive_seed, new_rng
from palatine.games.rheinlander.game import Rheinlander
from palatine.games.rheinlander.rules.components import CARDS, HAND, OVER, RESHUFFLE, STATE
from palatine.games.rheinlander.rules.decisions import DECISIONS

from .table import layout, shown

SEEDS = st.integers(0, 2**64).map(lambda number: derive_seed("property", number))
OPTIONS = [offer.name for offer in Rheinlander.offers() if offer.choices is None]
SWITCHES = st.fixed_dictionaries({name: st.booleans() for name in OPTIONS})


def cards_of(bits: int) -> set[int]:
    return {card for card in range(CARDS) if int(bits) >> card & 1}


def random_moments(players: int, seed: bytes, board: str = "rhine") -> Iterator[Match]:
    """A random game, before its first decision and after each; bastions are kept for later."""
    luck = Random(seed)
    match = Match.new("rheinlander", players=players, seed=seed, board=board)
    yield match
    while match.to_act:
        legal = match.legal()
        match.play("." if "." in legal and luck.random() < 0.8 else luck.choice(legal))
        yield match


@settings(max_examples=25)
@given(players=st.integers(3, 5), switches=SWITCHES, seed=SEEDS)
def test_random_games_with_all_options_break_no_invariant(
    players: int, switches: dict[str, bool], seed: bytes
) -> None:
    """Knights, bastions, cards and landmarks are conserved; all that is kept is true after every decision."""
    game = load_game("rheinlander", {"players": players, **switches})
    luck, state = Random(seed), game.new(seed)
    while seats := game.acting(state):
        assert list(game.explaining.problems(state)) == []
        game.apply(state, seats[0], luck.choice(game.legal(state, seats[0])))
    assert list(game.explaining.problems(state)) == []
    assert state[0]["phase"] == OVER


@pytest.mark.usefixtures("small_boards")
@pytest.mark.parametrize("board", ["rhine", "creek", "bends"])
@pytest.mark.parametrize("switched_on", [False, True])
def test_what_no_condition_forbids_is_what_is_legal(board: str, switched_on: bool) -> None:
    """All decisions, at every moment of a few games; and whatever is forbidden is refused in words."""
    obstacle = Rheinlander.kernel.obstacle
    assert obstacle is not None
    switches, luck, met = dict.fromkeys(OPTIONS, switched_on), Random(board), set[int]()
    for number in range(3):
        game = load_game("rheinlander", {"players": 3, "board": board, **switches})
        state, words = game.new(derive_seed("conditions", number)), words_of("rheinlander")
        while seats := game.acting(state):
            (seat,), legal = seats, game.legal(state, seats[0])
            every = range(DECISIONS.count)
            obstacles = [obstacle(game.constants, state, 0, seat, action) for action in every]
            assert [action for action, forbids in enumerate(obstacles) if forbids == 0] == legal
            for action in luck.sample(every, 8):
                if action not in legal:
                    rule = game.conditions[obstacles[action]].rule
                    refusal = words.say(game.refusal(state, seat, action))
                    assert refusal.endswith(f"(rule {rule})") or action not in game.notation
            met.update(obstacles)
            # Mostly no bastion: they would end what can be placed.
            game.apply(state, seat, legal[-1] if luck.random() < 0.2 else luck.choice(legal))
    assert len(met) > 8, met


@pytest.mark.usefixtures("small_boards")
@pytest.mark.parametrize("board", ["creek", "bends"])
def test_games_on_small_boards_keep_the_contract(board: str) -> None:
    """Small boards fill up: players are stuck, hold known cards, and the game ends blocked."""
    reasons = Counter[str]()
    for number in range(8):
        game = load_game("rheinlander", {"players": 3, "board": board})
        outcome = check_game(game, derive_seed(board, number), every=5).outcome
        assert outcome is not None
        reasons[outcome.reason] += 1
    assert board != "creek" or reasons["blocked"], reasons


@settings(max_examples=6)
@given(players=st.integers(3, 5), seed=SEEDS)
def test_views_do_not_change_with_what_they_hide(players: int, seed: bytes) -> None:
    """For every pair of seats, and a spectator: whatever one holds, the other's view has the same bytes."""
    luck = Random(seed)
    for match in random_moments(players, seed):
        if luck.random() < 0.8 or match.state[0]["left"] == 1:  # then all hidden cards are in hands
            continue
        game, state = match.game, match.state
        for changed in range(players):
            other = state.copy()
            _exchange_a_card(other[0], changed, luck)
            other["key"] ^= 0xFFFF
            other["block"] ^= 0xFFFF
            other["used"] = 3
            assert other.tobytes() != state.tobytes()
            for seat in (*range(players), SPECTATOR):
                same = game.view(other, seat).tobytes() == game.view(state, seat).tobytes()
                assert same == (seat != changed)


def _exchange_a_card(s: np.void, seat: int, luck: Random) -> None:
    """A card of a hand for one of the draw pile, and the pile in another order."""
    pile = s["pile"][: s["left"]]
    order = pile.tolist()
    luck.shuffle(order)
    mine = luck.choice(sorted(cards_of(s["hand"][seat])))
    theirs = next(card for card in order if card != RESHUFFLE)
    order[order.index(theirs)] = mine
    pile[:] = order
    s["hand"][seat] ^= (1 << mine) | (1 << theirs)


def test_a_view_holds_only_what_is_listed() -> None:
    """Every field of a state is either public or hidden: a new one must be thought about."""
    match = list(random_moments(3, bytes(32)))[60]
    hidden = {"hand", "pile", "key", "counter", "block", "used"}
    view = match.game.view(match.state, SPECTATOR)
    for name in STATE.dtype.names or ():
        if name in hidden:
            assert set(view[name].tobytes()) == {0xFF}, name
        else:
            assert view[name].tobytes() == match.state[name].tobytes(), name
    own = match.game.view(match.state, 1)
    assert own["hand"][0, 1] == match.state["hand"][0, 1]
    assert own["hand"][0, [0, 2, 3, 4]].tolist() == [-1] * 4


class Watcher:
    """What everybody at the table can know of the hands, kept by counting and not as the rules keep it.

    A card that lay on the discard pile at a shuffle came to a hand only by a draw since then: of those
    cards a hand holds no more than its draws since, less those of them that were played since.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.shuffles: list[tuple[set[int], list[int]]] = []

    def see(self, before: Match, discard: list[int], events: list[tuple[str, int, int]]) -> None:
        for kind, seat, card in events:
            if kind == "card":
                discard = [*discard, card]
                for known, room in self.shuffles:
                    room[seat] -= card in known
            elif kind == "reshuffled":
                self.shuffles.append((set(discard), [0] * self.players))
                discard = []
            elif kind == "drew":
                for _, room in self.shuffles:
                    room[seat] += 1

    def check(self, hands: list[set[int]], own: int) -> None:
        for known, room in self.shuffles:
            for seat, hand in enumerate(hands):
                assert seat == own or len(hand & known) <= max(0, room[seat])


@pytest.mark.usefixtures("small_boards")
@pytest.mark.parametrize("board", ["rhine", "creek"])
def test_imagined_hands_fit_everything_that_was_public(board: str) -> None:
    """Cards that must be in a certain hand or pile are there, through many reshuffles."""
    for number in range(4):
        watcher, seed = Watcher(3), derive_seed("watch", board, number)
        rng = new_rng(seed)
        discard: list[int] = []
        heard = 0
        for match in random_moments(3, seed, board):
            events = [
                (event.kind, event.seat, (event.data.get("card") or 0) - 1) for event in match.events[heard:]
            ]
            heard = len(match.events)
            watcher.see(match, discard, events)
            s = match.state[0]
            discard = s["discard"][: s["discarded"]].tolist()
            for own in (0, 1, 2, SPECTATOR):
                imagined = match.game.imagine(match.game.view(match.state, own), own, rng)[0]
                watcher.check([cards_of(imagined["hand"][p]) for p in range(3)], own)
        assert watcher.shuffles


@pytest.mark.usefixtures("small_boards")
def test_who_was_stuck_is_imagined_with_cards_that_cannot_be_placed() -> None:
    """A forced discard tells everybody that no other card of that hand could be placed."""
    seen = 0
    for number in range(12):
        seed = derive_seed("stuck", number)
        rng = new_rng(seed)
        for match in random_moments(3, seed, "creek"):
            if not match.decisions or not match.game.action_text(match.decisions[-1][1]).endswith("-"):
                continue
            stuck = match.decisions[-1][0]
            full = {
                number
                for number, area in enumerate(layout(match).board.area)
                if all(name in shown(match).spaces for name in area)
            }
            for own in (SPECTATOR, (stuck + 1) % 3):
                view = match.game.view(match.state, own)
                for _ in range(5):
                    hand = cards_of(match.game.imagine(view, own, rng)[0]["hand"][stuck])
                    assert len(hand & full) >= HAND - 1  # one card was drawn since
                    seen += 1
    assert seen > 50


def test_every_hidden_card_is_imagined_in_every_place() -> None:
    match = Match.new("rheinlander", players=3, seed=bytes(32))
    view, rng = match.game.view(match.state, 0), new_rng(bytes(32))
    own = cards_of(match.state[0]["hand"][0])
    places: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for _ in range(600):
        imagined = match.game.imagine(view, 0, rng)[0]
        for seat in (1, 2):
            places[seat - 1].update(cards_of(imagined["hand"][seat]))
        places[2].update(card for card in imagined["pile"][: imagined["left"]].tolist() if card != RESHUFFLE)
    for place, expected in zip(places, (600 * 5 / 49, 600 * 5 / 49, 600 * 39 / 49), strict=True):
        assert set(place) == set(range(CARDS)) - own
        assert min(place.values()) > expected * 0.4
        assert max(place.values()) < expected * 1.6


def test_every_decision_has_its_own_text() -> None:
    game = load_game("rheinlander", {"players": 3})
    texts = [game.action_text(action) for action in range(DECISIONS.count)]
    sayable = [action for action, text in enumerate(texts) if " " not in text]
    assert [game.parse_action(texts[action]) for action in sayable] == sayable
    assert len(sayable) == 54 * 3 * 2 + 54 * 2 + 103 * 2 + 1


def test_a_state_is_small() -> None:
    assert STATE.dtype.itemsize <= 2048


# Players, all switches on, decisions made before, then how many ways there are to go on 1, 2, 3, 4 decisions.
MOVE_COUNTS = [
    (3, False, 0, [10, 1030, 10200]),
    (3, False, 40, [4, 60, 540, 5520]),
    (3, False, 80, [12, 122, 1123, 10615]),
    (3, False, 95, [8, 80, 808, 6712]),
    (3, True, 0, [10, 1030, 10200]),
    (3, True, 40, [15, 150, 1460, 17010]),
    (3, True, 80, [6, 85, 732, 7295]),
    (3, True, 95, [9, 34, 34, 34]),
    (4, False, 0, [10, 1030, 10200]),
    (4, False, 40, [12, 111, 1097, 9991]),
    (4, False, 80, [10, 75, 615, 4470]),
    (4, False, 95, [9, 53, 415, 2980]),
    (4, True, 0, [10, 1030, 10200]),
    (4, True, 40, [12, 99, 819, 6718]),
    (4, True, 80, [10, 75, 600, 4325]),
    (4, True, 95, [10, 50, 310, 2325]),
    (5, False, 0, [10, 1030, 10200]),
    (5, False, 40, [4, 31, 372, 2993]),
    (5, False, 80, [4, 44, 315, 2190]),
    (5, False, 95, [5, 55, 340, 2375]),
    (5, True, 0, [10, 1030, 10200]),
    (5, True, 40, [3, 23, 253, 1710]),
    (5, True, 80, [5, 45, 291, 2466]),
    (5, True, 95, [8, 29, 190, 1300]),
]


@pytest.mark.parametrize("players, switched_on, before, counts", MOVE_COUNTS)
def test_move_counts(players: int, switched_on: bool, before: int, counts: list[int]) -> None:
    """A guard: whatever changes the choices anywhere in these trees changes a number here."""
    switches = dict.fromkeys(OPTIONS, switched_on)
    game = load_game("rheinlander", {"players": players, **switches})
    state = game.new(derive_seed("move counts", players))
    for n in range(before):
        seat = game.acting(state)[0]
        legal = game.legal(state, seat)
        game.apply(state, seat, legal[-1 - n * 7919 % len(legal)])
    assert [ways(game, state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_greedy_beats_random() -> None:
    game = load_game("rheinlander", {"players": 3})
    wins = 0.0
    for seat in range(3):
        bots = ["random"] * 3
        bots[seat] = "greedy"
        for played in simulate(game, bots, 40, f"greedy {seat}"):
            wins += (seat in played.outcome.winners) / len(played.outcome.winners)
    assert wins / 120 >= 0.79
