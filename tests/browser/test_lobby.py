"""The lobby keeps house; at a table one waits for who is away, or does not; the log is short."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .visitor import Visitor

PICTURES = "all => all.map((one) => one.complete && one.naturalWidth > 0)"
CUT = """all => all.filter((row) => [...row.querySelectorAll('span')].some((one) => {
  const [box, inner] = [row.getBoundingClientRect(), one.getBoundingClientRect()];
  return inner.width > 0 && (inner.right > box.right + 1 || inner.left < box.left - 1);
})).map((row) => row.textContent)"""


def posted(page: Page, path: str, **words: Any) -> Any:
    answer = page.request.post(f"/api/tables{path}", data=words)
    assert answer.ok, answer.text()
    return answer.json()


def opened(page: Page, *others: Page, **words: Any) -> str:
    """A table with everybody; its id."""
    seats = [{"kind": "me"}, *[{"kind": "open"}] * max(1, len(others))]
    table = posted(page, "", game="rivalkings", seats=seats, **words)["id"]
    for other in others:
        posted(other, f"/{table}/join")
    return str(table)


def row(page: Page, table: str) -> Any:
    return page.locator(f'a[href$="/{table}"]')


@pytest.mark.parametrize("size, scheme", [("desktop", "light"), ("phone", "dark")])
def test_what_needs_me_comes_first_and_the_rest_can_be_put_away(
    server: Any, visit: Any, shot: Any, size: str, scheme: str
) -> None:
    me, ben = visit(size, color_scheme=scheme), visit("desktop")
    for page in (me, ben):
        page.goto("/")
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    waiting, mine = opened(me), opened(me, ben)
    me.reload()
    expect(row(me, waiting)).to_be_visible()
    expect(row(me, mine)).to_be_visible()
    addresses = me.locator("main a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert addresses[0] == f"/t/{mine}", "it is my turn there"
    assert row(me, waiting).bounding_box()["y"] > me.get_by_role("article").first.bounding_box()["y"]
    me.wait_for_function(
        f"() => [...document.querySelectorAll('main a img')].length > 0 && ({PICTURES})"
        "([...document.querySelectorAll('main a img')]).every(Boolean)"
    )
    assert me.locator("main a").evaluate_all(CUT) == []
    shot(me, f"lobby-keeps-house-{size}-{scheme}")

    away = me.get_by_role("button", name="Put away: Rival Kings")
    expect(away).to_have_count(2)
    away.last.click()
    expect(row(me, waiting)).to_have_count(0)
    expect(me.get_by_role("status").filter(has_text="Put away.")).to_be_visible()
    expect(me.get_by_role("button", name="Undo")).to_be_focused()
    me.keyboard.press("Enter")
    expect(row(me, waiting)).to_be_visible()
    away.first.click()
    expect(row(me, mine)).to_have_count(0)
    me.reload()
    expect(row(me, waiting)).to_be_visible()
    expect(row(me, mine)).to_have_count(0)


def test_who_waits_for_somebody_who_is_away_may_let_a_program_play(
    server: Any, visit: Any, shot: Any
) -> None:
    me, ben = Visitor(visit()), visit("phone")
    for page in (me.page, ben):
        page.goto("/")
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    ben.request.put("/api/me", data={"name": "Ben"})
    table = opened(me.page, ben, grace=300)
    me.page.goto(f"/t/{table}")
    me.turn()
    banner = me.page.get_by_role("status").filter(has_text="Ben is away")
    expect(banner).to_contain_text("Ben is away, 4:5")
    shot(me.page, "somebody-is-away")
    banner.get_by_role("button", name="Wait").click()
    expect(banner).to_be_visible()
    banner.get_by_role("button", name="Let a program play").click()
    expect(banner).to_have_count(0)
    expect(me.page.get_by_role("log")).to_contain_text("Ben is away: a program (Quick) plays on.")
    ben.goto(f"/t/{table}")
    expect(me.page.get_by_role("log")).to_contain_text("Ben is back and plays on.")


def test_the_log_has_a_line_for_each_decision_and_more_behind_it(server: Any, visit: Any) -> None:
    me = Visitor(visit(), luck=3)
    me.set_up("Rheinländer", ["me", "beginner", "beginner"])
    log = me.page.get_by_role("log")
    more = log.get_by_title("What came of it")
    while more.count() == 0:
        me.turn()
    first = more.first
    line = first.locator("xpath=..")
    behind = line.locator("xpath=following-sibling::div[1]")
    expect(first).to_have_attribute("aria-expanded", "false")
    expect(behind).to_be_hidden()
    first.click()
    expect(first).to_have_attribute("aria-expanded", "true")
    expect(behind).to_be_visible()
    first.click()
    expect(behind).to_be_hidden()
    said = line.locator("button.said")
    said.focus()
    me.page.keyboard.press("Enter")
    expect(behind).to_be_visible()
    me.page.keyboard.press("ArrowRight")
    expect(first).to_be_focused()
    me.page.keyboard.press("Enter")
    expect(behind).to_be_hidden()
