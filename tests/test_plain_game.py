"""A game that gives its rules and nothing else, from another package: all that plays and looks works."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from palatine.arena.simulation import record_of, simulate
from palatine.bots import LEVELS, make_player
from palatine.bots.advice import advise_record
from palatine.bots.analysis import Depth, analyse, analysis_of, read_analysis
from palatine.bots.budget import Budget
from palatine.bots.search import SearchPlayer
from palatine.core import catalog
from palatine.core.decisions import Thing
from palatine.core.fields import public
from palatine.core.game import Game
from palatine.core.match import replayed
from palatine.core.record import Record
from palatine.core.rng import derive_seed, new_rng

from . import lowest
from .command import palatine
from .elsewhere import GOOFSPIEL, installed

BOTS = ["greedy", "beginner", "search:30"]


@pytest.fixture(autouse=True)
def goofspiel() -> Iterator[Game]:
    """The example, as if it were installed."""
    with installed(GOOFSPIEL):
        yield catalog.game("goofspiel", {"players": 3})


@pytest.fixture
def record(goofspiel: Game) -> Record:
    return record_of(goofspiel, BOTS, next(simulate(goofspiel, BOTS, 1, "1")))


@pytest.mark.parametrize("spec", ["random", "search:30", "search:20*2", *(level.name for level in LEVELS)])
def test_every_player_plays_it_to_the_end(goofspiel: Game, spec: str) -> None:
    player = make_player(spec, bytes(32))
    if isinstance(player, SearchPlayer) and player.budget.seconds is not None:
        player.budget = Budget(iterations=30)
    state = goofspiel.new(derive_seed("plain"))
    while seats := goofspiel.acting(state):
        for seat in seats:
            goofspiel.apply(state, seat, player.choose(goofspiel, goofspiel.view(state, seat), seat))
    outcome = goofspiel.outcome(state)
    assert outcome is not None
    assert sum(outcome.scores) <= 91


def test_the_search_beats_random_play(goofspiel: Game) -> None:
    games = simulate(catalog.game("goofspiel", {"players": 2}), ["search:200", "random"], 20, "1")
    assert sum((0 in played.outcome.winners) / len(played.outcome.winners) for played in games) > 12


def test_no_choice_depends_on_what_is_hidden(goofspiel: Game) -> None:
    state, luck = goofspiel.new(bytes(32)), new_rng(bytes(32))
    for seat in (0, 1):
        goofspiel.apply(state, seat, 5 + seat)
    elsewhere = goofspiel.imagine(goofspiel.view(state, 2), 2, luck)
    assert elsewhere.tobytes() != state.tobytes()
    for spec in BOTS:
        chosen = [
            make_player(spec, bytes(32)).choose(goofspiel, goofspiel.view(there, 2), 2)
            for there in (state, elsewhere)
        ]
        assert chosen[0] == chosen[1]


def test_advice_and_analysis(record: Record, tmp_path: Path) -> None:
    match = replayed(record, 3)
    advice = advise_record(record, 3, None, Budget(iterations=20))
    assert [one.seat for one in advice] == [0, 1, 2]
    said = [match.text(one, 0) for one in (advice[0].prompt, advice[0].choices[0].label)]
    assert said == ["It is your turn: choose.", f"Bid {advice[0].choices[0].move.removeprefix('bid ')}"]
    depth = Depth(iterations=5)
    analysis = analysis_of(record, match.names, depth, analyse(record, depth))
    assert analysis.complete
    analysis.write(tmp_path / "x.json")
    assert read_analysis(tmp_path / "x.json") == analysis


def test_flags_are_shown_as_the_things_that_are_there(goofspiel: Game) -> None:
    state = goofspiel.new(bytes(32))
    for seat in range(3):
        goofspiel.apply(state, seat, seat)
    shown = msgspec.to_builtins(goofspiel.presenting.show(goofspiel.view(state, 1), 1))
    every = [str(card) for card in range(1, 14)]
    assert [own["hand"] for own in shown["seats"]] == [every[:n] + every[n + 1 :] for n in range(3)]
    assert len(shown["table"]["turned"]) == 2
    assert [own["bid"] for own in shown["seats"]] == [None, 0, None]
    with pytest.raises(TypeError, match="a field of cards has a place for each of them"):
        public("i1", 4, 12, things=Thing("card", every))


def test_every_event_has_a_rule_that_can_be_read(goofspiel: Game) -> None:
    page = (GOOFSPIEL.folder / "rules.md").read_text("utf-8")
    numbers = {int(number) for number in re.findall(r"^### Rule (\d+) · ", page, re.M)}
    assert {event.rule for event in goofspiel.events.kinds.values()} <= numbers


def test_the_commands(record: Record, tmp_path: Path) -> None:
    record.write(tmp_path / "g.jsonl")
    for words, told in {
        "games": "Bid your cards in secret",
        "rules goofspiel": "Rule 4 · The last card",
        "replay g.jsonl": "The prize is",
        "replay g.jsonl --at 3": "prizes to come: 11",
        "replay g.jsonl --svg x.svg": "",
        "replay g.jsonl --verify": "Verified",
        "advise g.jsonl --at 3 --iterations 10": "You bid",
        "analyse g.jsonl --iterations 3": "Turning points",
        "arena stats goofspiel --games 4 --seed 1 --jobs 1": "all decide at once",
        "simulate goofspiel --games 2 --seed 1 --bots greedy": "2 games of Goofspiel",
    }.items():
        done = palatine(*words.split(), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert told in done.stdout, words
    assert "<svg" in (tmp_path / "x.svg").read_text("utf-8")
    states = palatine("replay", "g.jsonl", "--states", "--legal", "--at", "0", folder=tmp_path).stdout
    assert len(json.loads(states)["legal"]["2"]) == 13
    with installed(lowest.ABOUT):
        lacking = {"rules goofspiel": palatine("rules", "goofspiel")}
    lacking |= {words: palatine(*words.split()) for words in ("board goofspiel", "cards goofspiel")}
    for words, told in {
        "rules goofspiel": "Goofspiel comes without a rules page",
        "board goofspiel": "Goofspiel has no board",
        "cards goofspiel": "Goofspiel has no table of cards",
    }.items():
        assert lacking[words].returncode == 2
        assert told in lacking[words].stderr
