"""Every event knows the rule that it comes from, and that rule is on the rules page."""

from __future__ import annotations

import importlib
import re
from importlib.resources import files
from pathlib import Path

import pytest

from palatine.core.catalog import games
from palatine.core.match import replayed
from palatine.core.record import parse_record

GOLDEN = Path(__file__).parent / "golden"
UNEXPLAINED = {"drew"}  # what needs no rule to be understood


def rules_of(name: str) -> set[int]:
    page = files(f"palatine.games.{name}").joinpath("rules.md").read_text("utf-8")
    return {int(number) for number in re.findall(r"^### Rule (\d+) · ", page, re.M)}


@pytest.mark.parametrize("name", games())
def test_every_sentence_has_a_rule_that_can_be_read(name: str) -> None:
    texts = importlib.import_module(f"palatine.games.{name}.texts")
    assert set(texts.RULES.values()) <= rules_of(name)
    without = {key for key in texts.TEMPLATES if key not in texts.RULES}
    assert {key.split(".")[0] for key in without} <= UNEXPLAINED | {"passed", "chose"}


@pytest.mark.parametrize("name", games())
def test_events_of_whole_games_carry_their_rule(name: str) -> None:
    for path in sorted((GOLDEN / name).glob("*.jsonl")):
        match = replayed(parse_record(path.read_bytes()))
        for event in match.heard():
            assert (event.rule in rules_of(name)) or event.kind in UNEXPLAINED, event
