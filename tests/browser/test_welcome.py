"""The first visit: from the door to the first decision in two clicks at most."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .visitor import Visitor


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("title", ["Rheinländer", "Rival Kings"])
def test_whoever_comes_first_plays_at_once(server: Any, visit: Any, shot: Any, size: str, title: str) -> None:
    me = Visitor(visit(size), touch=size == "phone")
    me.page.goto("/")
    greeting = me.page.get_by_role("region", name="Welcome")
    expect(greeting).to_be_visible()
    shot(me.page, f"welcome-{size}")
    me.press(me.game_tile(title).get_by_role("button", name="Play now against programs"))
    me.page.wait_for_url("**/t/*")
    sight = me.sight()
    assert sight["may"] or sight["moves"]
    expect(me.page).to_have_title(f"Your turn · {title}")
    assert not me.cramped

    me.open_lobby()  # whoever has been here needs no greeting
    expect(greeting).to_have_count(0)
    expect(me.page.get_by_role("button", name="Play now", exact=True)).to_have_count(2)


def test_whoever_is_known_is_not_greeted_again(server: Any, visit: Any) -> None:
    me = Visitor(visit())
    me.page.context.request.put("/api/me", data={"name": "Anna"})
    me.open_lobby()
    expect(me.page.get_by_text("You are Anna")).to_be_visible()
    expect(me.page.get_by_role("region", name="Welcome")).to_have_count(0)
    expect(me.page.get_by_text("No games yet.")).to_be_visible()
