"""What a seat may not know makes no difference to anything that the seat is shown or may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from palatine.core.catalog import game
from palatine.core.game import SPECTATOR
from palatine.core.match import Match
from palatine.core.rng import derive_seed, new_rng
from palatine.games.rivalkings.rules.components import STATE

from .table import CARDS, CHARACTERS, GOLD, RED, VIOLET, Table, position_of, shown

HIDDEN = {
    *("hand", "character", "neutral", "aside", "pile"),  # in part, and some of it only from others
    *("key", "counter", "block", "used"),  # the generator
}
PUBLIC = {
    *("players", "open_piles", "decisions", "phase", "deals", "cycle", "turn", "asked", "acted"),
    *("height", "money", "last_paid", "coins", "markers"),
    *("purse", "burden", "row", "length", "spent"),
    *("ready", "revealed", "seen", "left", "shown"),
    *("equals", "guarded", "covered", "due", "due_what", "robbed", "done", "chosen"),
}
SEED = derive_seed("secrets")


def moments(players: int, games: int, every: int = 3) -> Iterator[Match]:
    """Random games, looked at now and then."""
    for number in range(games):
        luck = Random(f"{players} {number}")
        match = Match.new("rivalkings", players=players, seed=derive_seed("moments", players, number))
        while seats := match.to_act:
            if luck.randrange(every) == 0:
                yield match
            seat = luck.choice(seats)
            match.decide(seat, luck.choice(match.game.legal(match.state, seat)))
        yield match


def looks_through(match: Match, seat: int) -> bool:
    """Whether a seat may use a Vintner or a Miner right now (rule 13)."""
    position = position_of(match.game, match.state)
    if position["phase"] != "act" or position["to_act"] != [seat]:
        return False
    player = position["players"][seat]
    return player["subjects"][-1:] in (["Vintner"], ["Miner"]) and not player["ability_used"]


def scrambled(match: Match, seat: int, luck: Random) -> Any:
    """The state with all that is hidden from a seat, or a spectator, dealt anew."""
    state = match.state.copy()
    scramble_characters(state[0], seat, luck)
    if not looks_through(match, seat):
        scramble_piles(state[0], luck)
    s = state[0]
    s["key"] = [luck.getrandbits(32) for _ in range(8)]
    s["block"] = [luck.getrandbits(32) for _ in range(16)]
    s["counter"], s["used"] = luck.randrange(1, 1000), luck.randrange(17)
    assert list(match.game.explaining.problems(state)) == []
    return state


def scramble_characters(s: Any, seat: int, luck: Random) -> None:
    others = [p for p in range(s["players"]) if p != seat]
    choosing = s["phase"] == 0
    chosen = [p for p in others if choosing and int(s["ready"]) >> p & 1]
    hands = {p: bits(s["hand"][p]) for p in others}
    pool = [card for hand in hands.values() for card in hand]
    pool += [int(s["character"][p]) for p in chosen]
    pool += s["neutral"][: s["left"]].tolist() + bits(s["aside"])
    luck.shuffle(pool)
    for p, hand in hands.items():
        s["hand"][p] = sum(1 << pool.pop() for _ in hand)
    for p in chosen:
        s["character"][p] = pool.pop()
    for place in range(s["left"]):
        s["neutral"][place] = pool.pop()
    s["aside"] = sum(1 << card for card in pool)


def scramble_piles(s: Any, luck: Random) -> None:
    """Below the tops lie other cards of the type, out of all that nobody has seen."""
    unseen = Counter(dict.fromkeys(range(32), 2))
    unseen.subtract(int(s["pile"][n][s["height"][n] - 1]) for n in range(4) if s["height"][n])
    for kind in (0, 1):
        for p in range(s["players"]):
            unseen.subtract(16 * kind + int(trade) for trade in s["row"][p, kind][: s["length"][p, kind]])
    for piles, first in (((0, 1), 16), ((2, 3), 0)):
        pool = [card for card in range(first, first + 16) for _ in range(unseen[card])]
        luck.shuffle(pool)
        for n in piles:
            for place in range(s["height"][n] - 1):
                s["pile"][n][place] = pool.pop()


def bits(word: Any) -> list[int]:
    return [card for card in range(12) if int(word) >> card & 1]


def test_every_field_of_a_state_is_public_or_hidden() -> None:
    assert set(STATE.fields) == HIDDEN | PUBLIC
    assert not HIDDEN & PUBLIC


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_makes_no_difference(players: int) -> None:
    luck = Random(players)
    changed, through = 0, 0
    for match in moments(players, games=12):
        rules = match.game
        for seat in (*range(players), SPECTATOR):
            other = scrambled(match, seat, luck)
            changed += position_of(rules, other) != position_of(rules, match.state)
            through += looks_through(match, seat)
            view, screen = rules.view(match.state, seat), match.show(seat)
            again = rules.view(other, seat)
            assert again.tobytes() == view.tobytes()
            assert msgspec.json.encode(rules.presenting.show(again, seat)) == msgspec.json.encode(screen)
            assert rules.legal(other, seat) == rules.legal(match.state, seat)
    assert changed > 100
    assert through > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_public_is_seen_by_all_and_what_is_hidden_by_none(players: int) -> None:
    for match in moments(players, games=4):
        s, choosing = match.state[0], position_of(match.game, match.state)["phase"] == "choose"
        for seat in (*range(players), SPECTATOR):
            v = match.game.view(match.state, seat)[0]
            for field in PUBLIC:
                assert np.array_equal(v[field], s[field]), field
            strangers = [p for p in range(players) if p != seat]
            assert (v["hand"][strangers] == -1).all()
            assert np.array_equal(v["character"][strangers], s["character"][strangers]) != (
                choosing and (s["character"][strangers] >= 0).any()
            )
            assert (v["neutral"] == -1).all()
            assert v["aside"] == v["counter"] == v["used"] == -1
            for n in range(4):
                height = int(s["height"][n])
                assert not height or v["pile"][n][height - 1] == s["pile"][n][height - 1]
                if not looks_through(match, seat):
                    assert (v["pile"][n][: max(0, height - 1)] == -1).all()
            if seat >= 0:
                assert v["hand"][seat] == s["hand"][seat]
                assert v["character"][seat] == s["character"][seat]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_screen_names_nothing_that_is_hidden(players: int) -> None:
    for match in moments(players, games=4):
        position = position_of(match.game, match.state)
        for seat in (*range(players), None):
            screen = shown(match, seat)
            for other, player in enumerate(screen.players):
                full = position["players"][other]
                assert player.hand == (full["hand"] if other == seat else None)
                assert player.held == len(full["hand"])
                open_choice = other == seat or position["phase"] != "choose"
                assert player.character == (full["character"] if open_choice else None)
            if seat is None or not looks_through(match, seat):
                for pile, cards in zip(screen.piles, position["piles"], strict=True):
                    assert set(pile.cards[:-1]) <= {None}
                    assert pile.cards[-1:] == cards["cards"][-1:]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_choice_is_heard_by_its_owner_alone(players: int) -> None:
    for number in range(3):
        luck = Random(number)
        match = Match.new("rivalkings", players=players, seed=derive_seed("heard", players, number))
        while seats := match.to_act:
            seat = luck.choice(seats)
            match.decide(seat, luck.choice(match.game.legal(match.state, seat)))
        for listener in (*range(players), None):
            chose = [event for event in match.heard(listener) if event.kind == "chose"]
            assert {event.seat for event in chose} == set(range(players))
            for event in chose:
                if event.seat == listener:
                    assert event.data["character"] in CHARACTERS
                else:
                    assert event.data == {"character": None}
                    assert match.text(event) == f"{match.names[event.seat]} has chosen."


def test_nothing_of_a_choice_is_heard_before_the_reveal() -> None:
    table = Table(3).hands({RED: ["Queen"], GOLD: ["Knight"], VIOLET: ["Trader1"]})
    table.play("play Queen", "play Knight")
    for listener, knows in ((RED, ["Queen"]), (GOLD, ["Knight"]), (VIOLET, []), (None, [])):
        told = repr(table.match.heard(listener))
        assert [name for name in CHARACTERS if name in told] == knows


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_hears_of_its_own_decision_depends_on_nothing_hidden(players: int) -> None:
    """Up to the first event that shows something new; what follows may depend on that."""
    luck = Random(players + 10)
    compared = 0
    for match in moments(players, games=6):
        for seat in match.to_act:
            action = luck.choice(match.game.legal(match.state, seat))
            told = []
            for state in (match.state.copy(), scrambled(match, seat, luck)):
                events = [
                    match.game.narrating.witness(event, seat)
                    for event in match.game.decide(state, seat, action, 1)
                ]
                new = [n for n, event in enumerate(events) if event.kind in match.game.narrating.reveals]
                told.append(events[: new[0]] if new else events)
            assert told[0] == told[1]
            compared += bool(told[0])
    assert compared > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_states_fit_the_view(players: int) -> None:
    rng = new_rng(SEED)
    for match in moments(players, games=5):
        rules = match.game
        for seat in (*range(players), SPECTATOR):
            view = rules.view(match.state, seat)
            imagined = rules.imagine(view, seat, rng)
            assert list(rules.explaining.problems(imagined)) == []
            assert rules.view(imagined, seat).tobytes() == view.tobytes()
            assert rules.acting(imagined) == rules.acting(match.state)


def test_imagination_holds_everything_possible_and_nothing_else() -> None:
    rules, rng = game("rivalkings", {"players": 2}), new_rng(SEED)
    state = rules.new(SEED)
    truth = position_of(rules, state)
    view = rules.view(state, RED)
    hands, tops, below = Counter[str](), Counter[int](), Counter[str]()
    for _ in range(600):
        imagined = rules.imagine(view, RED, rng)
        position = position_of(rules, imagined)
        assert position["players"][RED] == truth["players"][RED]
        hands.update(position["players"][GOLD]["hand"])
        tops[int(imagined[0]["neutral"][imagined[0]["left"] - 1])] += 1
        below.update(card for pile in position["piles"] for card in pile["cards"][:-1])
    unknown = set(CHARACTERS) - set(truth["players"][RED]["hand"])
    assert set(hands) == unknown
    assert min(hands.values()) > 140  # 200 are to be expected
    assert {CHARACTERS[card] for card in tops} == unknown
    assert min(tops.values()) > 35  # 67 are to be expected
    visible = Counter(pile["cards"][-1] for pile in truth["piles"])
    assert set(below) == {card for card in CARDS if visible[card] < 2}


@pytest.mark.parametrize("subject, piles", [("Vintner", (3, 4)), ("Miner", (1, 2))])
def test_who_may_use_a_vintner_or_a_miner_looks_through_the_piles_for_it(
    subject: str, piles: tuple[int, int]
) -> None:
    table = Table(3).row(RED, [subject])
    table.choose("Duke", "Queen", "Trader1")

    def looks(seat: int | None) -> bool:
        seen = shown(table.match, seat).piles
        return all(seen[number - 1].cards == table.cards(number) for number in piles)

    assert [looks(seat) for seat in (RED, GOLD, VIOLET, None)] == [False] * 4  # Gold's turn
    table.skip_to(RED)
    assert [looks(seat) for seat in (RED, GOLD, VIOLET, None)] == [True, False, False, False]
    table.play(table.legal_of(f"use {subject}")[0])
    assert table.turn == RED
    assert not looks(RED)  # used
