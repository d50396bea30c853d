"""The cache of compiled rules is thrown away when, and only when, rules change."""

from __future__ import annotations

from palatine.core.compiled import ROOT, rule_sources


def test_every_file_with_rules_counts() -> None:
    """A file with a rule that no kernel led to would leave stale machine code behind."""
    counted = set(rule_sources())
    with_rules = {path for path in ROOT.rglob("*.py") if "\n@rule\n" in path.read_text("utf-8")}
    assert len(with_rules) > 15
    assert with_rules <= counted


def test_words_and_pictures_do_not_count() -> None:
    names = {path.name for path in rule_sources()}
    assert not names & {"texts.py", "pointing.py", "positions.py", "console.py", "refusals.py", "game.py"}
