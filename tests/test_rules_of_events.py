"""Every event knows the rule that it comes from, and that rule is on the rules page."""

from __future__ import annotations

import importlib
import re
from importlib.resources import files
from pathlib import Path

import pytest

from palatine.core.catalog import games
from palatine.core.game import Game
from palatine.core.match import replayed
from palatine.core.record import parse_record

GOLDEN = Path(__file__).parent / "golden"
UNEXPLAINED = {"drew"}  # what needs no rule to be understood


def rules_of(name: str) -> set[int]:
    page = files(f"palatine.games.{name}").joinpath("rules.md").read_text("utf-8")
    return {int(number) for number in re.findall(r"^### Rule (\d+) · ", page, re.M)}


@pytest.mark.parametrize("name", games())
def test_every_event_and_condition_has_a_rule_that_can_be_read(name: str) -> None:
    kind: type[Game] = importlib.import_module(games()[name].module).GAME
    events = {event.name: event.rule for event in kind.events.kinds.values() if not callable(event.rule)}
    assert {rule for rule in events.values() if rule is not None} <= rules_of(name)
    assert {event for event, rule in events.items() if rule is None} <= UNEXPLAINED
    assert {condition.rule for condition in kind.conditions.all} <= rules_of(name)


@pytest.mark.parametrize("name", games())
def test_events_of_whole_games_carry_their_rule(name: str) -> None:
    for path in sorted((GOLDEN / name).glob("*.jsonl")):
        match = replayed(parse_record(path.read_bytes()))
        for event in match.heard():
            assert (event.rule in rules_of(name)) or event.kind in UNEXPLAINED, event
