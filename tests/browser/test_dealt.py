"""What is dealt in these tests is always the same, so that none of them depends on luck."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from .hurry import play_out
from .test_troubles import open_table
from .visitor import Visitor


def seed_of_a_game(page: Page) -> str:
    page.goto(open_table(page, "rivalkings", "me", "greedy"))
    expect(Visitor(page).prompt).to_be_visible()
    play_out(page)
    record = page.request.get(page.url.replace("/t/", "/api/tables/") + "/record")
    assert record.ok, record.text()
    return str(json.loads(record.text().splitlines()[0])["seed"])


SEEDS: set[str] = set()


@pytest.mark.parametrize("deal", ["one", "two"])
def test_a_deal_follows_from_the_test(desktop: Page, deal: str) -> None:
    """Two tables that are opened alike in one test are dealt alike; those of another test are not."""
    seeds = {seed_of_a_game(desktop) for _ in range(2)}
    assert len(seeds) == 1
    assert not seeds & SEEDS
    SEEDS.update(seeds)
