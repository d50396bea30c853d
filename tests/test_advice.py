"""Advice: true reasons, from what a seat knows and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.bots.advice import UNSEEN, Advice, advise, advise_record, moment_of, set_apart
from palatine.bots.budget import Budget
from palatine.core.errors import PalatineError
from palatine.core.foresight import arguments
from palatine.core.game import SPECTATOR
from palatine.core.match import Match, replay, replayed
from palatine.core.messages import Message
from palatine.core.record import read_record
from palatine.core.rng import derive_seed, new_rng
from palatine.games.rheinlander.explaining.threats import duchies, may_hold, takings

from .command import palatine
from .rheinlander import table as rhine
from .rivalkings import table as kings

GOLDEN = Path(__file__).parent / "golden"
BUDGET = Budget(iterations=40)
RECORDS = [GOLDEN / "rheinlander" / "3-greedy.jsonl", GOLDEN / "rivalkings" / "4-greedy.jsonl"]


def reasons(match: Match, *moves: str, seat: int | None = None) -> list[str]:
    """What speaks for moves of the seat that has to decide."""
    seat = match.to_act[0] if seat is None else seat
    view = match.game.view(match.state, seat)
    actions = [match.game.parse_action(move) for move in moves]
    told = arguments(match.game, view, seat, actions, new_rng(bytes(32)))
    return [match.text(reason, seat) for reason in told]


# -- Rheinländer -----------------------------------------------------------------------------------------


def test_a_castle_founds_a_duchy() -> None:
    table = rhine.Table(landmarks={"S1": "castle"})
    table.turn(rhine.RED, [2])
    told = reasons(table.match, "2>L2")
    assert told[0] == "You found a duchy at Chur L2, 2 knights against none: 6 points at the end."
    assert "The castle between L2 and L3 brings you one more knight." in told


def test_a_majority_is_taken_and_paid_for() -> None:
    table = rhine.Table(landmarks={"S8": "city4", "S7": "church"})
    table.knight(rhine.YELLOW, "L28", "L29")
    table.knight(rhine.RED, "L30", "L31")
    table.turn(rhine.RED, [32])
    told = reasons(table.match, "32>L32", ".")
    name = table.board.reach("L28")
    assert told[0] == (
        f"You take the majority at {name} L28 from Yellow, 3 knights against Yellow's 2: 9 points at the end."
    )
    assert f"Yellow gets 5 coins for the duke who leaves {name} L28 (duke 1, city 4)." in told


def test_who_draws_level_is_told_so() -> None:
    table = rhine.Table(landmarks={"S8": "city4", "S7": "church"})
    table.knight(rhine.YELLOW, "L28", "L29")
    table.knight(rhine.RED, "L30")
    table.turn(rhine.RED, [31])
    told = reasons(table.match, "31>L31")
    assert any(text.startswith("You draw level with Yellow at") for text in told), told


def test_a_bastion_that_shuts_the_only_way_protects() -> None:
    """Two against two, and one space is left where one more knight could come."""
    table = rhine.Table(landmarks={"S8": "city4", "S7": "church", "S13": "church"})
    table.knight(rhine.RED, "L28", "L29")
    table.knight(rhine.YELLOW, "L30", "L31")
    table.bastion(rhine.VIOLET, "L27", "R3")
    table.turn(rhine.RED, [1])
    table.play("1>R1")
    assert exposed(table) == ["L32"], "the test needs one way in"
    told = reasons(table.match, "#L32")
    start = f"Yellow can no longer take the duchy at {duchy(table, 'L28')} with one knight"
    assert told[0] == f"{start}, as on L32 before."
    kept = reasons(table.match, ".")
    assert kept == ["You keep 3 bastions for later."]


def duchy(table: rhine.Table, space: str) -> str:
    """What the log calls a duchy."""
    group = table.duchy(space)
    assert group is not None
    return table.board.duchy_name(group.spaces[0])


def exposed(table: rhine.Table) -> list[str]:
    """Where yellow would take red's duchy with one knight, as far as red knows."""
    state, game = table.match.state, table.match.game
    cards = may_hold(state, rhine.YELLOW, rhine.RED)
    return takings(game, state, rhine.YELLOW, cards).get(game.layout.index["L28"], [])  # type: ignore


def test_what_a_rival_could_take_is_what_the_rules_let_him_take() -> None:
    """In a real game, with the hand that the seat has: tried once more, move by move, through the match."""
    checked = 0
    for match in replay(read_record(RECORDS[0])):
        if not match.to_act or len(match.decisions) % 5 or rhine.shown(match).phase != "play":
            continue
        game: Any = match.game
        (seat,) = match.to_act
        hand = [card - 1 for card in game.presenting.position(match.state).hands[seat]]
        said = takings(game, match.state, seat, hand)
        assert {first: set(spaces) for first, spaces in said.items()} == taken_by_moves(match, seat)
        checked += len(said)
    assert checked > 0


def taken_by_moves(match: Match, seat: int) -> dict[int, set[str]]:
    """The duchies that a seat would get by each of its moves, and the spaces of these moves."""
    game, found = match.game, dict[int, set[str]]()
    others = [first for first, duchy in duchies(match.state).items() if duchy.owner != seat]
    waiting = [[action] for action in game.legal(match.state, seat)]
    for actions in waiting:
        state = match.state.copy()
        for action in actions:
            game.apply(state, seat, action)
        if game.presenting.position(state).phase == "reinforce":
            waiting += [[*actions, action] for action in game.legal(state, seat)]
            continue
        space = re.findall(r"[LRWI][0-9]+", game.action_text(actions[-1]))[0]
        for first in others:
            if state["owner"][0][state["group"][0][first]] == seat:
                found.setdefault(first, set()).add(space)
    return found


# -- Rival Kings -----------------------------------------------------------------------------------------


def test_a_perfect_pair_and_what_is_left_of_the_purse() -> None:
    table = kings.Table().row(kings.RED, ["Scholar"]).top(1, "University").purse(kings.RED, 5)
    table.row(kings.GOLD, ["Scholar"]).purse(kings.GOLD, 4)
    table.choose("LordProtector", "Priest", "Trader1")
    told = reasons(table.match, "build 1")
    assert "The University makes a perfect pair with your Scholar: 6 points more." in told
    assert "You pay 4 coins and have 1 left." in told
    assert "Gold could pay for it and have a perfect pair with the Scholar: 6 points." in told


def test_who_cannot_pay_is_denied_nothing() -> None:
    table = kings.Table().row(kings.RED, ["Scholar"]).top(1, "University").purse(kings.RED, 5)
    table.row(kings.GOLD, ["Scholar"]).purse(kings.GOLD, 3)
    table.choose("LordProtector", "Priest", "Trader1")
    assert not any("Gold" in text for text in reasons(table.match, "build 1"))


def test_markers_and_the_end_of_a_pile() -> None:
    table = kings.Table().markers(2, 1, 1).pile(3, ["Farmer", "Farmer"]).purse(kings.RED, 5)
    table.choose("Duke", "Bursar", "Trader1")
    assert reasons(table.match, "settle") == ["You get rid of a marker: 2 points."]
    table.play("settle")
    told = reasons(table.match, "recruit 3")
    assert told == [
        "The Farmer is a single card so far: 1 point.",
        "You pay 1 coin and have 4 left.",
        "Pile 3 has 1 card left then: the end is near.",
    ]


def test_money_is_told_as_the_table_shows_it() -> None:
    """What lies at a pile may not be counted on a screen, unless the table agrees on it."""
    for options, words in (
        ({}, "Pile 2 has 5 coins or more: that was the last payment there."),
        ({"open_piles": True}, "Pile 2 has 7 coins."),
    ):
        table = kings.Table(**options).money(2, 7, 2, 2)
        table.match.state["last_paid"][0][1] = 5
        table.choose("Courtier", "Bursar", "Trader1")
        while "take 2" not in table.legal:
            table.leave()
        assert words in reasons(table.match, "take 2")


def test_conflicts_that_a_character_risks() -> None:
    table = kings.Table(players=4).hands({0: ["LordProtector", "Bursar", "Knight"]})
    told = reasons(table.match, "play Bursar", seat=0)
    assert "The Bursar may be hit by the Queen." in told
    assert "The Bursar cannot meet its equal." in told
    assert "The Bursar robs rank E: the Countess or the Diplomat may be played." in told
    table = kings.Table(players=4).hands({0: ["LordProtector", "Queen", "Knight"]})
    told = reasons(table.match, "play Knight", seat=0)
    assert "No rival has a character that could hit the Knight." in told


# -- Every game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.parent.name)
def test_reasons_do_not_depend_on_what_is_hidden(path: Path) -> None:
    """The same view, another hidden world: the same words, for every choice."""
    luck = new_rng(derive_seed("hidden"))
    for match in replay(read_record(path)):
        if len(match.decisions) % 9:
            continue
        for seat in match.to_act:
            game = match.game
            view = game.view(match.state, seat)
            for action in game.legal(view, seat)[:6]:
                told = arguments(game, view, seat, [action], new_rng(bytes(32)))
                again = arguments(game, view, seat, [action], luck)
                assert told == again, game.action_text(action)
                texts = [match.text(reason, seat) for reason in told]
                assert all(text[0].isupper() and text.endswith(".") for text in texts)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*-random.jsonl")), ids=lambda path: path.parent.name)
def test_there_is_something_to_say_about_everything(path: Path) -> None:
    """Wild games, all numbers of players, any choice: a sentence or more, to the seat or about it."""
    luck = Random(path.name)
    for match in replay(read_record(path)):
        if not match.to_act or luck.random() > 0.2:
            continue
        game, seat = match.game, luck.choice(match.to_act)
        view, rng = game.view(match.state, seat), new_rng(bytes(32))
        action = luck.choice(game.legal(view, seat))
        reasons = arguments(game, view, seat, [action], rng)
        told = [match.text(reason, seat) for reason in reasons]
        assert told
        assert len(set(told)) == len(told) == len(set(reasons))
        about = [match.text(reason) for reason in reasons]
        assert not any(re.search(r"\byou", text, re.IGNORECASE) for text in about)
        assert all("{" not in text and text.endswith(".") for text in told)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.parent.name)
def test_advice_depends_on_the_view_alone(path: Path) -> None:
    record = read_record(path)
    luck = new_rng(derive_seed("other worlds"))
    for at in (0, len(record.moves) // 3, 2 * len(record.moves) // 3):
        match = replayed(record, at)
        seat = match.to_act[0]
        view = match.game.view(match.state, seat)
        other = match.game.imagine(view, seat, luck)
        first = advise(match.game, view, seat, BUDGET)
        second = advise(match.game, match.game.view(other, seat), seat, BUDGET)
        assert msgspec.json.encode(first) == msgspec.json.encode(second)


def test_advice_has_the_best_first_and_marks_what_was_played() -> None:
    record = read_record(RECORDS[0])
    for at in (0, 30, 60):
        (advice,) = advise_record(record, at, None, BUDGET, choices=2)
        assert (advice.decision, advice.seat) == (at, record.moves[at].seat)
        assert len(advice.chances) == 3
        assert sum(advice.chances) == pytest.approx(1, abs=0.001)
        assert [choice.move for choice in advice.choices if choice.played] == [record.moves[at].move]
        assert 1 <= len(advice.choices) <= 3
        assert all(choice.line[0] == choice.move for choice in advice.choices)
        assert all(choice.reasons for choice in advice.choices)
        assert all(0 <= chance <= 1 for choice in advice.choices for chance in choice.chances)


def test_a_secret_choice_is_advised_on_for_each_seat() -> None:
    record = read_record(RECORDS[1])
    everybody = advise_record(record, 0, None, BUDGET)
    assert [advice.seat for advice in everybody] == [0, 1, 2, 3]
    (third,) = advise_record(record, 0, 2, BUDGET)
    assert third == everybody[2]
    assert [c.move for c in third.choices if c.played] == [record.moves[2].move]


def test_a_line_is_legal_to_its_end() -> None:
    for path in RECORDS:
        record = read_record(path)
        for at in (7, 20):
            for advice in advise_record(record, at, None, BUDGET):
                for choice in advice.choices:
                    match = replayed(record, at)
                    pointed = [
                        match.game.notation.things(match.parse(move, advice.seat)) for move in choice.line
                    ]
                    assert choice.things == list(dict.fromkeys(thing for some in pointed for thing in some))
                    for move in choice.line:
                        match.play(move, advice.seat)


def test_reasons_that_all_choices_share_are_left_out() -> None:
    record = read_record(RECORDS[0])
    (advice,) = advise_record(record, 30, None, BUDGET)
    a, b, c = (Message("reason", {"seats": [seat], "why": Message(f"why-{seat}")}) for seat in range(3))
    choices = [msgspec.structs.replace(advice.choices[0], reasons=told) for told in ([a, b], [b, c], [b])]
    assert [choice.reasons for choice in set_apart(choices)] == [[a], [c], [UNSEEN()]]
    assert [choice.reasons for choice in set_apart(choices[2:])] == [[b]], "one alone keeps its own"


def test_the_last_moment_is_the_one_before_the_end() -> None:
    record = read_record(RECORDS[0])
    assert len(moment_of(record, None).decisions) == len(record.moves) - 1
    unfinished = msgspec.structs.replace(record, moves=record.moves[:10], result=None)
    assert len(moment_of(unfinished, None).decisions) == 10
    (advice,) = advise_record(unfinished, None, None, BUDGET)
    assert not any(choice.played for choice in advice.choices)


def test_whoever_has_nothing_to_decide_gets_no_advice() -> None:
    record = read_record(RECORDS[0])
    end = len(record.moves)
    with pytest.raises(PalatineError, match="the game is over, and nobody decides"):
        advise_record(record, end, None, BUDGET)
    with pytest.raises(PalatineError, match="there is no state 1000"):
        advise_record(record, 1000, None, BUDGET)
    wrong = (record.moves[5].seat + 1) % 3
    with pytest.raises(PalatineError, match=f"it is seat {record.moves[5].seat} that decides, not {wrong}"):
        advise_record(record, 5, wrong, BUDGET)
    match = replayed(record)
    with pytest.raises(PalatineError, match="nothing to decide"):
        advise(match.game, match.game.view(match.state, SPECTATOR), 0, BUDGET)


# -- The command ------------------------------------------------------------------------------------------


def advised(*arguments: Any) -> Sequence[Advice]:
    done = palatine("advise", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return [msgspec.json.decode(line, type=Advice) for line in done.stdout.splitlines()]


def test_the_command_gives_advice() -> None:
    (advice,) = advised(RECORDS[0], "--at", 20, "--iterations", 40)
    assert [advice] == advise_record(read_record(RECORDS[0]), 20, None, BUDGET)
    text = palatine("advise", RECORDS[0], "--at", "20", "--iterations", "40").stdout
    assert "After 20 decisions" in text
    assert "played" in text
    match = replayed(read_record(RECORDS[0]), 20)
    assert match.text(advice.choices[0].label, advice.seat) in text
    assert match.text(advice.choices[0].reasons[0], advice.seat) in text


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    junk = tmp_path / "junk.jsonl"
    junk.write_text(json.dumps({"format": "something else"}))
    for asked, words in (
        ((junk,), "line 1: this is no record of Palatine"),
        ((tmp_path / "missing.jsonl",), "cannot be read"),
        ((RECORDS[0], "--at", "999999"), "there is no state 999999"),
        ((RECORDS[0], "--at", "5", "--seat", "7"), "that decides, not 7"),
    ):
        done = palatine("advise", *asked)
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr
