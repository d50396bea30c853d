"""What one may know, at hand: my own coins, what was played, the card of the game, and where I lost most."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .hurry import play_out
from .visitor import Visitor, rested

Shot = Callable[[Page, str], None]


def glance(me: Visitor, title: str) -> Any:
    return me.page.get_by_role("dialog", name=f"{title} at a glance")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_card_of_the_game_and_what_was_played_are_a_key_or_a_tap_away(
    visit: Any, shot: Shot, size: str
) -> None:
    me = Visitor(visit(size), touch=size == "phone", luck=3)
    me.set_up("Rheinländer", ["me", "greedy", "greedy"])
    expect(me.prompt).to_be_visible()
    if size == "phone":
        me.press(me.button("At a glance"))
    else:
        me.page.keyboard.press("?")
    card = glance(me, "Rheinländer")
    expect(card.get_by_role("heading", name="Played since the last shuffle")).to_be_visible()
    expect(card.get_by_role("cell", name="as reinforcement")).to_be_attached()
    expect(card).to_contain_text("left to draw")
    rested(me.page)
    me.check_page()
    shot(me.page, f"glance-rheinlander-{size}")
    me.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    me.turn()
    me.press(me.button("At a glance"))
    expect(card.get_by_role("listitem").first).to_be_visible()
    assert not me.cramped


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_whoever_was_turned_over_since_the_deal_is_remembered(visit: Any, shot: Shot, size: str) -> None:
    me = Visitor(visit(size), touch=size == "phone", luck=4)
    me.set_up("Rival Kings", ["me", "greedy", "greedy"])
    me.play(lambda sight: not me.page.get_by_text("Round 1, cycle 1").first.is_visible())
    me.press(me.button("At a glance"))
    card = glance(me, "Rival Kings")
    expect(card.get_by_role("listitem")).to_have_count(12)
    expect(card.get_by_role("listitem").filter(has_text=", was turned over")).to_have_count(3)
    rested(me.page)
    me.check_page()
    shot(me.page, f"glance-rivalkings-{size}")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_my_own_coins_are_shown_to_me_and_those_of_others_are_secret(
    visit: Any, shot: Shot, size: str
) -> None:
    me = Visitor(visit(size), touch=size == "phone", luck=5)
    me.set_up("Rheinländer", ["me", "greedy", "greedy"])
    expect(me.prompt).to_be_visible()
    purses = me.page.locator("[data-purse]")
    mine = me.page.locator("[data-purse='0']")
    expect(mine).to_be_visible()
    expect(mine).to_contain_text("0 coins")
    for seat in (1, 2):
        expect(me.page.locator(f"[data-purse='{seat}']")).to_contain_text("coins are secret")
    expect(purses).to_have_count(3)
    me.check_page()
    shot(me.page, f"coins-{size}")


def lost_at(page: Page, decision: int) -> None:
    """Have the analysis of the game say that the first seat has lost most at a decision."""

    def judged(move: str, chance: float) -> dict[str, Any]:
        reasons = [{"key": "coins", "args": {"coins": 3}}] if chance > 0.5 else []
        label = {"key": "choice-place", "args": {"space": move}}
        return {"move": move, "label": label, "chances": [chance, 0.2, 0.2], "visits": 9, "line": [move],
                "things": [], "reasons": reasons, "then": [], "played": chance < 0.5}  # fmt: skip

    moment = {"decision": decision, "seat": 0, "forced": False, "secret": False, "chances": [0.6, 0.2, 0.2],
              "played": judged("L9", 0.4), "best": judged("R9", 0.6), "loss": 0.2, "points": [0, 0, 0],
              "luck": [], "came": []}  # fmt: skip
    depth = {"iterations": 1, "seconds": None, "true_deal": False}
    analysis = {"format": "palatine-analysis", "version": 4, "record": "", "game": "rheinlander",
                "names": ["0", "1", "2"], "depth": depth, "decisions": 1, "moments": [moment], "accounts": [],
                "turning_points": []}  # fmt: skip

    def answer(route: Route) -> None:
        route.fulfill(json={"id": "canned", "done": 1, "decisions": 1, "analysis": analysis, "before": 0})

    page.route(re.compile("/api/replays/.*/analysis"), answer)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_at_the_end_i_am_told_where_i_lost_most_and_can_try_again(visit: Any, shot: Shot, size: str) -> None:
    page = visit(size)
    me = Visitor(page, touch=size == "phone", luck=6)
    lost_at(page, 21)
    me.set_up("Rheinländer", ["me", "greedy", "greedy"])
    address = page.url
    expect(me.prompt).to_be_visible()
    play_out(page, 6)
    result = page.get_by_role("alertdialog", name="The result")

    def there() -> bool:
        page.keyboard.press("Shift")  # nobody wants to see all of it
        return result.is_visible()

    assert me.wait(there)
    expect(result).to_contain_text(
        re.compile(r"You lost most with Knight on L9: 20\s% of your chance to win")
    )
    expect(result).to_contain_text("Better: Knight on R9")
    rested(page)
    me.check_page()
    shot(page, f"lesson-{size}")
    me.press(me.button("Try again from there"))
    page.wait_for_url(lambda url: "/t/" in url and url != address)
    expect(page.locator("[data-desk]")).to_be_visible()
    table = page.request.get(page.url.replace("/t/", "/api/tables/")).json()
    assert table["branch"]["at"] == 20
    assert [seat["kind"] for seat in table["seats"]] == ["person", "program", "program"]
    assert [seat["level"] for seat in table["seats"]][1:] == ["greedy", "greedy"]


def test_who_only_watches_is_told_nothing_of_mistakes(visit: Any) -> None:
    asked: list[str] = []
    me = Visitor(visit(), luck=7)
    me.set_up("Rival Kings", ["me", "greedy"])
    expect(me.prompt).to_be_visible()
    play_out(me.page, 7)
    watcher = visit()
    watcher.on("request", lambda request: asked.append(request.url))
    watcher.goto(me.page.url)
    result = watcher.get_by_role("alertdialog", name="The result")
    expect(result).to_be_visible()
    expect(result.get_by_role("link", name="Watch the replay")).to_be_visible()
    expect(result.locator(".lesson")).to_have_count(0)
    assert not [url for url in asked if "analysis" in url]
