"""Rival Kings late in a game, at every size: nothing is cut, and my court is in sight."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .visitor import Visitor, rested

Shot = Callable[[Page, str], None]
FOUR = Path(__file__).parent.parent / "golden" / "rivalkings" / "4-random.jsonl"
LATE, SEAT = 150, 2  # decisions, and who is to act then; both courts and hands are full

TOUCH = {"has_touch": True}
SIZES = {
    "1440x900": {},
    "1024x768": TOUCH,
    "820x1180": TOUCH,
    "390x844": {**TOUCH, "is_mobile": True},
    "640x400": {**TOUCH, "is_mobile": True},
}
THEMES = ["light", "dark"]

# Words of the court that are not seen whole, each with what cuts it; and words of a court outside of it.
CUT = """() => {
  const area = document.querySelector('main.area');
  const silent = (element) => element.closest('.silent, svg, [popover]') ||
    ['absolute'].includes(getComputedStyle(element).position) && element.clientWidth <= 1;
  const found = [];
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, element = text.parentElement, range = document.createRange();
    if (!text.textContent.trim() || silent(element)) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    const court = element.closest('[data-court]')?.getBoundingClientRect();
    for (const box of boxes) {
      const out = (frame, by = 1) =>
        box.left < frame.left - by || box.right > frame.right + by ||
        box.top < frame.top - 3 || box.bottom > frame.bottom + 3;
      const cutting = [];
      for (let e = element; e !== area.parentElement; e = e.parentElement)
        if (getComputedStyle(e).overflow !== 'visible' && out(e.getBoundingClientRect()))
          cutting.push(e.className);
      if (court && out(court)) cutting.push('its court');
      if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) cutting.push('the page');
      if (cutting.length) found.push(`${text.textContent.trim()}: ${cutting}`);
    }
  }
  return found;
}"""

# Whether something lies open in its middle and near its corners.
OPEN = """(element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const at = [[left + 9, top + 12], [right - 9, bottom - 9], [(left + right) / 2, (top + bottom) / 2]];
  return at.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}"""


def late(page: Page) -> str:
    """A table for four in the middle of a game that is nearly over."""
    page.goto("/")
    record = {"record": FOUR.read_text("utf-8")}
    replay = page.request.post("/api/replays", data=record).json()["id"]
    program = {"kind": "program", "level": "greedy"}
    seats = [{"kind": "me"} if seat == SEAT else program for seat in range(4)]
    branch = {"replay": replay, "at": LATE, "hidden": "kept"}
    table = page.request.post("/api/tables", data={"game": "rivalkings", "seats": seats, "branch": branch})
    return str(table.json()["id"])


def sit(page: Page) -> None:
    page.goto(f"/t/{late(page)}")
    expect(page.locator("[data-court]")).to_have_count(4)
    expect(page).to_have_title(re.compile("^Your turn"))
    page.wait_for_function("document.fonts.ready.then(() => true)")
    rested(page)


def court(page: Page, seat: int) -> Locator:
    return page.locator(f'[data-court="{seat}"]').first


def cards(page: Page, seat: int) -> Locator:
    return page.locator(f'[data-at^="card:{seat}:"]')


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_and_my_court_is_in_sight(visit: Any, shot: Shot, size: str, theme: str) -> None:
    wide, high = map(int, size.split("x"))
    options = {"viewport": {"width": wide, "height": high}, "color_scheme": theme, "reduced_motion": "reduce"}
    page = visit("desktop", **options, **SIZES[size])
    sit(page)
    shot(page, f"courts-{size}-{theme}")
    assert page.evaluate(CUT) == []
    assert court(page, SEAT).evaluate(OPEN)
    Visitor(page).check_page()

    # Each card of each court is there, and called by its name where there is a desk or a tablet.
    for seat, count in ((0, 6), (1, 3), (2, 6), (3, 8)):
        expect(cards(page, seat)).to_have_count(count)
        if wide >= 820 or (seat == SEAT and high > 400):
            names = cards(page, seat).locator(".name")
            assert len(set(names.all_text_contents())) > 1
            expect(names).to_have_count(count)
            for price in cards(page, seat).locator(".price").all():
                expect(price).to_be_visible()


def test_what_a_court_is_worth_now_is_shown_in_its_parts(visit: Any) -> None:
    page = visit("desktop", reduced_motion="reduce")
    sit(page)
    for seat in range(4):
        points = court(page, seat).get_by_role("button", name=re.compile(r"points? now ?: show the parts"))
        expect(points).to_contain_text("now")
        points.focus()
        page.keyboard.press("Enter")
        ledger = court(page, seat).locator("[popover]:popover-open")
        expect(ledger).to_contain_text("If the game ended now")
        told = [number(text) for text in ledger.locator("dd:last-child").all_text_contents()]
        assert len(told) == 6
        assert told[0] == sum(told[1:]) == number(points.locator("b").inner_text())
        page.keyboard.press("Escape")
        expect(ledger).to_have_count(0)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_a_tap_shows_a_whole_court_where_there_is_little_room(visit: Any, shot: Shot) -> None:
    page = visit("phone", reduced_motion="reduce")
    sit(page)
    court(page, 3).get_by_role("button", name="Show the whole court").tap()
    sheet = page.get_by_role("dialog", name="Blue’s court")
    expect(sheet.locator('[data-at^="card:3:"] .name')).to_have_count(8)
    rested(page)
    shot(page, "court-sheet-phone")
    for card in sheet.locator('[data-at^="card:3:"]').all():
        box = card.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
